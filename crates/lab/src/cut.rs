//! `cargo xtask cut`: whether a detection that is cut short says only what the whole one says.
//!
//! Each case is called off at random moments, counted in questions to the budget and not in time, so that the answer is
//! the same on every machine. Ends with one line of figures, `cut runs= reports= subset= kept=` (`kept`: of what
//! the whole runs report), and fails where the
//! share of reports that the whole run gives too is below the floor.

use crate::oracle::Chosen;
use crate::storm::random::Random;
use crate::{eval, oracle, release};
use anyhow::{Result, ensure};
use rayon::prelude::*;
use reweave_change::{Change, Limits, Record, analyse};
use std::cell::Cell;
use std::collections::BTreeSet;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// How often each case is cut short
    #[arg(long, default_value_t = 3)]
    cuts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Show the reports that the whole run does not give
    #[arg(long)]
    show: bool,
}

/// Of the reports of runs cut short, so many must be reports of the whole run.
const FLOOR: f64 = 0.99;

#[derive(Default)]
struct Tally {
    runs: usize,
    reports: usize,
    /// What the whole runs report, once for each cut.
    whole: usize,
    /// Reports that the whole run does not give.
    other: Vec<String>,
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let missed = "no detection was cut short";
    let Some(dir) = args.chosen.folder("java", missed)? else {
        return Ok(());
    };
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let tallies: Vec<Tally> = cases
        .par_iter()
        .map(|case| {
            let change = eval::read_case(&dir, &case.id)?;
            Ok(tally(&case.id, &change, args))
        })
        .collect::<Result<_>>()?;
    let mut all = Tally::default();
    for t in tallies {
        all.runs += t.runs;
        all.reports += t.reports;
        all.whole += t.whole;
        all.other.extend(t.other);
    }
    if args.show {
        for line in &all.other {
            println!("{line}");
        }
    }
    let subset = 1.0 - all.other.len() as f64 / all.reports.max(1) as f64;
    println!(
        "cut runs={} reports={} subset={subset:.4} kept={:.3}",
        all.runs,
        all.reports,
        all.reports as f64 / all.whole.max(1) as f64
    );
    ensure!(subset >= FLOOR, "{subset:.4} is below the floor of {FLOOR}");
    Ok(())
}

fn tally(id: &str, change: &Change, args: &Args) -> Tally {
    let (whole, questions) = cut_at(change, usize::MAX);
    let known: BTreeSet<&str> = whole.findings.iter().map(|f| &*f.description).collect();
    let mut random = Random::new(args.seed, id, 0);
    let mut out = Tally::default();
    for _ in 0..args.cuts {
        let (record, _) = cut_at(change, random.below(questions.max(1)));
        out.runs += 1;
        out.reports += record.findings.len();
        out.whole += known.len();
        out.other.extend(
            record
                .findings
                .iter()
                .filter(|f| !known.contains(&*f.description))
                .map(|f| format!("{id} {}", f.description)),
        );
    }
    out
}

/// The record of a run that is called off at the question of that number, and how many questions it asked.
fn cut_at(change: &Change, question: usize) -> (Record, usize) {
    let asked = Cell::new(0);
    let over = || {
        asked.set(asked.get() + 1);
        asked.get() > question
    };
    let limits = Limits {
        out_of_memory: Some(&over),
        ..Limits::default()
    };
    (analyse(change, &limits), asked.get())
}
