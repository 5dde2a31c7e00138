//! `cargo xtask train`: the scores of detection, learned from what labels and reference say of its candidates.
//!
//! Every fold of projects is scored by a table that was trained without it; the figures printed are of those. The tables
//! of all folds together are written into the sources with `--write`; a decision whose score does no better than its plain
//! rule on projects left out keeps the rule, and its score is told as confidence only.

mod boost;

use crate::yardstick::{self, FOLDS};
use crate::{release, shared, trial};
use anyhow::{Context, Result};
use boost::Row;
use reweave_detect::score::{Decision, Ensemble, Judge, Judged, Tables};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

#[derive(clap::Args)]
pub struct Args {
    /// Only these families
    #[arg(long, value_delimiter = ',')]
    decision: Vec<String>,
    /// Write the tables of all projects into the sources
    #[arg(long)]
    write: bool,
    /// Score the oracles as well, each fold by tables that were trained without it
    #[arg(long)]
    score: bool,
}

/// A commit with more candidates of a decision weighs no more than one with so many.
const MOST: f64 = 60.0;
/// What a right candidate weighs at least: there are few of them among many.
const RIGHT: f64 = 0.5;

/// A candidate for training: the fold of its project, its numbers, and whether the plain rule takes it.
struct Sample {
    fold: usize,
    row: Row,
    taken: bool,
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let rules = Tables::default();
    let trial = trial::run(&|_| Judge::new(&rules, true))?;
    let Some(trial) = trial else {
        println!("SKIPPED: no ../shared beside the project or no python3, so nothing was trained");
        return Ok(());
    };
    let Some(wrong) = trial::wrong(&trial.kept)? else {
        return Ok(());
    };
    let mut left_out: Vec<Tables> = vec![Tables::shipped().clone(); FOLDS];
    for decision in Decision::ALL {
        if !args.decision.is_empty() && !args.decision.iter().any(|f| f == decision.name()) {
            continue;
        }
        let samples = samples(decision, &trial.kept, &wrong);
        let shipped = Tables::shipped().of(decision);
        let with_cuts = |table: Ensemble| Ensemble {
            sure: shipped.sure,
            least: shipped.least,
            ..table
        };
        let without: Vec<Ensemble> = (0..FOLDS)
            .map(|fold| with_cuts(table(&samples, |s| s.fold != fold)))
            .collect();
        report(decision, &samples, &without);
        for (tables, table) in left_out.iter_mut().zip(without) {
            *tables = tables.with(decision, table);
        }
        if args.write {
            let all = with_cuts(table(&samples, |_| true));
            write(decision, &all)?;
        }
    }
    if args.score {
        let scored = trial::run(&|project| Judge::new(&left_out[yardstick::fold(project)], false))?;
        let mut cases = scored.map_or_else(Vec::new, |t| t.cases);
        yardstick::only_paper(&mut cases);
        print!("{}", yardstick::report(&cases, false));
    }
    Ok(())
}

fn samples(
    decision: Decision,
    kept: &BTreeMap<String, Vec<Judged>>,
    wrong: &BTreeMap<String, BTreeSet<String>>,
) -> Vec<Sample> {
    let mut out = Vec::new();
    for (id, judged) in kept {
        let Some(wrong) = wrong.get(id) else {
            continue;
        };
        let fold = yardstick::fold(crate::oracle::project(id));
        let own = judged.iter().filter(|j| j.decision == decision);
        let share = (MOST / own.clone().count().max(1) as f64).min(1.0);
        let mut seen = BTreeSet::new();
        for j in own {
            let right = !wrong.contains(&j.description);
            if seen.insert((&j.evidence, right)) {
                out.push(Sample {
                    fold,
                    row: Row {
                        evidence: j.evidence.clone(),
                        right,
                        weight: if right { share.max(RIGHT) } else { share },
                    },
                    taken: j.taken,
                });
            }
        }
    }
    out
}

fn table(samples: &[Sample], wanted: impl Fn(&Sample) -> bool) -> Ensemble {
    let rows: Vec<&Row> = samples
        .iter()
        .filter(|s| wanted(s))
        .map(|s| &s.row)
        .collect();
    boost::train(&rows)
}

/// How rule, score and both together do, each candidate scored by the table that did not see its project.
fn report(decision: Decision, samples: &[Sample], without: &[Ensemble]) {
    let right = samples.iter().filter(|s| s.row.right).count();
    println!(
        "{}: {} candidates, {right} right",
        decision.name(),
        samples.len()
    );
    let line = |name: &str, taken: &dyn Fn(&Sample) -> bool| {
        let of = |is: bool| {
            samples
                .iter()
                .filter(|s| s.row.right == is && taken(s))
                .count()
        };
        let (tp, fp) = (of(true), of(false));
        println!(
            "  {name:24} precision {:.3} recall {:.3} TP {tp} FP {fp}",
            tp as f64 / (tp + fp).max(1) as f64,
            tp as f64 / right.max(1) as f64
        );
    };
    let score = |s: &Sample| without[s.fold].score(&s.row.evidence);
    line("plain rule", &|s| s.taken);
    for cut in [-600, 0, 600, 1000, 1500] {
        line(&format!("score from {cut}"), &|s| score(s) >= cut);
    }
    let cuts = &without[0];
    line("rule and score", &|s| {
        score(s) >= cuts.sure || s.taken && score(s) >= cuts.least
    });
}

fn write(decision: Decision, table: &Ensemble) -> Result<()> {
    let path = shared::root().join(format!(
        "crates/detect/src/score/tables/{}.txt",
        decision.name()
    ));
    let text = format!(
        "# Written by `cargo xtask train --write`.\n{}",
        table.text(decision.names())
    );
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}
