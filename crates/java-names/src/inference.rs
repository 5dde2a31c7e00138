//! What a scope holds, and what is still to infer in it.

use crate::ids::{ClassId, TypeVarId};
use crate::types::Ty;
use reweave_model::NodeId;
use reweave_text::Symbol;

/// One thing that a scope holds; the innermost is last.
#[derive(Clone, Copy)]
pub(crate) enum Entry {
    /// The members of a class, inherited ones too.
    Class(ClassId),
    TypeVar(Symbol, TypeVarId),
    LocalType(Symbol, ClassId),
    Local(Symbol, NodeId, Ty),
    Label(Symbol, NodeId),
}

#[derive(Clone, Default)]
pub(crate) struct Variable {
    pub equal: Vec<Ty>,
    pub lower: Vec<Ty>,
    pub upper: Vec<Ty>,
    /// The bounds of the type parameter it stands for.
    pub declared: Vec<Ty>,
    pub value: Option<Ty>,
    pub deciding: bool,
}

/// A lambda or method reference whose parameter types are not decided yet.
#[derive(Clone)]
pub(crate) struct Pending {
    pub node: NodeId,
    pub target: Ty,
    /// Scopes of lambdas that were left meanwhile.
    pub scope: Vec<Entry>,
    pub scope_at: usize,
}

#[derive(Default)]
pub(crate) struct Inference {
    pub vars: Vec<Variable>,
    pub pending: Vec<Pending>,
    /// Nodes whose noted types still hold variables.
    pub open_nodes: Vec<NodeId>,
}
