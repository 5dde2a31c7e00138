//! How the attempts ended, by refactoring.

use std::fmt::Write as _;

/// What came of an attempt. A story tells what was asked, changed and printed.
pub enum Ending {
    /// No place for it, bad input, or a program that does not run the same twice: no attempt.
    Void,
    Accepted,
    /// Accepted, and the build or the output changed.
    Unsound(String),
    Refused,
    /// Refused, though forced it would have built and printed the same.
    TooMany(String),
    /// Accepted, and the refactored program met the limit of time with nothing false printed, or printed the same when run
    /// again: nobody can tell.
    Undecided(String),
}

#[derive(Default)]
pub struct Counts {
    pub attempts: usize,
    pub accepted: usize,
    pub refused: usize,
    pub unsound: usize,
    pub too_many: usize,
    pub undecided: usize,
}

impl Counts {
    pub fn count(&mut self, ending: &Ending) {
        match ending {
            Ending::Void => return,
            Ending::Undecided(_) => {
                self.undecided += 1;
                return;
            }
            Ending::Accepted => self.accepted += 1,
            Ending::Unsound(_) => {
                self.accepted += 1;
                self.unsound += 1;
            }
            Ending::Refused => self.refused += 1,
            Ending::TooMany(_) => {
                self.refused += 1;
                self.too_many += 1;
            }
        }
        self.attempts += 1;
    }

    fn add(&mut self, other: &Self) {
        self.attempts += other.attempts;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.unsound += other.unsound;
        self.too_many += other.too_many;
        self.undecided += other.undecided;
    }

    pub fn sum<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        all.fold(Self::default(), |mut sum, counts| {
            sum.add(counts);
            sum
        })
    }

    pub fn line(&self) -> String {
        format!(
            "storm attempts={} accepted={} refused={} unsound={} too_many={}",
            self.attempts, self.accepted, self.refused, self.unsound, self.too_many
        )
    }
}

/// As it stands in the docs.
pub fn table(rows: &[(&str, Counts)]) -> String {
    let mut out = String::from(
        "| refactoring | attempts | accepted | refused | unsound | too many |\n|---|---|---|---|---|---|\n",
    );
    for (name, c) in rows {
        let percent = |n: usize| 100.0 * n as f64 / c.attempts.max(1) as f64;
        let _ = writeln!(
            out,
            "| {name} | {} | {} ({:.0} %) | {} | {} | {} ({:.1} %) |",
            c.attempts,
            c.accepted,
            percent(c.accepted),
            c.refused,
            c.unsound,
            c.too_many,
            percent(c.too_many)
        );
    }
    out
}
