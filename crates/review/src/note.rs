//! What other tools and other jobs say about the lines of a change: API breaks, suggestions, any report in SARIF.

use crate::ledger::Ledger;
use serde::Serialize;
use std::collections::BTreeSet;

/// The source of remarks about breaks of the public API.
pub const COMPARE: &str = "compare";

/// The source of suggestions.
pub const SUGGEST: &str = "suggest";

/// One remark at lines of the second version.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Note {
    /// Who says it: `compare`, `suggest`, or the tool of a SARIF report with its rule.
    pub source: String,
    pub message: String,
    pub path: String,
    /// From 1: where it is shown.
    pub line: u32,
    /// The last line that it is about.
    pub last: u32,
}

/// The remarks about one change, and how many lie outside of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Notes {
    /// In order of path and line.
    pub all: Vec<Note>,
    /// Those at lines that the change did not touch.
    pub outside: usize,
}

impl Notes {
    /// Keeps what `is_kept` says, and what is about a changed line, which is where it is then shown; counts the others.
    pub fn of_change(notes: Vec<Note>, ledger: &Ledger, is_kept: impl Fn(&Note) -> bool) -> Self {
        let changed: BTreeSet<(&str, usize)> = ledger
            .files
            .iter()
            .flat_map(|f| f.added.iter().map(|l| (f.path.as_str(), l.line + 1)))
            .collect();
        let total = notes.len();
        let touched = |n: &Note| {
            let about = (n.path.as_str(), n.line as usize)..=(n.path.as_str(), n.last as usize);
            changed.range(about).next().map(|&(_, line)| line as u32)
        };
        let mut all = Vec::new();
        for mut note in notes {
            match touched(&note) {
                Some(line) => note.line = line,
                None if is_kept(&note) => {}
                None => continue,
            }
            all.push(note);
        }
        let outside = total - all.len();
        all.sort_by(|a, b| {
            let key = |n: &Note| (n.path.clone(), n.line, n.source.clone());
            key(a).cmp(&key(b))
        });
        Self { all, outside }
    }

    pub fn extend(&mut self, other: Self) {
        self.all.extend(other.all);
        self.all
            .sort_by(|a, b| (&a.path, a.line, &a.source).cmp(&(&b.path, b.line, &b.source)));
        self.outside += other.outside;
    }

    pub const fn is_empty(&self) -> bool {
        self.all.is_empty() && self.outside == 0
    }
}
