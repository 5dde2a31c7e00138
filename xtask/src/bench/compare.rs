//! `cargo xtask bench compare`: comparing the releases of every pair against reading and parsing both sides alone.
//!
//! Reading and parsing alone is tree-sitter from scratch over the files of both sides, on as many threads as the
//! comparison has. Both read from disk; the files are warm, because reading alone comes first.

use super::process::peak_mb;
use crate::{corpus, pairs};
use anyhow::Result;
use rayon::prelude::*;
use reweave_release::{Input, Options, compare};
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
}

pub fn run(args: &Args) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
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
