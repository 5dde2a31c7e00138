//! Extract Function: an expression becomes a function of its own, which is called in its place.
//!
//! ```before
//! define norm(x, y) {
//!   return (sqrt($0x * x + y * y$0))
//! }
//! norm(3, 4)
//! ```
//! ```with
//! name=squares
//! ```
//! ```after
//! define squares(x, y) {
//!   return (x * x + y * y)
//! }
//! define norm(x, y) {
//!   return (sqrt(squares(x, y)))
//! }
//! norm(3, 4)
//! ```
//!
//! The variables of the function around it are passed as parameters. Globals and arrays are seen by the new function as
//! they are, and so is everything when the expression calls a function or changes a variable: bc scopes dynamically.
//!
//! ```before
//! print $0w * h$0, "\n"
//! ```
//! ```with
//! name=area
//! ```
//! ```after
//! define area() {
//!   return (w * h)
//! }
//! print area(), "\n"
//! ```
//!
//! In three steps, each checked: Add Empty Function, Populate Function, Replace Expression.
//!
//! ```before
//! define area(n) {
//!   return (n)
//! }
//! define f(x) {
//!   return (area(x) + $0x * 2$0)
//! }
//! ```
//! ```with
//! name=area
//! ```
//! ```refuses
//! `area` at main.bc:5:11
//! ```

use crate::Bc;
use crate::code::{Code, checked_name};
use crate::refactorings::add_empty_function::add;
use crate::refactorings::populate_function::populate;
use crate::refactorings::replace_expression::replace;
use reweave_lang_bc::{ExprKind, Site};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Stop};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "extract-function",
    file: include_str!("extract_function.rs"),
    params: &[Param::required("name", "the new function")],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    let name = checked_name(run.param("name")?)?;
    let code = Code::new(run, file);
    let site = code.expression(range)?;
    let selected = code.at(code.ast.expr(site.expr).span);
    let value = selected.span.text(code.text).to_owned();
    let params = parameters(&code, &site).join(", ");
    add(run, file, selected.span.start, name, &params)?;
    let code = Code::new(run, file);
    let now = run.now(selected);
    // The new function is the last one of its name before the selection.
    let index = code
        .ast
        .functions
        .iter()
        .rposition(|f| {
            f.name.span.text(code.text) == name && f.span.end <= now.span.start && f.body.is_empty()
        })
        .ok_or_else(|| BadInput::new(format!("function {name} could not be added")))?;
    populate(run, file, index, &value)?;
    let range = run.now(selected).span;
    replace(run, file, range, &format!("{name}({params})"))
}

/// The scalars of the function around that the expression only reads.
fn parameters(code: &Code<'_>, site: &Site) -> Vec<String> {
    let span = code.ast.expr(site.expr).span;
    let Some(function) = code
        .ast
        .function_at(span.start)
        .map(|i| &code.ast.functions[i])
    else {
        return Vec::new();
    };
    let parts = code.ast.within(site.expr);
    let calls = |e: &_| matches!(code.ast.expr(*e).kind, ExprKind::Call(..));
    if parts.iter().any(calls) || !code.effects(site.expr).is_pure() {
        return Vec::new();
    }
    let mut list = Vec::new();
    for e in parts {
        if let ExprKind::Variable(name) = &code.ast.expr(e).kind {
            let text = name.span.text(code.text).to_owned();
            if function.declares(name.symbol, false).is_some() && !list.contains(&text) {
                list.push(text);
            }
        }
    }
    list
}
