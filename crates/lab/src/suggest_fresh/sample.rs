//! Reports for a judge, who does not know which are decoys.

use super::{Advised, Args, inside};
use crate::storm::Random;
use anyhow::Result;
use reweave_advise::{LEAST, Location, Suggestion};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// One report in so many is a decoy: in turns from below the cut and two places that have nothing to do with each other.
const ONE_DECOY_IN: usize = 4;
/// Of one library at most so many, or a large one would be all there is.
const MOST_OF_ONE: usize = 12;
/// How many lines of a place are shown.
const LINES: usize = 16;

struct Shown<'a> {
    library: &'a Advised,
    suggestion: &'a Suggestion,
    /// Whose place stands for the second one.
    other: Option<&'a Suggestion>,
    word: &'static str,
}

pub fn write(dir: &Path, args: &Args, all: &[Advised]) -> Result<()> {
    let mut random = Random::new(args.seed, "sample", 0);
    let mut drawn: Vec<Shown<'_>> = Vec::new();
    let real = args.reports - args.reports / ONE_DECOY_IN;
    let above: Vec<Vec<&Suggestion>> = all.iter().map(|a| a.shown().collect()).collect();
    let mut left: Vec<(usize, &Suggestion)> = Vec::new();
    for (n, of) in above.iter().enumerate() {
        let mut of = of.clone();
        for _ in 0..MOST_OF_ONE.min(of.len()) {
            left.push((n, of.remove(random.below(of.len()))));
        }
    }
    while drawn.len() < real && !left.is_empty() {
        let (n, suggestion) = left.remove(random.below(left.len()));
        drawn.push(Shown {
            library: &all[n],
            suggestion,
            other: None,
            word: "report",
        });
    }
    let decoys = drawn.len() / (ONE_DECOY_IN - 1);
    for number in 0..decoys {
        let library = &all[random.below(all.len())];
        let small: Vec<&Suggestion> = library.groups().filter(|s| s.worth < LEAST).collect();
        let all: Vec<&Suggestion> = library.groups().filter(|s| s.plan.is_some()).collect();
        let (suggestion, other, word) = match number % 2 {
            0 if !small.is_empty() => (small[random.below(small.len())], None, "below the cut"),
            _ if all.len() > 2 => {
                let first = random.below(all.len());
                let second = (first + 1 + random.below(all.len() - 1)) % all.len();
                (all[first], Some(all[second]), "random")
            }
            _ => continue,
        };
        drawn.push(Shown {
            library,
            suggestion,
            other,
            word,
        });
    }
    for i in (1..drawn.len()).rev() {
        drawn.swap(i, random.below(i + 1));
    }
    let (mut reports, mut key) = (String::new(), String::new());
    for (number, shown) in drawn.iter().enumerate() {
        report(&mut reports, number + 1, shown)?;
        let s = shown.suggestion;
        let ready = match s.ready {
            Some(true) => "ready",
            Some(false) => "refused",
            None => "no plan",
        };
        let why = s.in_the_way.first().map_or("", String::as_str);
        writeln!(
            key,
            "{}\t{}\t{}\t{ready}\t{:.1}\t{}\t{why}",
            number + 1,
            shown.word,
            shown.library.coordinates,
            s.worth,
            row(shown)
        )?;
    }
    fs::create_dir_all(dir)?;
    fs::write(dir.join("reports.txt"), reports)?;
    fs::write(dir.join("key.txt"), key)?;
    Ok(())
}

/// A place: its file, its lines, its method.
struct Place<'a>(&'a str, u32, u32, &'a str);

/// The places: of the plan, or the missed one and its example.
fn places<'a>(s: &'a Suggestion) -> Vec<Place<'a>> {
    let of = |l: &'a Location| Place(&l.file, l.start_line, l.end_line, &l.method);
    match &s.plan {
        Some(plan) => {
            let all = plan.places.iter();
            all.map(|p| Place(&p.file, p.start_line, p.end_line, &p.method))
                .collect()
        }
        None => vec![of(&s.missed), of(&s.example)],
    }
}

fn shown_places<'a>(shown: &Shown<'a>) -> Vec<Place<'a>> {
    let mut all = places(shown.suggestion);
    if let Some(other) = shown.other {
        all.truncate(1);
        all.extend(places(other).into_iter().take(1));
    }
    all
}

/// The places and the type, for the table of verdicts.
fn row(shown: &Shown<'_>) -> String {
    let all = shown_places(shown);
    let all = all.iter().take(2).map(|p| {
        let file = p.0.rsplit('/').next().unwrap_or_default();
        format!("{file}:{}-{}", p.1, p.2)
    });
    let all: Vec<String> = all.collect();
    format!("{}\t{}", all.join(", "), shown.suggestion.kind)
}

fn report(out: &mut String, number: usize, shown: &Shown<'_>) -> Result<()> {
    let all = shown_places(shown);
    let s = shown.suggestion;
    writeln!(
        out,
        "#{number} {} | {} | {} places\n  {}",
        s.kind,
        shown.library.coordinates,
        if shown.other.is_some() { 2 } else { all.len() },
        s.what
    )?;
    for place in all.iter().take(2) {
        let file = inside(&shown.library.dir, place.0);
        writeln!(out, "  @ {file}:{}-{} {}", place.1, place.2, place.3)?;
        let text = fs::read(place.0).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines = text
            .lines()
            .zip(1..)
            .filter(|(_, n)| (place.1..=place.2).contains(n));
        for (line, _) in lines.take(LINES).filter(|(l, _)| !l.trim().is_empty()) {
            let cut: String = line.chars().take(130).collect();
            writeln!(out, "    | {cut}")?;
        }
    }
    Ok(())
}
