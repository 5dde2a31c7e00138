//! `cargo xtask purity`: whether findings are called pure as people labelled them.
//!
//! Of the labelled findings that Reweave finds too, the share that it judges the same. Ends with one line of figures,
//! `purity labelled= found= same= share=`, and fails where the share is below the floor.

use crate::oracle::Chosen;
use crate::{eval, release};
use anyhow::{Result, ensure};
use rayon::prelude::*;
use reweave_change::{Limits, analyse};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Perform the findings first, as `detect --verify` does
    #[arg(long)]
    verify: bool,
    /// Show the findings that are judged otherwise
    #[arg(long)]
    show: bool,
}

/// Of the labelled findings that are also found, so many must be judged the same.
const FLOOR: f64 = 0.95;

#[derive(Deserialize)]
struct Case {
    id: String,
    expected: Vec<Label>,
}

#[derive(Deserialize)]
struct Label {
    description: String,
    /// None where people did not judge it.
    pure: Option<bool>,
}

/// Labelled, found too, and of these judged the same; and those judged otherwise, for people.
#[derive(Default)]
struct Tally {
    labelled: usize,
    found: usize,
    same: usize,
    other: Vec<String>,
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let missed = "purity was not compared with labels";
    let Some(dir) = args.chosen.folder("purity", missed)? else {
        return Ok(());
    };
    let list = fs::read_to_string(dir.join("cases.jsonl"))?;
    let cases: Vec<Case> = list
        .lines()
        .take(args.chosen.limit())
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let tallies: Vec<Tally> = cases
        .par_iter()
        .map(|case| tally(&dir, case, args.verify))
        .collect::<Result<_>>()?;
    let mut all = Tally::default();
    for t in tallies {
        all.labelled += t.labelled;
        all.found += t.found;
        all.same += t.same;
        all.other.extend(t.other);
    }
    if args.show {
        for line in &all.other {
            println!("{line}");
        }
    }
    let share = if all.found == 0 {
        1.0
    } else {
        all.same as f64 / all.found as f64
    };
    println!(
        "purity labelled={} found={} same={} share={share:.3}",
        all.labelled, all.found, all.same
    );
    ensure!(share >= FLOOR, "{share:.3} is below the floor of {FLOOR}");
    Ok(())
}

fn tally(dir: &std::path::Path, case: &Case, verify: bool) -> Result<Tally> {
    let change = eval::read_case(dir, &case.id)?;
    let mut record = analyse(&change, &Limits::default());
    if verify {
        reweave_verify::verify(&change, &mut record, &Limits::default());
    }
    let bare = |d: &str| -> String { d.chars().filter(|c| !c.is_whitespace()).collect() };
    let ours: BTreeMap<String, bool> = record
        .findings
        .iter()
        .filter_map(|f| Some((bare(&f.description), f.pure?)))
        .collect();
    let mut out = Tally::default();
    for label in &case.expected {
        let Some(wanted) = label.pure else {
            continue;
        };
        out.labelled += 1;
        let Some(&pure) = ours.get(&bare(&label.description)) else {
            continue;
        };
        out.found += 1;
        if pure == wanted {
            out.same += 1;
        } else {
            let ours = if pure { "pure" } else { "not pure" };
            out.other
                .push(format!("{} we say {ours}: {}", case.id, label.description));
        }
    }
    Ok(out)
}
