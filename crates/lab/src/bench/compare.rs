//! `cargo xtask bench compare`: comparing the releases of every pair against reading and parsing both sides alone.
//!
//! Reading and parsing alone is tree-sitter from scratch over the files of both sides, on as many threads as the
//! comparison has. Both read from disk; the files are warm, because reading alone comes first.

use super::process::peak_mb;
use crate::corpus;
use crate::pairs::{self, Pair};
use anyhow::Result;
use rayon::prelude::*;
use reweave_release::{Input, Options, compare};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::time::Instant;
use tree_sitter::Parser;

#[derive(clap::Args)]
pub struct Args {
    /// Only pairs whose line holds this text
    #[arg(long)]
    only: Option<String>,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// How the time grows instead: a quarter, a half and the whole of every pair
    #[arg(long)]
    growth: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    if args.growth {
        return pool.install(|| growth(&pairs::all(args.only.as_deref())?));
    }
    let (mut parse_s, mut total_s, mut count) = (0.0, 0.0, 0);
    for pair in pairs::all(args.only.as_deref())? {
        let (parse, total, entries, removed) = pool.install(|| -> Result<_> {
            let start = Instant::now();
            let lines = parse_alone(&pair.old)? + parse_alone(&pair.new)?;
            let parse = start.elapsed().as_secs_f64();
            let start = Instant::now();
            let (old, new) = (Input::read(&pair.old)?, Input::read(&pair.new)?);
            let log = compare(&old, &new, &Options::default(), false);
            let total = start.elapsed().as_secs_f64();
            println!("{:>8} lines  {}", lines, pair.name);
            Ok((parse, total, log.entries.len(), log.removed.len()))
        })?;
        println!(
            "         parse {parse:.2} s, total {total:.2} s, ratio {:.2}, {entries} entries, {removed} removed",
            total / parse
        );
        parse_s += parse;
        total_s += total;
        count += 1;
    }
    println!(
        "compare parse_s={parse_s:.2} total_s={total_s:.2} ratio={:.2} peak_mb={} pairs={count}",
        total_s / f64::max(parse_s, 1e-9),
        peak_mb()
    );
    Ok(())
}

/// Compares growing parts of every pair. A file belongs to a part by its name, so that what moved stays together.
fn growth(pairs: &[Pair]) -> Result<()> {
    const QUARTERS: [u64; 3] = [1, 2, 4];
    let (mut lines, mut seconds) = ([0; 3], [0.0; 3]);
    for pair in pairs {
        for (index, quarters) in QUARTERS.into_iter().enumerate() {
            let part = |dir| -> Result<Input> {
                let mut input = Input::read(dir)?;
                input.sources.retain(|s| quarter(&s.path) < quarters);
                Ok(input)
            };
            let (old, new) = (part(&pair.old)?, part(&pair.new)?);
            let both = old.sources.iter().chain(&new.sources);
            let count: usize = both.map(|s| s.text.lines().count()).sum();
            let start = Instant::now();
            let log = compare(&old, &new, &Options::default(), false);
            let total = start.elapsed().as_secs_f64();
            println!(
                "{count:>8} lines {total:>7.2} s {:>6} entries  {}",
                log.entries.len(),
                pair.name
            );
            lines[index] += count;
            seconds[index] += total;
        }
    }
    // Below 1 where the time grows no faster than n log n.
    let per = |i: usize| seconds[i] / (lines[i] as f64 * f64::log2(lines[i].max(2) as f64));
    println!(
        "compare-growth quarter_s={:.2} half_s={:.2} whole_s={:.2} lines={} against_n_log_n={:.2} pairs={}",
        seconds[0],
        seconds[1],
        seconds[2],
        lines[2],
        per(2) / f64::max(per(0), 1e-15),
        pairs.len()
    );
    Ok(())
}

/// Which quarter a file is in.
fn quarter(path: &str) -> u64 {
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish() % 4
}

/// Reads and parses every file; the number of lines.
fn parse_alone(dir: &Path) -> Result<usize> {
    corpus::java_files(dir)?
        .par_iter()
        .map_init(Parser::new, |parser, file| -> Result<usize> {
            parser.set_language(&tree_sitter_java::LANGUAGE.into())?;
            let text = std::fs::read(file)?;
            drop(parser.parse(&text, None));
            Ok(text.split(|&b| b == b'\n').count())
        })
        .sum()
}
