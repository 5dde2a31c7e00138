//! How the attempts ended, by refactoring.

use std::collections::BTreeMap;
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Accepted,
    Refused,
    /// Accepted, and something changed.
    Unsound,
    /// Refused, though nothing would have changed.
    TooMany,
}

#[derive(Default)]
pub struct Tally {
    by_refactoring: BTreeMap<&'static str, [u64; 4]>,
}

impl Tally {
    pub fn one(refactoring: &'static str, ending: Ending) -> Self {
        let mut tally = Self::default();
        tally.by_refactoring.entry(refactoring).or_default()[ending as usize] += 1;
        tally
    }

    pub fn join(mut self, other: Self) -> Self {
        for (refactoring, counts) in other.by_refactoring {
            let mine = self.by_refactoring.entry(refactoring).or_default();
            for (a, b) in mine.iter_mut().zip(counts) {
                *a += b;
            }
        }
        self
    }

    fn sum(&self, endings: &[Ending]) -> u64 {
        self.by_refactoring
            .values()
            .map(|c| endings.iter().map(|&e| c[e as usize]).sum::<u64>())
            .sum()
    }

    pub fn unsound(&self) -> u64 {
        self.sum(&[Ending::Unsound])
    }

    pub fn table(&self) -> String {
        let mut out = String::from(
            "| refactoring | attempts | accepted | refused | unsound | too many | |\n|---|---|---|---|---|---|---|\n",
        );
        for (refactoring, c) in &self.by_refactoring {
            let attempts: u64 = c.iter().sum();
            let [accepted, refused, unsound, too_many] = *c;
            let share = 100.0 * too_many as f64 / attempts.max(1) as f64;
            let _ = writeln!(
                out,
                "| {refactoring} | {attempts} | {} | {} | {unsound} | {too_many} | {share:.1} % |",
                accepted + unsound,
                refused + too_many
            );
        }
        out
    }

    pub fn line(&self) -> String {
        let all = [
            Ending::Accepted,
            Ending::Refused,
            Ending::Unsound,
            Ending::TooMany,
        ];
        format!(
            "storm attempts={} accepted={} refused={} unsound={} too_many={}",
            self.sum(&all),
            self.sum(&[Ending::Accepted, Ending::Unsound]),
            self.sum(&[Ending::Refused, Ending::TooMany]),
            self.unsound(),
            self.sum(&[Ending::TooMany])
        )
    }
}
