//! Rename: a function, a parameter, an auto or global variable, or an array gets another name.
//!
//! ```before
//! define square(x) {
//!   return (x * x)
//! }
//! n = 3
//! square(n$0)
//! ```
//! ```with
//! to=side
//! ```
//! ```after
//! define square(x) {
//!   return (x * x)
//! }
//! side = 3
//! square(side)
//! ```
//!
//! bc scopes dynamically: a name that a function does not declare means the variable of its caller. What may be one
//! variable is renamed together.
//!
//! ```before
//! define inner() {
//!   return (x + 1)
//! }
//! define outer(x$0) {
//!   return (inner())
//! }
//! outer(4)
//! ```
//! ```with
//! to=start
//! ```
//! ```after
//! define inner() {
//!   return (start + 1)
//! }
//! define outer(start) {
//!   return (inner())
//! }
//! outer(4)
//! ```
//!
//! For the same reason a new name may be caught by a caller:
//!
//! ```before
//! define inner() {
//!   return (x + 1)
//! }
//! define outer(y) {
//!   return (inner())
//! }
//! x$0 = 1
//! outer(4)
//! ```
//! ```with
//! to=y
//! ```
//! ```refuses
//! `y` at main.bc:2:11 of the result would mean `y` at main.bc:4:14 instead of global x of main.bc
//! ```

use crate::Bc;
use crate::code::checked_name;
use reweave_lang_bc::{Keyword, Scopes, Sort, Var, global_node};
use reweave_preserve::{Interval, Node};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "rename",
    file: include_str!("rename.rs"),
    params: &[Param::required("to", "the new name")],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let to = checked_name(run.param("to")?)?;
    let program = &run.program().program;
    let group = program.group_of(file);
    let scopes = Scopes::new(program, group);
    let here = Span::at(offset);
    let on = scopes
        .at(file, offset)
        .ok_or_else(|| BadInput::unclear("no name here; put the caret on one").at(file, here))?;
    let from = on.span.text(run.sources().text(file));
    if Keyword::of(from).is_some() || from == "." {
        let message = format!("{from} belongs to the language; it cannot be renamed");
        return Err(BadInput::new(message).at(file, on.span).into());
    }
    if from == to {
        return Err(BadInput::new(format!("it is called {to} already")).into());
    }
    let (all, is_global) = scopes.same(program, group, on);
    if matches!(on.sort, Sort::Function(_)) && !all.iter().any(|o| o.is_declaration) {
        let message =
            format!("function {from} is not defined in these files; it cannot be renamed");
        return Err(BadInput::new(message).at(file, on.span).into());
    }
    let mut step = Step::new(format!("rename {from} to {to}"), "N C D").each_apart();
    for o in &all {
        step.replace(Interval::new(o.file, o.span), to);
    }
    if let Sort::Variable(var) = on.sort
        && is_global
    {
        let renamed = Var {
            symbol: run.names().intern(to),
            ..var
        };
        let symbol = |var| match global_node(group, run.names(), var) {
            Node::Outside(symbol) => Some(symbol),
            Node::Text(_) => None,
        };
        if let (Some(old), Some(new)) = (symbol(var), symbol(renamed)) {
            step.rename_outside(old, new);
        }
    }
    let from = from.to_owned();
    run.step(&step)?;
    run.renamed(from, to);
    Ok(())
}
