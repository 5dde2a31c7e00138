//! `cargo xtask same`: what every command answers to a fixed set of questions, written down once and compared later, so that a
//! change of the code's shape can be shown to change no answer.
//!
//! Detection runs on the oracle, suggestions and comparisons on the project's own programs and the pairs of releases, refactorings on
//! the requests of the random tests in every language. Message texts are left out: their wording may change. What is missing on
//! this machine is skipped aloud, and never compared.

use crate::storm::{self, Sample};
use crate::threads::on_threads;
use crate::{eval, oracle, pairs, release, shared};
use anyhow::{Context, Result, bail};
use reweave_advise::{Config, Folder, Format, advise, built_in_types};
use reweave_change::{Limits, analyse};
use reweave_refactor::{BadInput, Conflict, Outcome};
use reweave_release::{Input, Options, compare};
use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// Write the answers into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "compare")]
    record: Option<PathBuf>,
    /// Compare the answers with those of this folder
    #[arg(long, value_name = "DIR", required_unless_present = "record")]
    compare: Option<PathBuf>,
    /// Every so many cases of the oracle
    #[arg(long, default_value_t = 8)]
    step: usize,
    /// Requests for each refactoring and language
    #[arg(long, default_value_t = 60)]
    attempts: usize,
    /// Pairs of releases
    #[arg(long, default_value_t = 4)]
    pairs: usize,
    /// Only what has this name: detect, suggest, compare, or a language of the random tests
    #[arg(long)]
    only: Option<String>,
}

/// The random tests whose programs need nothing that is fetched at run time.
const RANDOM_TESTS: [&str; 4] = ["bc", "fortran", "php", "java-programs"];

/// One part of the answers: its name and how to get them, a line each.
type Part<'a> = (&'a str, Box<dyn Fn() -> Result<Vec<String>> + 'a>);

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let mut parts: Vec<Part> = vec![
        ("detect", Box::new(|| detect(args))),
        ("suggest", Box::new(suggest)),
        ("compare", Box::new(|| releases(args))),
    ];
    for language in RANDOM_TESTS {
        parts.push((language, Box::new(move || refactor(language, args))));
    }
    let mut different = 0;
    for (name, answers) in parts {
        if args.only.as_ref().is_some_and(|only| only != name) {
            continue;
        }
        let lines = answers().with_context(|| format!("asking for {name}"))?;
        different += keep(name, &lines, args)?;
    }
    if different > 0 {
        bail!("{different} answers are not the same");
    }
    Ok(())
}

/// Writes the answers of a part, or counts those that differ from what was written.
fn keep(name: &str, lines: &[String], args: &Args) -> Result<usize> {
    if lines.is_empty() {
        println!("SKIPPED: {name}: nothing to ask here");
        return Ok(0);
    }
    let file = format!("{name}.txt");
    if let Some(folder) = &args.record {
        fs::create_dir_all(folder)?;
        fs::write(folder.join(file), lines.join("\n"))?;
        println!("{name}: {} answers recorded", lines.len());
        return Ok(0);
    }
    let folder = args.compare.as_deref().context("nothing to compare with")?;
    let recorded = fs::read_to_string(folder.join(&file))
        .with_context(|| format!("no recorded answers {file} in {}", folder.display()))?;
    let recorded: Vec<&str> = recorded.split('\n').collect();
    let mut different = recorded.len().abs_diff(lines.len());
    for (was, is) in recorded.iter().zip(lines) {
        if was != is {
            different += 1;
            println!("{name}:\n  was {was}\n  is  {is}");
        }
    }
    println!("{name}: {} answers, {different} differ", lines.len());
    Ok(different)
}

fn detect(args: &Args) -> Result<Vec<String>> {
    let Some(dir) = oracle::folder("java")? else {
        return Ok(Vec::new());
    };
    let cases: Vec<_> = oracle::cases(&dir)?
        .into_iter()
        .step_by(args.step.max(1))
        .collect();
    let numbers: Vec<usize> = (0..cases.len()).collect();
    let records = on_threads(&numbers, |number| -> Result<String> {
        let case = &cases[number];
        let record = analyse(&eval::read_case(&dir, &case.id)?, &Limits::default());
        let mut all = String::new();
        for f in &record.findings {
            let ends = |places: &[reweave_change::Place]| {
                let at = |p: &reweave_change::Place| format!("{}:{}", p.path, p.start.line);
                places.iter().map(at).collect::<Vec<_>>().join(" ")
            };
            let (left, right) = (ends(&f.left), ends(&f.right));
            writeln!(all, "{}|{}|{left}|{right}", f.kind, f.description)?;
        }
        Ok(format!(
            "{} {} {} {:016x}",
            case.id,
            record.status.name(),
            record.findings.len(),
            hash(&all)
        ))
    });
    records.into_iter().collect()
}

fn suggest() -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for root in [
        shared::root().join("examples"),
        storm::java_programs_folder(),
    ] {
        let folders = [Folder::new(&root)];
        let config = Config::default();
        let advice = advise(&folders, &built_in_types(), &config.options(), &config)?;
        for s in &advice.report.suggestions {
            lines.push(format!(
                "{} {}:{} {}:{} {}",
                s.kind,
                s.missed.file,
                s.missed.start_line,
                s.example.file,
                s.example.start_line,
                s.fingerprint
            ));
        }
        // Wherever the repository lies, the answers are the same.
        let here = format!("{}/", shared::root().display());
        for line in &mut lines {
            *line = line.replace(&here, "");
        }
        let text = Format::Json.write(&advice.report).replace(&here, "");
        lines.push(format!(
            "{} suggestions, {} bytes",
            advice.report.suggestions.len(),
            text.len()
        ));
    }
    Ok(lines)
}

fn releases(args: &Args) -> Result<Vec<String>> {
    let own = shared::root().join("examples/compare");
    let mut sides = vec![("examples".to_owned(), own.join("old"), own.join("new"))];
    if shared::shared().is_some() && args.pairs > 0 {
        let all = pairs::all(None)?.into_iter().take(args.pairs);
        sides.extend(all.map(|p| (p.name, p.old, p.new)));
    }
    let mut lines = Vec::new();
    for (name, old, new) in sides.iter().filter(|(_, old, _)| old.is_dir()) {
        let log = compare(
            &Input::read(old)?,
            &Input::read(new)?,
            &Options::default(),
            false,
        );
        let (entries, removed) = (log.entries.len(), log.removed.len());
        let text = serde_json::to_string(&log)?;
        lines.push(format!("{name} {entries} {removed} {:016x}", hash(&text)));
    }
    Ok(lines)
}

fn refactor(language: &str, args: &Args) -> Result<Vec<String>> {
    let samples = storm::samples(language, 1, args.attempts)?;
    let numbers: Vec<usize> = (0..samples.len()).collect();
    Ok(on_threads(&numbers, |number| answer(&samples[number])))
}

fn answer(sample: &Sample) -> String {
    let asked = &sample.attempt.request;
    let ended = match sample.ask() {
        Ok(outcome) => outcome_line(&outcome),
        Err(BadInput { at, fault, .. }) => format!("{fault:?} {at:?}"),
    };
    format!("{} {} {ended}", sample.program, asked.refactoring)
}

fn outcome_line(outcome: &Outcome) -> String {
    let mut text = String::new();
    for (before, after) in outcome.changed() {
        let part = |f: Option<&reweave_text::SourceFile>| {
            f.map_or_else(String::new, |f| format!("{}\0{}", f.path, f.text))
        };
        text.push_str(&part(before));
        text.push('\x01');
        text.push_str(&part(after));
    }
    let conflict = |c: &Conflict| format!("{} {:?} {:?}", c.kind, c.standing, c.places);
    let conflicts: Vec<_> = outcome.conflicts.iter().map(conflict).collect();
    let steps: Vec<_> = outcome
        .steps
        .iter()
        .map(|s| format!("{}|{}", s.rule, s.conflicts))
        .collect();
    format!("{:016x} {:?} {}", hash(&text), steps, conflicts.join("; "))
}

/// The same on every machine and in every run.
fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
