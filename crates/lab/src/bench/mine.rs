//! `cargo xtask bench mine`: mining a history into tables against reading its objects and parsing each changed blob once.
//!
//! The yardstick reads the trees and the changed blobs of every commit and gives each blob to tree-sitter once, from scratch, on as
//! many threads as mining has. Both read the same packs; the files are warm, because the yardstick comes first.

use super::process::{cpu_s, peak_mb};
use crate::history::repository::Repository;
use crate::{oracle, releases};
use anyhow::{Context, Result};
use rayon::prelude::*;
use reweave_git::{Id, Merges, Repo, Selection};
use reweave_harvest::{Ask, Folder, Named, into_folder};
use reweave_mine::Options;
use std::collections::HashSet;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tree_sitter::Parser;

#[derive(clap::Args)]
pub struct Args {
    /// The repository [default: that of `cargo xtask releases`]
    #[arg(long)]
    repository: Option<PathBuf>,
    /// A repository made of the oracle's cases instead
    #[arg(long, conflicts_with = "repository")]
    oracle: bool,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let scratch = tempfile::tempdir()?;
    let path = match &args.repository {
        Some(path) => path.clone(),
        None if args.oracle => of_oracle(&scratch.path().join("oracle.git"))?,
        None => releases::repository()?,
    };
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .build()?;
    let Yardstick {
        read,
        parse,
        blobs,
        lines,
    } = pool.install(|| yardstick(&path))?;
    println!("{blobs} changed blobs, {lines} lines");

    let ask = Ask {
        options: Options {
            jobs: args.threads,
            sizes: true,
            ..Options::default()
        },
        ..Ask::default()
    };
    let start = Clock::now();
    let folder = Folder::open(&scratch.path().join("tables"), &ask.begun, true)?;
    let summary = into_folder(&[Named::at(&path)], &ask, folder, &mut |_, _| {})?;
    let total = start.spent();
    println!("{summary:?}");
    let ratio = |of: fn(&Spent) -> f64| of(&total) / (of(&parse) + of(&read)).max(1e-9);
    // On a machine with other work only what the processor did says something.
    println!(
        "processor total_s={:.2} parse_s={:.2} read_s={:.2} ratio={:.2}",
        total.cpu,
        parse.cpu,
        read.cpu,
        ratio(|s| s.cpu)
    );
    println!(
        "mine commits={} total_s={:.2} commits_per_s={:.1} parse_s={:.2} read_s={:.2} ratio={:.2} peak_mb={}",
        summary.commits,
        total.wall,
        summary.commits as f64 / total.wall.max(1e-9),
        parse.wall,
        read.wall,
        ratio(|s| s.wall),
        peak_mb()
    );
    Ok(())
}

/// Seconds, by the clock and of the processor.
#[derive(Clone, Copy, Default)]
struct Spent {
    wall: f64,
    cpu: f64,
}

impl AddAssign for Spent {
    fn add_assign(&mut self, other: Self) {
        self.wall += other.wall;
        self.cpu += other.cpu;
    }
}

struct Clock {
    wall: Instant,
    cpu: f64,
}

impl Clock {
    fn now() -> Self {
        Self {
            wall: Instant::now(),
            cpu: cpu_s(),
        }
    }

    fn spent(&self) -> Spent {
        Spent {
            wall: self.wall.elapsed().as_secs_f64(),
            cpu: cpu_s() - self.cpu,
        }
    }
}

fn of_oracle(path: &Path) -> Result<PathBuf> {
    let dir = oracle::folder("java")?.context("no ../shared beside the project")?;
    let ids: Vec<String> = oracle::cases(&dir)?.into_iter().map(|c| c.id).collect();
    Ok(Repository::make(&dir, &ids, path)?.path)
}

struct Yardstick {
    read: Spent,
    parse: Spent,
    blobs: usize,
    lines: usize,
}

/// Blobs that are held at a time, so that the memory of mining is the most that is measured.
const HELD: usize = 1024;

/// Reads and parses every changed blob, once.
fn yardstick(path: &Path) -> Result<Yardstick> {
    let start = Clock::now();
    let repo = Repo::open(path)?;
    let history = repo.local().history(&Selection::All, Merges::Skip)?;
    let found: Vec<Vec<Id>> = (history.steps.par_iter())
        .map_init(
            || repo.local(),
            |local, step| local.objects(step).unwrap_or_default(),
        )
        .collect();
    let mut seen = HashSet::new();
    let all: Vec<Id> = found
        .into_iter()
        .flatten()
        .filter(|id| seen.insert(*id))
        .collect();
    let (mut read, mut parse, mut lines) = (start.spent(), Spent::default(), 0);
    for ids in all.chunks(HELD) {
        let start = Clock::now();
        let texts: Vec<Vec<u8>> = (ids.par_iter())
            .map_init(|| repo.local(), |local, id| Ok(local.bytes(*id)?))
            .collect::<Result<_>>()?;
        read += start.spent();
        let start = Clock::now();
        lines += (texts.par_iter().map_init(Parser::new, parsed)).sum::<usize>();
        parse += start.spent();
    }
    Ok(Yardstick {
        read,
        parse,
        blobs: all.len(),
        lines,
    })
}

fn parsed(parser: &mut Parser, text: &Vec<u8>) -> usize {
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .expect("the grammar is of this version");
    drop(parser.parse(text, None));
    text.split(|&b| b == b'\n').count()
}
