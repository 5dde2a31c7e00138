//! `cargo xtask eval`: detection on every case of an oracle, one line a case, for the scorer.

use crate::oracle::{Case, Chosen};
use crate::{oracle, release};
use anyhow::{Context, Result};
use rayon::prelude::*;
use reweave_change::{Change, Finding, Limits, Record, analyse};
use reweave_sources::read_change;
use serde::Serialize;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Where the lines go, one a case
    #[arg(long)]
    out: PathBuf,
    /// Only this case
    #[arg(long)]
    only: Option<String>,
    /// How many cases at a time [default: one a core]
    #[arg(long)]
    jobs: Option<usize>,
    /// Stop a case after so many milliseconds
    #[arg(long)]
    budget_ms: Option<u64>,
}

#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    ms: f64,
    status: &'a str,
    refactorings: Vec<Refactoring<'a>>,
}

#[derive(Serialize)]
struct Refactoring<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    description: &'a str,
    /// File and line where it begins, on the newer side where it has one.
    at: String,
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let dir = args.chosen.of_language()?;
    let mut cases = oracle::cases(&dir)?;
    if let Some(only) = &args.only {
        cases.retain(|c| c.id == *only);
        anyhow::ensure!(!cases.is_empty(), "no case is called {only}");
    }
    cases.truncate(args.chosen.limit());
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build_global()?;
    let budget = args.budget_ms.map(Duration::from_millis);
    write(&dir, &cases, budget, &args.out)
}

/// Detects every case and writes its line.
pub fn write(dir: &Path, cases: &[Case], budget: Option<Duration>, out: &Path) -> Result<()> {
    write_with(dir, cases, out, &|_, change| {
        analyse(change, &Limits::within(budget))
    })
}

/// What detects one case.
pub type Detect<'a> = &'a (dyn Fn(&Case, &Change) -> Record + Sync);

/// The same by another way to detect.
pub fn write_with(dir: &Path, cases: &[Case], out: &Path, detect: Detect<'_>) -> Result<()> {
    let lines: Vec<String> = cases
        .par_iter()
        .map(|case| {
            let change = read_case(dir, &case.id)?;
            let start = Instant::now();
            let record = detect(case, &change);
            let ms = start.elapsed().as_secs_f64() * 1e3;
            Ok(serde_json::to_string(&line(&case.id, ms, &record))?)
        })
        .collect::<Result<_>>()?;
    write_lines(out, &lines)
}

/// Writes lines to a file.
pub fn write_lines(out: &Path, lines: &[String]) -> Result<()> {
    let file = File::create(out).with_context(|| format!("cannot write {}", out.display()))?;
    let mut out = BufWriter::new(file);
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(out.flush()?)
}

/// The files of one case, in memory.
pub fn read_case(dir: &Path, id: &str) -> Result<Change> {
    let dir = dir.join(id);
    let folders = read_change(&dir.join("before"), &dir.join("after"));
    Ok(folders.with_context(|| format!("case {id}"))?.change)
}

fn line<'a>(id: &'a str, ms: f64, record: &'a Record) -> Line<'a> {
    Line {
        id,
        ms: (ms * 1e3).round() / 1e3,
        status: record.status.name(),
        refactorings: record
            .findings
            .iter()
            .map(|f| Refactoring {
                kind: &f.kind,
                description: &f.description,
                at: begin(f),
            })
            .collect(),
    }
}

/// `path:line` of the finding's first place.
fn begin(finding: &Finding) -> String {
    let first = finding.right.first().or(finding.left.first());
    first.map_or_else(String::new, |p| format!("{}:{}", p.path, p.start.line))
}
