//! `cargo xtask score`: detection on the oracles, scored by the oracle's own scorer, against the committed figures.
//!
//! Labels and reference count together, over the 536 commits of the paper and the 200 newer ones: the labels alone are what
//! one edition of one data set happened to hold. `conformance/detect.txt` holds the report on the paper's types as it was
//! when it was last accepted, `conformance/detect-all.txt` that on all types (`--all`). The task fails when precision or
//! recall drops, plain or with at most ten instances weighed a commit; `--accept` writes the new report.

use crate::storm::random::Random;
use crate::yardstick::{self, Case};
use crate::{eval, oracle, release, shared};
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::PathBuf;

#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct Args {
    /// Write the report to conformance/
    #[arg(long)]
    accept: bool,
    /// All types, not only the paper's
    #[arg(long)]
    all: bool,
    /// A line for each project as well
    #[arg(long)]
    projects: bool,
    /// Only this oracle: `java` or `java-2024`
    #[arg(long)]
    only: Option<String>,
    /// The labelled commits of another language, all types, without committed figures: `python`, `kotlin`
    #[arg(long)]
    language: Option<String>,
    /// Only the projects of this fold, 1 to 5; `--without` leaves it out instead
    #[arg(long)]
    fold: Option<usize>,
    /// Leave the fold out: what rules may be made by when the fold is what they are measured on
    #[arg(long, requires = "fold")]
    without: bool,
    /// List every false and missed report here: case, which, type, description, file and line
    #[arg(long)]
    misses: Option<PathBuf>,
    /// Print so many instances, drawn by --seed, that only the reference has, for a person to judge
    #[arg(long)]
    judge: Option<usize>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// A few reports given for a few others are no drop.
const TOLERANCE: f64 = 0.002;
pub const ORACLES: [&str; 2] = ["java", "java-2024"];

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    check(args)
}

impl Args {
    /// What every change is held to.
    pub const fn test() -> Self {
        Self {
            accept: false,
            all: false,
            projects: false,
            only: None,
            language: None,
            fold: None,
            without: false,
            misses: None,
            judge: None,
            seed: 1,
        }
    }

    /// Whether all that the committed figures are about is scored.
    const fn is_whole(&self) -> bool {
        self.only.is_none() && self.fold.is_none() && self.language.is_none()
    }
}

/// Scores with this very build.
pub fn check(args: &Args) -> Result<()> {
    let Some(cases) = counted(args)? else {
        println!(
            "SKIPPED: no ../shared beside the project or no python3, so nothing was scored against the oracle"
        );
        return Ok(());
    };
    if let Some(file) = &args.misses {
        fs::write(file, misses(&cases).join(""))?;
    }
    let report = yardstick::report(&cases, args.projects);
    print!("{report}");
    if !args.is_whole() {
        return Ok(());
    }
    let name = if args.all {
        "conformance/detect-all.txt"
    } else {
        "conformance/detect.txt"
    };
    let path = shared::root().join(name);
    if args.accept {
        fs::write(&path, report)?;
        return Ok(());
    }
    let Ok(committed) = fs::read_to_string(&path) else {
        println!("no figures in {}: --accept writes them", path.display());
        return Ok(());
    };
    for line in ["TP ", "at most "] {
        for what in ["precision", "recall"] {
            let (now, then) = (
                figure(&report, line, what)?,
                figure(&committed, line, what)?,
            );
            ensure!(
                now > then - TOLERANCE,
                "{what} on the oracle dropped from {then:.4} to {now:.4}; {name} holds the report by type"
            );
        }
    }
    Ok(())
}

/// What is counted in the chosen cases; none where there is no oracle or no Python.
fn counted(args: &Args) -> Result<Option<Vec<Case>>> {
    let mut all = Vec::new();
    let names = match &args.language {
        Some(language) => vec![language.as_str()],
        None => ORACLES.to_vec(),
    };
    for name in names {
        if args.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let (Some(dir), Some(reference)) = (
            oracle::folder(name)?,
            oracle::lines(&format!("{name}-reference"))?,
        ) else {
            return Ok(None);
        };
        let results = tempfile::NamedTempFile::new()?;
        let mut cases = oracle::cases(&dir)?;
        cases.retain(|c| is_chosen(args, c.project()));
        eval::write(&dir, &cases, None, results.path())?;
        let list = dir.join("cases.jsonl");
        let Some(mut counted) = yardstick::tally(&list, results.path(), Some(&reference))? else {
            return Ok(None);
        };
        counted.retain(|c| is_chosen(args, c.project()));
        all.extend(counted);
    }
    ensure!(!all.is_empty(), "there is no such oracle or fold");
    if !args.all && args.language.is_none() {
        yardstick::only_paper(&mut all);
    }
    if let Some(count) = args.judge {
        judge(&all, count, args.seed);
    }
    Ok(Some(all))
}

fn is_chosen(args: &Args, project: &str) -> bool {
    args.fold
        .is_none_or(|fold| (yardstick::fold(project) + 1 == fold) != args.without)
}

/// Instances that the reference has and the labels have not, drawn by a seed; whether we report them plays no part.
fn judge(cases: &[Case], count: usize, seed: u64) {
    let mut drawn: Vec<String> = Vec::new();
    for case in cases {
        for only in &case.only_reference {
            if yardstick::PAPER.contains(&only.kind.as_str()) {
                drawn.push(format!("{}\t{}\t{}", case.id, only.at, only.description));
            }
        }
    }
    println!("only in the reference: {}", drawn.len());
    let mut random = Random::new(seed, "only in the reference", 0);
    while drawn.len() > count {
        drawn.swap_remove(random.below(drawn.len()));
    }
    drawn.sort();
    for line in drawn {
        println!("{line}");
    }
}

fn misses(cases: &[Case]) -> Vec<String> {
    let mut lines: Vec<String> = cases
        .iter()
        .flat_map(|case| case.wrong.iter().map(move |w| (case, w)))
        .map(|(case, w)| {
            format!(
                "{}\t{}\t{}\t{}\t{}\n",
                case.id, w.how, w.kind, w.description, w.at
            )
        })
        .collect();
    lines.sort();
    lines
}

/// The figure after the word `what` in the line that begins so.
fn figure(report: &str, line: &str, what: &str) -> Result<f64> {
    let found = report.lines().rfind(|l| l.starts_with(line));
    found
        .unwrap_or_default()
        .split_whitespace()
        .skip_while(|w| *w != what)
        .nth(1)
        .and_then(|w| w.parse().ok())
        .with_context(|| format!("no {what} in a line that begins with `{line}`"))
}
