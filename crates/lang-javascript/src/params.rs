//! Parameters.

use crate::class;
use crate::expr::expression;
use crate::grammar::{F, K};
use crate::script::{Flavour, Lowerer};
use crate::types;
use reweave_lowering::{SyntaxId, What};
use reweave_model::{Kind, Modifiers, Node, Role};

/// The parameters of a function; an arrow function may have a bare one.
pub fn params<G: Flavour>(l: &mut Lowerer<'_, G>, function: SyntaxId) {
    if let Some(bare) = l.in_field(function, F::Parameter) {
        return param(l, bare);
    }
    let list = l.in_field(function, F::Parameters);
    let all: Vec<SyntaxId> = list.into_iter().flat_map(|p| l.named(p)).collect();
    for one in all {
        param(l, one);
    }
}

/// The parts of a parameter in either grammar.
struct Parts {
    pattern: SyntaxId,
    ty: Option<SyntaxId>,
    default: Option<SyntaxId>,
}

fn parts<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId) -> Parts {
    match l.k(id) {
        K::RequiredParameter | K::OptionalParameter => Parts {
            pattern: l.in_field(id, F::Pattern).unwrap_or(id),
            ty: l.in_field(id, F::TypeField),
            default: l.in_field(id, F::Value),
        },
        K::AssignmentPattern => Parts {
            pattern: l.in_field(id, F::Left).unwrap_or(id),
            ty: None,
            default: l.in_field(id, F::Right),
        },
        _ => Parts {
            pattern: id,
            ty: None,
            default: None,
        },
    }
}

fn param<G: Flavour>(l: &mut Lowerer<'_, G>, id: SyntaxId) {
    let parts = parts(l, id);
    // `this` as a parameter only says its type.
    if l.k(parts.pattern) == K::This {
        return;
    }
    let takes_rest = l.k(parts.pattern) == K::RestPattern;
    let named = if takes_rest {
        l.named(parts.pattern).next()
    } else {
        Some(parts.pattern)
    };
    let sym = named.map(|n| l.squeezed(n)).unwrap_or_default();
    let at = named.map_or(l.span(id).start, |n| l.span(n).start);
    let node = l.open(id, Kind::Param, Role::Param);
    (node.sym, node.name_at) = (sym, at);
    if takes_rest {
        node.flags = Node::VARARGS;
    }
    // A parameter of a constructor with a visibility is a field of its class.
    if let Some(word) = l.of_kind(id, K::AccessibilityModifier) {
        let (modifiers, span) = (class::visibility(l.token(word)), l.span(id));
        l.meet(What::Field, modifiers, span);
    }
    class::decorators(l, id);
    if let Some(ty) = parts.ty {
        types::annotated(l, ty, Role::Type);
    }
    if let Some(default) = parts.default {
        expression(l, default, Role::Init);
    } else if l.k(id) == K::OptionalParameter {
        // Calls may leave it out: `undefined` stands for it.
        l.bare(id, Kind::Null, Role::Init);
    }
    l.close();
}

/// The names that a pattern binds, in order.
pub fn bound<G: Flavour>(l: &Lowerer<'_, G>, pattern: SyntaxId) -> Vec<SyntaxId> {
    let mut names = Vec::new();
    let mut open = vec![pattern];
    while let Some(id) = open.pop() {
        match l.k(id) {
            K::Identifier | K::ShorthandPattern => names.push(id),
            // The key of a pair and the value of a default bind nothing.
            K::PairPattern => open.extend(l.in_field(id, F::Value)),
            K::AssignmentPattern | K::ObjectAssignmentPattern => {
                open.extend(l.in_field(id, F::Left));
            }
            K::ObjectPattern | K::ArrayPattern | K::RestPattern => {
                let first = open.len();
                open.extend(l.named(id));
                open[first..].reverse();
            }
            _ => {}
        }
    }
    names
}

/// Whether a definition is marked with a word of its own: `static`, `abstract`.
pub fn has_word<G: Flavour>(l: &Lowerer<'_, G>, id: SyntaxId, word: K) -> Modifiers {
    match (l.of_kind(id, word), word) {
        (Some(_), K::Static) => Modifiers::STATIC,
        (Some(_), K::Abstract) => Modifiers::ABSTRACT,
        _ => Modifiers::NONE,
    }
}
