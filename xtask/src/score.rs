//! `cargo xtask score`: detection on the oracle, scored by the oracle's own scorer, against the committed figures.
//!
//! `conformance/detect.txt` holds the scorer's table of the labelled types as it was when it was last accepted; its last
//! line gives precision and recall; `conformance/detect-all.txt` holds that of all types (`--all`). The task fails when
//! either drops, and `--accept` writes the new table.

use crate::{eval, oracle, release, shared};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// Write the table to conformance/
    #[arg(long)]
    accept: bool,
    /// All types against labels and reference, not only the labelled ones
    #[arg(long)]
    all: bool,
    /// List every false and missed report here
    #[arg(long)]
    misses: Option<PathBuf>,
}

/// A few reports given for a few others are no drop.
const TOLERANCE: f64 = 0.002;

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
            misses: None,
        }
    }
}

/// Scores with this very build.
pub fn check(args: &Args) -> Result<()> {
    let Some(table) = score(args.misses.as_deref(), args.all)? else {
        println!(
            "SKIPPED: no ../shared beside the project or no python3, so nothing was scored against the oracle"
        );
        return Ok(());
    };
    let name = if args.all {
        "conformance/detect-all.txt"
    } else {
        "conformance/detect.txt"
    };
    let path = shared::root().join(name);
    print!("{table}");
    if args.accept {
        fs::create_dir_all(path.parent().expect("it has a folder"))?;
        // Times differ from run to run; the table is about what is found.
        let kept: String = table
            .lines()
            .filter(|l| !l.starts_with("time per case"))
            .flat_map(|l| [l, "\n"])
            .collect();
        fs::write(&path, kept)?;
        return Ok(());
    }
    let Ok(committed) = fs::read_to_string(&path) else {
        println!("no figures in {}: --accept writes them", path.display());
        return Ok(());
    };
    for what in ["precision", "recall"] {
        let (now, then) = (figure(&table, what)?, figure(&committed, what)?);
        ensure!(
            now > then - TOLERANCE,
            "{what} on the oracle dropped from {then:.4} to {now:.4}; {name} holds the table by type"
        );
    }
    Ok(())
}

/// The scorer's table; none where there is no oracle or no Python.
fn score(misses: Option<&Path>, all: bool) -> Result<Option<String>> {
    let (Some(cases), Some(reference), Some(shared)) = (
        oracle::folder("java")?,
        oracle::lines("java-reference")?,
        shared::shared(),
    ) else {
        return Ok(None);
    };
    if Command::new("python3").arg("--version").output().is_err() {
        return Ok(None);
    }
    let results = tempfile::NamedTempFile::new()?;
    eval::write(&cases, &oracle::cases(&cases)?, None, results.path())?;
    let mut scorer = Command::new("python3");
    scorer
        .arg(shared.join("tools/score.py"))
        .arg(cases.join("cases.jsonl"))
        .arg(results.path())
        .arg("--reference")
        .arg(reference);
    if !all {
        scorer.arg("--labelled");
    }
    if let Some(misses) = misses {
        scorer.arg("--misses").arg(misses);
    }
    let output = scorer.output()?;
    if !output.status.success() {
        bail!(
            "score.py failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    Ok(Some(String::from_utf8(output.stdout)?))
}

/// The figure after the word `what` in the table's last line.
fn figure(table: &str, what: &str) -> Result<f64> {
    let last = table.lines().last().unwrap_or_default();
    last.split_whitespace()
        .skip_while(|w| *w != what)
        .nth(1)
        .and_then(|w| w.parse().ok())
        .with_context(|| format!("no {what} in the scorer's last line: {last}"))
}
