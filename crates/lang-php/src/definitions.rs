//! What gives variables their values.

use crate::docs::DocType;
use crate::entity::{EntityId, ScopeId};
use reweave_syntax::NodeId;
use reweave_text::FileId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Where a variable gets a value.
#[derive(Clone, Debug)]
pub enum Def {
    /// The value of this expression.
    Value(NodeId),
    /// An element of this expression.
    Element(NodeId),
    /// A key of this expression.
    Key(NodeId),
    /// A declared type: of a parameter or a catch clause.
    Declared(NodeId),
    /// An array, by `$x[] = …`.
    Array,
    /// A number or string, by `$x++` and the like.
    Scalar,
    /// A doc comment says so, at this node.
    Doc(NodeId, DocType),
    /// Anything: by reference, by destructuring, a parameter without a type.
    Unknown,
}

/// What is known of the variables of a program.
#[derive(Default)]
pub struct Variables {
    pub defs: FxHashMap<EntityId, Vec<(FileId, Def)>>,
    /// Scopes in which code that cannot be read may set any variable.
    pub opaque: FxHashSet<ScopeId>,
}
