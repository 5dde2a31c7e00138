//! What a small budget for each commit leaves.

use super::JOBS;
use super::repository::Repository;
use super::run::Mined;
use anyhow::Result;
use reweave_git::{Merges, Repo, Selection};
use reweave_mine::{Options, mine};
use std::time::Duration;

pub struct Budgeted {
    pub slowest_ms: f64,
    pub reports: usize,
    /// Reports that the run without a budget gives too.
    shared: usize,
}

impl Budgeted {
    pub fn subset(&self) -> f64 {
        self.shared as f64 / (self.reports.max(1)) as f64
    }
}

/// Mines in this process, so that each commit's time is known.
pub fn check(repository: &Repository, whole: &Mined, budget_ms: u64) -> Result<Budgeted> {
    let repo = Repo::open(&repository.path)?;
    let history = repo.local().history(&Selection::All, Merges::Skip)?;
    let options = Options {
        jobs: JOBS,
        budget: Some(Duration::from_millis(budget_ms)),
        max_memory: None,
        ..Options::default()
    };
    let mut out = Budgeted {
        slowest_ms: 0.0,
        reports: 0,
        shared: 0,
    };
    let mut cut = 0;
    mine(
        &repo,
        &history.steps,
        &options,
        &|_, step, done| (step.commit.to_string(), done),
        &mut |(commit, done)| {
            let ms = done.took.as_secs_f64() * 1e3;
            if ms > out.slowest_ms {
                out.slowest_ms = ms;
            }
            cut += usize::from(done.record.status.name() == "timeout");
            let full = whole.of(&commit).map(super::run::Line::descriptions);
            let full = full.unwrap_or_default();
            for finding in &done.record.findings {
                out.reports += 1;
                out.shared += usize::from(full.contains(&finding.description));
            }
            Ok::<(), anyhow::Error>(())
        },
    )?;
    println!("{cut} commits met the budget of {budget_ms} ms");
    Ok(out)
}
