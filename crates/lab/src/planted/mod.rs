//! `cargo xtask planted`: cases with a known answer among real code, to see how many are found.
//!
//! A real method is taken apart by its grammar, refactored or made worse as a type says, its names changed, and planted in a class
//! of another project; the other side of the pair stays where it really is. Nothing of this is shared with the detector.

mod calls;
pub mod copies;
mod java;
mod lines;
mod objects;
mod vary;

use crate::corpus;
use crate::storm::random::Random;
use anyhow::{Result, ensure};
use java::{Method, Subject};
use reweave_advise::{Config, Folder, Report, advise, built_in_types};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cases for each type
    #[arg(long, default_value_t = 25)]
    limit: usize,
    /// Only of these types
    #[arg(long = "type", value_name = "TYPE", value_delimiter = ',')]
    types: Vec<String>,
    /// Lists of coordinates, or single ones, to take methods from and to plant them among
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "large"
    )]
    corpus: Vec<String>,
    /// Keep what was planted in this folder
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Fail below these floors, in percent: all together, and each type
    #[arg(long, value_names = ["ALL", "EACH"], num_args = 2)]
    floors: Option<Vec<usize>>,
    /// List the cases that were not found
    #[arg(long)]
    missed: bool,
}

/// A type, and how a method becomes a case of it.
struct Plants(
    &'static str,
    fn(&Method, &Subject, &mut Random) -> Option<Planted>,
);

/// What is planted: members of a class, and classes beside it.
pub struct Planted {
    members: String,
    others: String,
    /// Whether the planted method is the missed place; otherwise the real one is.
    is_missed: bool,
}

impl Planted {
    fn missed(members: String) -> Self {
        Self {
            members,
            others: String::new(),
            is_missed: true,
        }
    }

    fn example(members: String) -> Self {
        Self {
            is_missed: false,
            ..Self::missed(members)
        }
    }
}

/// What must be reported.
struct Expected {
    kind: &'static str,
    place: String,
    file: String,
}

pub fn run(args: &Args) -> Result<()> {
    let mut folders = Vec::new();
    for list in &args.corpus {
        folders.extend(corpus::sources(list)?.into_iter().map(|s| s.dir));
    }
    let scratch = tempfile::tempdir()?;
    let keep = args.keep.clone();
    let dir = keep.unwrap_or_else(|| scratch.path().join("planted"));
    fs::create_dir_all(&dir)?;
    let expected = plant(&folders, &dir, args)?;
    let config = Config::default();
    let all: Vec<Folder> = folders
        .iter()
        .chain([&dir])
        .map(|d| Folder::new(d))
        .collect();
    let advice = advise(&all, &built_in_types(), &config.options(), &config)?;
    table(&expected, &advice.report, args)
}

/// Files are visited in a random order until every type has its cases.
fn plant(folders: &[PathBuf], dir: &Path, args: &Args) -> Result<Vec<Expected>> {
    let mut files = Vec::new();
    for folder in folders {
        files.extend(corpus::java_files(folder)?);
    }
    let mut random = Random::new(args.seed, "planted", 0);
    for i in (1..files.len()).rev() {
        files.swap(i, random.below(i + 1));
    }
    let mut kinds: Vec<(&Plants, usize)> = [calls::PLANTS, objects::PLANTS, lines::PLANTS]
        .into_iter()
        .flatten()
        .filter(|p| args.types.is_empty() || args.types.iter().any(|t| t == p.0))
        .map(|p| (p, 0))
        .collect();
    let mut expected = Vec::new();
    for file in files {
        if kinds.iter().all(|(_, n)| *n >= args.limit) {
            break;
        }
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        for method in java::methods(&text) {
            // The type that lacks most goes first.
            kinds.sort_by_key(|(p, n)| (*n, p.0));
            let number = expected.len();
            let planted = kinds
                .iter_mut()
                .filter(|(_, n)| *n < args.limit)
                .find_map(|(p, n)| {
                    let subject = method.subject.renamed(&format!("planted{number}"))?;
                    let mut random = Random::new(args.seed, p.0, number);
                    let planted = p.1(&method, &subject, &mut random)?;
                    *n += 1;
                    Some((p.0, planted))
                });
            if let Some((kind, planted)) = planted {
                expected.push(write(dir, number, kind, &method, &planted)?);
            }
        }
    }
    Ok(expected)
}

fn write(
    dir: &Path,
    number: usize,
    kind: &'static str,
    method: &Method,
    planted: &Planted,
) -> Result<Expected> {
    let class = format!("Planted{number}");
    let put = |text: &str| {
        text.replace("HOLDER", &format!("Holder{number}"))
            .replace("Shared", &format!("Shared{number}"))
    };
    let text = format!(
        "package planted.p{number};\n\npublic class {class} {{\n{}\n}}\n\n{}",
        put(&planted.members),
        put(&planted.others)
    );
    let file = dir.join(format!("{class}.java"));
    fs::write(&file, text)?;
    let place = if planted.is_missed {
        format!("planted.p{number}.{class}.planted{number}")
    } else {
        method.qualified.clone()
    };
    Ok(Expected {
        kind,
        place,
        file: file.display().to_string(),
    })
}

fn table(expected: &[Expected], report: &Report, args: &Args) -> Result<()> {
    let found: BTreeSet<(&str, &str)> = report
        .suggestions
        .iter()
        .map(|s| (s.kind.as_str(), s.missed.method.as_str()))
        .collect();
    let hit = |e: &&Expected| found.contains(&(e.kind, e.place.as_str()));
    let kinds: BTreeSet<&str> = expected.iter().map(|e| e.kind).collect();
    let percent = |n: usize, of: usize| n * 100 / of.max(1);
    println!("| type | planted | found | % |\n|---|---|---|---|");
    let mut least = 100;
    for kind in kinds {
        let all = expected.iter().filter(|e| e.kind == kind);
        let of = all.clone().count();
        let n = all.filter(hit).count();
        least = least.min(percent(n, of));
        println!("| {kind} | {of} | {n} | {} |", percent(n, of));
    }
    if args.missed {
        for e in expected.iter().filter(|e| !hit(e)) {
            let others: Vec<&str> = found
                .iter()
                .filter(|(_, p)| *p == e.place)
                .map(|(k, _)| *k)
                .collect();
            println!("missed {}: {} {} {others:?}", e.kind, e.place, e.file);
        }
    }
    let n = expected.iter().filter(hit).count();
    let all = percent(n, expected.len());
    println!(
        "planted cases={} found={n} percent={all} least={least} seed={}",
        expected.len(),
        args.seed
    );
    if let Some([together, each]) = args.floors.as_deref() {
        ensure!(
            all >= *together && least >= *each,
            "below the floors of {together} % and {each} %"
        );
    }
    Ok(())
}
