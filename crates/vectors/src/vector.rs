//! Vectors, stored sparse in one arena and worked on dense.

use crate::{FEATURES, Feature};

/// Where a vector lies in its [`Store`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Range {
    start: u32,
    len: u16,
}

/// Sparse vectors one after another: pairs of feature and count. No vector has an allocation of its own.
#[derive(Clone, Debug, Default)]
pub struct Store {
    entries: Vec<(u8, u16)>,
}

impl Store {
    /// Keeps the histogram of `features`; numbers of [`Feature`]s, one for each node that counts.
    pub fn add(&mut self, features: impl IntoIterator<Item = u8>, scratch: &mut Dense) -> Range {
        let start = self.entries.len() as u32;
        for feature in features {
            scratch.0[usize::from(feature)] += 1;
        }
        for (feature, count) in scratch.0.iter_mut().enumerate() {
            if *count > 0 {
                let kept = u16::try_from(*count).unwrap_or(u16::MAX);
                self.entries.push((feature as u8, kept));
                *count = 0;
            }
        }
        let len = (self.entries.len() as u32 - start) as u16;
        Range { start, len }
    }

    /// Keeps a vector that was worked out.
    pub fn add_dense(&mut self, vector: &Dense) -> Range {
        let start = self.entries.len() as u32;
        for (feature, count) in vector.iter().filter(|&(_, n)| n > 0) {
            let kept = u16::try_from(count).unwrap_or(u16::MAX);
            self.entries.push((feature.0, kept));
        }
        let len = (self.entries.len() as u32 - start) as u16;
        Range { start, len }
    }

    pub fn get(&self, range: Range) -> impl Iterator<Item = (Feature, i32)> + '_ {
        let start = range.start as usize;
        self.entries[start..start + usize::from(range.len)]
            .iter()
            .map(|&(f, n)| (Feature(f), i32::from(n)))
    }

    pub fn add_to(&self, range: Range, times: i32, to: &mut Dense) {
        for (feature, count) in self.get(range) {
            to.0[feature.index()] += count * times;
        }
    }

    /// Takes over another store; its ranges move by what this returns.
    pub fn append(&mut self, other: &mut Self) -> u32 {
        let moved = self.entries.len() as u32;
        self.entries.append(&mut other.entries);
        moved
    }
}

impl Range {
    #[must_use]
    pub fn moved(self, by: u32) -> Self {
        Self {
            start: self.start + by,
            ..self
        }
    }
}

/// One vector with a place for every feature.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dense(pub [i32; FEATURES]);

impl Default for Dense {
    fn default() -> Self {
        Self([0; FEATURES])
    }
}

impl Dense {
    pub fn of(features: impl IntoIterator<Item = (Feature, i32)>) -> Self {
        let mut dense = Self::default();
        for (feature, count) in features {
            dense.0[feature.index()] += count;
        }
        dense
    }

    pub fn get(&self, feature: Feature) -> i32 {
        self.0[feature.index()]
    }

    /// The count of a feature; own and api calls count together.
    pub fn calls_or(&self, feature: Feature) -> i32 {
        match feature.other_call() {
            Some(other) => self.get(feature) + self.get(other),
            None => self.get(feature),
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = (Feature, i32)> + '_ {
        self.0
            .iter()
            .enumerate()
            .filter(|&(_, &n)| n != 0)
            .map(|(f, &n)| (Feature(f as u8), n))
    }

    /// How many nodes it counts.
    pub fn size(&self) -> u32 {
        self.0.iter().map(|&n| n.max(0).unsigned_abs()).sum()
    }

    /// Nothing can be there less than not at all: what inlining took twice is put right.
    pub fn clamp(&mut self) {
        for n in &mut self.0 {
            *n = (*n).max(0);
        }
    }
}
