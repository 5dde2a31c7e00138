//! For people: grouped by type, with the place on both sides, and a line that sums a change up.

use crate::{Entry, Origin};
use anstyle::{AnsiColor, Color, Style};
use reweave_change::{Evidence, Finding, Place, Record, Status};
use std::fmt::Write;

const ID: Style = colour(AnsiColor::Yellow);
const TYPE: Style = colour(AnsiColor::Cyan).bold();
const PLACE: Style = Style::new().dimmed();
const OLD: Style = colour(AnsiColor::Red);
const NEW: Style = colour(AnsiColor::Green);
const WARNING: Style = colour(AnsiColor::Yellow);

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}

/// Enough of a commit's id to be single in any repository that people read.
const SHORT_ID: usize = 10;

pub fn entry(entry: &Entry, explain: bool) -> String {
    let mut out = String::new();
    headline(&mut out, entry);
    let mut last: Option<&str> = None;
    for finding in by_type(&entry.record) {
        if last != Some(&finding.kind) {
            last = Some(&finding.kind);
            put(
                &mut out,
                format_args!("\n  {TYPE}{}{TYPE:#}\n", finding.kind),
            );
        }
        one(&mut out, finding, explain);
    }
    if !entry.record.left_out.is_empty() {
        out.push('\n');
    }
    for gap in &entry.record.left_out {
        let line = gap.line.map_or_else(String::new, |l| format!(":{l}"));
        put(
            &mut out,
            format_args!(
                "  {WARNING}left out{WARNING:#} {}{line}: {}\n",
                gap.path, gap.what
            ),
        );
    }
    out
}

/// `2 Extract Method, 1 Rename Class`, the most frequent first.
pub fn summary(record: &Record) -> String {
    let mut counts: Vec<(usize, &str)> = Vec::new();
    for finding in by_type(record) {
        match counts.last_mut() {
            Some((n, kind)) if *kind == finding.kind => *n += 1,
            _ => counts.push((1, &finding.kind)),
        }
    }
    if counts.is_empty() {
        return "no refactorings".to_owned();
    }
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let parts: Vec<String> = counts
        .iter()
        .map(|(n, kind)| format!("{n} {kind}"))
        .collect();
    parts.join(", ")
}

/// The findings with those of one type together, types in the order of their first finding.
fn by_type(record: &Record) -> Vec<&Finding> {
    let mut order: Vec<&str> = Vec::new();
    for finding in &record.findings {
        if !order.contains(&finding.kind.as_str()) {
            order.push(&finding.kind);
        }
    }
    let mut findings: Vec<&Finding> = record.findings.iter().collect();
    findings.sort_by_key(|f| order.iter().position(|k| *k == f.kind));
    findings
}

fn headline(out: &mut String, entry: &Entry) {
    match &entry.origin {
        Origin::Commit {
            commit, subject, ..
        } => {
            let id = commit.get(..SHORT_ID).unwrap_or(commit);
            put(out, format_args!("{ID}{id}{ID:#} {subject}\n  "));
        }
        Origin::Uncommitted { uncommitted } => {
            put(out, format_args!("{ID}{uncommitted}{ID:#}\n  "));
        }
        Origin::Paths { before, after } => {
            put(out, format_args!("{ID}{before} → {after}{ID:#}\n  "));
        }
    }
    let record = &entry.record;
    put(out, format_args!("{}", summary(record)));
    match (record.status, &record.error) {
        (Status::Complete, _) => {}
        (Status::Timeout, _) => put(
            out,
            format_args!(" {WARNING}(the budget was over){WARNING:#}"),
        ),
        (Status::Partial, _) => put(out, format_args!(" {WARNING}(incomplete){WARNING:#}")),
        (Status::Error, why) => {
            let why = why.as_deref().unwrap_or("unknown");
            put(out, format_args!(" {WARNING}(error: {why}){WARNING:#}"));
        }
    }
    out.push('\n');
}

fn one(out: &mut String, finding: &Finding, explain: bool) {
    let description = finding
        .description
        .strip_prefix(&finding.kind)
        .unwrap_or(&finding.description)
        .trim_start();
    let places = [&finding.left, &finding.right].map(|side| side.first().map(place));
    put(out, format_args!("    {description}\n"));
    match places {
        [Some(old), Some(new)] if old == new => {
            put(out, format_args!("      {PLACE}{old}{PLACE:#}\n"));
        }
        [Some(old), Some(new)] => {
            put(out, format_args!("      {PLACE}{old} → {new}{PLACE:#}\n"));
        }
        [Some(only), None] | [None, Some(only)] => {
            put(out, format_args!("      {PLACE}{only}{PLACE:#}\n"));
        }
        [None, None] => {}
    }
    if explain {
        for evidence in &finding.evidence {
            explanation(out, evidence);
        }
    }
}

fn place(place: &Place) -> String {
    format!("{}:{}", place.path, place.start.line)
}

fn explanation(out: &mut String, evidence: &Evidence) {
    let line = |at: &Option<reweave_change::EvidencePlace>| {
        at.as_ref().map_or_else(
            || "nothing".to_owned(),
            |p| format!("line {}", p.start.line),
        )
    };
    let (old, new) = (line(&evidence.before), line(&evidence.after));
    put(out, format_args!("        {old} matches {new}"));
    for (i, (old, new)) in evidence.replacements.iter().enumerate() {
        let lead = if i == 0 { ", with" } else { "," };
        put(
            out,
            format_args!("{lead} {OLD}{old}{OLD:#} replaced by {NEW}{new}{NEW:#}"),
        );
    }
    out.push('\n');
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes all it is given");
}
