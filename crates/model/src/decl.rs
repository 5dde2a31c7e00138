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
    /// The members of one file that stand in no type; its node is the root. The types of the file stand beside it.
    Module,
    /// The callables that stand in the body of another; its node is that callable's.
    Scope,
    /// A type that is its only value: `object`.
    Object,
    Struct,
    Union,
    Trait,
    Alias,
}

impl TypeKind {
    /// Whether a reader would call it a class: it has a name of its own, and members.
    pub const fn is_named_class(self) -> bool {
        !matches!(self, Self::Anonymous | Self::Scope)
    }

    pub const fn is_interface(self) -> bool {
        matches!(self, Self::Interface | Self::Trait)
    }

    /// How declarations of the kind begin.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Class | Self::Anonymous | Self::Scope => "class",
            Self::Interface => "interface",
            Self::Enum => "enum",
            Self::Record => "record",
            Self::Annotation => "annotation",
            Self::Module => "module",
            Self::Object => "object",
            Self::Struct => "struct",
            Self::Union => "union",
            Self::Trait => "trait",
            Self::Alias => "type",
        }
    }
}

/// What a callable is to its type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CallableKind {
    Function,
    Constructor,
    /// A constructor whose parameters stand behind the type's name.
    PrimaryConstructor,
    Getter,
    Setter,
    /// The statements of a file that stand in no function: its [`TypeKind::Module`] owns it.
    ModuleBody,
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
    /// It only adds to the type of this qualified name, which may be declared elsewhere: an `impl`, a method with a receiver, a
    /// definition out of its class.
    pub part: bool,
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
    /// Takes any number of arguments.
    pub varargs: bool,
    /// What stands for it in calls that leave it out.
    pub default: Option<NodeId>,
}

#[derive(Clone, Debug)]
pub struct Callable {
    pub node: NodeId,
    pub owner: TypeId,
    /// The type's own name for a constructor.
    pub name: Symbol,
    pub kind: CallableKind,
    pub modifiers: Modifiers,
    pub annotations: Vec<NodeId>,
    pub type_params: Vec<NodeId>,
    pub params: Vec<Param>,
    /// The type that it is called on where that is not its owner: of an extension.
    pub receiver: Option<NodeId>,
    /// None for a constructor.
    pub return_type: Option<NodeId>,
    pub throws: Vec<NodeId>,
    /// A [`crate::Kind::Block`]; none for abstract, native and interface methods.
    pub body: Option<NodeId>,
    pub doc: Option<Span>,
    /// It only says that there is such a callable: a definition elsewhere may complete it.
    pub prototype: bool,
}

impl Callable {
    pub const fn is_constructor(&self) -> bool {
        matches!(
            self.kind,
            CallableKind::Constructor | CallableKind::PrimaryConstructor
        )
    }

    /// Whether it belongs to a property and lives and dies with it.
    pub const fn is_accessor(&self) -> bool {
        matches!(self.kind, CallableKind::Getter | CallableKind::Setter)
    }

    /// Whether it is no function but the statements of a file.
    pub const fn is_module_body(&self) -> bool {
        matches!(self.kind, CallableKind::ModuleBody)
    }

    /// The fewest arguments that a call may have.
    pub fn required(&self) -> usize {
        let optional = |p: &&Param| p.varargs || p.default.is_some();
        self.params.len() - self.params.iter().filter(optional).count()
    }
}

/// Something of the source that is not in the model, and why: reports name it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeftOut {
    pub span: Span,
    /// For a person: `syntax error in method foo`, `nested deeper than 500`.
    pub what: String,
}
