//! Types; lifetimes are no part of them.

use crate::expr::expression;
use crate::grammar::{F, K};
use crate::rust::Lowerer;
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

pub fn is_type(k: K) -> bool {
    matches!(
        k,
        K::TypeIdentifier
            | K::PrimitiveType
            | K::ScopedTypeIdentifier
            | K::GenericType
            | K::GenericTurbofish
            | K::ReferenceType
            | K::PointerType
            | K::ArrayType
            | K::DynamicType
            | K::AbstractType
            | K::BoundedType
            | K::TupleType
            | K::FunctionType
            | K::UnitType
            | K::NeverType
            | K::QualifiedType
            | K::BracketedType
            | K::HigherRanked
            | K::RemovedBound
    )
}

/// The simple name in a type, without references and arguments.
pub fn name(l: &Lowerer<'_>, mut id: SyntaxId) -> Option<SyntaxId> {
    loop {
        id = match l.k(id) {
            K::TypeIdentifier | K::PrimitiveType => return Some(id),
            K::ScopedTypeIdentifier => l.in_field(id, F::Name)?,
            K::GenericType | K::ReferenceType | K::PointerType => l.in_field(id, F::TypeField)?,
            K::DynamicType | K::AbstractType => l.in_field(id, F::Trait)?,
            K::ArrayType => l.in_field(id, F::Element)?,
            _ => return None,
        };
    }
}

/// What a parameter or trait must be; lifetimes say nothing of types.
pub fn bound(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    if l.k(id) != K::Lifetime {
        ty(l, id, role);
    }
}

pub fn ty(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    signed(l, id, role, String::new());
}

/// The signs before a type are a part of what they stand before.
fn signed(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, mut signs: String) {
    let mutable = l.of_kind(id, K::MutableSpecifier).is_some();
    let (sign, inner) = match l.k(id) {
        K::ReferenceType if mutable => ("&mut ", l.in_field(id, F::TypeField)),
        K::ReferenceType => ("&", l.in_field(id, F::TypeField)),
        K::PointerType if mutable => ("*mut ", l.in_field(id, F::TypeField)),
        K::PointerType => ("*const ", l.in_field(id, F::TypeField)),
        K::ArrayType => ("[]", l.in_field(id, F::Element)),
        K::DynamicType => ("dyn ", l.in_field(id, F::Trait)),
        K::AbstractType => ("impl ", l.in_field(id, F::Trait)),
        K::RemovedBound => ("?", l.named(id).next()),
        K::HigherRanked => ("", l.in_field(id, F::TypeField)),
        K::TypeBinding => ("", l.in_field(id, F::TypeField)),
        K::BracketedType => ("", l.named(id).next()),
        _ => ("", None),
    };
    if let Some(inner) = inner {
        signs.push_str(sign);
        return signed(l, inner, role, signs);
    }
    match l.k(id) {
        K::GenericType | K::GenericTurbofish => {
            let arguments = l.in_field(id, F::TypeArguments);
            let named = l.in_field(id, F::TypeField).unwrap_or(id);
            named_type(l, named, role, &signs, arguments);
        }
        K::TupleType | K::UnitType => {
            l.open(id, Kind::FunctionType, role);
            sign_of(l, id, &signs);
            for part in l.named(id) {
                ty(l, part, Role::TypeArgument);
            }
            l.close();
        }
        K::FunctionType => function_type(l, id, role, &signs),
        K::BoundedType => {
            l.open(id, Kind::IntersectionType, role);
            for part in l.named(id) {
                bound(l, part, Role::Type);
            }
            l.close();
        }
        k if is_type(k) => named_type(l, id, role, &signs, None),
        K::Lifetime => {}
        _ => expression(l, id, role),
    }
}

fn sign_of(l: &mut Lowerer<'_>, id: SyntaxId, signs: &str) {
    if !signs.is_empty() {
        let sym = l.names.intern(signs);
        l.open(id, Kind::TypeSign, Role::None).sym = sym;
        l.close();
    }
}

fn named_type(
    l: &mut Lowerer<'_>,
    id: SyntaxId,
    role: Role,
    signs: &str,
    arguments: Option<SyntaxId>,
) {
    let name = l.in_field(id, F::Name).unwrap_or(id);
    let sym = l.squeezed(name);
    let at = l.span(name).start;
    let node = l.open(id, Kind::TypeName, role);
    (node.sym, node.name_at) = (sym, at);
    sign_of(l, id, signs);
    if let Some(before) = l.in_field(id, F::Path) {
        let written: String = l.token(before).split_whitespace().collect();
        let path = written.trim_start_matches("::").replace("::", ".");
        let sym = l.names.intern(&path);
        l.open(before, Kind::TypeName, Role::Qualifier).sym = sym;
        l.close();
    }
    if let Some(arguments) = arguments {
        type_arguments(l, arguments);
    }
    l.close();
}

pub fn type_arguments(l: &mut Lowerer<'_>, id: SyntaxId) {
    for argument in l.named(id) {
        bound(l, argument, Role::TypeArgument);
    }
}

/// `fn(A) -> B` and `Fn(A) -> B`.
fn function_type(l: &mut Lowerer<'_>, id: SyntaxId, role: Role, signs: &str) {
    l.open(id, Kind::FunctionType, role);
    sign_of(l, id, signs);
    if let Some(parameters) = l.in_field(id, F::ParametersField) {
        for part in l.named(parameters) {
            let declared = l.in_field(part, F::TypeField).unwrap_or(part);
            if is_type(l.k(declared)) {
                ty(l, declared, Role::TypeArgument);
            }
        }
    }
    if let Some(result) = l.in_field(id, F::ReturnType) {
        ty(l, result, Role::Type);
    }
    l.close();
}
