//! Remove Unused Imports: takes out the imports of a file whose name stands nowhere else in it.
//!
//! A name in a comment counts as a use, since documentation may link to it. Imports of everything in a package stay.
//!
//! ```before
//! $0import java.util.List;
//! import java.util.Map;
//!
//! class Order {
//!     Map<String, String> all;
//! }
//! ```
//! ```after
//! import java.util.Map;
//!
//! class Order {
//!     Map<String, String> all;
//! }
//! ```
//!
//! ```before
//! $0import java.util.Map;
//!
//! class Order {
//!     Map<String, String> all;
//! }
//! ```
//! ```refuses
//! no import is unused
//! ```

use crate::Java;
use crate::edits::imports::end_of_statement;
use crate::edits::texts::whole_lines;
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Part, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "remove-unused-imports",
    file: include_str!("remove_unused_imports.rs"),
    params: &[],
    perform,
};

/// Only the names in the imports go.
const RULE: &str = "N⊆→↺ O I";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, _) = run.caret()?;
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let model = program.model(number);
    let text = run.sources().text(file);
    let tree = &model.tree;
    let spans: Vec<Span> = model
        .imports
        .iter()
        .map(|i| {
            let span = tree.span(i.node);
            Span::new(span.start, end_of_statement(text, span.end))
        })
        .collect();
    let mut step = Step::new("remove the imports that nothing uses", RULE);
    let mut any = false;
    for (import, &span) in model.imports.iter().zip(&spans) {
        let name = program.world().text(import.name);
        let simple = name.rsplit('.').next().unwrap_or(name);
        if import.on_demand || is_named(text, simple, &spans) {
            continue;
        }
        step.delete(Interval::new(file, whole_lines(text, span, None)));
        any = true;
    }
    if !any {
        return Err(BadInput::new("no import is unused in this file").into());
    }
    run.step(&step)
}

/// Whether a word stands outside of the imports.
fn is_named(text: &str, name: &str, imports: &[Span]) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.contains("\\u")
        || text.match_indices(name).any(|(at, _)| {
            let before = text.part(..at).chars().next_back();
            let after = text.part(at + name.len()..).chars().next();
            let is_own = imports.iter().any(|s| s.contains_offset(at as u32));
            !is_own && !before.is_some_and(is_word) && !after.is_some_and(is_word)
        })
}
