//! `cargo xtask bench suggest`: suggestions for a corpus, from source files to the report, all types.
//!
//! With `--growth` on a quarter, a half and the whole, and with the corpus `huge`; each is a process of its own, so that each
//! peak is its own.

use super::process::peak_mb;
use crate::corpus;
use crate::storm::Random;
use anyhow::{Context, Result, ensure};
use reweave_advise::{
    Config, Folder, Format, Location, Report, Suggestion, advise, built_in_types,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// Lists of coordinates [default: large]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    corpus: Vec<String>,
    /// Only so many percent of the corpus: every jar whose turn it is
    #[arg(long, value_name = "PERCENT", default_value_t = 100)]
    part: usize,
    /// How many threads
    #[arg(long, default_value_t = 2)]
    jobs: usize,
    /// Also write the report to this file, in the format of its ending
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Also list so many reports for people to judge: the first place of each group, drawn by the seed, at most 12 of a type
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    draw: usize,
    #[arg(long, default_value_t = 11)]
    seed: u64,
    /// A quarter, a half, the whole, and the whole with `huge`
    #[arg(long)]
    growth: bool,
}

pub fn run(args: &Args) -> Result<()> {
    if args.growth {
        return growth(args);
    }
    let lists = if args.corpus.is_empty() {
        vec!["large".to_owned()]
    } else {
        args.corpus.clone()
    };
    let mut folders = Vec::new();
    for list in &lists {
        for (i, source) in corpus::sources(list)?.iter().enumerate() {
            if (i * args.part) / 100 != ((i + 1) * args.part) / 100 {
                folders.push(Folder::new(&source.dir));
            }
        }
    }
    rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs)
        .build_global()
        .context("starting the threads")?;
    let start = Instant::now();
    let config = Config::default();
    let advice = advise(&folders, &built_in_types(), &config.options(), &config)?;
    let format = match args.output.as_deref().and_then(|p| p.extension()) {
        Some(e) if e == "json" => Format::Json,
        Some(e) if e == "sarif" => Format::Sarif,
        Some(e) if e == "html" => Format::Html,
        _ => Format::Text,
    };
    let text = format.write(&advice.report);
    let total = start.elapsed();
    if let Some(path) = &args.output {
        std::fs::write(path, &text)?;
    }
    for drawn in draw(&advice.report, args) {
        println!("{}", row(drawn));
    }
    let t = advice.timings;
    println!(
        "call graph {:.1} s, search {:.1} s for {} candidates, confirmed in {:.1} s",
        t.call_graph.as_secs_f64(),
        t.search.as_secs_f64(),
        t.candidates,
        t.confirm.as_secs_f64(),
    );
    println!(
        "suggest total_s={:.1} parse_s={:.1} peak_mb={} methods={} reports={} lines={} files={}",
        total.as_secs_f64(),
        t.parse.as_secs_f64(),
        peak_mb(),
        advice.report.methods,
        advice.report.suggestions.len(),
        advice.report.lines,
        advice.report.files,
    );
    Ok(())
}

/// What a report of one type may hold of those drawn.
const MOST_OF_A_TYPE: usize = 12;

/// Each place has its number from the seed and its fingerprint, so that a report with other places draws the same ones of those
/// that stay.
fn draw<'r>(report: &'r Report, args: &Args) -> Vec<&'r Suggestion> {
    let mut firsts: Vec<&Suggestion> = report
        .suggestions
        .chunk_by(|a, b| a.group == b.group)
        .map(|group| &group[0])
        .collect();
    firsts.sort_by_key(|s| {
        let number = Random::new(args.seed, &s.fingerprint, 0).next();
        (number, &s.fingerprint)
    });
    let mut of_type: BTreeMap<&str, usize> = BTreeMap::new();
    firsts.retain(|s| {
        let n = of_type.entry(&s.kind).or_default();
        *n += 1;
        *n <= MOST_OF_A_TYPE
    });
    firsts.truncate(args.draw);
    firsts.sort_by_key(|s| (&s.kind, &s.missed.file, s.missed.start_line));
    firsts
}

/// A line of the table in `conformance/suggest.md`, without its verdict.
fn row(s: &Suggestion) -> String {
    let place = |l: &Location| {
        let artifact = l.project.split('+').nth(1).unwrap_or(&l.project);
        let artifact = artifact.strip_prefix("org.eclipse.").unwrap_or(artifact);
        let file = l.file.rsplit('/').next().unwrap_or(&l.file);
        format!("{artifact} {file}:{}", l.start_line)
    };
    format!(
        "| {} | {} | {} |",
        place(&s.missed),
        place(&s.example),
        s.kind
    )
}

fn growth(args: &Args) -> Result<()> {
    let runs = [
        ("large", 25),
        ("large", 50),
        ("large", 100),
        ("large,huge", 100),
    ];
    let mut first = None;
    for (lists, part) in runs {
        let output = Command::new(std::env::current_exe()?)
            .args(["bench", "suggest", "--corpus", lists])
            .args(["--part", &part.to_string()])
            .args(["--jobs", &args.jobs.to_string()])
            .output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        ensure!(
            output.status.success(),
            "the run on {part} % of {lists} failed: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        print!("{text}");
        // The time against n log n, as a part of what it is in the smallest run: no more than 1 where it grows no faster.
        let value = |key: &str| -> Result<f64> {
            let found = text.split_whitespace().find_map(|w| w.strip_prefix(key));
            Ok(found.context("no such value in the last line")?.parse()?)
        };
        let seconds = value("total_s=")?;
        let per = ["lines=", "methods="].map(|key| -> Result<f64> {
            let n = value(key)?;
            Ok(seconds / (n * n.max(2.0).log2()))
        });
        let [lines, methods] = per;
        let now = [lines?, methods?];
        let first = *first.get_or_insert(now);
        println!(
            "suggest-growth total_s={seconds:.1} against_n_log_n lines={:.2} methods={:.2}",
            now[0] / first[0],
            now[1] / first[1]
        );
    }
    Ok(())
}
