//! The outcome of `replay` for people: what was done entry by entry, and what is left with its reason.

use crate::output::{STRONG, WRONG, styled};
use reweave_log::Log;
use reweave_replay::{Left, Outcome};
use reweave_text::Sources;
use reweave_workspace::Entry;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Places of one reason that are told one by one.
const MOST_TOLD: usize = 50;

pub fn report(log: &Log, before: &Sources, outcome: &Outcome, written: Option<&Entry>) -> String {
    let mut out = entries(log, outcome);
    out.push_str(&left(outcome));
    offers(outcome, &mut out);
    if outcome.unresolved > 0 {
        let _ = writeln!(
            out,
            "{}: {} names are declared neither in the client nor on the class path; give --classpath",
            styled(STRONG, "not known"),
            outcome.unresolved
        );
    }
    let changed = outcome.after.changed_since(before);
    let files = count(changed.len(), "file");
    let _ = match written {
        Some(entry) => writeln!(
            out,
            "{}: {files}, as change {}; `reweave undo {1} --write` takes it back",
            styled(STRONG, "written"),
            entry.id
        ),
        None if changed.is_empty() => writeln!(out, "nothing to change"),
        None => writeln!(
            out,
            "{files} would change; nothing was written, --write does it"
        ),
    };
    out
}

fn count(n: usize, what: &str) -> String {
    if n == 1 {
        format!("1 {what}")
    } else {
        format!("{n} {what}s")
    }
}

/// What was done, by entry of the log.
pub fn entries(log: &Log, outcome: &Outcome) -> String {
    let mut by_entry: BTreeMap<usize, usize> = BTreeMap::new();
    for done in &outcome.done {
        *by_entry.entry(done.entry).or_default() += 1;
    }
    let mut out = String::new();
    for (entry, places) in by_entry {
        let Some(told) = entry.checked_sub(1).and_then(|i| log.entries.get(i)) else {
            continue;
        };
        let _ = writeln!(
            out,
            "{} {} -> {}: {}",
            told.kind.word(),
            told.old,
            told.new,
            count(places, "place")
        );
    }
    out
}

/// What is left, by reason and place.
pub fn left(outcome: &Outcome) -> String {
    let mut by_reason: BTreeMap<(&str, &str), Vec<&Left>> = BTreeMap::new();
    for left in &outcome.left {
        by_reason
            .entry((&left.what, &left.why))
            .or_default()
            .push(left);
    }
    let mut out = String::new();
    if !outcome.left.is_empty() {
        let _ = writeln!(
            out,
            "{} {}:",
            styled(WRONG, "left"),
            count(outcome.left.len(), "place")
        );
    }
    for ((what, why), places) in by_reason {
        let _ = writeln!(out, "  {what}: {why}");
        for place in places.iter().take(MOST_TOLD) {
            let _ = writeln!(out, "    {}:{}", place.path, place.line);
        }
        if let Some(more) = places.len().checked_sub(MOST_TOLD).filter(|n| *n > 0) {
            let _ = writeln!(out, "    and {more} more (--format json has them all)");
        }
    }
    out
}

fn offers(outcome: &Outcome, out: &mut String) {
    if outcome.offers.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "{} in other files (changed with --strings):",
        styled(STRONG, "names")
    );
    for offer in &outcome.offers {
        let _ = writeln!(
            out,
            "  {}:{}: {} -> {}",
            offer.path, offer.line, offer.old, offer.new
        );
    }
}
