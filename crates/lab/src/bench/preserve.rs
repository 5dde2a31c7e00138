//! `cargo xtask bench preserve`: the preservation check on a model, and on one ten times as large. Linear means ten times
//! the time; memory that no longer fits the caches may cost half as much again.

use anyhow::{Result, bail};
use reweave_preserve::{EdgeKind, Model, Node, Replacement, Replacements, Rule, check};
use reweave_text::{FileId, Span};
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub struct Args {
    /// Edges of the smaller model
    #[arg(long, default_value_t = 100_000)]
    edges: u32,
    /// Runs of each, of which the fastest counts
    #[arg(long, default_value_t = 5)]
    runs: usize,
}

/// Ten times the edges may take this many times the time.
const MOST: f64 = 15.0;

pub fn run(args: &Args) -> Result<()> {
    let small = measure(args.edges, args.runs);
    let large = measure(args.edges * 10, args.runs);
    let growth = large.as_secs_f64() / small.as_secs_f64();
    println!(
        "preserve edges={} ms={:.1} edges_x10_ms={:.1} growth={growth:.1} must={MOST}",
        args.edges,
        small.as_secs_f64() * 1000.0,
        large.as_secs_f64() * 1000.0
    );
    if growth > MOST {
        bail!("the check grows faster than it must");
    }
    Ok(())
}

/// Names bound over a hundred files, every tenth of them renamed: replacements grow with the edges.
fn measure(edges: u32, runs: usize) -> Duration {
    const FILES: u32 = 100;
    const WIDTH: u32 = 8;
    let mut model = Model::new();
    let mut list = Vec::new();
    let place = |i: u32| {
        (
            FileId(i % FILES),
            Span::new(i / FILES * WIDTH, i / FILES * WIDTH + 5),
        )
    };
    let node = |(file, span)| Node::text(file, span);
    for i in 0..edges {
        model.add(node(place(i)), EdgeKind::NAME, node(place(i - i % 50)));
        if i % 10 == 0 {
            let (file, span) = place(i);
            list.push(Replacement::new(file, span, 5).in_group(i));
        }
    }
    let replacements = Replacements::new(list).expect("places are disjoint");
    let rule: Rule = "N C D".parse().expect("a rule");
    // The other front end run gives a few edges in another place.
    let (kept, late): (Vec<_>, Vec<_>) =
        (0u32..).zip(model.edges()).partition(|(i, _)| i % 500 != 0);
    let other: Model = kept.into_iter().chain(late).map(|(_, e)| *e).collect();
    let time = |_| {
        let start = Clock::start();
        let verdict = check(&model, &other, &replacements, &rule);
        assert!(verdict.passes(), "an edit that changes nothing passes");
        start.elapsed()
    };
    (0..runs).map(time).min().unwrap_or_default()
}

/// The processor time of this thread where the system tells it, so that a busy machine does not count; else the clock.
struct Clock {
    processor: Option<Duration>,
    wall: Instant,
}

impl Clock {
    fn start() -> Self {
        Self {
            processor: on_processor(),
            wall: Instant::now(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.processor, on_processor()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.wall.elapsed(),
        }
    }
}

fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}
