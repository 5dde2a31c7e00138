//! `cargo xtask bench replay`: a client of half a million lines brought along, against resolving it alone.
//!
//! The client is the head of the corpus up to the lines asked for, without the library; the new release is the old one
//! with its packages called otherwise. Both clocks start with the texts in memory.

use super::process::{cpu_s, peak_mb};
use crate::corpus;
use anyhow::{Context, Result};
use rayon::prelude::*;
use reweave_classpath::ClassPath;
use reweave_java_names::{ClassSource, Names, NoClasses};
use reweave_log::{Element, Entry, Kind, Log};
use reweave_model::{FileModel, Program};
use reweave_replay::{Library, Request, replay};
use reweave_text::{Interner, Sources};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// The corpus that the client is the head of
    #[arg(long, default_value = "large")]
    corpus: String,
    /// The artifact of the corpus that is the library
    #[arg(long, default_value = "org.eclipse.platform:org.eclipse.jface:3.13.0")]
    library: String,
    /// The package of the library that gets another name
    #[arg(long, default_value = "org.eclipse.jface")]
    package: String,
    #[arg(long, default_value_t = 500_000)]
    lines: usize,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let mut client: Vec<(String, String)> = Vec::new();
    let mut library = None;
    let mut lines = 0;
    let mut all = corpus::sources(&args.corpus)?;
    // Those that use the library come first, so that there is something to do.
    all.sort_by_key(|s| !s.coordinates.contains(".ui"));
    for source in all {
        let mut files = Vec::new();
        for file in corpus::java_files(&source.dir)? {
            let text = String::from_utf8_lossy(&std::fs::read(&file)?).into_owned();
            let path = file.strip_prefix(&source.dir)?.to_string_lossy();
            files.push((format!("{}/{path}", source.coordinates), text));
        }
        if source.coordinates == args.library {
            library = Some(files);
        } else if lines < args.lines {
            lines += files.iter().map(|f| f.1.lines().count()).sum::<usize>();
            client.extend(files);
        }
    }
    let old = library.context("the corpus has no such artifact")?;
    let renamed = format!("{}9", args.package);
    let new: Vec<(String, String)> = old
        .iter()
        .map(|(path, text)| (path.clone(), text.replace(&args.package, &renamed)))
        .collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let class_path: Arc<dyn ClassSource> = Arc::new(ClassPath::with_jdk(&[], None));
    let (start, worked) = (Instant::now(), cpu_s());
    pool.install(|| resolve_alone(client.iter().chain(&old), &class_path, args.threads));
    let resolve = start.elapsed().as_secs_f64();
    let resolve_cpu = cpu_s() - worked;
    let mut log = Log::default();
    log.entries.push(Entry::new(
        Kind::RenamePackage,
        Element::Package,
        &args.package,
        &renamed,
    ));
    let library = |sources| Library {
        classes: Arc::new(NoClasses),
        sources,
    };
    let files = client.len();
    let client = Sources::new(client);
    let (start, worked) = (Instant::now(), cpu_s());
    let outcome = pool.install(|| {
        replay(&Request {
            log: &log,
            client: &client,
            old: &library(old),
            new: &library(new),
            class_path: Arc::clone(&class_path),
            defaults: BTreeMap::new(),
            strings: false,
            threads: args.threads,
        })
    })?;
    let total = start.elapsed().as_secs_f64();
    // On a busy machine the clock says little; what the processor worked says the same on both sides.
    let cpu_ratio = (cpu_s() - worked) / resolve_cpu.max(1e-9);
    println!(
        "{lines} lines, {} files changed, {} places done, {} left",
        outcome.after.changed_since(&client).len(),
        outcome.done.len(),
        outcome.left.len()
    );
    println!(
        "replay resolve_s={resolve:.2} total_s={total:.2} ratio={:.2} cpu_ratio={cpu_ratio:.2} peak_mb={} files={files}",
        total / resolve.max(1e-9),
        peak_mb()
    );
    Ok(())
}

/// Reads and resolves the client beside the old release, and nothing more.
fn resolve_alone<'a>(
    texts: impl Iterator<Item = &'a (String, String)>,
    classes: &Arc<dyn ClassSource>,
    threads: usize,
) {
    let names = Arc::new(Interner::new());
    let texts: Vec<&(String, String)> = texts.collect();
    let files: Vec<Arc<FileModel>> = texts
        .par_iter()
        .map(|(path, text)| Arc::new(reweave_lang_java::lower(path, text, &names)))
        .collect();
    let program = Arc::new(Program { names, files });
    drop(Names::resolve(program, Arc::clone(classes), threads));
}
