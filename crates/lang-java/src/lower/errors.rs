//! What could not be read, by the name of the declaration that it stands in.

use super::{Lowerer, Met, What};
use reweave_model::{CallableKind, LeftOut, TypeKind};
use reweave_syntax::{SyntaxError, Unread};

/// One record a declaration and reason, in order of position.
pub(super) fn left_out(lowerer: &Lowerer<'_>) -> Vec<LeftOut> {
    let errors = lowerer.syntax.errors().iter();
    let error = |e: &SyntaxError| (lowerer.in_text(e.span), reason(e.why));
    let mut all: Vec<_> = errors.map(error).collect();
    all.extend(&lowerer.lost);
    all.sort_unstable();
    let mut met = lowerer.met.iter().peekable();
    // The declarations that start before the error and may reach over it.
    let mut open: Vec<&Met> = Vec::new();
    let mut out: Vec<LeftOut> = Vec::new();
    for (span, why) in all {
        while let Some(next) = met.next_if(|m| m.declaration.start <= span.start) {
            while open
                .last()
                .is_some_and(|m| m.declaration.end <= next.declaration.start)
            {
                open.pop();
            }
            open.push(next);
        }
        let around = open
            .iter()
            .rev()
            .filter(|m| m.declaration.contains(span))
            .find_map(|m| name(lowerer, m));
        let what = around.map_or_else(|| why.to_owned(), |name| format!("{why} in {name}"));
        if out.last().is_none_or(|last| last.what != what) {
            out.push(LeftOut { span, what });
        }
    }
    out
}

fn reason(why: Unread) -> &'static str {
    match why {
        Unread::Missing | Unread::Skipped => "syntax error",
        Unread::TooDeep => "nested deeper than 3000 levels; left out",
    }
}

/// How a report calls the declaration; none for one that has no name of its own.
fn name(lowerer: &Lowerer<'_>, met: &Met) -> Option<String> {
    let kind = match met.what {
        What::Type(TypeKind::Anonymous) | What::Initializer => return None,
        What::Type(TypeKind::Annotation) => "annotation type",
        What::Type(kind) => kind.word(),
        What::Callable(CallableKind::Function) => "method",
        What::Callable(_) => "constructor",
        What::Field => "field",
        What::EnumConstant => "constant",
        What::Component => "component",
    };
    let name = lowerer.names.text(lowerer.out.node(met.node).sym);
    Some(format!("{kind} {name}"))
}
