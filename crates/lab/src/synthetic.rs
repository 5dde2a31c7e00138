//! `cargo xtask synthetic`: detection on commits whose truth is known, because they were made for it.
//!
//! `crates/lab/java/synthetic` transforms real code over javac's own trees and shares nothing with detection: one to five
//! transformations a commit, and other edits in the same statements and elsewhere. What it planted is all that is expected,
//! so another report of the paper's types counts as false. Scored by the oracle's scorer.

use crate::silver::newest;
use crate::{corpus, eval, javac, oracle, release, shared, yardstick};
use anyhow::{Context, Result, ensure};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many commits
    #[arg(long, default_value_t = 1000)]
    commits: usize,
    /// How many libraries the code is taken from
    #[arg(long, default_value_t = 30)]
    libraries: usize,
    /// List every false and missed report here: case, which, description, file and line
    #[arg(long)]
    misses: Option<PathBuf>,
}

/// What one commit may take.
const LIMIT: Duration = Duration::from_mins(1);

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? || !javac::is_installed() {
        return Ok(());
    }
    let name = format!("{}-{}-{}", args.seed, args.commits, args.libraries);
    let dir = shared::cache().join("synthetic").join(name);
    if !dir.join(COMPLETE).is_file() {
        generate(args, &dir)?;
    }
    let results = dir.join("results.jsonl");
    eval::write(&dir, &oracle::cases(&dir)?, Some(LIMIT), &results)?;
    let Some(mut cases) = yardstick::tally(&dir.join("cases.jsonl"), &results, None)? else {
        println!("SKIPPED: no ../shared beside the project or no python3, so nothing was scored");
        return Ok(());
    };
    yardstick::only_paper(&mut cases);
    if let Some(file) = &args.misses {
        let mut lines = String::new();
        for case in &cases {
            for w in &case.wrong {
                writeln!(lines, "{}\t{}\t{}\t{}", case.id, w.how, w.description, w.at)?;
            }
        }
        fs::write(file, lines)?;
    }
    print!("{}", yardstick::report(&cases, false));
    Ok(())
}

/// Written last, so that a folder without it was left half written.
const COMPLETE: &str = ".complete";

/// Makes the commits anew.
fn generate(args: &Args, dir: &Path) -> Result<()> {
    if dir.is_dir() {
        fs::remove_dir_all(dir)?;
    }
    fs::create_dir_all(dir)?;
    let sources = corpus::available(&newest(args.libraries, args.seed)?)?;
    ensure!(!sources.is_empty(), "no library has sources to work on");
    let classes = tempfile::tempdir()?;
    compile(classes.path())?;
    let output = Command::new("java")
        .args(["-Xmx2g", "-Xss16m", "-cp"])
        .arg(classes.path())
        .arg("synthetic.Main")
        .arg(dir)
        .arg(args.commits.to_string())
        .arg(args.seed.to_string())
        .args(sources.iter().map(|s| &s.dir))
        .output()
        .context("running the generator")?;
    ensure!(
        output.status.success(),
        "the generator failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    fs::write(dir.join(COMPLETE), output.stdout)?;
    Ok(())
}

fn compile(to: &Path) -> Result<()> {
    let folder = shared::root().join("crates/lab/java/synthetic");
    let output = Command::new("javac")
        .arg("-d")
        .arg(to)
        .args(corpus::java_files(&folder)?)
        .output()
        .context("running javac")?;
    ensure!(
        output.status.success(),
        "the generator does not compile: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(())
}
