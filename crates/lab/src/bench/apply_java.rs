//! `cargo xtask bench apply-java`: renames a public method that hundreds of files of the large corpus use, cold and again warm
//! in the same process, against resolving the corpus.
//!
//! Without a class path: only the built-in index of the Java API. The method is the one whose uses lie in the fewest files that
//! are enough, so the corpus alone decides which it is. Seconds are the clock's; `cpu` ones are the processor's, for machines
//! that have other work.

use super::process::{cpu_s, peak_mb};
use crate::corpus;
use anyhow::{Context, Result, ensure};
use reweave_classpath::ClassPath;
use reweave_java_names::{Decl, MethodId};
use reweave_model::Modifiers;
use reweave_refactor::{Around, Request, Session, Target};
use reweave_refactor_java::Java;
use reweave_text::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// The corpus: a list beside the project, a file of coordinates, or GROUP:NAME:VERSION
    #[arg(long, default_value = "large")]
    corpus: String,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// In how many files the method is used, at least
    #[arg(long, default_value_t = 500)]
    files: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let texts = corpus::texts(&args.corpus)?;
    let files = texts.len();
    let around = Around {
        classes: Arc::new(ClassPath::with_jdk(&[], None)),
        threads: args.threads,
        ..Around::default()
    };
    let sources = Sources::new(texts);
    let resolving = Clock::start();
    let session = Session::<Java>::within(sources, around);
    let resolve = resolving.lap();
    let (method, used_in) = chosen(&session, args.files).context("no method is used so much")?;
    let program = session.program();
    let at = program
        .place(0, Decl::Method(method))
        .context("it is in the corpus")?;
    println!(
        "{} is used in {used_in} of {files} files",
        program.world().method_key(method)
    );
    let renaming = |to: &str| -> Result<Lap> {
        let clock = Clock::start();
        let request = Request::new("rename", Target::At(at.file, at.span.start)).with("to", to);
        let outcome = session.apply(&request);
        let lap = clock.lap();
        let outcome = outcome.map_err(|bad| anyhow::anyhow!("{}", bad.message))?;
        let changed = outcome.after.changed_since(&outcome.before).len();
        ensure!(changed >= args.files, "only {changed} files changed");
        for (phase, took) in &outcome.profile {
            println!("  {phase}: {:.2} s", took.as_secs_f64());
        }
        println!(
            "to {to}: {changed} files, {} refusals, {:.2} s, {:.2} s of the processor",
            outcome.refusals().count(),
            lap.seconds,
            lap.cpu
        );
        Ok(lap)
    };
    let first = renaming("zetaCold9")?;
    let warm = renaming("zetaWarm9")?;
    let cold = resolve.seconds + first.seconds;
    println!(
        "apply-java resolve_s={:.2} cold_s={cold:.2} ratio={:.2} warm_s={:.2} resolve_cpu_s={:.2} cold_cpu_s={:.2} warm_cpu_s={:.2} files={files} used_in={used_in} peak_mb={}",
        resolve.seconds,
        cold / resolve.seconds.max(1e-9),
        warm.seconds,
        resolve.cpu,
        resolve.cpu + first.cpu,
        warm.cpu,
        peak_mb()
    );
    Ok(())
}

/// The public method whose whole family is in the corpus and whose uses lie in the fewest files that are enough.
fn chosen(session: &Session<Java>, least: usize) -> Option<(MethodId, usize)> {
    let program = session.program();
    let world = program.world();
    let mut used: BTreeMap<MethodId, BTreeSet<u32>> = BTreeMap::new();
    for number in program.numbers() {
        for used_here in program.names.uses_in(number) {
            if let Decl::Method(method) = used_here.decl {
                used.entry(method).or_default().insert(number);
            }
        }
    }
    let mut enough: Vec<(usize, MethodId)> = used
        .into_iter()
        .map(|(method, files)| (files.len(), method))
        .filter(|&(files, method)| {
            let data = world.method(method);
            files >= least
                && !data.constructor
                && data.modifiers.has(Modifiers::PUBLIC)
                && program.is_ours(Decl::Method(method))
        })
        .collect();
    enough.sort();
    let renamable = enough.into_iter().find(|&(_, method)| {
        let family = program.family(method);
        family.iter().all(|&m| program.is_ours(Decl::Method(m)))
    });
    renamable.map(|(files, method)| (method, files))
}

struct Clock {
    start: Instant,
    cpu: f64,
}

struct Lap {
    seconds: f64,
    cpu: f64,
}

impl Clock {
    fn start() -> Self {
        Self {
            start: Instant::now(),
            cpu: cpu_s(),
        }
    }

    fn lap(&self) -> Lap {
        Lap {
            seconds: self.start.elapsed().as_secs_f64(),
            cpu: cpu_s() - self.cpu,
        }
    }
}
