//! Reports that are right, wrong and missing, and the two figures they make.

use serde::Deserialize;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "[usize; 3]")]
pub struct Counts {
    pub right: usize,
    pub wrong: usize,
    pub missed: usize,
}

impl Counts {
    pub const fn reported(&self) -> usize {
        self.right + self.wrong
    }

    pub const fn expected(&self) -> usize {
        self.right + self.missed
    }

    pub fn precision(&self) -> f64 {
        ratio(self.right, self.reported())
    }

    pub fn recall(&self) -> f64 {
        ratio(self.right, self.expected())
    }
}

/// Nothing of nothing is all of it, as in the oracle's scorer.
fn ratio(part: usize, of: usize) -> f64 {
    if of == 0 {
        1.0
    } else {
        part as f64 / of as f64
    }
}

impl From<[usize; 3]> for Counts {
    fn from([right, wrong, missed]: [usize; 3]) -> Self {
        Self {
            right,
            wrong,
            missed,
        }
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            right: self.right + other.right,
            wrong: self.wrong + other.wrong,
            missed: self.missed + other.missed,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}
