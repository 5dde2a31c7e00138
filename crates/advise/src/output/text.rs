//! The report for people: both sides of each suggestion, with the lines that correspond marked.

use super::counted;
use crate::report::{Location, Plan, Report, Suggestion};
use anstyle::{AnsiColor, Style};
use std::collections::BTreeMap;
use std::fmt::Write;

const TITLE: Style = Style::new().bold();
const PLACE: Style = AnsiColor::Cyan.on_default();
const MARK: Style = AnsiColor::Green.on_default();

/// Longer methods are cut; the file has the rest.
const MOST_LINES: usize = 40;

pub fn write(report: &Report) -> String {
    let mut out = String::new();
    let mut group = None;
    for suggestion in &report.suggestions {
        if group == Some(suggestion.group) {
            also(&mut out, suggestion);
        } else {
            one(&mut out, suggestion);
            group = Some(suggestion.group);
        }
    }
    summary(&mut out, report);
    out
}

fn one(out: &mut String, s: &Suggestion) {
    let ways = if s.ways > 1 {
        format!(" ({}-way)", s.ways)
    } else {
        String::new()
    };
    let saved = match s.lines_saved {
        0 => String::new(),
        1 => ", saves 1 line".to_owned(),
        n => format!(", saves {n} lines"),
    };
    let _ = writeln!(
        out,
        "{TITLE}{}{TITLE:#}{ways}: {}{saved}  [{}]",
        s.kind, s.missed.method, s.fingerprint
    );
    if s.unconfirmed {
        out.push_str("  not confirmed: the vectors agree, the statements do not\n");
    }
    if let Some(plan) = &s.plan {
        planned(out, plan);
    }
    if s.ready == Some(true) {
        let _ = writeln!(
            out,
            "  {MARK}ready{MARK:#}: {} --write",
            s.apply.as_deref().unwrap_or_default()
        );
        for line in s.diff.lines() {
            let _ = writeln!(out, "    {line}");
        }
        out.push('\n');
        return;
    }
    side(out, "missed", &s.missed, &s.missed_lines());
    for (i, (place, marked)) in s.example_sides().enumerate() {
        let label = if i == 0 { "example" } else { "calls" };
        side(out, label, place, &marked);
    }
    if s.ready.is_none()
        && let Some(apply) = &s.apply
    {
        let _ = writeln!(out, "  do it: {apply}");
    }
    if s.ready == Some(false) {
        for why in &s.in_the_way {
            let _ = writeln!(out, "  in the way: {}", line(why));
        }
    }
    out.push('\n');
}

/// What would be done, where, and what differs.
fn planned(out: &mut String, plan: &Plan) {
    let _ = writeln!(out, "  do: {}", plan.what);
    for place in &plan.places {
        let _ = writeln!(
            out,
            "    {PLACE}{}:{}-{}{PLACE:#} {}",
            place.file, place.start_line, place.end_line, place.method
        );
    }
    for (here, there) in &plan.differences {
        let _ = writeln!(out, "    differs: `{}` and `{}`", line(here), line(there));
    }
    for obstacle in &plan.obstacles {
        let _ = writeln!(out, "    first: {obstacle}");
    }
}

/// Code on one line.
fn line(code: &str) -> String {
    code.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What was looked at and what was dropped by which filter: the answer to `--why`.
pub fn why(report: &Report) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{:>9} in {}",
        report.lines,
        counted(report.files, "file")
    );
    for filter in &report.filters {
        let loosen = if filter.loosen.is_empty() {
            String::new()
        } else {
            format!("  ({} changes this)", filter.loosen)
        };
        let _ = writeln!(out, "{:>9} {}{loosen}", filter.count, filter.what);
    }
    let _ = writeln!(
        out,
        "{:>9} suggestions worth less than a commit  (--all shows them)",
        report.small
    );
    out
}

fn also(out: &mut String, s: &Suggestion) {
    let _ = writeln!(
        out,
        "  also missed {PLACE}{}:{}{PLACE:#} {}  [{}]\n",
        s.missed.file, s.missed.start_line, s.missed.method, s.fingerprint
    );
}

fn side(out: &mut String, label: &str, place: &Location, marked: &[(u32, u32)]) {
    let _ = writeln!(
        out,
        "  {label} {PLACE}{}:{}{PLACE:#}",
        place.file, place.start_line
    );
    let indent = place
        .text
        .lines()
        .filter(|l| !l.trim().is_empty())
        .map(|l| l.len() - l.trim_start().len())
        .min()
        .unwrap_or(0);
    let lines: Vec<&str> = place.text.lines().collect();
    for (i, line) in lines.iter().enumerate().take(MOST_LINES) {
        let number = place.start_line + i as u32;
        let mark = marked
            .iter()
            .any(|&(from, to)| from <= number && number <= to);
        let line = line.get(indent..).unwrap_or_else(|| line.trim_start());
        if mark {
            let _ = writeln!(out, "  {number:>6} {MARK}|{MARK:#} {line}");
        } else {
            let _ = writeln!(out, "  {number:>6}   {line}");
        }
    }
    if lines.len() > MOST_LINES {
        let _ = writeln!(out, "         … {} more lines", lines.len() - MOST_LINES);
    }
}

fn summary(out: &mut String, report: &Report) {
    let mut by_kind: BTreeMap<&str, usize> = BTreeMap::new();
    for s in &report.suggestions {
        *by_kind.entry(&s.kind).or_default() += 1;
    }
    let mut kinds: Vec<(&str, usize)> = by_kind.into_iter().collect();
    kinds.sort_by_key(|&(kind, n)| (std::cmp::Reverse(n), kind));
    for (kind, n) in kinds {
        let _ = writeln!(out, "{n:>6} {kind}");
    }
    let mut hidden = match report.hidden {
        0 => String::new(),
        n => format!(", {n} not shown"),
    };
    if report.small > 0 {
        let _ = write!(hidden, ", {} more with --all", report.small);
    }
    let _ = writeln!(
        out,
        "{}{hidden} in {} of {}",
        counted(report.suggestions.len(), "suggestion"),
        counted(report.methods, "method"),
        counted(report.files, "file"),
    );
    let ready = report.suggestions.iter().filter(|s| s.ready == Some(true));
    let tried = report.suggestions.iter().filter(|s| s.ready.is_some());
    if let (ready, tried @ 1..) = (ready.count(), tried.count()) {
        let _ = writeln!(
            out,
            "{ready} of {tried} that were performed in memory are ready"
        );
    }
    if report.lines > 0 && report.duplicated_lines > 0 {
        let _ = writeln!(
            out,
            "{} of duplicates, {:.1} % of {}",
            counted(report.duplicated_lines, "line"),
            report.duplication(),
            counted(report.lines, "line")
        );
    }
    if report.suggestions.is_empty() {
        out.push_str(&why(report));
    }
    for left_out in &report.left_out {
        let _ = writeln!(out, "left out: {left_out}");
    }
}
