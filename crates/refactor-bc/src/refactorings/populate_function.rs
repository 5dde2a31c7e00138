//! Populate Function: an empty function that no one calls gets a body: it gives the value of the selected expression.
//!
//! ```before
//! define norm(x, y) {
//! }
//! define far(x, y) {
//!   return (sqrt($0x * x + y * y$0) > 5)
//! }
//! ```
//! ```with
//! function=norm
//! ```
//! ```after
//! define norm(x, y) {
//!   return (x * x + y * y)
//! }
//! define far(x, y) {
//!   return (sqrt(x * x + y * y) > 5)
//! }
//! ```
//!
//! Contract: the function is empty and nothing calls it, so that no one can see what it does. Edges inside it and out of
//! it appear; no other edge changes: `N⊇→↺ C⊇↺ D⊇↺`, the whole function taken together.
//!
//! ```before
//! define f(x) {
//! }
//! f($01 + 2$0)
//! ```
//! ```with
//! function=f
//! ```
//! ```refuses
//! f is called
//! ```

use crate::Bc;
use crate::code::Code;
use reweave_lang_bc::{Scopes, Sort};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "populate-function",
    file: include_str!("populate_function.rs"),
    params: &[Param::required("function", "the empty function")],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    let code = Code::new(run, file);
    let site = code.expression(range)?;
    let value = code.ast.expr(site.expr).span.text(code.text).to_owned();
    let name = run.param("function")?;
    let symbol = run.names().intern(name);
    let &[id] = code.group.definitions(symbol) else {
        let count = code.group.definitions(symbol).len();
        let message = format!("{count} functions are called {name}; name an empty one");
        return Err(BadInput::new(message).into());
    };
    let (file, index) = code.group.functions[id];
    populate(run, file, index as usize, &value)
}

pub fn populate(
    run: &mut Run<'_, Bc>,
    file: FileId,
    index: usize,
    value: &str,
) -> Result<(), Stop> {
    let code = Code::new(run, file);
    let function = &code.ast.functions[index];
    let symbol = function.name.symbol;
    let name = function.name.span.text(code.text).to_owned();
    if !function.body.is_empty() || function.is_void {
        let message = format!("{name} has a body already, or gives no value");
        return Err(BadInput::new(message).at(file, function.name.span).into());
    }
    let scopes = Scopes::new(&code.read.program, code.group);
    let calls: Vec<Interval> = scopes
        .occurrences
        .iter()
        .filter(|o| o.sort == Sort::Function(symbol) && !o.is_declaration)
        .map(|o| Interval::new(o.file, o.span))
        .collect();
    let end = code.line_end();
    let inside = Span::new(function.open.end, function.close.start);
    let is_on_line = !inside.text(code.text).contains('\n');
    let body = format!("return ({value})");
    let text = if is_on_line {
        format!(" {body} ")
    } else {
        format!("  {body}{end}")
    };
    let mut step = Step::new(format!("populate function {name}"), "N⊇→↺ C⊇↺ D⊇↺");
    step.affect(Interval::new(file, function.span));
    step.insert(file, function.close.start, text);
    if !calls.is_empty() {
        run.refuse("value", format!("{name} is called"), &calls);
    }
    run.step(&step)
}
