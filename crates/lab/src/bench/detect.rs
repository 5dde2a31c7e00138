//! `cargo xtask bench detect`: the whole detection of every commit of the oracle against parsing alone, on one thread.
//!
//! Parsing alone is tree-sitter from scratch over the files of both sides, bytes in memory, no lowering. Both are taken
//! in the same run, commit by commit; reading the files is in neither.

use super::process::peak_mb;
use crate::oracle::Chosen;
use crate::{eval, oracle};
use anyhow::Result;
use reweave_change::{Change, Limits, analyse};
use std::time::{Duration, Instant};
use tree_sitter::Parser;

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// Also print the slowest N commits
    #[arg(long, default_value_t = 5)]
    slowest: usize,
}

struct Timing {
    id: String,
    parse: Duration,
    total: Duration,
}

pub fn run(args: &Args) -> Result<()> {
    let dir = args.chosen.needed("java")?;
    let mut cases = oracle::cases(&dir)?;
    cases.truncate(args.chosen.limit());
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_java::LANGUAGE.into())?;
    let mut timings = Vec::with_capacity(cases.len());
    for case in cases {
        let change = eval::read_case(&dir, &case.id)?;
        let parse = parse_alone(&mut parser, &change);
        let start = Instant::now();
        let record = analyse(&change, &Limits::default());
        drop(record);
        timings.push(Timing {
            id: case.id,
            parse,
            total: start.elapsed(),
        });
    }
    report(timings, args.slowest);
    Ok(())
}

fn parse_alone(parser: &mut Parser, change: &Change) -> Duration {
    let start = Instant::now();
    for source in change.before.iter().chain(&change.after) {
        drop(parser.parse(&source.text, None));
    }
    start.elapsed()
}

fn report(mut timings: Vec<Timing>, slowest: usize) {
    let seconds =
        |of: fn(&Timing) -> Duration| -> f64 { timings.iter().map(|t| of(t).as_secs_f64()).sum() };
    let (parse, total) = (seconds(|t| t.parse), seconds(|t| t.total));
    let mut ratios: Vec<f64> = timings
        .iter()
        .map(|t| t.total.as_secs_f64() / t.parse.as_secs_f64().max(1e-9))
        .collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios.get(ratios.len() / 2).copied().unwrap_or(0.0);
    timings.sort_by_key(|t| std::cmp::Reverse(t.total));
    for t in timings.iter().take(slowest) {
        let (total, parse) = (t.total.as_secs_f64() * 1e3, t.parse.as_secs_f64() * 1e3);
        println!("{total:9.1} ms, parsing alone {parse:8.1} ms  {}", t.id);
    }
    let max = timings.first().map_or(0, |t| t.total.as_millis());
    println!(
        "detect parse_s={parse:.2} total_s={total:.2} ratio={:.2} median_ratio={median:.2} max_ms={max} peak_mb={} commits={}",
        total / parse.max(1e-9),
        peak_mb(),
        timings.len(),
    );
}
