//! Scopes and the things that names stand for: plain tables with small ids.

use crate::ast::{BaseType, Ident, LabelRef};
use reweave_text::{FileId, Span, Symbol};
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ScopeId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct EntityId(pub u32);

/// A statement in the order in which a compiler reads it, included files in place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct StmtId(pub u32);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScopeKind {
    Global,
    Program,
    Module,
    Submodule,
    BlockData,
    Procedure,
    Type,
    /// BLOCK: declares names of its own, types and procedures excepted.
    Block,
    /// ASSOCIATE, SELECT TYPE, DO CONCURRENT with its own index, a statement function.
    Construct,
}

impl ScopeKind {
    /// A program unit or procedure: where implicit names and labels live.
    pub const fn is_unit(self) -> bool {
        !matches!(self, Self::Type | Self::Block | Self::Construct)
    }
}

/// What a scope sees of its host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostAccess {
    All,
    /// An interface body, or IMPORT, NONE: only what was imported.
    Only(Vec<Symbol>),
}

#[derive(Clone, Debug)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    /// The program unit or procedure that it is or lies in.
    pub unit: ScopeId,
    /// Whether it is the body of an interface: a description of a procedure that is elsewhere.
    pub is_interface: bool,
    /// The statements that open and close it, and its CONTAINS.
    pub first: Option<StmtId>,
    pub last: Option<StmtId>,
    pub contains: Option<StmtId>,
    /// What it is the inside of.
    pub owner: Option<EntityId>,
    pub names: FxHashMap<Symbol, EntityId>,
    /// Names that USE brings in; more than one entity for a name is an ambiguity, if anyone uses it.
    pub used: FxHashMap<Symbol, Vec<EntityId>>,
    /// The USE statements, and whether a module that cannot be found is taken whole.
    pub uses: Vec<StmtId>,
    pub unknown_use: Option<StmtId>,
    pub labels: FxHashMap<u32, EntityId>,
    pub constructs: FxHashMap<Symbol, EntityId>,
    pub commons: FxHashMap<Symbol, EntityId>,
    pub access: FxHashMap<Symbol, bool>,
    pub private: bool,
    pub host: HostAccess,
    pub implicit: Implicit,
    /// SELECT TYPE: this name has this type here.
    pub retyped: Option<(EntityId, TypeRef)>,
    /// The type this one extends.
    pub extends: Option<Ident>,
}

impl Scope {
    pub fn new(kind: ScopeKind, parent: Option<ScopeId>) -> Self {
        Self {
            kind,
            parent,
            unit: ScopeId(0),
            is_interface: false,
            first: None,
            last: None,
            contains: None,
            owner: None,
            names: FxHashMap::default(),
            used: FxHashMap::default(),
            uses: Vec::new(),
            unknown_use: None,
            labels: FxHashMap::default(),
            constructs: FxHashMap::default(),
            commons: FxHashMap::default(),
            access: FxHashMap::default(),
            private: false,
            host: HostAccess::All,
            implicit: Implicit::default(),
            retyped: None,
            extends: None,
        }
    }
}

/// The IMPLICIT statements of one scope.
#[derive(Clone, Debug, Default)]
pub struct Implicit {
    pub none: Option<StmtId>,
    pub rules: Vec<(u8, u8, TypeRef)>,
}

/// A type as some statement writes it, and where its names are looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeRef {
    pub base: BaseType,
    pub file: FileId,
    pub span: Span,
    pub scope: ScopeId,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EntityKind {
    Program,
    Module,
    Submodule,
    BlockData,
    Procedure,
    Variable,
    Type,
    /// Of a derived type: a component or a type parameter.
    Component,
    /// A type-bound procedure, specific or generic.
    Binding,
    Generic,
    Namelist,
    Common,
    Construct,
    Label,
    /// `local` of `use m, local => original`.
    Alias,
    /// Named by the language: `sin`, or `int32` of `iso_fortran_env`.
    Intrinsic,
    /// Comes from a module that is not among the files.
    Missing,
}

impl EntityKind {
    pub const fn word(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Module => "module",
            Self::Submodule => "submodule",
            Self::BlockData => "block data",
            Self::Procedure => "procedure",
            Self::Variable => "variable",
            Self::Type => "type",
            Self::Component => "component",
            Self::Binding => "type-bound procedure",
            Self::Generic => "generic interface",
            Self::Namelist => "namelist",
            Self::Common => "common block",
            Self::Construct => "construct name",
            Self::Label => "label",
            Self::Alias => "renamed entity",
            Self::Intrinsic => "intrinsic",
            Self::Missing => "name of a missing module",
        }
    }
}

/// Attributes of an entity, as far as names and values depend on them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Flags(pub u32);

impl Flags {
    pub const DUMMY: u32 = 1;
    pub const PARAMETER: u32 = 1 << 1;
    pub const ALLOCATABLE: u32 = 1 << 2;
    pub const POINTER: u32 = 1 << 3;
    pub const TARGET: u32 = 1 << 4;
    pub const OPTIONAL: u32 = 1 << 5;
    pub const SAVE: u32 = 1 << 6;
    pub const EXTERNAL: u32 = 1 << 7;
    pub const INTENT_IN: u32 = 1 << 8;
    pub const INTENT_OUT: u32 = 1 << 9;
    pub const FUNCTION: u32 = 1 << 10;
    pub const SUBROUTINE: u32 = 1 << 11;
    pub const ABSTRACT: u32 = 1 << 12;
    /// A separate module procedure, or its interface.
    pub const SEPARATE: u32 = 1 << 13;
    pub const BIND: u32 = 1 << 14;
    pub const COMMON: u32 = 1 << 15;
    pub const EQUIVALENCE: u32 = 1 << 16;
    pub const NAMELIST: u32 = 1 << 17;
    pub const RESULT: u32 = 1 << 18;
    /// Typed by a declaration rather than by its first letter.
    pub const TYPED: u32 = 1 << 19;
    pub const VALUE: u32 = 1 << 20;
    pub const STATEMENT_FUNCTION: u32 = 1 << 21;
    /// Its definition, not only its interface, is among the files.
    pub const DEFINED: u32 = 1 << 22;
    pub const PRIVATE: u32 = 1 << 23;
    pub const PUBLIC: u32 = 1 << 24;
    pub const PURE: u32 = 1 << 25;
    pub const ELEMENTAL: u32 = 1 << 26;
    /// A Cray pointer's variable, a coarray, VOLATILE or ASYNCHRONOUS: values flow in ways no edge shows.
    pub const UNRULY: u32 = 1 << 27;
    pub const INITIALISED: u32 = 1 << 28;
    /// `use, intrinsic` or an intrinsic module.
    pub const OF_LANGUAGE: u32 = 1 << 29;
    pub const NO_PASS: u32 = 1 << 30;
    pub const RECURSIVE: u32 = 1 << 31;

    pub const fn has(self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    pub fn set(&mut self, flag: u32) {
        self.0 |= flag;
    }
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub name: Symbol,
    pub scope: ScopeId,
    pub kind: EntityKind,
    pub flags: Flags,
    pub ty: Option<TypeRef>,
    /// Array bounds as written; the rank is their number.
    pub rank: u8,
    /// What it is the outside of: a procedure's, module's or type's own scope.
    pub body: Option<ScopeId>,
    pub dummies: Vec<Option<EntityId>>,
    pub result: Option<EntityId>,
    /// Names that a generic, a binding or a namelist collects, and where they are looked up.
    pub parts: Vec<Ident>,
    /// `procedure(this)`
    pub interface: Option<Ident>,
    /// Another view of the same thing: an interface body of an external procedure, a local EXTERNAL.
    pub link: Option<EntityId>,
    /// What an alias stands for.
    pub target: Option<EntityId>,
    /// Where it is declared, or first named.
    pub decl: Option<(FileId, Span)>,
}

/// A name in the text, and what it stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    pub file: FileId,
    pub span: Span,
    pub entity: EntityId,
    pub stmt: StmtId,
    pub role: u16,
}

/// What an occurrence does to its entity.
pub mod role {
    /// Declares it, or says more about it.
    pub const DECLARE: u16 = 1;
    pub const READ: u16 = 1 << 1;
    pub const WRITE: u16 = 1 << 2;
    /// Calls it.
    pub const CALL: u16 = 1 << 3;
    /// The keyword of an actual argument.
    pub const KEYWORD: u16 = 1 << 4;
    /// One token stands for two entities: `procedure :: a` names a binding and a procedure.
    pub const SHORTHAND: u16 = 1 << 5;
    /// In a statement that was not understood.
    pub const UNKNOWN: u16 = 1 << 6;
    /// The value may be changed there (an actual argument) but need not.
    pub const MAY_WRITE: u16 = 1 << 7;
    /// Only a part is written (`a(i) = …`), so that earlier values live on.
    pub const PART: u16 = 1 << 8;
    /// At the end of a unit: `end subroutine s`.
    pub const END: u16 = 1 << 9;
    /// The word of a character literal that namelist input reads as a name.
    pub const DATA: u16 = 1 << 10;
    /// In a specification statement: no value flows.
    pub const SPECIFY: u16 = 1 << 11;
}

/// What `gfortran` would say about names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameProblem {
    pub code: &'static str,
    pub message: String,
    pub file: FileId,
    pub span: Span,
}

/// A label's place, for GOTO and for DO loops that end at one.
pub type Labelled = (LabelRef, StmtId);
