//! Gradient boosting of trees of depth three for a yes or no, in the order of the rows: the same rows give the same trees.

use reweave_detect::score::{Ensemble, Question, Tree};

/// A candidate: its evidence, whether it was right, and how much it counts.
pub struct Row {
    pub evidence: Vec<i32>,
    pub right: bool,
    pub weight: f64,
}

const TREES: usize = 120;
const SHRINKAGE: f64 = 0.1;
/// Leaves of few rows are drawn towards nothing.
const RIDGE: f64 = 4.0;
/// A leaf of less weight says nothing.
const LEAST: f64 = 6.0;
const BINS: usize = 40;
const DEPTH: usize = 3;
/// One unit of log-odds in a table.
const UNIT: f64 = 1000.0;

/// Trains on the rows.
pub fn train(rows: &[&Row]) -> Ensemble {
    let weight: f64 = rows.iter().map(|r| r.weight).sum();
    let right: f64 = rows.iter().filter(|r| r.right).map(|r| r.weight).sum();
    let share = ((right + 1.0) / (weight + 2.0)).clamp(1e-6, 1.0 - 1e-6);
    let base = (share / (1.0 - share)).ln();
    let binned = Binned::of(rows);
    let mut scores = vec![base; rows.len()];
    let mut out = Ensemble {
        base: thousandths(base),
        ..Ensemble::default()
    };
    for _ in 0..TREES {
        let slopes: Vec<(f64, f64)> = rows
            .iter()
            .zip(&scores)
            .map(|(row, score)| {
                let chance = 1.0 / (1.0 + (-score).exp());
                let wanted = f64::from(u8::from(row.right));
                (
                    row.weight * (wanted - chance),
                    row.weight * (chance * (1.0 - chance)).max(1e-6),
                )
            })
            .collect();
        let tree = binned.tree(&slopes, &mut scores);
        out.trees.push(tree);
    }
    out
}

fn thousandths(value: f64) -> i32 {
    // Log-odds are small numbers.
    (value * UNIT).round() as i32
}

/// The evidence in bins: a row is at most the border of its bin.
struct Binned {
    /// For each number of the evidence its borders.
    borders: Vec<Vec<i32>>,
    /// For each number of the evidence the bin of every row.
    bins: Vec<Vec<u8>>,
}

impl Binned {
    fn of(rows: &[&Row]) -> Self {
        let width = rows.first().map_or(0, |r| r.evidence.len());
        let mut borders = Vec::with_capacity(width);
        let mut bins = Vec::with_capacity(width);
        for at in 0..width {
            let mut values: Vec<i32> = rows.iter().map(|r| r.evidence[at]).collect();
            values.sort_unstable();
            let mut own = values.clone();
            own.dedup();
            if own.len() > BINS {
                let step = values.len() / BINS;
                own = (1..=BINS)
                    .map(|i| values[(i * step).min(values.len() - 1)])
                    .collect();
                own.push(i32::MAX);
                own.dedup();
            }
            let bin = |r: &&Row| own.partition_point(|&b| b < r.evidence[at]) as u8;
            bins.push(rows.iter().map(bin).collect());
            borders.push(own);
        }
        Self { borders, bins }
    }

    /// The tree that follows the slopes best; the scores take its leaves.
    fn tree(&self, slopes: &[(f64, f64)], scores: &mut [f64]) -> Tree {
        let mut tree = Tree::default();
        let mut places = vec![0_usize; slopes.len()];
        for level in 0..DEPTH {
            let first = (1 << level) - 1;
            for node in first..=(2 * first) {
                let (which, bin) = self.best(slopes, &places, node);
                let at_most = bin.map_or(i32::MAX, |b| self.borders[which][b]);
                tree.questions[node] = Question { which, at_most };
                for (row, place) in places.iter_mut().enumerate().filter(|(_, p)| **p == node) {
                    let yes = bin.is_none_or(|b| usize::from(self.bins[which][row]) <= b);
                    *place = 2 * node + if yes { 1 } else { 2 };
                }
            }
        }
        let inner = tree.questions.len();
        let mut sums = vec![(0.0, 0.0); tree.leaves.len()];
        for (place, slope) in places.iter().zip(slopes) {
            let sum = &mut sums[place - inner];
            *sum = (sum.0 + slope.0, sum.1 + slope.1);
        }
        let leaves: Vec<f64> = sums
            .iter()
            .map(|(g, h)| SHRINKAGE * g / (h + RIDGE))
            .collect();
        for (leaf, value) in tree.leaves.iter_mut().zip(&leaves) {
            *leaf = thousandths(*value);
        }
        for (score, place) in scores.iter_mut().zip(&places) {
            *score += leaves[place - inner];
        }
        tree
    }

    /// The question that divides the rows of a node best; no bin where none does.
    fn best(&self, slopes: &[(f64, f64)], places: &[usize], node: usize) -> (usize, Option<usize>) {
        let rows: Vec<usize> = (0..slopes.len()).filter(|&r| places[r] == node).collect();
        let gain = |(g, h): (f64, f64)| g * g / (h + RIDGE);
        let all = rows
            .iter()
            .fold((0.0, 0.0), |s, &r| (s.0 + slopes[r].0, s.1 + slopes[r].1));
        let mut best = (1e-9, 0, None);
        for (which, bins) in self.bins.iter().enumerate() {
            let mut sums = vec![(0.0, 0.0, 0.0); self.borders[which].len() + 1];
            for &r in &rows {
                let sum = &mut sums[usize::from(bins[r])];
                *sum = (sum.0 + slopes[r].0, sum.1 + slopes[r].1, sum.2 + 1.0);
            }
            let mut left = (0.0, 0.0, 0.0);
            for (bin, sum) in sums.iter().enumerate().take(self.borders[which].len()) {
                left = (left.0 + sum.0, left.1 + sum.1, left.2 + sum.2);
                let right = (all.0 - left.0, all.1 - left.1);
                if left.2 < LEAST || rows.len() as f64 - left.2 < LEAST {
                    continue;
                }
                let won = gain((left.0, left.1)) + gain(right) - gain(all);
                if won > best.0 {
                    best = (won, which, Some(bin));
                }
            }
        }
        (best.1, best.2)
    }
}

#[cfg(test)]
mod tests {
    use super::{Row, train};

    #[test]
    fn what_two_numbers_say_together_is_learned() {
        let rows: Vec<Row> = (0..400)
            .map(|i| {
                let (a, b) = (i % 20, i / 20);
                Row {
                    evidence: vec![a, b, i % 7],
                    right: (a > 9) != (b > 9),
                    weight: 1.0,
                }
            })
            .collect();
        let table = train(&rows.iter().collect::<Vec<_>>());
        let wrong = rows
            .iter()
            .filter(|r| (table.score(&r.evidence) > 0) != r.right);
        assert_eq!(wrong.count(), 0);
    }
}
