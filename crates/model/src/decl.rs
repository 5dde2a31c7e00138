//! The declarations of a file, as tables over its tree.

use crate::{Modifiers, NodeId};
use reweave_text::{Span, Symbol};

/// The index of a type in its file, in preorder: an outer type comes before its members.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// The index of a callable in its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct CallableId(pub u32);

/// The index of a field in its file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
    /// The body of an instance creation or of an enum constant.
    Anonymous,
}

#[derive(Clone, Debug)]
pub struct Import {
    pub node: NodeId,
    /// Dotted, without `.*`.
    pub name: Symbol,
    pub on_demand: bool,
    pub is_static: bool,
}

#[derive(Clone, Debug)]
pub struct TypeDecl {
    pub node: NodeId,
    pub kind: TypeKind,
    /// Empty when anonymous.
    pub name: Symbol,
    /// Dotted, from the package down. A local type carries its callable's name (`a.B.run.Local`); an anonymous one
    /// where it stands (`a.B.start.new Thread`, `a.B.field.new Runnable`).
    pub qualified: Symbol,
    pub modifiers: Modifiers,
    pub annotations: Vec<NodeId>,
    pub type_params: Vec<NodeId>,
    pub superclass: Option<NodeId>,
    pub interfaces: Vec<NodeId>,
    pub permits: Vec<NodeId>,
    /// The type in whose body it stands, directly or inside a member.
    pub outer: Option<TypeId>,
    /// The callable in whose body it stands: it is local or anonymous.
    pub in_callable: Option<CallableId>,
    /// The field in whose initialiser it stands.
    pub in_field: Option<FieldId>,
    pub fields: Vec<FieldId>,
    pub callables: Vec<CallableId>,
    /// Member types; local and anonymous ones are not members.
    pub types: Vec<TypeId>,
    /// [`crate::Kind::Initializer`] nodes.
    pub initializers: Vec<NodeId>,
    /// The documentation comment before it.
    pub doc: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Field {
    pub node: NodeId,
    pub owner: TypeId,
    pub name: Symbol,
    /// None for an enum constant.
    pub ty: Option<NodeId>,
    pub init: Option<NodeId>,
    pub modifiers: Modifiers,
    pub annotations: Vec<NodeId>,
    pub enum_constant: bool,
    pub doc: Option<Span>,
    /// The whole declaration, of which this may be one declarator among several.
    pub declaration: Span,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub node: NodeId,
    pub name: Symbol,
    pub ty: Option<NodeId>,
    pub modifiers: Modifiers,
    pub annotations: Vec<NodeId>,
    pub varargs: bool,
}

#[derive(Clone, Debug)]
pub struct Callable {
    pub node: NodeId,
    pub owner: TypeId,
    /// The type's own name for a constructor.
    pub name: Symbol,
    pub constructor: bool,
    pub modifiers: Modifiers,
    pub annotations: Vec<NodeId>,
    pub type_params: Vec<NodeId>,
    pub params: Vec<Param>,
    /// None for a constructor.
    pub return_type: Option<NodeId>,
    pub throws: Vec<NodeId>,
    /// A [`crate::Kind::Block`]; none for abstract, native and interface methods.
    pub body: Option<NodeId>,
    pub doc: Option<Span>,
}

/// Something of the source that is not in the model, and why: reports name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub span: Span,
    /// For a person: `syntax error in method foo`, `nested deeper than 500`.
    pub what: String,
}
