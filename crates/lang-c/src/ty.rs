//! Types.

use crate::decl;
use crate::declarator::{declared, qualifiers, split};
use crate::expr::expression;
use crate::family::{Flavour, Lowerer};
use crate::grammar::{F, K};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

pub fn is_type(k: K) -> bool {
    matches!(
        k,
        K::PrimitiveType
            | K::SizedType
            | K::TypeIdentifier
            | K::TemplateType
            | K::TypeDescriptor
            | K::StructSpecifier
            | K::ClassSpecifier
            | K::UnionSpecifier
            | K::EnumSpecifier
            | K::Placeholder
            | K::Decltype
            | K::DependentType
            | K::MacroType
    )
}

/// The type of a declaration, with the signs of its declarator.
pub fn of_declaration<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, signs: &str, role: Role) {
    let Some(written) = l.in_field(id, F::TypeField) else {
        return;
    };
    let signs = format!("{}{signs}", qualifiers(l, id));
    signed(l, written, role, &signs);
}

pub fn ty<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    signed(l, id, role, "");
}

pub fn signed<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role, signs: &str) {
    match l.k(id) {
        K::TypeDescriptor => {
            let inner = l.in_field(id, F::TypeField);
            let own = l.in_field(id, F::Declarator);
            let own = own.map_or_else(String::new, |d| declared(l, d).1);
            let signs = format!("{}{own}{signs}", qualifiers(l, id));
            match inner {
                Some(inner) => signed(l, inner, role, &signs),
                None => l.leaf(id, Kind::TypeName, role),
            }
        }
        K::Placeholder | K::Decltype => {
            let sym = l.squeezed(id);
            l.open(id, Kind::InferredType, role).sym = sym;
            sign(l, id, signs);
            l.close();
        }
        K::DependentType => match l.named(id).next() {
            Some(inner) => signed(l, inner, role, signs),
            None => l.leaf(id, Kind::TypeName, role),
        },
        K::StructSpecifier | K::ClassSpecifier | K::UnionSpecifier | K::EnumSpecifier => {
            let name = l.in_field(id, F::Name);
            l.open_named(id, Kind::TypeName, role, name);
            sign(l, id, signs);
            if name.is_none() {
                decl::unnamed(l, id);
            }
            l.close();
        }
        K::SizedType => {
            let words: Vec<&str> = l.token(id).split_whitespace().collect();
            let sym = l.names.intern(&words.join(" "));
            l.open(id, Kind::TypeName, role).sym = sym;
            sign(l, id, signs);
            l.close();
        }
        K::QualifiedIdentifier | K::TemplateType => named(l, id, role, signs),
        k if is_type(k) || k == K::NamespaceIdentifier => named(l, id, role, signs),
        _ => expression(l, id, role),
    }
}

fn sign<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, signs: &str) {
    if !signs.is_empty() {
        let sym = l.names.intern(signs);
        l.open(id, Kind::TypeSign, Role::None).sym = sym;
        l.close();
    }
}

fn named<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role, signs: &str) {
    let (name, scope) = split(l, id);
    l.open_named(id, Kind::TypeName, role, Some(name));
    sign(l, id, signs);
    if !scope.is_empty() {
        let sym = l.names.intern(&scope);
        l.open(id, Kind::TypeName, Role::Qualifier).sym = sym;
        l.close();
    }
    let mut at = id;
    while l.k(at) == K::QualifiedIdentifier {
        let Some(inner) = l.all_in_field(at, F::Name).pop() else {
            break;
        };
        at = inner;
    }
    if let Some(arguments) = l.in_field(at, F::Arguments) {
        type_arguments(l, arguments);
    }
    l.close();
}

pub fn type_arguments<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    for argument in l.named(id) {
        signed(l, argument, Role::TypeArgument, "");
    }
}
