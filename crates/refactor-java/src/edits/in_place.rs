//! A body that is rewritten where it stands: names that only get something before them go on meaning what they meant, and are held to it.

use crate::query::program::JavaProgram;
use reweave_refactor::Step;
use reweave_text::{Edit, Span};

/// Adds the edits of a member that stays in its file; where one only puts something before a text, the text itself is not affected.
pub fn rewrite_in_place(
    program: &JavaProgram,
    number: u32,
    text: &str,
    edits: &[Edit],
    step: &mut Step,
) {
    for edit in edits {
        let written = edit.span.text(text);
        match edit.text.strip_suffix(written) {
            Some(prefix) if !written.is_empty() => {
                let at = Span::new(edit.span.start, edit.span.start + written.len() as u32);
                step.qualify(program.interval(number, at), prefix);
            }
            _ => step.edit(program.id(number), edit.clone()),
        }
    }
}
