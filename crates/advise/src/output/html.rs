//! The report as one page that needs nothing else: both sides of each suggestion side by side, and the heat map of
//! missed places by project and by the project of the example (paper 3, figure 9).

use super::counted;
use super::differ::{Marks, marks};
use crate::report::{Location, Report, Suggestion};
use reweave_text::{escape_html, escape_html_name};
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Projects beyond this make no map that one can read.
const MOST_PROJECTS: usize = 120;

pub fn write(report: &Report) -> String {
    let mut out =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    let _ = write!(
        out,
        "<title>Reweave suggestions</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
    );
    head(&mut out, report);
    heat_map(&mut out, report);
    out.push_str("<p class=\"legend\"><span class=\"same\">lines that correspond</span> <mark>words that differ</mark></p>\n<main id=\"suggestions\">\n");
    for suggestion in &report.suggestions {
        article(&mut out, suggestion);
    }
    let _ = write!(
        out,
        "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

fn head(out: &mut String, report: &Report) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for s in &report.suggestions {
        *kinds.entry(&s.kind).or_default() += 1;
    }
    let _ = writeln!(
        out,
        "<header><h1>Suggestions</h1><p id=\"count\">{} in {}, {}, {}</p>",
        counted(report.suggestions.len(), "suggestion"),
        counted(report.methods, "method"),
        counted(report.files, "file"),
        counted(report.lines, "line"),
    );
    out.push_str("<p class=\"filters\"><select id=\"kind\" aria-label=\"Type\"><option value=\"\">All types</option>");
    for (kind, n) in &kinds {
        let kind = escape_html(kind);
        let _ = write!(out, "<option value=\"{kind}\">{kind} ({n})</option>");
    }
    out.push_str("</select> <input id=\"text\" type=\"search\" placeholder=\"Filter by method or file\" aria-label=\"Filter by method or file\"></p></header>\n");
}

fn heat_map(out: &mut String, report: &Report) {
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for s in &report.suggestions {
        *counts
            .entry((&s.missed.project, &s.example.project))
            .or_default() += 1;
    }
    let touched = |p: &&String| {
        counts
            .keys()
            .any(|(a, b)| *a == p.as_str() || *b == p.as_str())
    };
    let projects: Vec<&String> = report
        .projects
        .iter()
        .filter(touched)
        .take(MOST_PROJECTS)
        .collect();
    if projects.len() < 2 {
        return;
    }
    let most = counts.values().copied().max().unwrap_or(1) as f64;
    out.push_str("<section id=\"map\"><h2>Missed in (rows), shown by (columns)</h2><table class=\"heat\"><tr><th></th>");
    for (column, project) in projects.iter().enumerate() {
        let _ = write!(
            out,
            "<th title=\"{}\">{}</th>",
            escape_html(project),
            column + 1
        );
    }
    out.push_str("</tr>\n");
    for (row, from) in projects.iter().enumerate() {
        let _ = write!(
            out,
            "<tr><th class=\"row\">{} {}</th>",
            row + 1,
            escape_html(from)
        );
        for to in &projects {
            match counts.get(&(from.as_str(), to.as_str())) {
                Some(&n) => {
                    // Logarithmic: the diagonal holds most.
                    let heat = 20.0 + 75.0 * ((n as f64 + 1.0).ln() / (most + 1.0).ln());
                    let _ = write!(
                        out,
                        "<td style=\"--heat:{heat:.0}%\" data-from=\"{}\" data-to=\"{}\">{n}</td>",
                        escape_html(from),
                        escape_html(to)
                    );
                }
                None => out.push_str("<td></td>"),
            }
        }
        out.push_str("</tr>\n");
    }
    out.push_str("</table></section>\n");
}

fn article(out: &mut String, s: &Suggestion) {
    let _ = write!(
        out,
        "<article data-kind=\"{}\" data-from=\"{}\" data-to=\"{}\"><h2>{}</h2><p class=\"facts\">{}",
        escape_html(&s.kind),
        escape_html(&s.missed.project),
        escape_html(&s.example.project),
        escape_html(&s.kind),
        escape_html_name(&s.missed.method)
    );
    if s.ways > 1 {
        let _ = write!(out, " · {}-way", s.ways);
    }
    if s.lines_saved > 0 {
        let _ = write!(out, " · saves {} lines", s.lines_saved);
    }
    let _ = write!(out, " · <code>{}</code></p>", s.fingerprint);
    if !s.what.is_empty() {
        let _ = write!(out, "<p>{}.</p>", prose(&sentence(&s.what)));
    }
    readiness(out, s);
    out.push_str("<div class=\"sides\"><div>");
    let (of_missed, of_examples) = marks(s);
    side(out, ("Missed", &s.missed), &s.missed_lines(), &of_missed);
    out.push_str("</div><div>");
    for (i, ((place, same), marks)) in s.example_sides().zip(&of_examples).enumerate() {
        let label = if i == 0 { "Example" } else { "Calls" };
        side(out, (label, place), &same, marks);
    }
    out.push_str("</div></div></article>\n");
}

/// The command that performs it, or what stands in its way, and what it would change.
fn readiness(out: &mut String, s: &Suggestion) {
    if let Some(apply) = s.apply.as_ref().filter(|_| s.ready != Some(false)) {
        let word = if s.ready == Some(true) { "Ready: " } else { "" };
        let _ = write!(out, "<p>{word}<code>{}</code></p>", escape_html(apply));
    }
    if !s.in_the_way.is_empty() {
        let all = s.in_the_way.iter().map(|why| prose(why));
        let all: Vec<String> = all.collect();
        let _ = write!(
            out,
            "<p>In the way:</p><ul><li>{}</li></ul>",
            all.join("</li><li>")
        );
    }
    if s.ready == Some(true) {
        let _ = write!(
            out,
            "<details><summary>What it changes</summary><pre>{}</pre></details>",
            escape_html(&s.diff)
        );
    }
}

/// One method, a line of it in a line of the page; lines that correspond have another ground, and words that differ a mark.
fn side(out: &mut String, (label, place): (&str, &Location), same: &[(u32, u32)], marks: &Marks) {
    let _ = write!(
        out,
        "<h3>{label} <span>{}:{}</span></h3><pre>",
        escape_html_name(&place.file),
        place.start_line
    );
    for (i, line) in place.text.lines().enumerate() {
        let number = place.start_line + i as u32;
        let is_same = same
            .iter()
            .any(|&(from, to)| from <= number && number <= to);
        let class = if is_same { " class=\"same\"" } else { "" };
        // The element ends the line; a line break after it would be a second one.
        let _ = write!(out, "<span{class}><i>{number}</i>");
        for (differs, piece) in marks.pieces(number, line) {
            let piece = escape_html(piece);
            let _ = if differs {
                write!(out, "<mark>{piece}</mark>")
            } else {
                write!(out, "{piece}")
            };
        }
        out.push_str("</span>");
    }
    out.push_str("</pre>");
}

/// With a capital letter at its start.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    let first: String = chars
        .next()
        .into_iter()
        .flat_map(char::to_uppercase)
        .collect();
    first + chars.as_str()
}

/// Text whose pieces between backticks are code.
fn prose(text: &str) -> String {
    let pieces: Vec<&str> = text.split('`').collect();
    if pieces.len().is_multiple_of(2) {
        return escape_html_name(text);
    }
    pieces
        .iter()
        .enumerate()
        .map(|(i, piece)| match i % 2 {
            0 => escape_html_name(piece),
            _ => format!("<code>{}</code>", escape_html_name(piece)),
        })
        .collect()
}
