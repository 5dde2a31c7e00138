//! Types as they are written.

use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

/// The type behind a `:`.
pub fn annotated<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let inner = match l.k(id) {
        K::TypeAnnotation => l.named(id).next().unwrap_or(id),
        _ => id,
    };
    type_name(l, inner, role);
}

/// A type is its text: no two ways of writing one are taken for the same.
pub fn type_name<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId, role: Role) {
    let sym = l.squeezed(id);
    l.open(id, Kind::TypeName, role).sym = sym;
    l.close();
}

/// The type parameters of a declaration.
pub fn parameters<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let list = l.in_field(id, F::TypeParams);
    let all: Vec<SyntaxId> = list.into_iter().flat_map(|p| l.named(p)).collect();
    for one in all {
        if l.k(one) != K::TypeParameter {
            continue;
        }
        l.open_named(
            one,
            Kind::TypeParam,
            Role::TypeParam,
            l.in_field(one, F::Name),
        );
        let bound = l.in_field(one, F::ConstraintField);
        if let Some(bound) = bound.and_then(|b| l.named(b).next()) {
            type_name(l, bound, Role::Bound);
        }
        l.close();
    }
}
