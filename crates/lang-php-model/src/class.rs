//! Classes, interfaces, traits and enums.

use crate::decl;
use crate::expr::{self, expression};
use crate::grammar::{F, K};
use crate::php::Lowerer;
use crate::ty::{named, ty};
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Role, TypeKind};

pub fn is_type(k: K) -> bool {
    matches!(
        k,
        K::ClassDeclaration | K::InterfaceDeclaration | K::TraitDeclaration | K::EnumDeclaration
    )
}

/// As written; what says nothing is public.
pub fn modifiers(l: &Lowerer<'_>, id: SyntaxId) -> Modifiers {
    let bits = l.named(id).fold(Modifiers::NONE, |bits, word| {
        bits.with(match l.k(word) {
            K::VisibilityModifier => Modifiers::of_word(l.token(word)),
            K::StaticModifier => Modifiers::STATIC,
            K::AbstractModifier => Modifiers::ABSTRACT,
            K::FinalModifier => Modifiers::FINAL,
            _ => Modifiers::NONE,
        })
    });
    if bits.has(Modifiers::PRIVATE) || bits.has(Modifiers::PROTECTED) {
        bits
    } else {
        bits.with(Modifiers::PUBLIC)
    }
}

pub fn class(l: &mut Lowerer<'_>, id: SyntaxId) {
    let kind = match l.k(id) {
        K::InterfaceDeclaration => TypeKind::Interface,
        K::TraitDeclaration => TypeKind::Trait,
        K::EnumDeclaration => TypeKind::Enum,
        _ => TypeKind::Class,
    };
    let bits = modifiers(l, id);
    l.open_named(id, Kind::Type, Role::Member, l.in_field(id, F::NameField));
    let span = l.span(id);
    l.meet(What::Type(kind), bits, span);
    decl::annotations(l, id);
    members(l, id);
    l.close();
}

/// `new class { … }`: its type, below the creation.
pub fn anonymous(l: &mut Lowerer<'_>, id: SyntaxId) {
    l.open(id, Kind::Type, Role::Body);
    let span = l.span(id);
    l.meet(What::Type(TypeKind::Anonymous), Modifiers::NONE, span);
    members(l, id);
    l.close();
}

/// What is above a type, and what it has.
fn members(l: &mut Lowerer<'_>, id: SyntaxId) {
    let above = if l.k(id) == K::InterfaceDeclaration {
        Role::Interface
    } else {
        Role::Superclass
    };
    let body = l.in_field(id, F::Body);
    for (clause, role) in [
        (K::BaseClause, above),
        (K::InterfaceClause, Role::Interface),
    ] {
        if let Some(clause) = l.of_kind(id, clause) {
            for name in l.named(clause) {
                named(l, name, role, "");
            }
        }
    }
    let all: Vec<SyntaxId> = body.into_iter().flat_map(|b| l.named(b)).collect();
    for &member in &all {
        if l.k(member) == K::TraitUse {
            for name in l.named(member) {
                if matches!(l.k(name), K::Name | K::QualifiedName | K::RelativeName) {
                    named(l, name, Role::Interface, "");
                }
            }
        }
    }
    for member in all {
        match l.k(member) {
            K::MethodDeclaration => {
                let bits = modifiers(l, member);
                decl::function(l, member, bits);
            }
            K::PropertyDeclaration => properties(l, member),
            K::ConstDeclaration => constants(l, member),
            K::EnumCase => case(l, member),
            _ => {}
        }
    }
}

fn properties(l: &mut Lowerer<'_>, id: SyntaxId) {
    let bits = modifiers(l, id);
    for element in l.named(id) {
        if l.k(element) != K::PropertyElement {
            continue;
        }
        let name = l.in_field(element, F::NameField);
        let name = name.and_then(|n| expr::variable(l, n));
        l.open_named(element, Kind::Field, Role::Member, name);
        let span = l.span(id);
        l.meet(What::Field, bits, span);
        decl::annotations(l, id);
        if let Some(declared) = l.in_field(id, F::TypeField) {
            ty(l, declared, Role::Type);
        }
        l.field(element, F::DefaultValue, Role::Init);
        l.close();
    }
}

/// Of a class or of the module.
pub fn constants(l: &mut Lowerer<'_>, id: SyntaxId) {
    let bits = modifiers(l, id)
        .with(Modifiers::STATIC)
        .with(Modifiers::FINAL);
    for element in l.named(id) {
        if l.k(element) != K::ConstElement {
            continue;
        }
        let mut parts = l.named(element);
        let (name, value) = (parts.next(), parts.next());
        l.open_named(element, Kind::Field, Role::Member, name);
        let span = l.span(id);
        l.meet(What::Field, bits, span);
        decl::annotations(l, id);
        if let Some(declared) = l.in_field(id, F::TypeField) {
            ty(l, declared, Role::Type);
        }
        if let Some(value) = value {
            expression(l, value, Role::Init);
        }
        l.close();
    }
}

fn case(l: &mut Lowerer<'_>, id: SyntaxId) {
    let bits = Modifiers::PUBLIC
        .with(Modifiers::STATIC)
        .with(Modifiers::FINAL);
    let name = l.in_field(id, F::NameField);
    l.open_named(id, Kind::EnumConstant, Role::Member, name);
    let span = l.span(id);
    l.meet(What::EnumConstant, bits, span);
    decl::annotations(l, id);
    l.field(id, F::Value, Role::Argument);
    l.close();
}
