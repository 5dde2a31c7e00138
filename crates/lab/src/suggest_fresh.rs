//! `cargo xtask suggest-fresh --seed N`: libraries drawn from Maven Central, each looked at by `suggest` with its libraries on the class
//! path, and every suggestion above the cut performed in memory.
//!
//! `--sample FOLDER` draws reports for a judge, a quarter of them decoys (two places of different groups, or a group below the
//! cut), each with both places; which are decoys, and which are ready, stands in a file of its own. `--compile N` performs so many
//! ready ones, drawn, on a copy of their library, and lets javac compare the errors of each file with those before.

mod draw;
mod judged;
mod sample;

use crate::{binary, corpus};
use anyhow::{Context, Result, ensure};
use reweave_advise::{LEAST, Report, Suggestion};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, time};

#[derive(clap::Args)]
pub struct Args {
    /// What is drawn
    #[arg(long)]
    seed: u64,
    #[arg(long, default_value_t = 20)]
    libraries: usize,
    /// Libraries that were looked at (GROUP:NAME)
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Write the reports to be judged into this folder
    #[arg(long)]
    sample: Option<PathBuf>,
    /// How many reports are drawn, decoys included
    #[arg(long, default_value_t = 120)]
    reports: usize,
    /// Perform so many of those that are ready, and compile
    #[arg(long, default_value_t = 0)]
    compile: usize,
    /// Perform so many of each library in memory
    #[arg(long, default_value_t = 100)]
    perform: usize,
}

/// A library and what is suggested for it, the small ones as well.
struct Advised {
    coordinates: String,
    dir: PathBuf,
    /// The class jars that its sources need.
    class_path: Vec<PathBuf>,
    report: Report,
}

impl Advised {
    /// The first suggestion of each group.
    fn groups(&self) -> impl Iterator<Item = &Suggestion> {
        let groups = self.report.suggestions.chunk_by(|a, b| a.group == b.group);
        groups.map(|group| &group[0])
    }

    /// Those that are shown.
    fn shown(&self) -> impl Iterator<Item = &Suggestion> {
        self.groups().filter(|s| s.worth >= LEAST)
    }
}

pub fn run(args: &Args) -> Result<()> {
    let mut all = Vec::new();
    for (coordinates, dir) in draw::libraries(args)? {
        let advised = advised(coordinates, dir, args)?;
        let count = |f: fn(&Suggestion) -> bool| advised.shown().filter(|s| f(s)).count();
        println!(
            "{}: {} lines, {} shown, {} performed, {} ready, {} small",
            advised.coordinates,
            advised.report.lines,
            count(|_| true),
            count(|s| s.ready.is_some()),
            count(|s| s.ready == Some(true)),
            advised.groups().filter(|s| s.worth < LEAST).count()
        );
        all.push(advised);
    }
    ensure!(!all.is_empty(), "no library could be fetched");
    if let Some(dir) = &args.sample {
        sample::write(dir, args, &all)?;
    }
    if args.compile > 0 {
        judged::compile(args, &all)?;
    }
    let shown = || all.iter().flat_map(Advised::shown);
    println!(
        "suggest-fresh seed={} libraries={} lines={} shown={} ready={}",
        args.seed,
        all.len(),
        all.iter().map(|a| a.report.lines).sum::<usize>(),
        shown().count(),
        shown().filter(|s| s.ready == Some(true)).count()
    );
    Ok(())
}

fn advised(coordinates: String, dir: PathBuf, args: &Args) -> Result<Advised> {
    // What others published may name dependencies that are nowhere.
    let class_path = corpus::class_path(&coordinates, &[]).unwrap_or_default();
    let scratch = tempfile::tempdir()?;
    let output = scratch.path().join("report.json");
    let mut command = Command::new(binary::beside()?);
    command
        .arg("suggest")
        .arg(&dir)
        .args(["--all", "--format", "json"]);
    command
        .args(["--perform", &args.perform.to_string(), "-o"])
        .arg(&output);
    if !class_path.is_empty() {
        command.arg("--classpath").arg(joined(&class_path));
    }
    let begun = time::Instant::now();
    let ended = command.output()?;
    let text = fs::read_to_string(&output)
        .with_context(|| format!("{coordinates}: {}", String::from_utf8_lossy(&ended.stderr)))?;
    println!("{coordinates}: {:.1} s", begun.elapsed().as_secs_f64());
    Ok(Advised {
        coordinates,
        dir,
        class_path,
        report: serde_json::from_str(&text)?,
    })
}

fn joined(jars: &[PathBuf]) -> String {
    let all: Vec<String> = jars.iter().map(|j| j.display().to_string()).collect();
    all.join(":")
}

/// A path as it stands in the library.
fn inside<'p>(dir: &Path, path: &'p str) -> &'p str {
    let path = path.strip_prefix(&*dir.to_string_lossy());
    path.map_or("", |p| p.trim_start_matches('/'))
}
