//! The log as one page of HTML that needs nothing else.

use crate::{Entry, Log, Removed, breaks, simplified, text, verdict};
use std::fmt::Write;

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em;color:#222}\
h1{font-size:1.5em}h2{font:600 1.1em ui-monospace,monospace;border-bottom:1px solid #ccc;margin-top:2em}\
table{border-collapse:collapse;width:100%}td{padding:.2em .6em;vertical-align:top;border-bottom:1px solid #eee}\
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}.k{white-space:nowrap;color:#555}\
.gone td{color:#a00}.n{text-align:right;color:#777;white-space:nowrap}";

pub fn write(log: &Log) -> String {
    let title = format!("{} → {}", escape(&log.old.name), escape(&log.new.name));
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <style>{STYLE}</style></head><body>\n<h1>{title}</h1>\n<p>{} refactorings, {} removed without a match.</p>\n",
        log.entries.len(),
        log.removed.len()
    );
    summary(&mut out, log);
    breaking(&mut out, log);
    out.push_str("<h2 id=\"entries\">Migration entries</h2>\n");
    for group in text::groups(log) {
        let name = if group.package.is_empty() {
            "(no package)"
        } else {
            &group.package
        };
        let _ = writeln!(out, "<h3>{}</h3>\n<table>", escape(name));
        for entry in group.entries {
            row(&mut out, entry);
        }
        for removed in group.removed {
            gone(&mut out, removed);
        }
        out.push_str("</table>\n");
    }
    if !log.left_out.is_empty() {
        out.push_str("<h2>Left out</h2>\n<ul>\n");
        for what in &log.left_out {
            let _ = writeln!(out, "<li>{}</li>", escape(what));
        }
        out.push_str("</ul>\n");
    }
    out.push_str("</body></html>\n");
    out
}

/// The verdict, and what a reader should know of the sources.
fn summary(out: &mut String, log: &Log) {
    let (level, why) = verdict(log);
    let _ = writeln!(
        out,
        "<p class=\"v\">Semantic versioning: <strong>{}</strong>. {}.</p>",
        level.word(),
        escape(&why)
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
    let tests = text::of_tests(log);
    if tests > 0 {
        let _ = writeln!(out, "<p>{tests} entries of test sources are not shown.</p>");
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
    out.push_str("<h2 id=\"breaks\">Breaks by use</h2>\n<table>\n");
    for one in breaks.iter().take(MOST_BREAKS) {
        let _ = writeln!(
            out,
            "<tr><td class=\"n\">{}</td><td class=\"k\">{}</td><td><code>{}</code></td></tr>",
            one.uses(),
            one.what(),
            escape(&one.name())
        );
    }
    out.push_str("</table>\n");
    if let Some(more) = breaks.len().checked_sub(MOST_BREAKS).filter(|&n| n > 0) {
        let _ = writeln!(out, "<p>and {more} more, below by package.</p>");
    }
}

fn row(out: &mut String, entry: &Entry) {
    let (before, after) = text::shown(entry);
    let notes = entry.evidence.as_ref().map_or_else(String::new, |e| {
        let figure = |name: &str, value: Option<f64>| value.map(|v| format!("{name} {v:.2}"));
        let figures = [
            figure("text", e.similarity),
            figure("references", e.references),
        ];
        let all: Vec<String> = figures
            .into_iter()
            .flatten()
            .chain(e.notes.clone())
            .collect();
        all.join("; ")
    });
    let _ = writeln!(
        out,
        "<tr title=\"{}\"><td class=\"k\">{}</td><td><code>{}</code></td><td><code>{}</code></td><td class=\"n\">{}</td></tr>",
        escape(&notes),
        entry.kind.word(),
        escape(&before),
        escape(&after),
        entry
            .confidence
            .map_or_else(String::new, |c| format!("{:.0} %", c * 100.0))
    );
}

fn gone(out: &mut String, removed: &Removed) {
    let _ = writeln!(
        out,
        "<tr class=\"gone\"><td class=\"k\">removed {}</td><td colspan=\"3\"><code>{}</code></td></tr>",
        removed.element.word(),
        escape(&simplified(&removed.name))
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
