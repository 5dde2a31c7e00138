//! The log as one page of HTML that needs nothing else: entries by package, main sources apart from tests and examples, each with
//! what changed and where, a legend, and a filter.

mod changes;
mod legend;
mod part;

use crate::{Entry, Log, Removed, breaks, simplified, text, verdict};
use part::Part;
use reweave_text::{escape_html, escape_html_name};
use std::collections::BTreeMap;
use std::fmt::Write;

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

pub fn write(log: &Log) -> String {
    let title = format!(
        "{} → {}",
        escape_html(&log.old.name),
        escape_html(&log.new.name)
    );
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<header>\n<h1>{title}</h1>\n\
         <p id=\"count\">{} refactorings, {} removed without a match</p>\n",
        log.entries.len(),
        log.removed.len()
    );
    summary(&mut out, log);
    filters(&mut out, log);
    out.push_str("</header>\n<main>\n");
    breaking(&mut out, log);
    for part in Part::ALL {
        section(&mut out, log, part);
    }
    if !log.left_out.is_empty() {
        out.push_str("<section>\n<h2>Left out</h2>\n<ul>\n");
        for what in &log.left_out {
            let _ = writeln!(out, "<li>{}</li>", escape_html(what));
        }
        out.push_str("</ul>\n</section>\n");
    }
    let _ = write!(
        out,
        "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    out
}

/// The kinds that the log has, with what they mean: the legend and the filter in one.
fn filters(out: &mut String, log: &Log) {
    let mut counts: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for entry in &log.entries {
        let meaning = legend::meaning(entry.kind);
        counts.entry(entry.kind.word()).or_insert((0, meaning)).0 += 1;
    }
    if !log.removed.is_empty() {
        counts.insert("removed", (log.removed.len(), legend::REMOVED));
    }
    out.push_str("<p class=\"filters\"><input id=\"text\" type=\"search\" placeholder=\"Filter by name or file\" aria-label=\"Filter by name or file\"> <button id=\"all\" type=\"button\">All kinds</button></p>\n<ul id=\"legend\">\n");
    for (kind, (n, meaning)) in counts {
        let _ = writeln!(
            out,
            "<li><label><input type=\"checkbox\" checked value=\"{kind}\"><span><b>{kind}</b> <i>{n} · {}</i></span></label></li>",
            escape_html(meaning)
        );
    }
    out.push_str("</ul>\n<p class=\"note\">Percentages say how alike both elements are. Places are file:line in the old and in the new release.</p>\n");
}

fn section(out: &mut String, log: &Log, part: Part) {
    let mut tables = String::new();
    let mut n = 0;
    for group in text::groups_of(log, &|at| Part::of(at) == part) {
        let (entries, removed) = (group.entries, group.removed);
        n += entries.len() + removed.len();
        let name = match group.package.as_str() {
            "" => "(no package)",
            package => package,
        };
        let _ = writeln!(
            tables,
            "<section class=\"package\">\n<h3>{}</h3>\n<table>\n<thead><tr><th>kind</th><th>old</th><th>new</th><th>what changed</th><th>alike</th></tr></thead>\n<tbody>",
            escape_html(name)
        );
        for entry in entries {
            row(&mut tables, entry);
        }
        for removed in removed {
            gone(&mut tables, removed);
        }
        tables.push_str("</tbody>\n</table>\n</section>\n");
    }
    if n > 0 {
        let (id, title) = (part.id(), part.title());
        let open = if part == Part::Main { " open" } else { "" };
        let _ = writeln!(
            out,
            "<details class=\"part\" id=\"{id}\"{open}>\n<summary><h2>{title} <i>{n}</i></h2></summary>\n{tables}</details>"
        );
    }
}

/// The verdict, and what a reader should know of the sources.
fn summary(out: &mut String, log: &Log) {
    let (level, why) = verdict(log);
    let _ = writeln!(
        out,
        "<p class=\"v\">Semantic versioning: <strong>{}</strong>. {}.</p>",
        level.word(),
        escape_html_name(&why)
    );
    for (side, word) in [(&log.old, "old"), (&log.new, "new")] {
        if side.generated > 0 {
            let (n, all) = (side.generated, side.files);
            let _ = writeln!(
                out,
                "<p>{n} of {all} files of the {word} release say that they are generated.</p>"
            );
        }
    }
}

/// How many breaks are told one by one.
const MOST_BREAKS: usize = 200;

/// What breaks clients, by how often it is used.
fn breaking(out: &mut String, log: &Log) {
    let breaks = breaks(log);
    if breaks.is_empty() {
        return;
    }
    out.push_str("<details id=\"breaks\">\n<summary><h2>Breaks by use</h2></summary>\n<table class=\"breaks\">\n");
    for one in breaks.iter().take(MOST_BREAKS) {
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td class=\"k\">{}</td><td><code>{}</code></td></tr>",
            one.uses(),
            one.what(),
            escape_html_name(&one.name())
        );
    }
    out.push_str("</table>\n");
    if let Some(more) = breaks.len().checked_sub(MOST_BREAKS).filter(|&n| n > 0) {
        let _ = writeln!(out, "<p>and {more} more, below by package.</p>");
    }
    out.push_str("</details>\n");
}

fn row(out: &mut String, entry: &Entry) {
    let word = entry.kind.word();
    let (before, after) = text::shown(entry);
    let changed = changes::of(entry)
        .iter()
        .fold(String::new(), |mut all, change| {
            let _ = write!(all, "<p>{}</p>", change.html());
            all
        });
    let notes: Vec<String> = entry.evidence.iter().flat_map(changes::evidence).collect();
    let _ = writeln!(
        out,
        "<tr data-kind=\"{word}\"><td class=\"kind\">{word}</td><td>{}</td><td>{}</td><td class=\"changed\">{changed}</td><td class=\"alike\" title=\"{}\">{}</td></tr>",
        named(&before, entry.old_at.as_deref()),
        named(&after, entry.new_at.as_deref()),
        escape_html(&notes.join("; ")),
        entry
            .confidence
            .map_or_else(String::new, |c| format!("{:.0} %", c * 100.0))
    );
}

fn gone(out: &mut String, removed: &Removed) {
    let _ = writeln!(
        out,
        "<tr data-kind=\"removed\" class=\"gone\"><td class=\"kind\">removed {}</td><td>{}</td><td></td><td class=\"changed\"></td><td></td></tr>",
        removed.element.word(),
        named(&simplified(&removed.name), removed.at.as_deref())
    );
}

/// A name, and below it where it is declared.
fn named(name: &str, at: Option<&str>) -> String {
    let at = at.map_or_else(String::new, |at| {
        format!("<small>{}</small>", escape_html_name(at))
    });
    format!("<code>{}</code>{at}", escape_html_name(name))
}

#[cfg(test)]
mod tests;
