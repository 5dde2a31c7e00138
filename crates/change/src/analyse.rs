//! From the texts of a change to its record.

use crate::resolve::{Lines, resolve};
use crate::{LeftOut, Record, Side, Source, Status, language};
use reweave_detect::{Budget, detect};
use reweave_model::Program;
use reweave_text::Interner;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The files that a change removed, changed or added.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// In order of path.
    pub before: Vec<Source>,
    /// In order of path.
    pub after: Vec<Source>,
    pub left_out: Vec<LeftOut>,
}

impl Change {
    /// Files that read the same on both sides are no part of the change.
    pub fn new(mut before: Vec<Source>, mut after: Vec<Source>, left_out: Vec<LeftOut>) -> Self {
        before.sort_by(|a, b| a.path.cmp(&b.path));
        after.sort_by(|a, b| a.path.cmp(&b.path));
        let same = |a: &Source, others: &[Source]| {
            others
                .binary_search_by(|b| b.path.cmp(&a.path))
                .is_ok_and(|i| others[i].text == a.text)
        };
        let kept: Vec<bool> = before.iter().map(|s| !same(s, &after)).collect();
        after.retain(|s| !same(s, &before));
        let mut kept = kept.into_iter();
        before.retain(|_| kept.next().unwrap_or(true));
        Self {
            before,
            after,
            left_out,
        }
    }
}

/// When to stop.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    pub deadline: Option<Instant>,
    /// Asked every so often; true once there is no more memory to spend.
    pub out_of_memory: Option<&'a dyn Fn() -> bool>,
}

impl Limits<'_> {
    /// Whether to stop now; for the borders between files.
    pub fn are_over(&self) -> bool {
        self.deadline.is_some_and(|d| Instant::now() >= d)
            || self.out_of_memory.is_some_and(|over| over())
    }

    pub fn within(budget: Option<Duration>) -> Self {
        Self {
            deadline: budget.map(|b| Instant::now() + b),
            out_of_memory: None,
        }
    }
}

/// Everything that was refactored in `change`.
pub fn analyse(change: &Change, limits: &Limits<'_>) -> Record {
    let mut left_out = change.left_out.clone();
    // Nothing can have been refactored where nothing was, or nothing is left.
    if change.before.is_empty() || change.after.is_empty() {
        return finish(Record::default(), left_out);
    }
    let names = Arc::new(Interner::new());
    let budget = Budget::new(limits.deadline, limits.out_of_memory);
    let Some((before, after)) = lower(&change.before, &names, &budget)
        .and_then(|before| Some((before, lower(&change.after, &names, &budget)?)))
    else {
        // Half a program would make moves of what is not: say nothing instead.
        let record = Record {
            status: cut_short(limits),
            ..Record::default()
        };
        return finish(record, left_out);
    };
    let report = detect(&before, &after, &budget);
    let old = Lines::new(&change.before, &before);
    let new = Lines::new(&change.after, &after);
    old.left_out(Side::Before, &mut left_out);
    new.left_out(Side::After, &mut left_out);
    let mut record = Record {
        findings: resolve(&report, &old, &new),
        ..Record::default()
    };
    if report.status == reweave_detect::Status::Timeout {
        record.status = cut_short(limits);
    }
    finish(record, left_out)
}

fn finish(mut record: Record, mut left_out: Vec<LeftOut>) -> Record {
    left_out.sort();
    left_out.dedup();
    record.left_out = left_out;
    record
}

/// Why the budget was over.
fn cut_short(limits: &Limits<'_>) -> Status {
    if limits.deadline.is_some_and(|d| Instant::now() >= d) {
        Status::Timeout
    } else {
        Status::Partial
    }
}

/// None when the budget was over first.
fn lower(sources: &[Source], names: &Arc<Interner>, budget: &Budget<'_>) -> Option<Program> {
    let mut files = Vec::with_capacity(sources.len());
    for source in sources {
        let Some(language) = language::of_path(&source.path) else {
            continue;
        };
        let (path, text) = (&source.path, &source.text);
        files.push((language.lower)(path, text, names, &|| budget.look())?);
    }
    Some(Program {
        names: Arc::clone(names),
        files,
    })
}
