//! What is known of each declaration: classes, methods, fields and type parameters.

use crate::ids::{ClassId, FieldId, MethodId, TypeVarId};
use crate::types::Ty;
use reweave_model::{Modifiers, NodeId, TypeKind};
use reweave_text::Symbol;
use std::sync::OnceLock;

/// Where a declaration stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// In the file with this index, as the type, callable or field with this one.
    Source { file: u32, index: u32 },
    /// In the file, without words of its own: a default constructor, `values()`, a record's accessor.
    Implicit { file: u32, node: NodeId },
    /// On the class path.
    Binary,
    /// Named, but neither in the sources nor on the class path.
    Missing,
}

impl Origin {
    pub const fn file(self) -> Option<u32> {
        match self {
            Self::Source { file, .. } | Self::Implicit { file, .. } => Some(file),
            _ => None,
        }
    }
}

pub struct Class {
    /// Empty when anonymous.
    pub name: Symbol,
    /// `a/b/Outer$Inner`. Of a local or anonymous class the model's qualified name, which need not be unique.
    pub binary: Symbol,
    /// Dotted.
    pub package: Symbol,
    pub origin: Origin,
    pub(crate) info: OnceLock<ClassInfo>,
    pub(crate) direct: OnceLock<Box<[ClassId]>>,
    pub(crate) params: OnceLock<Params>,
    pub(crate) header: OnceLock<Header>,
    pub(crate) closure: OnceLock<Closure>,
    pub(crate) function: OnceLock<Option<MethodId>>,
}

impl Class {
    /// A class of which nothing is known yet but its name and place.
    pub(crate) fn new(name: Symbol, binary: Symbol, package: Symbol, origin: Origin) -> Self {
        Self {
            name,
            binary,
            package,
            origin,
            info: OnceLock::new(),
            direct: OnceLock::new(),
            params: OnceLock::new(),
            header: OnceLock::new(),
            closure: OnceLock::new(),
            function: OnceLock::new(),
        }
    }
}

/// What is known of a class before any type is looked up. Tables are sorted by symbol.
#[derive(Clone, Debug)]
pub struct ClassInfo {
    pub kind: TypeKind,
    pub modifiers: Modifiers,
    pub outer: Option<ClassId>,
    /// Its instances belong to one of the outer class.
    pub inner: bool,
    /// In a body, so that it is no member of the class around it.
    pub local: bool,
    pub deprecated: bool,
    pub fields: Box<[(Symbol, FieldId)]>,
    pub methods: Box<[(Symbol, MethodId)]>,
    pub types: Box<[(Symbol, ClassId)]>,
}

impl Default for ClassInfo {
    fn default() -> Self {
        Self {
            kind: TypeKind::Class,
            modifiers: Modifiers::NONE,
            outer: None,
            inner: false,
            local: false,
            deprecated: false,
            fields: Box::default(),
            methods: Box::default(),
            types: Box::default(),
        }
    }
}

impl ClassInfo {
    pub fn is_interface(&self) -> bool {
        matches!(self.kind, TypeKind::Interface | TypeKind::Annotation)
    }

    pub fn methods_named(&self, name: Symbol) -> &[(Symbol, MethodId)] {
        equal_range(&self.methods, name)
    }

    pub fn field_named(&self, name: Symbol) -> Option<FieldId> {
        equal_range(&self.fields, name).first().map(|f| f.1)
    }

    pub fn type_named(&self, name: Symbol) -> Option<ClassId> {
        equal_range(&self.types, name).first().map(|t| t.1)
    }
}

fn equal_range<T>(all: &[(Symbol, T)], name: Symbol) -> &[(Symbol, T)] {
    let start = all.partition_point(|e| e.0.index() < name.index());
    let count = all[start..].partition_point(|e| e.0 == name);
    &all[start..start + count]
}

/// Sorts a member table by symbol, keeping the order of equal names.
pub(crate) fn table<T>(mut all: Vec<(Symbol, T)>) -> Box<[(Symbol, T)]> {
    all.sort_by_key(|e| e.0.index());
    all.into()
}

/// The type parameters that a class's type has arguments for.
#[derive(Clone, Debug, Default)]
pub struct Params {
    /// Those of the classes around an inner class first.
    pub all: Box<[TypeVarId]>,
    /// How many of them are the class's own.
    pub own: usize,
}

/// All supertypes of a class, in terms of its own type parameters: breadth first, superclasses before interfaces.
#[derive(Clone, Debug, Default)]
pub struct Closure {
    pub supers: Box<[(ClassId, Ty)]>,
    /// No supertype is missing: what is not found in the class is not there.
    pub complete: bool,
}

/// Supertypes.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The superclass first, where there is one; `Object` for interfaces.
    pub supers: Box<[Ty]>,
    pub permits: Box<[ClassId]>,
}

pub struct Method {
    pub owner: ClassId,
    /// The class's name for a constructor.
    pub name: Symbol,
    pub modifiers: Modifiers,
    pub constructor: bool,
    pub varargs: bool,
    pub deprecated: bool,
    pub origin: Origin,
    pub(crate) sig: OnceLock<Signature>,
}

#[derive(Clone, Debug, Default)]
pub struct Signature {
    pub type_params: Box<[TypeVarId]>,
    pub params: Box<[Ty]>,
    pub ret: Option<Ty>,
    pub throws: Box<[Ty]>,
}

pub struct Field {
    pub owner: ClassId,
    pub name: Symbol,
    pub modifiers: Modifiers,
    pub enum_constant: bool,
    pub deprecated: bool,
    pub origin: Origin,
    pub(crate) ty: OnceLock<Ty>,
}

pub struct TypeVar {
    pub name: Symbol,
    /// The declaring node where it is of the sources.
    pub origin: Option<(u32, NodeId)>,
    pub(crate) bounds: OnceLock<Box<[Ty]>>,
}

/// Where the numbers of a file's declarations start.
#[derive(Clone, Copy, Default)]
pub(crate) struct Base {
    pub class: u32,
    pub method: u32,
    pub field: u32,
}
