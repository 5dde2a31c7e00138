//! For people: grouped by type, with the place on both sides, and a line that sums a change up.

use crate::{Entry, Origin};
use anstyle::{AnsiColor, Color, Style};
use reweave_change::{
    Evidence, EvidencePlace, Finding, Group, LeftOver, Performed, Place, Record, Status,
};
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
    let groups = groups(&entry.record);
    for (i, finding) in by_type(&entry.record) {
        if last != Some(&finding.kind) {
            last = Some(&finding.kind);
            put(
                &mut out,
                format_args!("\n  {TYPE}{}{TYPE:#}\n", finding.kind),
            );
        }
        match groups[i] {
            None => one(&mut out, finding, ("    ", words(finding)), explain),
            Some(group) if group.findings[0] == i => {
                sites(&mut out, &entry.record, group, explain);
            }
            // Told with the first of its group.
            Some(_) => {}
        }
    }
    if explain && !entry.record.left_over.is_empty() {
        out.push('\n');
        for edit in &entry.record.left_over {
            unexplained(&mut out, "  ", edit);
        }
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
    if !entry.record.unread.is_empty() {
        let all = entry.record.unread.iter();
        let all: Vec<String> = all.map(|(name, n)| format!("{n} {name}")).collect();
        put(
            &mut out,
            format_args!("  {WARNING}not read{WARNING:#} {} files\n", all.join(", ")),
        );
    }
    out
}

/// `2 Extract Method, 1 Rename Class`, the most frequent first.
pub fn summary(record: &Record) -> String {
    let mut counts: Vec<(usize, &str)> = Vec::new();
    for (_, finding) in by_type(record) {
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

/// The findings with their numbers, those of one type together, types in the order of their first finding.
fn by_type(record: &Record) -> Vec<(usize, &Finding)> {
    let mut order: Vec<&str> = Vec::new();
    for finding in &record.findings {
        if !order.contains(&finding.kind.as_str()) {
            order.push(&finding.kind);
        }
    }
    let mut findings: Vec<(usize, &Finding)> = record.findings.iter().enumerate().collect();
    findings.sort_by_key(|(_, f)| order.iter().position(|k| *k == f.kind));
    findings
}

fn short(commit: &str) -> &str {
    commit.get(..SHORT_ID).unwrap_or(commit)
}

fn headline(out: &mut String, entry: &Entry) {
    match &entry.origin {
        Origin::Commit {
            commit,
            subject,
            parent,
            merged,
            ..
        } => {
            put(
                out,
                format_args!("{ID}{}{ID:#} {subject}\n  ", short(commit)),
            );
            if let (Some((which, all)), Some(parent)) = (merged, parent) {
                let parent = short(parent);
                put(
                    out,
                    format_args!("merge, against parent {which} of {all} ({parent}): "),
                );
            }
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
    match (record.pure, record.left_over.len()) {
        (Some(true), _) if !record.findings.is_empty() => put(out, format_args!(" (pure)")),
        (Some(false), 1) => put(out, format_args!(" (not pure: 1 other edit)")),
        (Some(false), n) => put(out, format_args!(" (not pure: {n} other edits)")),
        _ => {}
    }
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

/// For each finding the group that it belongs to.
fn groups(record: &Record) -> Vec<Option<&Group>> {
    let mut out = vec![None; record.findings.len()];
    for group in &record.groups {
        for &i in &group.findings {
            out[i] = Some(group);
        }
    }
    out
}

/// One logical change, and where it was made.
fn sites(out: &mut String, record: &Record, group: &Group, explain: bool) {
    let n = group.findings.len();
    put(out, format_args!("    {} ({n} sites)\n", group.change));
    for &i in &group.findings {
        let finding = &record.findings[i];
        let all = words(finding);
        let place = all.strip_prefix(&group.change).unwrap_or(all);
        one(out, finding, ("      ", place.trim_start()), explain);
    }
}

/// The description without the type's name.
fn words(finding: &Finding) -> &str {
    finding
        .description
        .strip_prefix(&finding.kind)
        .unwrap_or(&finding.description)
        .trim_start()
}

/// A finding with its places; the words come with the blanks before them.
fn one(out: &mut String, finding: &Finding, (lead, words): (&str, &str), explain: bool) {
    let places = [&finding.left, &finding.right].map(|side| side.first().map(place));
    put(out, format_args!("{lead}{words}\n"));
    match places {
        [Some(old), Some(new)] if old == new => {
            put(out, format_args!("{lead}  {PLACE}{old}{PLACE:#}\n"));
        }
        [Some(old), Some(new)] => {
            put(out, format_args!("{lead}  {PLACE}{old} → {new}{PLACE:#}\n"));
        }
        [Some(only), None] | [None, Some(only)] => {
            put(out, format_args!("{lead}  {PLACE}{only}{PLACE:#}\n"));
        }
        [None, None] => {}
    }
    if let Some(performed) = &finding.performed {
        verdict(out, performed, lead);
    }
    if explain {
        weighed(out, finding);
        for evidence in &finding.evidence {
            explanation(out, evidence);
        }
        for edit in &finding.left_over {
            unexplained(out, "        ", edit);
        }
    }
}

/// `verified but for A.java:3, A.java:7`.
fn verdict(out: &mut String, performed: &Performed, lead: &str) {
    let told = match performed {
        Performed::Verified => "verified".to_owned(),
        Performed::Contradicted => "contradicted: performed, nothing of it is there".to_owned(),
        Performed::Not { why } => {
            format!("not performed: {}", why.lines().next().unwrap_or_default())
        }
        Performed::But { lines } => {
            let mut all: Vec<String> = lines
                .iter()
                .map(|l| format!("{}:{}", l.path, l.line))
                .collect();
            let more = all.len().saturating_sub(MOST_LINES);
            all.truncate(MOST_LINES);
            if more > 0 {
                all.push(format!("{more} more lines"));
            }
            format!("verified but for {}", all.join(", "))
        }
    };
    put(out, format_args!("{lead}  {told}\n"));
}

/// Lines that are told of one finding; JSON has all.
const MOST_LINES: usize = 5;

/// `confidence 93 %: matched 4, exact 3`.
fn weighed(out: &mut String, finding: &Finding) {
    let Some(confidence) = finding.confidence else {
        return;
    };
    let numbers = finding.numbers.iter();
    let numbers: Vec<String> = numbers
        .map(|(name, n)| format!("{} {n}", name.replace('_', " ")))
        .collect();
    put(
        out,
        format_args!(
            "        confidence {confidence} %: {}\n",
            numbers.join(", ")
        ),
    );
}

/// `A.java:3 became A.java:4`.
pub fn edit(edit: &LeftOver) -> String {
    let line = |at: &EvidencePlace| format!("{}:{}", at.path, at.start.line);
    match (&edit.before, &edit.after) {
        (Some(old), Some(new)) => format!("{} became {}", line(old), line(new)),
        (Some(old), None) => format!("{} removed", line(old)),
        (None, Some(new)) => format!("{} added", line(new)),
        (None, None) => "an edit without a place".to_owned(),
    }
}

fn unexplained(out: &mut String, lead: &str, left: &LeftOver) {
    let what = edit(left);
    put(
        out,
        format_args!("{lead}{WARNING}not explained:{WARNING:#} {what}\n"),
    );
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
    for (i, replaced) in evidence.replacements.iter().enumerate() {
        let lead = if i == 0 { ", with" } else { "," };
        let (old, new) = (word(&replaced.old), word(&replaced.new));
        put(
            out,
            format_args!("{lead} {OLD}{old}{OLD:#} replaced by {NEW}{new}{NEW:#}"),
        );
    }
    out.push('\n');
}

/// A replaced text; nothing was there where it was added, or is there where it was removed.
fn word(text: &str) -> &str {
    if text.is_empty() { "nothing" } else { text }
}

fn put(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a string takes all it is given");
}
