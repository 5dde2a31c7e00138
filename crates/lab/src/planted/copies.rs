//! `cargo xtask planted-copies`: real methods, copied into their own class in ten ways, each alone.
//!
//! The code base of a case is the package that the method really stands in. What is expected is a plan that names both methods.

use super::java::{Method, methods, named, parse};
use super::vary::{WAYS, Way};
use crate::corpus;
use crate::storm::random::Random;
use crate::threads::on_threads;
use anyhow::{Result, ensure};
use reweave_advise::{Config, Folder, LEAST, Report, advise, built_in_types};
use reweave_text::{Part, STACK};
use std::fs;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Cases for each way
    #[arg(long, default_value_t = 50)]
    limit: usize,
    /// Only these ways
    #[arg(long = "way", value_name = "WAY", value_delimiter = ',')]
    ways: Vec<String>,
    /// Lists of coordinates, or single ones, to take methods from
    #[arg(
        long,
        value_name = "LIST",
        value_delimiter = ',',
        default_value = "large"
    )]
    corpus: Vec<String>,
    /// List the cases that were not found
    #[arg(long)]
    missed: bool,
    /// Fail below the floors: 90 % of the first six ways, 75 % of the others
    #[arg(long)]
    floors: bool,
}

/// Files of a package beside the one that is changed.
const MOST_FILES: usize = 40;

struct Case {
    way: &'static str,
    original: String,
    planted: String,
    files: Vec<(String, String)>,
    text: String,
}

pub fn run(args: &Args) -> Result<()> {
    rayon::ThreadPoolBuilder::new()
        .stack_size(STACK)
        .build_global()?;
    let cases = cases(args)?;
    let types = built_in_types();
    let numbers: Vec<usize> = (0..cases.len()).collect();
    let found: Vec<Found> = on_threads(&numbers, |n| look(&cases[n], &types))
        .into_iter()
        .collect::<Result<_>>()?;
    println!("| way | planted | found | % | with --all | % |\n|---|---|---|---|---|---|");
    let mut below = Vec::new();
    for Way(way, floor, _) in WAYS {
        let of: Vec<Found> = (cases.iter().zip(&found))
            .filter(|(c, _)| c.way == *way)
            .map(|(_, f)| *f)
            .collect();
        if of.is_empty() {
            continue;
        }
        let shown = of.iter().filter(|f| f.shown).count();
        let all = of.iter().filter(|f| f.at_all).count();
        let percent = |n: usize| n * 100 / of.len();
        println!(
            "| {way} | {} | {shown} | {} | {all} | {} |",
            of.len(),
            percent(shown),
            percent(all)
        );
        if percent(shown) < *floor {
            below.push(*way);
        }
    }
    if args.missed {
        for (case, f) in cases.iter().zip(&found).filter(|(_, f)| !f.shown) {
            let how = if f.at_all { "small" } else { "missed" };
            println!("{how} {}: {}\n{}\n", case.way, case.original, case.text);
        }
    }
    println!(
        "planted copies={} shown={} found={} seed={}",
        cases.len(),
        found.iter().filter(|f| f.shown).count(),
        found.iter().filter(|f| f.at_all).count(),
        args.seed
    );
    ensure!(
        !args.floors || below.is_empty(),
        "below the floor: {}",
        below.join(", ")
    );
    Ok(())
}

#[derive(Clone, Copy)]
struct Found {
    shown: bool,
    at_all: bool,
}

fn look(case: &Case, types: &reweave_suggest::Types) -> Result<Found> {
    let folder = Folder::held(Path::new("."), case.files.clone());
    let config = Config::default();
    let advice = advise(&[folder], types, &config.options(), &config)?;
    let mut report = advice.report;
    let at_all = names_both(&report, case);
    report.hide_small(LEAST, |_| false);
    Ok(Found {
        shown: names_both(&report, case),
        at_all,
    })
}

fn names_both(report: &Report, case: &Case) -> bool {
    report.suggestions.iter().any(|s| {
        s.plan.as_ref().is_some_and(|p| {
            let has = |name: &str| p.places.iter().any(|place| place.method == name);
            has(&case.original) && has(&case.planted)
        })
    })
}

/// Files are visited in a random order until every way has its cases.
fn cases(args: &Args) -> Result<Vec<Case>> {
    let mut files = Vec::new();
    for list in &args.corpus {
        for source in corpus::sources(list)? {
            files.extend(corpus::java_files(&source.dir)?);
        }
    }
    let mut random = Random::new(args.seed, "planted copies", 0);
    for i in (1..files.len()).rev() {
        files.swap(i, random.below(i + 1));
    }
    let mut counts: Vec<(&Way, usize)> = WAYS
        .iter()
        .filter(|w| args.ways.is_empty() || args.ways.iter().any(|a| a == w.0))
        .map(|w| (w, 0))
        .collect();
    let mut cases: Vec<Case> = Vec::new();
    for file in files {
        if counts.iter().all(|(_, n)| *n >= args.limit) {
            break;
        }
        let Ok(text) = fs::read_to_string(&file) else {
            continue;
        };
        let methods = methods(&text);
        if methods.is_empty() {
            continue;
        }
        // One method of a file, so that no class is met again and again.
        let method = &methods[random.below(methods.len())];
        counts.sort_by_key(|(w, n)| (*n, w.0));
        let number = cases.len();
        for (way, n) in counts.iter_mut().filter(|(_, n)| *n < args.limit) {
            let mut random = Random::new(args.seed, way.0, number);
            if let Some(case) = case(way, method, (&file, &text), number, &mut random) {
                *n += 1;
                cases.push(case);
                break;
            }
        }
    }
    Ok(cases)
}

fn case(
    way: &Way,
    method: &Method,
    (file, text): (&PathBuf, &str),
    number: usize,
    random: &mut Random,
) -> Option<Case> {
    let name = format!("planted{number}");
    let subject = method.subject.renamed(&name)?;
    let planted = (way.2)(method, &subject, random)?;
    let (class, _) = method.qualified.rsplit_once('.')?;
    let simple = class.rsplit('.').next()?;
    let at = end_of_class(text, simple)?;
    let changed = format!("{}\n{planted}\n{}", text.part(..at), text.part(at..));
    let tree = parse(&changed)?;
    if tree.root_node().has_error() {
        return None;
    }
    let mut files = vec![(file.file_name()?.to_string_lossy().into_owned(), changed)];
    let mut beside: Vec<PathBuf> = fs::read_dir(file.parent()?)
        .ok()?
        .filter_map(|e| Some(e.ok()?.path()))
        .filter(|p| p != file && p.extension().is_some_and(|e| e == "java"))
        .collect();
    beside.sort();
    for other in beside.into_iter().take(MOST_FILES) {
        if let (Some(name), Ok(text)) = (other.file_name(), fs::read_to_string(&other)) {
            files.push((name.to_string_lossy().into_owned(), text));
        }
    }
    Some(Case {
        way: way.0,
        original: method.qualified.clone(),
        planted: format!("{class}.{name}"),
        files,
        text: planted,
    })
}

/// Where the last brace of a class of the file stands.
fn end_of_class(text: &str, name: &str) -> Option<usize> {
    let tree = parse(text)?;
    let class = named(tree.root_node()).into_iter().find(|n| {
        n.kind() == "class_declaration"
            && n.child_by_field_name("name")
                .is_some_and(|n| text.part(n.byte_range()) == name)
    })?;
    Some(class.child_by_field_name("body")?.end_byte() - 1)
}
