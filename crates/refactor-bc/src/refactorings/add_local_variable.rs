//! Add Local Variable: a function gets one more auto variable, which nothing uses yet.
//!
//! ```before
//! define area(r) {
//!   auto p
//!   p = 3$0
//!   return (p * r ^ 2)
//! }
//! ```
//! ```with
//! name=t
//! ```
//! ```after
//! define area(r) {
//!   auto p, t
//!   p = 3
//!   return (p * r ^ 2)
//! }
//! ```
//!
//! Contract: no edge changes at all. A function that is called from here and uses a variable of this name would see the
//! new one, since bc scopes dynamically:
//!
//! ```before
//! define next() {
//!   t = t + 1
//!   return (t)
//! }
//! define twice() {
//!   return (next() + next()$0)
//! }
//! ```
//! ```with
//! name=t
//! ```
//! ```refuses
//! `t` at main.bc:2:3 would mean `t` at main.bc:6:8 of the result
//! ```

use crate::Bc;
use crate::code::{Code, checked_name};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "add-local-variable",
    file: include_str!("add_local_variable.rs"),
    params: &[Param::required(
        "name",
        "the new variable; with [] behind it, an array",
    )],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let name = run.param("name")?;
    checked_name(name.strip_suffix("[]").unwrap_or(name))?;
    let function = Code::new(run, file)
        .ast
        .function_at(offset)
        .ok_or_else(|| {
            BadInput::unclear("no function here; put the caret into one").at(file, Span::at(offset))
        })?;
    add(run, file, function, name)
}

/// Adds an auto variable to a function, given by its place in the file.
pub fn add(run: &mut Run<'_, Bc>, file: FileId, function: usize, name: &str) -> Result<(), Stop> {
    let code = Code::new(run, file);
    let function = &code.ast.functions[function];
    let mut step = Step::new(format!("add local variable {name}"), "N C D");
    let (at, text) = function.last_auto.map_or_else(
        || opening(&code, function.open, function.close, name),
        |last| (last.end, format!(", {name}")),
    );
    step.insert(file, at, text);
    run.step(&step)
}

/// Where a first `auto` goes: on a line of its own below the brace, or behind it when the body is on its line.
fn opening(code: &Code<'_>, open: Span, close: Span, name: &str) -> (u32, String) {
    let body = Span::new(open.end, close.start).text(code.text);
    let first_line = body.split('\n').next().unwrap_or_default();
    if !body.contains('\n') || !first_line.trim().is_empty() {
        return (open.end, format!(" auto {name};"));
    }
    let second = body
        .split('\n')
        .find(|l| !l.trim().is_empty())
        .unwrap_or("  ");
    let indent: String = second
        .chars()
        .take_while(|c| *c == ' ' || *c == '\t')
        .collect();
    let at = open.end + first_line.len() as u32 + 1;
    (at, format!("{indent}auto {name}{}", code.line_end()))
}
