//! What a program declares, as plain data.

use reweave_syntax::NodeId;
use reweave_text::{FileId, Span};
use std::sync::Arc;

macro_rules! ids {
    ($($(#[$doc:meta])* $id:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $id(pub u32);

        impl $id {
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

ids! {
    /// Anything with a name.
    EntityId,
    ClassId,
    /// A method, property or class constant.
    MemberId,
    /// A function, method, closure, arrow function, or the code outside all of them.
    ScopeId,
}

/// A place in the program's text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    pub file: FileId,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum EntityKind {
    Namespace,
    Class,
    Function,
    Constant,
    Method,
    Property,
    ClassConstant,
    Variable,
    /// A name that `use … as NAME` gives in one file.
    Alias,
    Label,
}

impl EntityKind {
    /// What a message calls it.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Namespace => "namespace",
            Self::Class => "class",
            Self::Function => "function",
            Self::Constant => "constant",
            Self::Method => "method",
            Self::Property => "property",
            Self::ClassConstant => "class constant",
            Self::Variable => "variable",
            Self::Alias => "alias",
            Self::Label => "label",
        }
    }

    /// Whether two spellings that differ only in case are the same name.
    pub const fn ignores_case(self) -> bool {
        matches!(
            self,
            Self::Namespace | Self::Class | Self::Function | Self::Method | Self::Alias
        )
    }
}

/// Anything with a name, at its declaration; a variable or namespace at its first occurrence.
#[derive(Clone, Debug)]
pub struct Entity {
    pub kind: EntityKind,
    /// As written, without `$`.
    pub name: Arc<str>,
    pub place: Place,
    pub member: Option<MemberId>,
    pub class: Option<ClassId>,
    /// The scope of a variable or label, or that of a function's or method's own body.
    pub scope: Option<ScopeId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ClassKind {
    Class,
    Interface,
    Trait,
    Enum,
    Anonymous,
}

/// A class named in a heading: `extends`, `implements` or `use`.
#[derive(Clone, Debug)]
pub struct ClassRef {
    /// The full name in lower case.
    pub name: Arc<str>,
    pub node: NodeId,
}

/// `T::m insteadof U` or `T::m as n` in a class's `use` of traits.
#[derive(Clone, Debug)]
pub struct TraitRule {
    pub from: Option<Arc<str>>,
    pub method: Arc<str>,
    /// The traits whose method is left out; empty for `as`.
    pub instead_of: Vec<Arc<str>>,
    pub alias: Option<MemberId>,
}

#[derive(Clone, Debug)]
pub struct Class {
    pub entity: EntityId,
    pub kind: ClassKind,
    /// The full name in lower case; for an anonymous class its place.
    pub name: Arc<str>,
    pub file: FileId,
    pub node: NodeId,
    pub parent: Option<ClassRef>,
    pub interfaces: Vec<ClassRef>,
    pub traits: Vec<ClassRef>,
    pub trait_rules: Vec<TraitRule>,
    pub members: Vec<MemberId>,
    pub is_abstract: bool,
    pub is_final: bool,
    pub block: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Visibility {
    Private,
    Protected,
    Public,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MemberKind {
    Method,
    Property,
    Constant,
}

#[derive(Clone, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one word of the declaration"
)]
pub struct Member {
    pub entity: EntityId,
    pub kind: MemberKind,
    pub class: ClassId,
    /// The name as php compares it: a method's in lower case.
    pub key: Arc<str>,
    pub visibility: Visibility,
    pub is_static: bool,
    pub is_abstract: bool,
    pub is_final: bool,
    pub is_readonly: bool,
    pub is_enum_case: bool,
    pub is_promoted: bool,
    /// What it is declared by: the method, the whole property or constant declaration, or the promoted parameter.
    pub node: NodeId,
    /// The part of a property or constant declaration that is this one alone.
    pub element: NodeId,
    pub declared_type: Option<NodeId>,
    pub scope: Option<ScopeId>,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Arc<str>,
    pub node: NodeId,
    pub variable: NodeId,
    pub declared_type: Option<NodeId>,
    pub by_ref: bool,
    pub variadic: bool,
    pub optional: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    Global,
    Function,
    Method,
    Closure,
    Arrow,
}

/// Where variables live.
#[derive(Clone, Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub file: FileId,
    pub node: NodeId,
    pub parent: Option<ScopeId>,
    pub class: Option<ClassId>,
    pub entity: Option<EntityId>,
    pub params: Vec<Param>,
    pub returns: Option<NodeId>,
    /// What a closure takes from around it.
    pub captures: Vec<Arc<str>>,
    /// What `global` brings in.
    pub globals: Vec<Arc<str>>,
}
