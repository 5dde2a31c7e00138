//! `cargo xtask history`: mining whole histories, checked on a Git repository made of the oracle.
//!
//! Each case is a root commit and its child on a branch of its own. The task mines them with the `reweave` binary and
//! checks that no record is lost, that the bytes are the same whatever the number of threads and wherever the run was
//! killed, that the findings are those of the two trees, and how long it takes. It ends with one line of figures.

mod budget;
pub mod kill;
pub mod repository;
mod run;

use crate::{binary, eval, oracle, release, shared};
use anyhow::{Context, Result, bail, ensure};
use rayon::prelude::*;
use repository::Repository;
use reweave_change::{Limits, analyse};
use run::{Mined, mine};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// The oracle [default: the Java oracle of ../shared]
    #[arg(long)]
    cases: Option<PathBuf>,
    /// Only N cases, drawn by the seed
    #[arg(long)]
    limit: Option<usize>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The `reweave` to run [default: a release build of this workspace]
    #[arg(long)]
    binary: Option<PathBuf>,
    /// How often to kill a run and resume it
    #[arg(long, default_value_t = 20)]
    kills: usize,
    /// The budget of a commit in the check of budgets, in milliseconds
    #[arg(long, default_value_t = 50)]
    budget_ms: u64,
}

/// The threads that the figures are taken on.
const JOBS: usize = 2;

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    check(args)
}

impl Args {
    /// A few cases, with the binary that the tests have built already.
    pub fn sample() -> Result<Self> {
        Ok(Self {
            cases: None,
            limit: Some(24),
            seed: 1,
            binary: Some(binary::beside()?),
            kills: 3,
            budget_ms: 50,
        })
    }
}

/// Checks with this very build.
pub fn check(args: &Args) -> Result<()> {
    let dir = args
        .cases
        .clone()
        .map_or_else(|| oracle::folder("java"), |d| Ok(Some(d)))?;
    let Some(dir) = dir else {
        println!("SKIPPED: no ../shared beside the project, so no history could be made of it");
        return Ok(());
    };
    let ids = chosen(&dir, args)?;
    let binary = args.binary.clone().map_or_else(binary::beside, Ok)?;
    let scratch = tempfile::tempdir_in(cache()?)?;
    let repository = Repository::make(&dir, &ids, &scratch.path().join("repo.git"))?;
    println!("{} cases, {} commits", ids.len(), 2 * ids.len());

    // The shorter of two runs each: what else the machine does makes single ones differ by a third.
    let (mined, first) = timed(|| mine(&binary, &repository.path, JOBS, &[]))?;
    let (again, second) = timed(|| mine(&binary, &repository.path, JOBS, &[]))?;
    let seconds = f64::min(first, second);
    let trees = || check_findings(&dir, &ids, &repository, &mined);
    let trees_seconds = f64::min(trees()?, trees()?);
    ensure!(again.bytes == mined.bytes, "two runs gave different bytes");
    let single = mine(&binary, &repository.path, 1, &[])?;
    ensure!(
        single.bytes == mined.bytes,
        "one thread gave different bytes"
    );
    let slowest = kill::check(&binary, &repository, &mined, seconds, args)?;
    let budget = budget::check(&repository, &mined, args.budget_ms)?;
    println!(
        "history commits={} mine_s={seconds:.2} trees_s={trees_seconds:.2} ratio={:.2} kills={} resumed_runs_max={slowest} \
         budget_ms={} budget_max_ms={:.0} budget_reports={} budget_subset={:.4}",
        2 * ids.len(),
        seconds / trees_seconds.max(1e-9),
        args.kills,
        args.budget_ms,
        budget.slowest_ms,
        budget.reports,
        budget.subset(),
    );
    Ok(())
}

fn cache() -> Result<PathBuf> {
    let dir = shared::cache();
    std::fs::create_dir_all(&dir)?;
    Ok(dir)
}

fn chosen(dir: &Path, args: &Args) -> Result<Vec<String>> {
    let mut ids: Vec<String> = oracle::cases(dir)?.into_iter().map(|c| c.id).collect();
    if let Some(limit) = args.limit {
        let mut random = kill::Random::new(args.seed);
        while ids.len() > limit {
            let i = random.below(ids.len() as u64) as usize;
            ids.swap_remove(i);
        }
        ids.sort();
    }
    Ok(ids)
}

fn timed<T>(work: impl FnOnce() -> Result<T>) -> Result<(T, f64)> {
    let start = Instant::now();
    let result = work()?;
    Ok((result, start.elapsed().as_secs_f64()))
}

/// Fails where a record is lost or a commit's findings are not those of its two trees; gives the time that the two trees
/// take on the same number of threads, reading them included.
fn check_findings(
    dir: &Path,
    ids: &[String],
    repository: &Repository,
    mined: &Mined,
) -> Result<f64> {
    ensure!(
        mined.records.len() == 2 * ids.len(),
        "{} records for {} commits",
        mined.records.len(),
        2 * ids.len()
    );
    if let Some(record) = mined.records.iter().find(|r| r.status != "complete") {
        bail!("commit {} is {}", record.commit, record.status);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(JOBS).build()?;
    let (trees, seconds) = timed(|| {
        pool.install(|| {
            ids.par_iter()
                .map(|id| {
                    let change = eval::read_case(dir, id)?;
                    let record = analyse(&change, &Limits::default());
                    let found = record.findings.into_iter().map(|f| f.description);
                    Ok(found.collect::<BTreeSet<String>>())
                })
                .collect::<Result<Vec<_>>>()
        })
    })?;
    for (id, found) in ids.iter().zip(&trees) {
        let commit = repository
            .tips
            .get(id)
            .with_context(|| format!("no branch {id}"))?;
        let record = mined
            .of(commit)
            .with_context(|| format!("no record of {id}"))?;
        if record.descriptions() != *found {
            bail!("{id}: its commit and its two trees give different findings");
        }
    }
    Ok(seconds)
}
