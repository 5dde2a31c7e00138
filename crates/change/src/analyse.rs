//! From the texts of a change to its record.

use crate::language::Job;
use crate::resolve::{Lines, edits, resolve};
use crate::untouched::Untouched;
use crate::{LeftOut, Models, Record, Rest, Side, Source, Status, language};
use reweave_detect::score::Judge;
use reweave_detect::{Budget, Trace, detect_with};
use reweave_model::{FileModel, Program};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The files that a change removed, changed or added.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// In order of path.
    pub before: Vec<Source>,
    /// In order of path.
    pub after: Vec<Source>,
    /// Files that were given on both sides and read the same, in order of path.
    pub same: Vec<Source>,
    pub left_out: Vec<LeftOut>,
    /// How many files are in languages that are not read, by language.
    pub unread: BTreeMap<String, usize>,
    /// A file that should have been read could not.
    pub unreadable: bool,
}

impl Change {
    /// Files that read the same on both sides are no part of the change; they end in `same`.
    pub fn new(mut before: Vec<Source>, mut after: Vec<Source>, left_out: Vec<LeftOut>) -> Self {
        before.sort_by(|a, b| a.path.cmp(&b.path));
        after.sort_by(|a, b| a.path.cmp(&b.path));
        let mut same = Vec::new();
        before.retain_mut(|old| {
            let found = after.binary_search_by(|new| new.path.cmp(&old.path));
            let equal = found.is_ok_and(|i| after[i].text == old.text);
            if equal {
                same.push(std::mem::take(old));
            }
            !equal
        });
        if !same.is_empty() {
            let is_same = |s: &Source| same.binary_search_by(|o| o.path.cmp(&s.path)).is_ok();
            after.retain(|new| !is_same(new));
        }
        Self {
            before,
            after,
            same,
            left_out,
            unread: BTreeMap::new(),
            unreadable: false,
        }
    }

    /// With the files of other languages that it touched, by their paths.
    #[must_use]
    pub fn beside<'p>(mut self, paths: impl IntoIterator<Item = &'p str>) -> Self {
        for language in paths.into_iter().filter_map(language::unread) {
            *self.unread.entry(language.to_owned()).or_default() += 1;
        }
        self
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

    /// What to call a record that they cut short.
    pub fn status(&self) -> Status {
        if self.deadline.is_some_and(|d| Instant::now() >= d) {
            Status::Timeout
        } else {
            Status::Partial
        }
    }

    pub fn within(budget: Option<Duration>) -> Self {
        Self {
            deadline: budget.map(|b| Instant::now() + b),
            out_of_memory: None,
        }
    }
}

/// Everything that was refactored in `change`, which knows of no other files.
pub fn analyse(change: &Change, limits: &Limits<'_>) -> Record {
    let models = Models::default();
    let analysis = Analysis {
        models: &models,
        rest: &(),
        limits,
    };
    analysis.run(change)
}

/// What an analysis works with beside the change.
pub struct Analysis<'a> {
    pub models: &'a Models,
    /// Files that the change did not touch.
    pub rest: &'a dyn Rest,
    pub limits: &'a Limits<'a>,
}

impl Analysis<'_> {
    pub fn run(&self, change: &Change) -> Record {
        let mut left_out = change.left_out.clone();
        let mut record = Record {
            unread: change.unread.clone(),
            ..Record::default()
        };
        if change.unreadable {
            record.status = Status::Partial;
        }
        // Nothing can have been refactored where nothing was, or nothing is left.
        if change.before.is_empty() || change.after.is_empty() {
            return finish(record, left_out);
        }
        let budget = Budget::new(self.limits.deadline, self.limits.out_of_memory);
        let Some((before, after)) = self.lower(change, &budget) else {
            // Half a program would make moves of what is not: say nothing instead.
            record.status = self.limits.status();
            return finish(record, left_out);
        };
        let untouched = Untouched::new(self.rest, self.models, self.limits, [&before, &after]);
        let report = detect_with(&before, &after, &untouched, &budget);
        let old = Lines::new(&change.before, &before);
        let new = Lines::new(&change.after, &after);
        old.left_out(Side::Before, &mut left_out);
        new.left_out(Side::After, &mut left_out);
        record.findings = resolve(&report, &old, &new);
        record.pure = Some(report.left_over.is_empty());
        record.left_over = edits(report.left_over.iter(), &old, &new);
        record.explained = edits(report.explained.iter(), &old, &new);
        if report.status == reweave_detect::Status::Timeout {
            record.status = self.limits.status();
        }
        finish(record, left_out)
    }

    /// None when the budget was over first.
    fn lower(&self, change: &Change, budget: &Budget<'_>) -> Option<(Program, Program)> {
        let cancelled = || budget.look();
        let mut before = Vec::with_capacity(change.before.len());
        let mut after: Vec<Option<Arc<FileModel>>> = vec![None; change.after.len()];
        for (old, partner) in change.before.iter().zip(partners(change)) {
            match partner {
                Some(i) => {
                    let new = &change.after[i];
                    let (old, new) = self.models.lower_pair(old, new, &cancelled)?;
                    before.push(old);
                    after[i] = Some(new);
                }
                None if language::of_path(&old.path, Job::Detect).is_some() => {
                    before.push(self.models.lower(old, &cancelled)?);
                }
                None => {}
            }
        }
        for (new, model) in change.after.iter().zip(&mut after) {
            if model.is_none() && language::of_path(&new.path, Job::Detect).is_some() {
                *model = Some(self.models.lower(new, &cancelled)?);
            }
        }
        let program = |files: Vec<Arc<FileModel>>| Program {
            names: Arc::clone(self.models.names()),
            files,
        };
        Some((
            program(before),
            program(after.into_iter().flatten().collect()),
        ))
    }
}

/// For each file before the change the one after it that most likely continues it: the one at its path, or else the
/// only one of its name.
fn partners(change: &Change) -> Vec<Option<usize>> {
    let at_path = |side: &[Source], path: &str| {
        let found = side.binary_search_by(|s| s.path.as_str().cmp(path)).ok();
        found.filter(|_| language::of_path(path, Job::Detect).is_some())
    };
    let name = |s: &Source| s.path.rsplit('/').next().unwrap_or_default().to_owned();
    let only = |side: &[Source], others: &[Source]| {
        let mut of_name: FxHashMap<String, Option<usize>> = FxHashMap::default();
        for (i, source) in side.iter().enumerate() {
            let moved = language::of_path(&source.path, Job::Detect).is_some()
                && at_path(others, &source.path).is_none();
            if moved {
                of_name
                    .entry(name(source))
                    .and_modify(|n| *n = None)
                    .or_insert(Some(i));
            }
        }
        of_name
    };
    let gone = only(&change.before, &change.after);
    let come = only(&change.after, &change.before);
    let sources = change.before.iter().enumerate();
    sources
        .map(|(i, old)| {
            at_path(&change.after, &old.path).or_else(|| {
                let name = name(old);
                let alone = gone.get(&name) == Some(&Some(i));
                come.get(&name).copied().flatten().filter(|_| alone)
            })
        })
        .collect()
}

fn finish(mut record: Record, mut left_out: Vec<LeftOut>) -> Record {
    record.regroup();
    left_out.sort();
    left_out.dedup();
    record.left_out = left_out;
    record
}

/// The record of a change by another judge than the shipped one, and what was judged and paired on the way.
pub fn candidates(change: &Change, judge: Judge<'_>) -> (Trace, Record) {
    let models = Models::default();
    let limits = Limits::default();
    let analysis = Analysis {
        models: &models,
        rest: &(),
        limits: &limits,
    };
    let budget = Budget::new(None, None);
    let mut record = Record::default();
    let Some((before, after)) = analysis.lower(change, &budget) else {
        return (Trace::default(), record);
    };
    let (report, trace) = reweave_detect::candidates(&before, &after, judge, &budget);
    let old = Lines::new(&change.before, &before);
    let new = Lines::new(&change.after, &after);
    record.findings = resolve(&report, &old, &new);
    (trace, finish(record, Vec::new()))
}
