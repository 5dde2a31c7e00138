//! What others say about the change: a list with links to the lines, and a row below each line that is shown.

use crate::{Note, Review};
use reweave_text::escape_html;
use std::fmt::Write;

/// Remarks of the list; the rest is counted.
const MOST_NOTES: usize = 2_000;

pub fn section(out: &mut String, review: &Review) {
    let notes = &review.notes;
    if notes.is_empty() {
        return;
    }
    out.push_str("<section id=\"notes\"><h2>Remarks</h2>\n<ul>\n");
    for note in notes.all.iter().take(MOST_NOTES) {
        let (source, path, message) = (
            escape_html(&note.source),
            escape_html(&note.path),
            escape_html(&note.message),
        );
        let line = note.line;
        let _ = writeln!(
            out,
            "<li><small class=\"badge\">{source}</small> <code>{path}:{line}</code> {message}</li>"
        );
    }
    out.push_str("</ul>\n");
    let more = notes.all.len().saturating_sub(MOST_NOTES);
    if more > 0 {
        let _ = writeln!(out, "<p class=\"warn\">{more} more are not shown.</p>");
    }
    if notes.outside > 0 {
        let _ = writeln!(
            out,
            "<p class=\"none\">{} more are about lines that this change does not touch.</p>",
            notes.outside
        );
    }
    out.push_str("</section>\n");
}

/// The rows below a line of the second version, from 0.
pub fn below(out: &mut String, review: &Review, path: &str, line: usize) {
    let all = &review.notes.all;
    let wanted = (path, line + 1);
    let first = all.partition_point(|n| at(n) < wanted);
    for note in all[first..].iter().take_while(|n| at(n) == wanted) {
        let (source, message) = (escape_html(&note.source), escape_html(&note.message));
        let _ = writeln!(
            out,
            "<tr class=\"note\"><td></td><td></td><td><small class=\"badge\">{source}</small> {message}</td></tr>"
        );
    }
}

fn at(note: &Note) -> (&str, usize) {
    (&note.path, note.line as usize)
}
