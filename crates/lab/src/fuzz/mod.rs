//! `cargo xtask fuzz`: mutated real files through every command and language; no panic, no crash, no hang, no memory
//! beyond a limit.
//!
//! An input is known by its seed and number. Processes of their own work through batches of them and announce each input
//! before they start it, so that a stack overflow or a hang names its culprit; `--index I --show` prints one input and runs it
//! in this process. With `--record FILE` finished batches are written down, and a run that was ended goes on where it stopped.

mod commands;
mod input;
mod known;
mod mutate;
mod record;
mod seeds;
mod supervise;
mod worker;

use crate::bench::process::peak_mb;
use anyhow::{Result, bail};
use record::Record;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use supervise::{Batch, Failure, Kind, Limits, supervise};

#[derive(clap::Args, Clone)]
pub struct Args {
    /// How many inputs
    #[arg(long, default_value_t = 10_000)]
    inputs: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only inputs of this command: apply, compare, detect, replay, suggest
    #[arg(long)]
    command: Option<String>,
    /// Only inputs of this language, as `reweave list languages` calls it or as it is written: java, php, Go, C++
    #[arg(long)]
    language: Option<String>,
    /// Processes at a time
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// An input that takes longer hangs
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The most memory of a process
    #[arg(long, default_value_t = 2048)]
    mb: u64,
    /// Where finished batches are written down, to go on later
    #[arg(long)]
    record: Option<PathBuf>,
    /// Run only this input, in this process
    #[arg(long)]
    index: Option<usize>,
    /// With --index: print the input
    #[arg(long)]
    show: bool,
    /// Only from the project's own examples, not from the suites beside it
    #[arg(long)]
    own: bool,
    /// Work through the inputs from this number on as one of the processes; for the command itself
    #[arg(long, hide = true)]
    worker_from: Option<usize>,
    #[arg(long, hide = true, default_value_t = 0)]
    worker_to: usize,
}

/// Enough to show a gross mistake, few enough that every change can wait for them.
const SAMPLE: usize = 300;

/// Inputs of one process: what an input leaves behind in memory does not pile up over all of them.
const BATCH: usize = 250;

impl Args {
    /// What every change is tested with, or so many times as much.
    pub fn sample(times: usize) -> Self {
        Self {
            inputs: SAMPLE * times,
            seed: 1,
            command: None,
            language: None,
            jobs: 2,
            seconds: 60,
            mb: 2048,
            record: None,
            index: None,
            show: false,
            own: true,
            worker_from: None,
            worker_to: 0,
        }
    }

    /// What a recorded run must have been started with to be gone on with.
    fn identity(&self) -> String {
        format!(
            "fuzz seed={} command={} language={} own={}",
            self.seed,
            self.command.as_deref().unwrap_or("all"),
            self.language.as_deref().unwrap_or("all"),
            self.own
        )
    }
}

pub fn run(args: &Args) -> Result<()> {
    if let Some(from) = args.worker_from {
        return worker::run(args, from..args.worker_to);
    }
    if let Some(index) = args.index {
        return worker::one(args, index);
    }
    // Unpacks the suites before several processes ask for them.
    let seeds = seeds::read(args.own)?;
    let clock = Instant::now();
    let mut record = Record::open(args.record.as_deref(), &args.identity())?;
    let batches: Vec<Batch> = (0..args.inputs)
        .step_by(BATCH)
        .map(|from| from..(from + BATCH).min(args.inputs))
        .filter(|batch| !record.has(batch))
        .collect();
    let limits = Limits {
        seconds: Duration::from_secs(args.seconds),
        mb: args.mb,
    };
    supervise(args, batches, limits, |batch, done| record.add(batch, done))?;
    let total = record.total();
    for failure in &total.failures {
        println!(
            "{} at input {}: {}\n    cargo xtask fuzz --seed {} --index {}{} --show",
            failure.kind.word(),
            failure.index,
            failure.message,
            args.seed,
            failure.index,
            if args.own { " --own" } else { "" }
        );
    }
    let count = |kind| {
        total
            .failures
            .iter()
            .filter(|f: &&Failure| f.kind == kind)
            .count()
    };
    println!(
        "fuzz inputs={} seed={} seeds={} panics={} crashes={} hangs={} over_memory={} slowest_s={:.1} peak_mb={} own_mb={} took_s={:.0}",
        total.inputs,
        args.seed,
        seeds.len(),
        count(Kind::Panic),
        count(Kind::Crash),
        count(Kind::Hang),
        count(Kind::Memory),
        total.slowest,
        total.peak_mb,
        peak_mb(),
        clock.elapsed().as_secs_f64()
    );
    if !total.failures.is_empty() {
        bail!("{} inputs failed", total.failures.len());
    }
    Ok(())
}
