//! What the changes of a history add up to.

use reweave_change::{Record, Status};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What one change counts.
pub struct Tally {
    kinds: BTreeMap<String, usize>,
    /// There is nothing to tell of it but that it was looked at.
    is_empty: bool,
}

impl Tally {
    pub fn of(record: &Record) -> Self {
        let mut kinds = BTreeMap::new();
        for finding in &record.findings {
            *kinds.entry(finding.kind.clone()).or_default() += 1;
        }
        let is_whole = record.status == Status::Complete && record.left_out.is_empty();
        Self {
            is_empty: kinds.is_empty() && is_whole,
            kinds,
        }
    }
}

/// What the changes so far add up to.
#[derive(Default)]
pub struct Total {
    changes: usize,
    with_findings: usize,
    kinds: BTreeMap<String, usize>,
    /// Changes without findings since the last one that was told.
    folded: usize,
}

impl Total {
    /// Counts one change. None where it is not told; else what stands before it.
    pub fn take(&mut self, tally: &Tally) -> Option<String> {
        self.changes += 1;
        if tally.is_empty {
            self.folded += 1;
            return None;
        }
        self.with_findings += usize::from(!tally.kinds.is_empty());
        for (kind, n) in &tally.kinds {
            *self.kinds.entry(kind.clone()).or_default() += n;
        }
        let before = self.folded_line().map_or(String::new(), |line| line + "\n");
        self.folded = 0;
        Some(before)
    }

    fn folded_line(&self) -> Option<String> {
        match self.folded {
            0 => None,
            1 => Some("1 commit without refactorings\n".to_owned()),
            n => Some(format!("{n} commits without refactorings\n")),
        }
    }

    /// The last lines: how many changes there were, and the types by how often they were found.
    pub fn told(&self) -> String {
        let mut out = match self.folded_line() {
            Some(line) if self.with_findings > 0 => line + "\n",
            _ => String::new(),
        };
        let all: usize = self.kinds.values().sum();
        let _ = write!(
            out,
            "total: {}, {} with refactorings",
            counted(self.changes, "commit"),
            self.with_findings
        );
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        let kinds: Vec<String> = kinds
            .iter()
            .map(|(kind, n)| format!("{n} {kind}"))
            .collect();
        if all > 0 {
            let _ = write!(
                out,
                "; {}: {}",
                counted(all, "refactoring"),
                kinds.join(", ")
            );
        }
        out.push('\n');
        out
    }
}

fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(kinds: &[&str]) -> Tally {
        let kinds: BTreeMap<String, usize> = kinds.iter().map(|k| ((*k).to_owned(), 1)).collect();
        Tally {
            is_empty: kinds.is_empty(),
            kinds,
        }
    }

    #[test]
    fn runs_without_findings_are_one_line() {
        let mut total = Total::default();
        assert_eq!(total.take(&tally(&[])), None);
        assert_eq!(total.take(&tally(&[])), None);
        let before = total.take(&tally(&["Rename Method"])).expect("told");
        assert_eq!(before, "2 commits without refactorings\n\n");
        assert_eq!(
            total
                .take(&tally(&["Rename Method", "Move Class"]))
                .expect("told"),
            ""
        );
        assert_eq!(total.take(&tally(&[])), None);
        assert_eq!(
            total.told(),
            "1 commit without refactorings\n\ntotal: 5 commits, 2 with refactorings; \
             3 refactorings: 2 Rename Method, 1 Move Class\n"
        );
    }
}
