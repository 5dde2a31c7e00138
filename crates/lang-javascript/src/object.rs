//! Objects, and the functions that their literals define.

use crate::class::kind_of_method;
use crate::decl;
use crate::expr::expression;
use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

/// `{a, b: c, ...d, e() {}}`
pub fn object<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let sym = l.names.intern("{");
    l.open(id, Kind::ArrayInit, role).sym = sym;
    for part in l.named(id) {
        if l.own.hoisted.contains(&part) {
            continue;
        }
        match l.k(part) {
            K::Pair => pair(l, part),
            K::MethodDefinition => nested(l, part),
            K::Shorthand => l.leaf(part, Kind::Name, Role::Argument),
            _ => expression(l, part, Role::Argument),
        }
    }
    l.close();
}

fn pair<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    l.open(id, Kind::Pair, Role::Argument);
    if let Some(key) = l.in_field(id, F::Key) {
        property(l, key, Role::Operand);
    }
    if let Some(value) = l.in_field(id, F::Value) {
        expression(l, value, Role::Operand);
    }
    l.close();
}

/// A method of a literal inside a class: a function that the literal holds.
fn nested<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    l.open(id, Kind::Pair, Role::Argument);
    if let Some(name) = l.in_field(id, F::Name) {
        property(l, name, Role::Operand);
    }
    crate::expr::lambda(l, id, Role::Operand);
    l.close();
}

/// A key: a name, a text, or what is computed.
fn property<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::PropertyIdentifier => l.leaf(id, Kind::Str, role),
        _ => expression(l, id, role),
    }
}

/// A method of a literal that is a member of the module.
pub fn method<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let modifiers = decl::documented_visibility(l, id);
    let (name, kind) = (l.in_field(id, F::Name), kind_of_method(l, id));
    decl::callable(l, (id, name), id, kind, modifiers);
}
