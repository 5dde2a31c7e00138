//! The outcome of `apply` for people: the diff, the verdict, and conflicts marked in the text that it would leave.

use crate::diff;
use crate::output::{FAINT, STRONG, WRONG, styled};
use reweave_refactor::{Conflict, ERROR, Outcome, Standing};
use reweave_text::{LineIndex, Part};
use reweave_workspace::Entry;
use std::fmt::Write;

/// Conflicts told in full; a refusal with thousands is not read to its end.
const MOST_TOLD: usize = 20;

/// What stands in the way comes first, then what would change, then what to do about it.
pub fn render(
    refactoring: &str,
    outcome: &Outcome,
    written: Option<&Entry>,
    is_stat: bool,
) -> String {
    let changes = if is_stat {
        diff::stat(outcome)
    } else {
        diff::coloured(&diff::of_outcome(outcome))
    };
    let conflicts = conflicts(refactoring, outcome);
    format!("{conflicts}{changes}{}", end(outcome, written))
}

/// The outcome without the changes.
pub fn verdict(refactoring: &str, outcome: &Outcome, written: Option<&Entry>) -> String {
    conflicts(refactoring, outcome) + &end(outcome, written)
}

/// Warnings, what was allowed, and what refuses.
fn conflicts(refactoring: &str, outcome: &Outcome) -> String {
    let mut out = String::new();
    let of = |standing| {
        outcome
            .conflicts
            .iter()
            .filter(move |c| c.standing == standing)
    };
    for conflict in of(Standing::Warns).take(MOST_TOLD) {
        let _ = writeln!(out, "{}: {}", styled(STRONG, "warning"), conflict.message);
    }
    let more = of(Standing::Warns).skip(MOST_TOLD).count();
    if more > 0 {
        let _ = writeln!(out, "and {more} more warnings (--format json has them all)");
    }
    for conflict in of(Standing::Allowed).take(MOST_TOLD) {
        let _ = writeln!(
            out,
            "{} ({}): {}",
            styled(STRONG, "allowed"),
            conflict.kind,
            conflict.message
        );
    }
    if outcome.is_accepted() {
        return out;
    }
    let why = if outcome.was_made() {
        "could change what the program does"
    } else {
        "cannot be done here"
    };
    let _ = writeln!(out, "{}: {refactoring} {why}", styled(WRONG, "refused"));
    let refusals: Vec<_> = outcome.refusals().collect();
    for conflict in refusals.iter().take(MOST_TOLD) {
        let _ = writeln!(
            out,
            "  {}: {}",
            styled(WRONG, conflict.kind),
            conflict.message
        );
        out.push_str(&marked(conflict, outcome));
    }
    if let Some(more) = refusals.len().checked_sub(MOST_TOLD).filter(|n| *n > 0) {
        let _ = writeln!(out, "  and {more} more (--format json has them all)");
    }
    if outcome.was_made() {
        out.push_str("what it would leave:\n");
    }
    out
}

/// How it ended, and what can be done next. What would not compile is not offered to be allowed.
fn end(outcome: &Outcome, written: Option<&Entry>) -> String {
    if outcome.is_accepted() {
        return accepted(outcome, written);
    }
    let mut kinds: Vec<_> = outcome.refusals().map(|c| c.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if !outcome.was_made() {
        "nothing was written\n".to_owned()
    } else if kinds.contains(&ERROR) {
        "nothing was written: the result would not compile\n".to_owned()
    } else {
        let kinds = kinds.join(",");
        format!("nothing was written. If you know that this is wanted: --allow {kinds}\n")
    }
}

fn accepted(outcome: &Outcome, written: Option<&Entry>) -> String {
    let changed = outcome.changed().count();
    let files = if changed == 1 {
        "1 file".to_owned()
    } else {
        format!("{changed} files")
    };
    match written {
        Some(entry) => format!(
            "{}: {files}, as change {}; `reweave undo {1} --write` takes it back\n",
            styled(STRONG, "written"),
            entry.id
        ),
        None if changed == 0 => "nothing to change\n".to_owned(),
        None => format!(
            "{}: {files}; nothing was written, --write does it\n",
            styled(STRONG, "accepted")
        ),
    }
}

/// Of a longer line only the part around the mark is shown, in characters.
const WIDEST: usize = 200;

/// The lines that a conflict is about, of the side that its message names: as they are, and of what is new as it would be.
fn marked(conflict: &Conflict, outcome: &Outcome) -> String {
    let mut out = String::new();
    let mut seen = Vec::new();
    for place in &conflict.places {
        let (sources, at) = match place.original {
            Some(at) => (&outcome.before, at),
            None => (&outcome.after, place.result),
        };
        let text = sources.text(at.file);
        let index = LineIndex::new(text);
        let pos = index.line_col(text, at.span.start);
        let side = (place.original.is_some(), at.file, pos);
        if text.is_empty() || seen.contains(&side) {
            continue;
        }
        seen.push(side);
        let start = index.line_start(pos.line).unwrap_or(0) as usize;
        let line = text.part(start..).lines().next().unwrap_or_default();
        let column = pos.col as usize - 1;
        let cut = column.saturating_sub(WIDEST / 2);
        let line: String = line.chars().skip(cut).take(WIDEST).collect();
        let width = at
            .span
            .text(text)
            .lines()
            .next()
            .map_or(1, |l| l.chars().take(WIDEST / 2).count().max(1));
        // Tabs in front of the mark stay tabs, so that it stands under its word.
        let before: String = line
            .chars()
            .take(column - cut)
            .map(|c| if c == '\t' { '\t' } else { ' ' })
            .collect();
        let number = format!("{:>6} | ", pos.line);
        let _ = writeln!(out, "{}{line}", styled(FAINT, &number));
        let marks = "^".repeat(width);
        let _ = writeln!(
            out,
            "{}{before}{}",
            styled(FAINT, "       | "),
            styled(WRONG, &marks)
        );
    }
    out
}
