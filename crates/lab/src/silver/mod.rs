//! `cargo xtask silver`: detection on successive releases of libraries, against the reference tool.
//!
//! The truth is what RefactoringMiner finds, run as a black box: not the truth of people, but there is no end of it, and no
//! rule was made by looking at it. Libraries are split by their names: `tune` may be looked at while rules are made, `fresh`
//! is for the end. Pairs are drawn by seed from both, kept in the cache with the reference's answers, and scored by the
//! oracle's scorer. Cases that run into the limit on either side are counted and left out for both.

mod draw;
mod reference;
pub mod versions;

pub use draw::{newest, newest_of};
pub use versions::names;

use crate::storm::random::Random;
use crate::yardstick::{self, Case};
use crate::{eval, oracle, release, shared};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which libraries: those that rules may be made by, or those kept for the end
    #[arg(long, value_enum, default_value = "tune")]
    part: Part,
    /// How many libraries are drawn
    #[arg(long, default_value_t = 30)]
    libraries: usize,
    /// How many pairs of each
    #[arg(long, default_value_t = 2)]
    each: usize,
    /// Score only the types of paper 4
    #[arg(long)]
    labelled: bool,
    /// A line for each library as well
    #[arg(long)]
    projects: bool,
    /// List every disagreement here: case, who reports it, file and line, description
    #[arg(long)]
    disagreements: Option<PathBuf>,
    /// Draw so many of them at random for a person to judge
    #[arg(long)]
    judge: Option<usize>,
    /// Only draw, fetch and run the reference
    #[arg(long)]
    prepare: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    Tune,
    Fresh,
}

/// What either side may take for one pair.
const LIMIT: Duration = Duration::from_mins(2);

/// The cases of one draw, in the cache.
struct Set {
    dir: PathBuf,
}

impl Set {
    fn cases(&self) -> PathBuf {
        self.dir.join("cases")
    }

    fn reference(&self) -> PathBuf {
        self.dir.join("reference.jsonl")
    }
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let part = match args.part {
        Part::Tune => "tune",
        Part::Fresh => "fresh",
    };
    let name = format!("{part}-{}-{}x{}", args.seed, args.libraries, args.each);
    let set = Set {
        dir: shared::cache().join("silver").join(name),
    };
    draw::draw(args, &set)?;
    reference::run(&set, LIMIT)?;
    if args.prepare {
        return Ok(());
    }
    score(args, &set)
}

/// What the reference says of one case, as far as it matters here.
#[derive(Deserialize)]
struct Answer {
    id: String,
    error: Option<String>,
}

fn score(args: &Args, set: &Set) -> Result<()> {
    let results = set.dir.join("results.jsonl");
    let cases = oracle::cases(&set.cases())?;
    eval::write(&set.cases(), &cases, Some(LIMIT), &results)?;
    let tallied = yardstick::tally(
        &set.cases().join("cases.jsonl"),
        &results,
        Some(&set.reference()),
    )?;
    let Some(mut tallied) = tallied else {
        println!("SKIPPED: no ../shared beside the project or no python3, so nothing was scored");
        return Ok(());
    };
    let unanswered = unanswered(&set.reference())?;
    let all = tallied.len();
    tallied.retain(|c| !unanswered.contains(&c.id));
    let answered = tallied.len();
    tallied.retain(|c| c.status == "complete");
    if args.labelled {
        yardstick::only_paper(&mut tallied);
    }
    if let Some(file) = &args.disagreements {
        fs::write(file, disagreements(&tallied, None))?;
    }
    if let Some(count) = args.judge {
        print!("{}", disagreements(&tallied, Some((count, args.seed))));
    }
    print!("{}", yardstick::report(&tallied, args.projects));
    let all_counts: yardstick::Counts = tallied.iter().map(Case::counts).sum();
    println!(
        "silver pairs={all} reference_out={} ours_out={} precision={:.4} recall={:.4}",
        all - answered,
        answered - tallied.len(),
        all_counts.precision(),
        all_counts.recall()
    );
    Ok(())
}

/// The cases of which the reference could say nothing.
fn unanswered(reference: &Path) -> Result<BTreeSet<String>> {
    let text = fs::read_to_string(reference)?;
    let answers: Result<Vec<Answer>, _> = text.lines().map(serde_json::from_str).collect();
    let answers = answers.context("a line of the reference is no answer")?;
    let without = answers.into_iter().filter(|a| a.error.is_some());
    Ok(without.map(|a| a.id).collect())
}

/// Every disagreement, a line each, or so many drawn by a seed.
fn disagreements(cases: &[Case], drawn: Option<(usize, u64)>) -> String {
    let mut lines: Vec<String> = Vec::new();
    for case in cases {
        for wrong in &case.wrong {
            let who = if wrong.how == "false" {
                "ours"
            } else {
                "theirs"
            };
            lines.push(format!(
                "{}\t{who}\t{}\t{}",
                case.id, wrong.at, wrong.description
            ));
        }
    }
    if let Some((count, seed)) = drawn {
        let mut random = Random::new(seed, "disagreements", 0);
        while lines.len() > count {
            lines.swap_remove(random.below(lines.len()));
        }
        lines.sort();
    }
    let mut out = String::new();
    for line in lines {
        writeln!(out, "{line}").expect("writing to a string cannot fail");
    }
    out
}
