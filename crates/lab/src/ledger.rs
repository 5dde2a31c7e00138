//! `cargo xtask ledger`: the ledger of reviews against git's own count, over the labelled commits, or with `--releases` over
//! the commits of the repository of releases.
//!
//! Prints what each kind of refactoring takes out, for the table of docs/review.md, then one line: `ledger commits= unequal=
//! lines= to_read= share=`. A commit is equal where the sums of its ledger are those of `git diff --numstat`.

use crate::oracle::Chosen;
use crate::review_page::diff_of;
use crate::{eval, oracle, releases};
use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use reweave_change::{Limits, analyse};
use reweave_mine::Options;
use reweave_project::{Changed, review};
use reweave_review::{Count, Review};
use std::collections::BTreeMap;
use std::ffi::OsStr;
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
    /// The commits of the repository that `releases` makes, instead
    #[arg(long)]
    releases: bool,
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

impl Args {
    fn budget(&self) -> Duration {
        Duration::from_secs(self.budget)
    }
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
    let sums = if args.releases {
        of_releases(args)?
    } else {
        match of_oracle(args)? {
            Some(sums) => sums,
            None => return Ok(()),
        }
    };
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

fn of_oracle(args: &Args) -> Result<Option<Sums>> {
    let missed = "no ledger was compared with git";
    let Some(dir) = args.chosen.folder(&args.oracle, missed)? else {
        return Ok(None);
    };
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let ids: Vec<String> = cases.into_iter().map(|c| c.id).collect();
    all(&ids, |id| {
        let change = eval::read_case(&dir, id)?;
        let record = analyse(&change, &Limits::within(Some(args.budget())));
        let review = Review::new(id.to_owned(), &change, record, &diff_of(&dir, id)?);
        let sides = ["before", "after"].map(|side| dir.join(id).join(side));
        let [before, after] = sides.each_ref().map(|s| s.as_os_str());
        let git = counted(&dir, &["--no-index".as_ref(), before, after])?;
        Ok(sums(id, &review, git))
    })
    .map(Some)
}

fn of_releases(args: &Args) -> Result<Sums> {
    let repository = releases::repository()?;
    let listed = Command::new("git")
        .arg("-C")
        .arg(&repository)
        .args(["rev-list", "--all", "--min-parents=1", "--max-parents=1"])
        .output()
        .context("running git")?;
    let listed = String::from_utf8(listed.stdout)?;
    let commits = listed.lines().take(args.chosen.limit()).map(str::to_owned);
    let options = Options {
        jobs: 1,
        budget: Some(args.budget()),
        ..Options::default()
    };
    all(&commits.collect::<Vec<_>>(), |commit| {
        let review = review(&repository, &Changed::Commit(commit.to_owned()), &options)?;
        let parent = format!("{commit}^");
        let git = counted(&repository, &[parent.as_ref(), commit.as_ref()])?;
        Ok(sums(commit, &review, git))
    })
}

fn all(ids: &[String], one: impl Fn(&str) -> Result<Sums> + Sync) -> Result<Sums> {
    ids.par_iter()
        .map(|id| one(id).with_context(|| id.clone()))
        .try_reduce(Sums::default, |a, b| Ok(a.join(b)))
}

/// What a review adds, and whether its lines are as many as git counts.
fn sums(id: &str, review: &Review, git: (usize, usize)) -> Sums {
    let total = review.ledger.total();
    let is_equal = (total.added, total.removed) == git;
    let mut sums = Sums {
        commits: 1,
        unequal: (!is_equal).then(|| id.to_owned()).into_iter().collect(),
        total,
        to_read: review.ledger.to_read().lines(),
        ..Sums::default()
    };
    for row in &review.rows {
        let lines = row.lines.lines();
        let pure = if row.pure == Some(false) { 0 } else { lines };
        let sum = sums.kinds.entry(row.kind.clone()).or_default();
        *sum = (sum.0 + 1, sum.1 + lines, sum.2 + pure);
    }
    sums
}

/// What git counts, asked here anew.
fn counted(folder: &Path, versions: &[&OsStr]) -> Result<(usize, usize)> {
    let output = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["diff", "--numstat", "--no-renames"])
        .args(["--no-ext-diff", "--no-textconv"])
        .args(versions)
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
