//! Add Empty Function: a new function that does nothing yet, put before what stands at the caret.
//!
//! ```before
//! x = 3
//! $0x + 1
//! ```
//! ```with
//! name=twice
//! params=n
//! ```
//! ```after
//! x = 3
//! define twice(n) {
//! }
//! x + 1
//! ```
//!
//! Contract: nothing changes but what is inside the new function: `N C⊇↺ D`. A call that means another function of this
//! name, or none so far, would mean the new one:
//!
//! ```before
//! $0define half(n) {
//!   return (cut(n) / 2)
//! }
//! ```
//! ```with
//! name=cut
//! params=n
//! ```
//! ```refuses
//! `cut` at main.bc:2:11 would mean `cut` at main.bc:1:8 of the result instead of undefined function cut of main.bc
//! ```

use crate::Bc;
use crate::code::{Code, checked_name, line_end};
use reweave_lang_bc::{Item, parse};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Interner, Part};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "add-empty-function",
    file: include_str!("add_empty_function.rs"),
    params: &[
        Param::required("name", "the new function"),
        Param::optional(
            "params",
            "its parameters, with commas between them; a[] for an array, *a[] by reference",
        ),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let name = checked_name(run.param("name")?)?;
    let params = run.optional("params").unwrap_or_default();
    let names = Interner::new();
    let probe = parse(&format!("define f({params}) {{\n}}\n"), &names);
    if !probe.errors.is_empty() || params.contains(['\n', '#', '/']) {
        return Err(BadInput::unclear(format!("({params}) is no list of parameters in bc")).into());
    }
    add(run, file, offset, name, params)
}

/// Adds the function before the item at an offset, or at the end of the file.
pub fn add(
    run: &mut Run<'_, Bc>,
    file: FileId,
    offset: u32,
    name: &str,
    params: &str,
) -> Result<(), Stop> {
    let code = Code::new(run, file);
    let at = place(&code, offset);
    let end = line_end(code.text);
    let lead = if code.text.is_empty() || at == 0 || code.text.part(..at as usize).ends_with('\n') {
        ""
    } else if at as usize == code.text.len() {
        end
    } else {
        ""
    };
    let mut step = Step::new(format!("add empty function {name}"), "N C⊇↺ D");
    step.insert(
        file,
        at,
        format!("{lead}define {name}({params}) {{{end}}}{end}"),
    );
    run.step(&step)
}

/// The start of the input line that an offset is on, or the end of the file. A line is never split: all its statements
/// are run or dropped together.
fn place(code: &Code<'_>, offset: u32) -> u32 {
    let line = |item: usize| match code.ast.items[item] {
        Item::Stmt(_, line) => Some(line),
        Item::Function(_) => None,
    };
    let count = code.ast.items.len();
    let Some(mut item) = (0..count).find(|i| code.ast.item_span(*i).end >= offset) else {
        return code.text.len() as u32;
    };
    while item > 0 && line(item).is_some() && line(item) == line(item - 1) {
        item -= 1;
    }
    let start = code.ast.item_span(item).start;
    let before = code.text.part(..start as usize);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    if before.part(line_start..).trim().is_empty() {
        line_start as u32
    } else {
        start
    }
}
