//! Search: vectors that are equal by a hash, and vectors that are close by p-stable locality-sensitive hashing.

use crate::{Dense, FEATURES};
use rayon::prelude::*;

/// The groups of items with equal keys, two or more in each, in order of key; items keep their order.
pub fn exact<T: Copy + Send + Ord>(mut keyed: Vec<(u64, T)>) -> Vec<Vec<T>> {
    keyed.par_sort_unstable();
    keyed
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|group| group.len() > 1)
        .map(|group| group.iter().map(|&(_, item)| item).collect())
        .collect()
}

/// p-stable hashing for the Euclidean norm: each of several tables hashes a vector by a few projections on random lines,
/// cut into pieces of one width, so that close vectors fall into the same pieces in at least one table.
pub struct Lsh {
    lines: Vec<[f32; FEATURES]>,
    offsets: Vec<f32>,
    width: f32,
}

/// With these, vectors at half the width meet in some table with a chance above 0.99, and such at four times the width with
/// one below 0.1.
const TABLES: usize = 12;
const LINES: usize = 4;

impl Lsh {
    /// For vectors of about `size` nodes that differ in at most `1 - similarity` of them.
    pub fn new(similarity: f64, size: u32) -> Self {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let lines = (0..TABLES * LINES)
            .map(|_| std::array::from_fn(|_| random.normal()))
            .collect();
        let distance = (1.0 - similarity) * f64::from(size) * 2.0;
        #[expect(clippy::cast_possible_truncation, reason = "a width, not a count")]
        let width = (distance.sqrt() * 4.0).max(1.0) as f32;
        let offsets = (0..TABLES * LINES).map(|_| random.unit() * width).collect();
        Self {
            lines,
            offsets,
            width,
        }
    }

    /// One key for each table.
    pub fn keys(&self, vector: &Dense) -> [u64; TABLES] {
        let entries: Vec<(usize, f32)> =
            vector.iter().map(|(f, n)| (f.index(), n as f32)).collect();
        std::array::from_fn(|table| {
            let mut key = table as u64;
            for line in table * LINES..(table + 1) * LINES {
                let dot: f32 = entries.iter().map(|&(f, n)| self.lines[line][f] * n).sum();
                let piece = ((dot + self.offsets[line]) / self.width).floor();
                #[expect(clippy::cast_possible_truncation, reason = "a piece of a line")]
                let piece = piece as i64;
                key = (key.rotate_left(5) ^ piece.cast_unsigned())
                    .wrapping_mul(0x517c_c1b7_2722_0a95);
            }
            key
        })
    }

    /// Which part of the nodes of two vectors is in both: 1 for equal ones.
    pub fn similarity(a: &Dense, b: &Dense) -> f64 {
        let apart: u32 = a.0.iter().zip(b.0).map(|(&x, y)| x.abs_diff(y)).sum();
        let all = a.size() + b.size();
        if all == 0 {
            return 1.0;
        }
        1.0 - f64::from(apart) / f64::from(all)
    }
}

/// A fixed sequence: results must not change from run to run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// The sum of twelve units is near enough to a normal distribution for hashing.
    fn normal(&mut self) -> f32 {
        (0..12).map(|_| self.unit()).sum::<f32>() - 6.0
    }
}
