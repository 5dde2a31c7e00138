//! Light types: just enough to say which class a member is looked up in.

use crate::entity::ClassId;
use crate::grammar::Kind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;
use std::sync::Arc;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atom {
    /// An object of this class (full name in lower case); `exact` when of no subclass.
    Object {
        class: Arc<str>,
        exact: bool,
    },
    Array(Box<Type>),
    /// `int`, `string`, `null` and so on.
    Scalar(&'static str),
    Closure,
}

/// A union of atoms; `open` when it may be something else as well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Type {
    pub atoms: Vec<Atom>,
    pub open: bool,
}

/// Types nested deeper than this are unknown.
const MAX_DEPTH: u32 = 8;

impl Type {
    pub fn unknown() -> Self {
        Self {
            atoms: Vec::new(),
            open: true,
        }
    }

    pub fn one(atom: Atom) -> Self {
        Self {
            atoms: vec![atom],
            open: false,
        }
    }

    pub fn scalar(name: &'static str) -> Self {
        Self::one(Atom::Scalar(name))
    }

    pub fn object(class: impl Into<Arc<str>>, exact: bool) -> Self {
        Self::one(Atom::Object {
            class: class.into(),
            exact,
        })
    }

    pub fn add(&mut self, other: Self) {
        self.open |= other.open;
        for atom in other.atoms {
            if !self.atoms.contains(&atom) {
                self.atoms.push(atom);
            }
        }
    }

    /// The classes among its atoms.
    pub fn objects(&self) -> impl Iterator<Item = (&Arc<str>, bool)> {
        self.atoms.iter().filter_map(|a| match a {
            Atom::Object { class, exact } => Some((class, *exact)),
            Atom::Closure | Atom::Array(_) | Atom::Scalar(_) => None,
        })
    }

    /// What an element of it is.
    #[must_use]
    pub fn element(&self) -> Self {
        let mut out = Self::default();
        for atom in &self.atoms {
            match atom {
                Atom::Array(element) => out.add((**element).clone()),
                Atom::Scalar("string") => out.add(Self::scalar("string")),
                Atom::Scalar(_) => {}
                Atom::Object { .. } | Atom::Closure => out.open = true,
            }
        }
        out.open |= self.open || out.atoms.is_empty();
        out
    }

    /// Surely an array.
    pub fn is_array(&self) -> bool {
        let array = |a: &Atom| matches!(a, Atom::Array(_));
        !self.open && !self.atoms.is_empty() && self.atoms.iter().all(array)
    }

    /// Surely a number or a truth value.
    pub fn is_number(&self) -> bool {
        let number = |a: &Atom| matches!(a, Atom::Scalar("int" | "float" | "bool"));
        !self.open && self.atoms.iter().all(number)
    }

    /// Surely no object and no array that could hold one.
    pub fn is_plain(&self) -> bool {
        !self.open
            && self.atoms.iter().all(|a| match a {
                Atom::Scalar(_) => true,
                Atom::Array(element) => element.is_plain(),
                Atom::Object { .. } | Atom::Closure => false,
            })
    }
}

/// The scalar and pseudo types by name; `None` for a class.
pub fn primitive(name: &str) -> Option<Type> {
    let scalar = |s| Some(Type::scalar(s));
    match name.to_ascii_lowercase().as_str() {
        "int" | "integer" => scalar("int"),
        "float" | "double" => scalar("float"),
        "string" | "class-string" | "numeric-string" => scalar("string"),
        "bool" | "boolean" | "true" | "false" => scalar("bool"),
        "null" | "void" | "never" => scalar("null"),
        "array" => Some(Type::one(Atom::Array(Box::new(Type::unknown())))),
        "mixed" | "object" | "iterable" | "callable" | "resource" | "scalar" | "number"
        | "list" | "-" => Some(Type::unknown()),
        _ => None,
    }
}

impl Program {
    /// A declared type.
    pub fn type_at(&self, file: FileId, node: NodeId) -> Type {
        self.type_at_depth(file, node, 0)
    }

    fn type_at_depth(&self, file: FileId, node: NodeId, depth: u32) -> Type {
        let source = self.file(file);
        if depth > MAX_DEPTH {
            return Type::unknown();
        }
        match source.kind(node) {
            Kind::PrimitiveType | Kind::BottomType => {
                primitive(source.text(node)).unwrap_or_else(Type::unknown)
            }
            Kind::NamedType => match source.first_named(node) {
                Some(name) => self.named_type(file, name),
                None => Type::unknown(),
            },
            Kind::OptionalType => {
                let mut out = Type::scalar("null");
                if let Some(inner) = source.first_named(node) {
                    out.add(self.type_at_depth(file, inner, depth + 1));
                }
                out
            }
            Kind::UnionType | Kind::IntersectionType | Kind::DisjunctiveType | Kind::TypeList => {
                let mut out = Type::default();
                for inner in source.named(node) {
                    out.add(self.type_at_depth(file, inner, depth + 1));
                }
                out
            }
            _ => Type::unknown(),
        }
    }

    fn named_type(&self, file: FileId, name: NodeId) -> Type {
        let written = self.file(file).text(name);
        if let Some(primitive) = primitive(written) {
            return primitive;
        }
        match self.class_name_at(file, name) {
            Some(class) => Type::object(class, false),
            None => Type::unknown(),
        }
    }

    /// A type that php writes for its own functions, such as `null|ArrayIterator`.
    pub fn builtin_type(&self, written: &str, on: Option<&str>) -> Type {
        let mut out = Type::default();
        for part in written.split('|') {
            if part == "static" || part == "self" {
                out.add(on.map_or_else(Type::unknown, |c| Type::object(c, false)));
            } else {
                let class = || Type::object(part.to_ascii_lowercase(), false);
                out.add(primitive(part).unwrap_or_else(class));
            }
        }
        out
    }

    pub fn class_type(&self, class: ClassId) -> Type {
        Type::object(self.class(class).name.clone(), false)
    }
}
