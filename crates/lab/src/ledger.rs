//! `cargo xtask ledger`: the ledger of reviews against git's own count, over the labelled commits.
//!
//! Prints what each kind of refactoring takes out, for the table of docs/review.md, then one line: `ledger commits= unequal=
//! lines= to_read= share=`. A commit is equal where the sums of its ledger are those of `git diff --numstat`.

use crate::oracle::Chosen;
use crate::review_page::diff_of;
use crate::{eval, oracle};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reweave_change::{Limits, analyse};
use reweave_review::{Count, Review};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// The oracle of ../shared: java, java-2024, python, kotlin
    #[arg(long, default_value = "java")]
    oracle: String,
    /// Time for one commit, in seconds
    #[arg(long, default_value_t = 60)]
    budget: u64,
}

/// What one commit adds to the sums.
#[derive(Default)]
struct Sums {
    commits: usize,
    unequal: Vec<String>,
    total: Count,
    to_read: usize,
    /// By type: rows, changed lines that they account for, and those of them in pure rows.
    kinds: BTreeMap<String, (usize, usize, usize)>,
}

impl Sums {
    fn join(mut self, other: Self) -> Self {
        self.commits += other.commits;
        self.unequal.extend(other.unequal);
        self.total += other.total;
        self.to_read += other.to_read;
        for (kind, (rows, lines, pure)) in other.kinds {
            let sum = self.kinds.entry(kind).or_default();
            *sum = (sum.0 + rows, sum.1 + lines, sum.2 + pure);
        }
        self
    }
}

pub fn run(args: &Args) -> Result<()> {
    let missed = "no ledger was compared with git";
    let Some(dir) = args.chosen.folder(&args.oracle, missed)? else {
        return Ok(());
    };
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let budget = Duration::from_secs(args.budget);
    let sums = cases
        .par_iter()
        .map(|case| one(&dir, &case.id, budget).with_context(|| case.id.clone()))
        .try_reduce(Sums::default, |a, b| Ok(a.join(b)))?;
    for (kind, (rows, lines, pure)) in &sums.kinds {
        println!("{kind:40} rows {rows:6} lines {lines:7} pure {pure:7}");
    }
    for id in &sums.unequal {
        println!("unequal {id}");
    }
    let lines = sums.total.lines();
    let share = sums.to_read as f64 / lines.max(1) as f64;
    println!(
        "ledger commits={} unequal={} lines={lines} to_read={} share={share:.3}",
        sums.commits,
        sums.unequal.len(),
        sums.to_read
    );
    ensure!(sums.unequal.is_empty(), "git counts other lines");
    Ok(())
}

fn one(dir: &Path, id: &str, budget: Duration) -> Result<Sums> {
    let change = eval::read_case(dir, id)?;
    let record = analyse(&change, &Limits::within(Some(budget)));
    let diff = diff_of(dir, id)?;
    let sides = ["before", "after"].map(|side| dir.join(id).join(side));
    let review = Review::new(id.to_owned(), &change, record, &diff);
    let total = review.ledger.total();
    let mut sums = Sums {
        commits: 1,
        total,
        to_read: review.ledger.to_read().lines(),
        ..Sums::default()
    };
    if (total.added, total.removed) != counted(&sides)? {
        sums.unequal.push(id.to_owned());
    }
    for row in &review.rows {
        let lines = row.lines.lines();
        let pure = if row.pure == Some(false) { 0 } else { lines };
        let sum = sums.kinds.entry(row.kind.clone()).or_default();
        *sum = (sum.0 + 1, sum.1 + lines, sum.2 + pure);
    }
    Ok(sums)
}

/// What git counts, asked here anew.
fn counted(sides: &[std::path::PathBuf; 2]) -> Result<(usize, usize)> {
    let output = Command::new("git")
        .args(["diff", "--numstat", "--no-index", "--no-renames"])
        .args(["--no-ext-diff", "--no-textconv"])
        .args(sides)
        .output()
        .context("running git")?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut sum = (0, 0);
    for line in text.lines() {
        let mut words = line.split('\t').map(|w| w.parse().unwrap_or(0));
        sum.0 += words.next().unwrap_or(0);
        sum.1 += words.next().unwrap_or(0);
    }
    Ok(sum)
}
