//! Patterns.

use crate::expr::expression;
use crate::grammar::{F, K};
use crate::rust::Lowerer;
use crate::ty::{is_type, ty};
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};

/// The names that a pattern binds, in their order. A name in capitals is that of a constant or variant.
pub fn bound(l: &Lowerer<'_>, id: SyntaxId) -> Vec<SyntaxId> {
    let mut out = Vec::new();
    collect(l, id, &mut out);
    out
}

fn collect(l: &Lowerer<'_>, id: SyntaxId, out: &mut Vec<SyntaxId>) {
    match l.k(id) {
        K::Identifier if !is_constant(l.token(id)) => out.push(id),
        K::ShorthandField => out.push(id),
        K::MutPattern
        | K::RefPattern
        | K::ReferencePattern
        | K::CapturedPattern
        | K::TuplePattern
        | K::SlicePattern
        | K::Parameter => inner(l, id, out),
        K::StructPattern => inner(l, id, out),
        K::TupleStructPattern => {
            for part in l.named(id).filter(|&c| l.f(c) != F::TypeField) {
                collect(l, part, out);
            }
        }
        K::FieldPattern => match l.in_field(id, F::Pattern) {
            Some(inner) => collect(l, inner, out),
            None => out.extend(l.of_kind(id, K::ShorthandField)),
        },
        // Each alternative binds the same names.
        K::OrPattern => {
            if let Some(first) = l.named(id).next() {
                collect(l, first, out);
            }
        }
        _ => {}
    }
}

fn inner(l: &Lowerer<'_>, id: SyntaxId, out: &mut Vec<SyntaxId>) {
    for part in l.named(id) {
        collect(l, part, out);
    }
}

fn is_constant(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// A pattern that a value is compared with.
pub fn pattern(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::MatchPattern => {
            if let Some(inner) = l.named(id).next() {
                pattern(l, inner, role);
            } else {
                l.leaf(id, Kind::OtherExpr, role);
            }
        }
        K::Identifier if is_constant(l.token(id)) => l.leaf(id, Kind::Name, role),
        K::Identifier | K::ShorthandField => l.leaf(id, Kind::TypePattern, role),
        K::MutPattern | K::RefPattern | K::ReferencePattern => match l.named(id).last() {
            Some(inner) => pattern(l, inner, role),
            None => l.other(id, role),
        },
        K::TupleStructPattern | K::StructPattern => {
            l.open(id, Kind::RecordPattern, role);
            if let Some(of) = l.in_field(id, F::TypeField) {
                if is_type(l.k(of)) {
                    ty(l, of, Role::Type);
                } else {
                    l.leaf(of, Kind::TypeName, Role::Type);
                }
            }
            for part in l.named(id) {
                if l.f(part) != F::TypeField {
                    field_or_pattern(l, part);
                }
            }
            l.close();
        }
        K::TuplePattern | K::SlicePattern | K::OrPattern | K::CapturedPattern => {
            let sign = l.kids(id).find(|&c| !l.syntax.node(c).is_named());
            l.open_named(id, Kind::OtherExpr, role, sign);
            for part in l.named(id) {
                pattern(l, part, Role::Operand);
            }
            l.close();
        }
        _ => expression(l, id, role),
    }
}

fn field_or_pattern(l: &mut Lowerer<'_>, id: SyntaxId) {
    if l.k(id) != K::FieldPattern {
        return pattern(l, id, Role::Operand);
    }
    match (l.in_field(id, F::Name), l.in_field(id, F::Pattern)) {
        (Some(name), Some(inner)) => {
            l.open_named(id, Kind::NamedArg, Role::Operand, Some(name));
            pattern(l, inner, Role::Value);
            l.close();
        }
        (Some(name), None) => pattern(l, name, Role::Operand),
        _ => l.other(id, Role::Operand),
    }
}
