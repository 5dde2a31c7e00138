//! What could not be read, by the name of the declaration that it stands in.

use crate::lowerer::{Language, Lowerer, Met, What};
use reweave_model::{CallableKind, LeftOut, TypeKind};
use reweave_syntax::Unread;

/// One record a declaration and reason, in order of position.
pub fn left_out<L: Language>(lowerer: &Lowerer<'_, L>) -> Vec<LeftOut> {
    let mut out: Vec<LeftOut> = Vec::new();
    for error in lowerer.syntax.errors() {
        let why = match error.why {
            Unread::Missing | Unread::Skipped => "syntax error",
            Unread::TooDeep => "nested deeper than 3000 levels; left out",
        };
        // Declarations are met in preorder: the last one around the place is the innermost.
        let end = lowerer
            .met
            .partition_point(|m| m.declaration.start <= error.span.start);
        let around = lowerer.met[..end]
            .iter()
            .rev()
            .take(MOST_LOOKED_AT)
            .filter(|m| m.declaration.contains(error.span))
            .find_map(|m| name(lowerer, m));
        let what = around.map_or_else(|| why.to_owned(), |name| format!("{why} in {name}"));
        if out.last().is_none_or(|last| last.what != what) {
            out.push(LeftOut {
                span: error.span,
                what,
            });
        }
    }
    out
}

/// How many declarations before an error are asked whether they reach over it.
const MOST_LOOKED_AT: usize = 200;

/// How a report calls the declaration; none for one that has no name of its own.
fn name<L: Language>(lowerer: &Lowerer<'_, L>, met: &Met) -> Option<String> {
    let kind = match met.what {
        What::Type(TypeKind::Anonymous | TypeKind::Module | TypeKind::Scope)
        | What::Part(_)
        | What::Callable(CallableKind::ModuleBody) => return None,
        What::Type(kind) => kind.word(),
        What::Callable(CallableKind::Constructor | CallableKind::PrimaryConstructor) => {
            "constructor"
        }
        What::Callable(_) | What::Prototype => "function",
        What::Field => "field",
        What::EnumConstant => "constant",
    };
    let name = lowerer.names.text(lowerer.out.node(met.node).sym);
    Some(format!("{kind} {name}"))
}
