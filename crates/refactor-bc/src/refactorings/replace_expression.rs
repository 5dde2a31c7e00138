//! Replace Expression: an expression gives way to a variable or a call that is known to be equal.
//!
//! ```before
//! s = x * x
//! y = $0x * x$0 + 1
//! ```
//! ```with
//! with=s
//! ```
//! ```after
//! s = x * x
//! y = s + 1
//! ```
//! ```before
//! define sq(n) {
//!   return (n * n)
//! }
//! y = $0x * x$0 + 1
//! ```
//! ```with
//! with=sq(x)
//! ```
//! ```after
//! define sq(n) {
//!   return (n * n)
//! }
//! y = sq(x) + 1
//! ```
//!
//! Contract: the edges cannot judge the equality of values, so the definition must prove it. A variable was assigned the
//! same expression in the same list of statements, or in one around it, and nothing that runs in between changes the
//! variable or what the expression reads. A function's whole body returns the same expression with its parameters in the
//! place of the arguments, and was read before. Then the names and values that the expression used need flow there no
//! longer, and the new one's do: `N≠→ C D≠←`.
//!
//! ```before
//! s = x * x
//! x = x + 1
//! y = $0x * x$0 + 1
//! ```
//! ```with
//! with=s
//! ```
//! ```refuses
//! what `x * x` reads may have changed since s was assigned
//! ```

use crate::Bc;
use crate::code::Code;
use crate::equality::{equal_call, equal_variable};
use reweave_lang_bc::{Ast, ExprId, ExprKind, parse};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop, quote};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "replace-expression",
    file: include_str!("replace_expression.rs"),
    params: &[Param::required(
        "with",
        "a variable, or a call of a function",
    )],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    replace(run, file, range, run.param("with")?)
}

pub fn replace(run: &mut Run<'_, Bc>, file: FileId, range: Span, with: &str) -> Result<(), Stop> {
    let code = Code::new(run, file);
    let site = code.expression(range)?;
    let at = code.at(code.ast.expr(site.expr).span);
    let shown = quote(at.span.text(code.text));
    let given = parse(&format!("{with}\n"), run.names());
    let bad = || {
        BadInput::unclear(format!(
            "{with} is neither a variable nor a call with plain arguments"
        ))
    };
    let is_one =
        given.errors.is_empty() && given.items.len() == 1 && !with.contains(['\n', '#', '"']);
    let root = given.exprs.last().filter(|_| is_one).ok_or_else(bad)?;
    let mut step = Step::new(format!("replace {shown} by {with}"), "N≠→ C D≠←");
    let proof = match &root.kind {
        ExprKind::Variable(name) => equal_variable(&code, &site, *name),
        ExprKind::Call(name, args) => {
            let args = plain(&given, with, args).ok_or_else(bad)?;
            equal_call(&code, &site, *name, &args).map(|body| step.affect(body))
        }
        _ => return Err(bad().into()),
    };
    step.replace(at, with);
    if let Err((kind, message)) = proof {
        run.refuse(kind, message, &[at]);
    }
    run.step(&step)
}

/// Arguments that are single variables or numbers: evaluating them is reading them.
fn plain<'a>(ast: &Ast, text: &'a str, args: &[ExprId]) -> Option<Vec<&'a str>> {
    args.iter()
        .map(|a| match ast.expr(*a).kind {
            ExprKind::Variable(_) | ExprKind::Number => Some(ast.expr(*a).span.text(text)),
            _ => None,
        })
        .collect()
}
