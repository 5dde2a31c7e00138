//! The log as one page of HTML that needs nothing else.

use crate::{Entry, Log, Removed, text};
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
    for group in text::groups(log) {
        let name = if group.package.is_empty() {
            "(no package)"
        } else {
            &group.package
        };
        let _ = writeln!(out, "<h2>{}</h2>\n<table>", escape(name));
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

fn row(out: &mut String, entry: &Entry) {
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
        escape(&entry.old),
        escape(&entry.new),
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
        escape(&removed.name)
    );
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
