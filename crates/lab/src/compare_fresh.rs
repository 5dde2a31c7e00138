//! `cargo xtask compare-fresh --seed N`: pairs of releases drawn from Maven Central, none of them in the list of pairs.
//!
//! Libraries and versions come from `conformance/compare/pool.txt`. Every pair is compared; its log is replayed on a client
//! without files and on the sources of another library, with the class jars of both releases, and must not be refused. Where a class
//! jar lacks what its sources have, as where a library is shipped in parts, the sources that were compared are the releases.
//! `--sample FOLDER` draws reports for a judge: at most so many a pair, a quarter of them decoys (an old element with a new
//! one of the same kind that the log gives to another), each with both declarations; which are decoys stands in a file of
//! its own.

mod draw;
mod sample;

use crate::corpus;
use anyhow::{Context, Result};
use draw::Pair;
use reweave_classpath::{ClassPath, jdk_home};
use reweave_log::{Kind, Log};
use reweave_release::{Input, Options, compare, library};
use reweave_replay::{Request, replay};
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, time};

#[derive(clap::Args)]
pub struct Args {
    /// What is drawn
    #[arg(long)]
    seed: u64,
    #[arg(long, default_value_t = 20)]
    libraries: usize,
    #[arg(long, default_value_t = 2)]
    pairs_each: usize,
    /// Libraries that these seeds draw are passed over: they were looked at
    #[arg(long, value_delimiter = ',')]
    without_seeds: Vec<u64>,
    /// Libraries that were looked at otherwise (GROUP:NAME)
    #[arg(long, value_delimiter = ',')]
    without: Vec<String>,
    /// Write the reports to be judged into this folder
    #[arg(long)]
    sample: Option<PathBuf>,
    /// How many reports of a pair are drawn at most
    #[arg(long, default_value_t = 5)]
    reports: usize,
    /// Write each log as text into this folder
    #[arg(long)]
    logs: Option<PathBuf>,
    /// Compare only
    #[arg(long)]
    no_replay: bool,
}

/// A pair, compared.
struct Compared {
    pair: Pair,
    log: Log,
}

pub fn run(args: &Args) -> Result<()> {
    let pairs = draw::pairs(args)?;
    let mut all = Vec::new();
    for pair in pairs {
        let begun = time::Instant::now();
        let (old, new) = (Input::read(&pair.old_dir)?, Input::read(&pair.new_dir)?);
        let log = compare(&old, &new, &Options::default(), false);
        println!(
            "{} {}: {} and {} files, {:.1} s",
            pair.old,
            pair.new,
            log.old.files,
            log.new.files,
            begun.elapsed().as_secs_f64()
        );
        let mut kinds: BTreeMap<Kind, usize> = BTreeMap::new();
        for entry in &log.entries {
            *kinds.entry(entry.kind).or_default() += 1;
        }
        let kinds = kinds.iter().map(|(k, n)| format!("{} {n}", k.word()));
        let kinds: Vec<String> = kinds.collect();
        println!("  {}, removed {}", kinds.join(", "), log.removed.len());
        if let Some(dir) = &args.logs {
            fs::create_dir_all(dir)?;
            let name = format!("{} {}.txt", pair.old, pair.new).replace([':', ' '], "_");
            fs::write(dir.join(name), reweave_log::text::write(&log))?;
        }
        all.push(Compared { pair, log });
    }
    let refused = if args.no_replay { 0 } else { refused(&all)? };
    if let Some(dir) = &args.sample {
        sample::write(dir, args, &all)?;
    }
    let entries: usize = all.iter().map(|c| c.log.entries.len()).sum();
    println!(
        "compare-fresh seed={} pairs={} entries={entries} refused={refused}",
        args.seed,
        all.len()
    );
    Ok(())
}

/// How many logs a replay refuses, on a client without files or on the sources of the library drawn next.
fn refused(all: &[Compared]) -> Result<usize> {
    let mut refused = 0;
    for (index, compared) in all.iter().enumerate() {
        let pair = &compared.pair;
        let of_other = |c: &&Compared| c.pair.library != pair.library;
        let other = all
            .iter()
            .cycle()
            .skip(index)
            .take(all.len())
            .find(of_other);
        let empty = Sources::default();
        let real = other.map(|c| read(&c.pair.old_dir)).transpose()?;
        let mut told = Vec::new();
        for client in std::iter::once(empty).chain(real) {
            let jars = [corpus::class_jar(&pair.old)?, corpus::class_jar(&pair.new)?];
            let Err(why) = try_replay(&compared.log, &jars, &client) else {
                continue;
            };
            println!("  with class jars: {why:#}");
            let dirs = [pair.old_dir.clone(), pair.new_dir.clone()];
            if let Err(why) = try_replay(&compared.log, &dirs, &client) {
                told.push(format!("{why:#}"));
            }
        }
        if let Some(why) = told.first() {
            println!("  refused: {} {}: {why}", pair.old, pair.new);
            refused += 1;
        }
    }
    Ok(refused)
}

fn try_replay(log: &Log, [old, new]: &[PathBuf; 2], client: &Sources) -> Result<()> {
    let request = Request {
        log,
        client,
        old: &library(old)?,
        new: &library(new)?,
        class_path: Arc::new(ClassPath::with_jdk(&[], jdk_home().as_deref())),
        defaults: BTreeMap::new(),
        strings: false,
        threads: 0,
    };
    replay(&request).context("replaying")?;
    Ok(())
}

fn read(dir: &Path) -> Result<Sources> {
    let mut files = Vec::new();
    for path in corpus::java_files(dir)? {
        let name = path.strip_prefix(dir)?.to_string_lossy().into_owned();
        let text = String::from_utf8_lossy(&fs::read(&path)?).into_owned();
        files.push((name, text));
    }
    Ok(Sources::new(files))
}
