//! Extract Local Variable: an expression gets a name of its own, given just before the statement that uses it.
//!
//! ```before
//! define norm(x, y) {
//!   return (sqrt($0x * x + y * y$0))
//! }
//! ```
//! ```with
//! name=sum
//! ```
//! ```after
//! define norm(x, y) {
//!   auto sum
//!   sum = x * x + y * y
//!   return (sqrt(sum))
//! }
//! ```
//!
//! Outside functions bc has no local variables: there a new global one is used, on the same line, as bc drops the rest of
//! a line after an error.
//!
//! ```before
//! print "area ", $0w * h$0, "\n"
//! ```
//! ```with
//! name=area
//! ```
//! ```after
//! area = w * h; print "area ", area, "\n"
//! ```
//!
//! In four steps, each checked: Add Local Variable, Introduce Block where the statement has no braces around it, Insert
//! Assignment of 0, Move Expression.
//!
//! ```before
//! while (i < 9) i = i + $0n / 2$0
//! ```
//! ```with
//! name=half
//! ```
//! ```after
//! while (i < 9) { half = n / 2; i = i + half }
//! ```
//! ```before
//! total = 5
//! for (i = 0; i < 3; i++) print $0i * i$0
//! total
//! ```
//! ```with
//! name=total
//! ```
//! ```refuses
//! what is assigned to total is read at main.bc:3:1
//! ```

use crate::Bc;
use crate::code::{Code, checked_name};
use crate::refactorings::add_local_variable::add;
use crate::refactorings::insert_assignment::insert;
use crate::refactorings::introduce_block::wrap;
use crate::refactorings::move_expression::move_to_assignment;
use reweave_preserve::Interval;
use reweave_refactor::{Param, Refactoring, Run, Stop};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "extract-local-variable",
    file: include_str!("extract_local_variable.rs"),
    params: &[Param::required("name", "the new variable")],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    let name = checked_name(run.param("name")?)?;
    let code = Code::new(run, file);
    let site = code.expression(range)?;
    // Before any step is made, or a later one would complain about a text that the user has not seen.
    let selected = code.at(code.ast.expr(site.expr).span);
    let statement = code.at(code.ast.stmt(site.stmt).span);
    let function = code.ast.function_at(selected.span.start);
    if let Some(function) = function {
        add(run, file, function, name)?;
    }
    let now = |run: &Run<'_, Bc>, at: Interval| run.now(at).span;
    let start = now(run, statement).start;
    let code = Code::new(run, file);
    let (stmt, around) = code.statement(start)?;
    if around.list.is_none() {
        wrap(run, file, stmt)?;
    }
    let start = now(run, statement).start;
    insert(run, file, start, name, "0")?;
    let range = now(run, selected);
    move_to_assignment(run, file, range)
}
