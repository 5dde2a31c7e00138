//! Introduce Block: a statement is put into braces.
//!
//! ```before
//! if (x > 0) y$0 = 1 else y = 2
//! ```
//! ```after
//! if (x > 0) { y = 1 } else y = 2
//! ```
//!
//! Contract: no edge changes; braces give no scope in bc.

use crate::Bc;
use crate::code::Code;
use reweave_lang_bc::StmtId;
use reweave_refactor::{Refactoring, Run, Step, Stop};
use reweave_text::FileId;

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "introduce-block",
    file: include_str!("introduce_block.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let (stmt, _) = Code::new(run, file).statement(offset)?;
    wrap(run, file, stmt)
}

pub fn wrap(run: &mut Run<'_, Bc>, file: FileId, stmt: StmtId) -> Result<(), Stop> {
    let span = Code::new(run, file).ast.stmt(stmt).span;
    let mut step = Step::new("introduce a block", "N C D");
    step.insert(file, span.start, "{ ");
    step.insert(file, span.end, " }");
    run.step(&step)
}
