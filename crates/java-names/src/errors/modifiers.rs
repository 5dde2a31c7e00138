//! Members that their class does not allow as they are written (JLS 8.4.3, 8.8.3, 9.3, 9.4, 9.6.1): modifiers, and a body too many or missing;
//! and interfaces that are not functional though they say so.

use crate::error::{ErrorKind, NameError};
use crate::ids::ClassId;
use crate::world::World;
use reweave_model::{
    Callable, Field, FileModel, Kind, Modifiers, NodeId, Role, TypeDecl, TypeKind,
};
use reweave_text::Symbol;

/// What an interface's methods never are.
const NO_INTERFACE: [Modifiers; 4] = [
    Modifiers::PROTECTED,
    Modifiers::FINAL,
    Modifiers::SYNCHRONIZED,
    Modifiers::NATIVE,
];

/// What a method without a body never is.
const NO_ABSTRACT: [Modifiers; 6] = [
    Modifiers::PRIVATE,
    Modifiers::STATIC,
    Modifiers::FINAL,
    Modifiers::SYNCHRONIZED,
    Modifiers::NATIVE,
    Modifiers::DEFAULT,
];

/// What the constants of an interface never are.
const NO_CONSTANT: [Modifiers; 4] = [
    Modifiers::PRIVATE,
    Modifiers::PROTECTED,
    Modifiers::TRANSIENT,
    Modifiers::VOLATILE,
];

impl World {
    pub(crate) fn bad_modifiers(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let model = self.file(file);
        let methods = decl.callables.iter().map(|&c| model.callable(c));
        let methods = methods.filter(|c| {
            !allows_method(decl, c)
                || !self.suits_record(model, decl, c)
                || !self.is_safe_once(model, c)
        });
        let fields = decl.fields.iter().map(|&f| model.field(f));
        // The components of a record stand among its fields.
        let fields = fields.filter(|f| model.tree.kind(f.node) == Kind::Field);
        let fields = fields.filter(|f| !allows_field(decl, f));
        let is_right = allows_type(decl)
            && self.says_how_it_is_extended(class, decl)
            && self.is_as_functional(class, file, decl);
        let own = (!is_right).then_some((decl.node, decl.name));
        let bad = methods.map(|c| (c.node, c.name));
        let bad = bad.chain(fields.map(|f| (f.node, f.name))).chain(own);
        let bad = bad.chain(self.bad_components(model, decl));
        bad.map(|(node, name): (NodeId, Symbol)| NameError {
            file,
            node,
            kind: ErrorKind::BadModifier,
            about: self.text(name).to_owned(),
        })
        .collect()
    }
}

impl World {
    /// Whether a method that says that its arguments are safe can have no other in its place (JLS 9.6.4.7).
    fn is_safe_once(&self, model: &FileModel, method: &Callable) -> bool {
        let says = method.annotations.iter().any(|&a| {
            let name = self.text(model.tree.sym(a));
            matches!(name, "SafeVarargs" | "java.lang.SafeVarargs")
        });
        let mut fixed = [Modifiers::STATIC, Modifiers::FINAL, Modifiers::PRIVATE].into_iter();
        !says || method.is_constructor() || fixed.any(|m| method.modifiers.has(m))
    }

    /// Whether a type that says that it is a functional interface is one (JLS 9.6.4.9).
    fn is_as_functional(&self, class: ClassId, file: u32, decl: &TypeDecl) -> bool {
        let tree = &self.file(file).tree;
        let mut said = tree.children(decl.node).filter(|&n| {
            let name = self.text(tree.sym(n));
            tree.kind(n) == Kind::Annotation
                && matches!(
                    name,
                    "FunctionalInterface" | "java.lang.FunctionalInterface"
                )
        });
        said.next().is_none() || !self.closure(class).complete || self.functional(class).is_some()
    }
}

/// Which words a type never has, by its kind (JLS 8.1.1, 8.9, 8.10, 9.1.1), and which exclude each other.
fn allows_type(decl: &TypeDecl) -> bool {
    let has = |m: &Modifiers| decl.modifiers.has(*m);
    let never: &[Modifiers] = match decl.kind {
        TypeKind::Record => &[
            Modifiers::ABSTRACT,
            Modifiers::SEALED,
            Modifiers::NON_SEALED,
        ],
        TypeKind::Enum => &[
            Modifiers::ABSTRACT,
            Modifiers::SEALED,
            Modifiers::NON_SEALED,
            Modifiers::FINAL,
        ],
        TypeKind::Interface | TypeKind::Annotation => &[Modifiers::FINAL],
        _ => &[],
    };
    let ways = [Modifiers::FINAL, Modifiers::SEALED, Modifiers::NON_SEALED];
    let is_closed_and_open = has(&Modifiers::ABSTRACT) && has(&Modifiers::FINAL);
    !never.iter().any(has) && ways.iter().filter(|m| has(m)).count() < 2 && !is_closed_and_open
}

impl World {
    /// Whether what is directly below a sealed type says who may be below it, and only that does (JLS 8.1.1.2, 9.1.1.4).
    fn says_how_it_is_extended(&self, class: ClassId, decl: &TypeDecl) -> bool {
        let has = |m| decl.modifiers.has(m);
        let is_sealed = |c: ClassId| self.info(c).modifiers.has(Modifiers::SEALED);
        if !self.closure(class).complete {
            return true;
        }
        let is_below = self.direct(class).iter().any(|&c| is_sealed(c));
        let says = has(Modifiers::FINAL) || has(Modifiers::SEALED) || has(Modifiers::NON_SEALED);
        match decl.kind {
            TypeKind::Class | TypeKind::Interface if is_below => says,
            TypeKind::Class | TypeKind::Interface => !has(Modifiers::NON_SEALED),
            _ => true,
        }
    }

    /// The components of a record with names that methods of all objects have (JLS 8.10.1).
    fn bad_components(&self, model: &FileModel, decl: &TypeDecl) -> Vec<(NodeId, Symbol)> {
        let tree = &model.tree;
        let components = tree.children_in(decl.node, Role::Param);
        let is_taken = |name: Symbol| {
            let named = self.info(self.known.object).methods_named(name);
            named.iter().any(|m| self.signature(m.1).params.is_empty())
        };
        let named = components.map(|c| (c, tree.sym(c)));
        named
            .filter(|c| decl.kind == TypeKind::Record && is_taken(c.1))
            .collect()
    }
}

/// Whether a member is open to one circle only.
fn is_open_once(modifiers: Modifiers) -> bool {
    let circles = [Modifiers::PUBLIC, Modifiers::PROTECTED, Modifiers::PRIVATE];
    circles.into_iter().filter(|&m| modifiers.has(m)).count() < 2
}

fn allows_method(ty: &TypeDecl, method: &Callable) -> bool {
    let has = |m: Modifiers| method.modifiers.has(m);
    let has_body = method.body.is_some();
    match ty.kind {
        _ if !is_open_once(method.modifiers) => false,
        _ if method.is_constructor() => has_body,
        TypeKind::Annotation => !has_body && !has(Modifiers::STATIC) && method.params.is_empty(),
        TypeKind::Interface => {
            let is_own = has(Modifiers::STATIC) || has(Modifiers::PRIVATE);
            let may_have_body = is_own || has(Modifiers::DEFAULT);
            has_body == may_have_body
                && !(is_own && has(Modifiers::DEFAULT))
                && !NO_INTERFACE.into_iter().any(has)
        }
        _ if has(Modifiers::ABSTRACT) => {
            let may = match ty.kind {
                TypeKind::Class => ty.modifiers.has(Modifiers::ABSTRACT),
                TypeKind::Enum => true,
                _ => false,
            };
            may && !has_body && !NO_ABSTRACT.into_iter().any(has)
        }
        _ => has_body != has(Modifiers::NATIVE) && !has(Modifiers::DEFAULT),
    }
}

fn allows_field(ty: &TypeDecl, field: &Field) -> bool {
    let has = |m: Modifiers| field.modifiers.has(m);
    match ty.kind {
        _ if !is_open_once(field.modifiers) => false,
        TypeKind::Interface | TypeKind::Annotation => {
            field.init.is_some() && !NO_CONSTANT.into_iter().any(has)
        }
        TypeKind::Record => has(Modifiers::STATIC),
        _ => !(has(Modifiers::FINAL) && has(Modifiers::VOLATILE)),
    }
}
