//! `cargo xtask compare-score --sweep`: what other thresholds would give, over the pairs that have lists.

use super::{Known, Score};
use crate::pairs;
use anyhow::Result;
use reweave_release::{Input, Kind, Options, STRATEGIES, compare};

/// Between what the paper found practical.
const THRESHOLDS: [f64; 5] = [0.5, 0.55, 0.6, 0.65, 0.7];

pub fn run(only: Option<&str>) -> Result<()> {
    let mut all = Vec::new();
    for pair in pairs::all(only)? {
        if let Some(known) = Known::of(&pair.name)? {
            all.push((known, Input::read(&pair.old)?, Input::read(&pair.new)?));
        }
    }
    let score = |set: &[(Kind, f64)]| {
        let mut options = Options::default();
        options.thresholds.extend(set.iter().copied());
        let mut score = Score::default();
        for (known, old, new) in &all {
            score.add(known, &compare(old, new, &options, false));
        }
        score
    };
    let usual = score(&[]);
    println!("{:<20} usual {usual}", "all");
    for n in THRESHOLDS {
        let set: Vec<(Kind, f64)> = Kind::ALL.iter().map(|&k| (k, n)).collect();
        println!("{:<20} {n:.2}  {}", "all", score(&set));
    }
    for strategy in STRATEGIES {
        for n in THRESHOLDS {
            if (n - strategy.threshold).abs() < 1e-9 {
                continue;
            }
            let other = score(&[(strategy.kind, n)]);
            // Most strategies say the same at every threshold.
            if other != usual {
                println!("{:<20} {n:.2}  {other}", strategy.kind.name());
            }
        }
    }
    println!("compare-score sweep pairs={}", all.len());
    Ok(())
}
