//! Types.

use crate::grammar::K;
use crate::kotlin::Lowerer;
use reweave_lowering::SyntaxId;
use reweave_model::{Kind, Role};
use reweave_text::Span;

pub fn is_type(k: K) -> bool {
    matches!(
        k,
        K::UserType | K::NullableType | K::NonNullableType | K::FunctionType | K::ParenthesizedType
    )
}

/// The type among the children of a declaration, behind its colon.
pub fn declared(l: &Lowerer<'_>, id: SyntaxId) -> Option<SyntaxId> {
    l.named(id).find(|&c| is_type(l.k(c)))
}

/// Descriptions say nothing of `?`, `in` and `out`, and neither does the model.
pub fn ty(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    match l.k(id) {
        K::UserType => user_type(l, id, role),
        K::FunctionType => function_type(l, id, role),
        K::NullableType | K::ParenthesizedType | K::NonNullableType => match declared(l, id) {
            Some(inner) => ty(l, inner, role),
            None => l.leaf(id, Kind::TypeName, role),
        },
        K::TypeProjection => match declared(l, id) {
            Some(inner) => ty(l, inner, role),
            None => l.leaf(id, Kind::InferredType, role),
        },
        _ => l.leaf(id, Kind::TypeName, role),
    }
}

fn user_type(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    let parts: Vec<SyntaxId> = l
        .named(id)
        .filter(|&c| matches!(l.k(c), K::Identifier | K::TypeArguments))
        .collect();
    type_of_parts(l, &parts, role);
}

/// `a.B<C>`: the last name with its arguments, the others before it.
fn type_of_parts(l: &mut Lowerer<'_>, parts: &[SyntaxId], role: Role) {
    let Some(at) = parts.iter().rposition(|&p| l.k(p) == K::Identifier) else {
        return;
    };
    let name = parts[at];
    let (first, last) = (parts[0], parts[parts.len() - 1]);
    let span = Span::new(l.span(first).start, l.span(last).end);
    let (sym, start) = (l.symbol(name), l.span(name).start);
    let node = l.open_at(span, Kind::TypeName, role);
    (node.sym, node.name_at) = (sym, start);
    type_of_parts(l, &parts[..at], Role::Qualifier);
    for &arguments in &parts[at + 1..] {
        type_arguments(l, arguments);
    }
    l.close();
}

pub fn type_arguments(l: &mut Lowerer<'_>, id: SyntaxId) {
    for argument in l.named(id) {
        ty(l, argument, Role::TypeArgument);
    }
}

fn function_type(l: &mut Lowerer<'_>, id: SyntaxId, role: Role) {
    l.open(id, Kind::FunctionType, role);
    let mut behind = false;
    for part in l.named(id) {
        match l.k(part) {
            K::FunctionTypeParameters => {
                behind = true;
                for parameter in l.named(part) {
                    let inner = match l.k(parameter) {
                        K::Parameter => declared(l, parameter).unwrap_or(parameter),
                        _ => parameter,
                    };
                    ty(l, inner, Role::TypeArgument);
                }
            }
            k if is_type(k) => {
                let role = if behind { Role::Type } else { Role::Qualifier };
                ty(l, part, role);
            }
            _ => {}
        }
    }
    l.close();
}
