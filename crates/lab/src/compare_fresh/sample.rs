//! Reports for a judge, who does not know which are decoys.

use super::{Args, Compared};
use crate::compare_score::is_declared;
use crate::storm::Random;
use anyhow::Result;
use reweave_log::{Entry, Log};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// One report in so many is a decoy.
const ONE_DECOY_IN: usize = 4;

/// How many lines of a declaration are shown.
const LINES: usize = 12;

/// Elements that are gone, of so many pairs, for a judge of what was missed.
const REMOVED: usize = 20;

pub fn write(dir: &Path, args: &Args, all: &[Compared]) -> Result<()> {
    let mut random = Random::new(args.seed, "sample", 0);
    let (mut reports, mut key, mut gone) = (String::new(), String::new(), String::new());
    let mut number = 0;
    for compared in all {
        let mut entries: Vec<&Entry> = compared
            .log
            .entries
            .iter()
            .filter(|e| !is_declared(&compared.log, e) && e.old_at.is_some())
            .collect();
        for _ in 0..args.reports {
            if entries.is_empty() {
                break;
            }
            number += 1;
            let entry = entries.remove(random.below(entries.len()));
            let other = decoy(&compared.log, entry, &mut random);
            let is_decoy = other.is_some() && random.below(ONE_DECOY_IN) == 0;
            let shown = if is_decoy {
                other.unwrap_or(entry)
            } else {
                entry
            };
            report(&mut reports, number, compared, [entry, shown])?;
            let word = if is_decoy { "decoy" } else { "report" };
            writeln!(key, "{number} {word}")?;
        }
        removed(&mut gone, compared, &mut random)?;
    }
    fs::create_dir_all(dir)?;
    fs::write(dir.join("reports.txt"), reports)?;
    fs::write(dir.join("key.txt"), key)?;
    fs::write(dir.join("removed.txt"), gone)?;
    Ok(())
}

/// Another entry of the kind, whose new element stands for this one's.
fn decoy<'l>(log: &'l Log, entry: &Entry, random: &mut Random) -> Option<&'l Entry> {
    let others = log.entries.iter();
    let others: Vec<&Entry> = others
        .filter(|e| e.kind == entry.kind && e.new != entry.new && e.new_at.is_some())
        .collect();
    (!others.is_empty()).then(|| others[random.below(others.len())])
}

fn report(
    out: &mut String,
    number: usize,
    compared: &Compared,
    [old, new]: [&Entry; 2],
) -> Result<()> {
    writeln!(
        out,
        "#{number} {} | {} -> {}\n  {}\n  {}",
        old.kind.word(),
        compared.pair.old,
        compared.pair.new,
        old.old,
        new.new
    )?;
    for (dir, at) in [
        (&compared.pair.old_dir, &old.old_at),
        (&compared.pair.new_dir, &new.new_at),
    ] {
        writeln!(out, "  @ {}", at.as_deref().unwrap_or("?"))?;
        out.push_str(&excerpt(dir, at.as_deref()));
    }
    Ok(())
}

/// The declaration with what comes before and after it.
fn excerpt(dir: &Path, at: Option<&str>) -> String {
    let Some((path, line)) = at.and_then(|a| a.rsplit_once(':')) else {
        return String::new();
    };
    let line: usize = line.parse().unwrap_or(1);
    let text = fs::read(dir.join(path)).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let shown = text.lines().skip(line.saturating_sub(2)).take(LINES);
    let mut out = String::new();
    for line in shown.filter(|l| !l.trim().is_empty()) {
        let cut: String = line.chars().take(110).collect();
        let _ = writeln!(out, "    | {cut}");
    }
    out
}

/// What the log lists as gone, a draw of it.
fn removed(out: &mut String, compared: &Compared, random: &mut Random) -> Result<()> {
    let mut left: Vec<_> = compared.log.removed.iter().collect();
    writeln!(
        out,
        "{} {}: {} removed",
        compared.pair.old,
        compared.pair.new,
        left.len()
    )?;
    for _ in 0..REMOVED.min(left.len()) {
        let gone = left.remove(random.below(left.len()));
        let at = gone.at.as_deref().unwrap_or("?");
        writeln!(out, "  {} {} @ {at}", gone.element.word(), gone.name)?;
    }
    Ok(())
}
