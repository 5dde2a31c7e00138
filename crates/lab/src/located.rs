//! `cargo xtask located`: whether rm-json shows the same places as RefactoringMiner's own files.
//!
//! For each finding of `java-located` that Reweave reports with the same words, the files and lines of its places are
//! compared on both sides.

use crate::oracle::Chosen;
use crate::{eval, oracle, release};
use anyhow::{Context, Result};
use rayon::prelude::*;
use reweave_change::{Limits, analyse};
use reweave_output::{Entry, Format, Origin};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    chosen: Chosen,
    /// The reference with places [default: java-located of ../shared]
    #[arg(long)]
    reference: Option<PathBuf>,
    /// Show so many findings whose places differ
    #[arg(long, default_value_t = 0)]
    show: usize,
}

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    id: String,
    refactorings: Vec<Refactoring>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Refactoring {
    #[serde(rename = "type")]
    kind: String,
    description: String,
    left_side_locations: Vec<Place>,
    right_side_locations: Vec<Place>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Place {
    file_path: String,
    start_line: u32,
    end_line: u32,
    start_column: u32,
    end_column: u32,
    code_element_type: String,
    description: String,
}

#[derive(Deserialize)]
struct Document {
    commits: Vec<Case>,
}

#[derive(Default)]
struct Tally {
    both: usize,
    lines: usize,
    /// The declarations alone, without the statements in them.
    declarations: usize,
    /// Lines, columns, kinds and roles.
    all: usize,
}

pub fn run(args: &Args) -> Result<()> {
    if release::handed_over()? {
        return Ok(());
    }
    let missed = "no places could be compared";
    let Some(dir) = args.chosen.folder("java", missed)? else {
        return Ok(());
    };
    let reference = match &args.reference {
        Some(path) => path.clone(),
        None => oracle::lines("java-located")?.context("no ../shared: name --reference")?,
    };
    let mut cases: Vec<Case> = std::fs::read_to_string(&reference)?
        .lines()
        .map(|l| serde_json::from_str(l).context("a line of the reference is no case"))
        .collect::<Result<_>>()?;
    cases.truncate(args.chosen.limit());
    let ours: Vec<Vec<Refactoring>> = cases
        .par_iter()
        .map(|case| detected(&dir, &case.id))
        .collect::<Result<_>>()?;
    let mut by_type: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut shown = 0;
    for (case, ours) in cases.iter().zip(&ours) {
        let all_ours = by_description(ours);
        for theirs in by_description(&case.refactorings).values() {
            let Some(ours) = all_ours.get(&key(&theirs[0].description)) else {
                continue;
            };
            let tally = by_type.entry(&theirs[0].kind).or_default();
            tally.both += 1;
            // Findings of the same words, such as several extractions of one method, agree where any two do.
            let any = |same: &dyn Fn(&Refactoring, &Refactoring) -> bool| {
                theirs.iter().any(|t| ours.iter().any(|o| same(t, o)))
            };
            let same = any(&|t, o| lines(t, false) == lines(o, false));
            tally.lines += usize::from(same);
            tally.declarations += usize::from(any(&|t, o| lines(t, true) == lines(o, true)));
            tally.all += usize::from(any(&|t, o| whole(t) == whole(o)));
            if !same && shown < args.show {
                shown += 1;
                show(&case.id, theirs[0], ours[0]);
            }
        }
    }
    report(&by_type);
    Ok(())
}

fn detected(dir: &Path, id: &str) -> Result<Vec<Refactoring>> {
    let record = analyse(&eval::read_case(dir, id)?, &Limits::default());
    let origin = Origin::Paths {
        before: String::new(),
        after: String::new(),
    };
    let format = Format::RefactoringMiner;
    let text = format!(
        "{}{}{}",
        format.begin(),
        format.entry(&Entry { origin, record }),
        format.end()
    );
    let mut document: Document = serde_json::from_str(&text)?;
    Ok(document
        .commits
        .pop()
        .map(|c| c.refactorings)
        .unwrap_or_default())
}

fn by_description(all: &[Refactoring]) -> BTreeMap<String, Vec<&Refactoring>> {
    let mut out: BTreeMap<String, Vec<&Refactoring>> = BTreeMap::new();
    for refactoring in all {
        out.entry(key(&refactoring.description))
            .or_default()
            .push(refactoring);
    }
    out
}

/// Editions differ in blanks.
fn key(description: &str) -> String {
    description.split_whitespace().collect()
}

type Lines<'a> = BTreeSet<(bool, &'a str, u32, u32)>;

/// Side, file and lines of each place.
fn lines(refactoring: &Refactoring, declarations: bool) -> Lines<'_> {
    sides(refactoring)
        .filter(|(_, p)| !declarations || is_declaration(p))
        .map(|(left, p)| (left, p.file_path.as_str(), p.start_line, p.end_line))
        .collect()
}

fn sides(refactoring: &Refactoring) -> impl Iterator<Item = (bool, &Place)> {
    let left = refactoring.left_side_locations.iter().map(|p| (true, p));
    left.chain(refactoring.right_side_locations.iter().map(|p| (false, p)))
}

fn is_declaration(place: &Place) -> bool {
    let kind = &place.code_element_type;
    kind.ends_with("_DECLARATION") || place.description.ends_with("declaration")
}

fn whole(refactoring: &Refactoring) -> BTreeSet<String> {
    sides(refactoring)
        .map(|(left, p)| {
            format!(
                "{} {}:{}:{}-{}:{} {} {}",
                if left { "left " } else { "right" },
                p.file_path,
                p.start_line,
                p.start_column,
                p.end_line,
                p.end_column,
                p.code_element_type,
                p.description
            )
        })
        .collect()
}

fn show(id: &str, theirs: &Refactoring, ours: &Refactoring) {
    println!("{id}: {}", theirs.description);
    let (a, b) = (whole(theirs), whole(ours));
    for place in a.difference(&b) {
        println!("  reference {place}");
    }
    for place in b.difference(&a) {
        println!("  reweave   {place}");
    }
}

fn report(by_type: &BTreeMap<&str, Tally>) {
    println!(
        "{:40}{:>6}{:>8}{:>14}{:>7}",
        "type", "both", "lines", "declarations", "whole"
    );
    let mut sum = Tally::default();
    for (kind, t) in by_type {
        println!(
            "{kind:40}{:6}{:8}{:14}{:7}",
            t.both, t.lines, t.declarations, t.all
        );
        sum.both += t.both;
        sum.lines += t.lines;
        sum.declarations += t.declarations;
        sum.all += t.all;
    }
    let share = |n: usize| n as f64 / sum.both.max(1) as f64;
    println!(
        "located both={} same_lines={:.4} same_declarations={:.4} same_everything={:.4}",
        sum.both,
        share(sum.lines),
        share(sum.declarations),
        share(sum.all)
    );
}
