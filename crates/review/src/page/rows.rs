//! The refactorings, one row each with all their places, and the tools of the page.

use super::paint::Marks;
use super::{Room, panel};
use crate::{Review, Row};
use reweave_text::escape_html;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

pub const HELP: &str = "<dialog id=\"help\" aria-label=\"Keys\"><h2>Keys</h2><dl>\
<dt>j, k</dt><dd>next and previous refactoring or file</dd><dt>Enter</dt><dd>open or close it</dd>\
<dt>a, u</dt><dd>approve it, take the approval back</dd><dt>w</dt><dd>whole diff, or what is left over</dd>\
<dt>/</dt><dd>search</dd><dt>?</dt><dd>these keys</dd></dl>\
<button type=\"button\" id=\"close\">Close</button></dialog>";

/// Sites of one row that are shown with their code.
const MOST_SITES: usize = 20;

pub fn tools(out: &mut String, review: &Review) {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &review.rows {
        *kinds.entry(&row.kind).or_default() += row.findings.len();
    }
    out.push_str(
        "<div class=\"tools\" role=\"group\" aria-label=\"Filters\">\n\
         <label>Search <input id=\"text\" type=\"search\"></label>\n\
         <label>Type <select id=\"kind\"><option value=\"\">all</option>",
    );
    for (kind, n) in kinds {
        let kind = escape_html(kind);
        let _ = write!(out, "<option value=\"{kind}\">{kind} ({n})</option>");
    }
    out.push_str(
        "</select></label>\n<label>Purity <select id=\"pure\"><option value=\"\">all</option><option>pure</option>\
         <option>not pure</option><option>not judged</option></select></label>\n\
         <label>Path <input id=\"path\" type=\"search\"></label>\n\
         <button type=\"button\" id=\"whole\" aria-pressed=\"false\">Whole diff</button>\n\
         <button type=\"button\" id=\"save\">Save approvals</button>\n\
         <label>Load approvals <input id=\"load\" type=\"file\" accept=\".json\"></label>\n\
         <button type=\"button\" id=\"keys\">Keys</button>\n",
    );
    let rows = review.rows.len();
    let _ = writeln!(
        out,
        "<span id=\"state\" role=\"status\">0 of {rows} approved</span></div>"
    );
}

/// Rows on a page: more than anybody approves one by one.
const MOST_ROWS: usize = 5_000;

pub fn rows(out: &mut String, review: &Review, room: &mut Room) {
    out.push_str("<section id=\"refactorings\"><h2>Refactorings</h2>\n");
    if review.rows.is_empty() {
        out.push_str("<p class=\"none\">None were found.</p>\n");
    }
    let marks = Marks::of(&review.record);
    for row in review.rows.iter().take(MOST_ROWS) {
        head(out, review, row);
        sites(out, review, &marks, (row, room));
        out.push_str("</details></div></article>\n");
    }
    let more = review.rows.len().saturating_sub(MOST_ROWS);
    if more > 0 {
        let _ = writeln!(
            out,
            "<p class=\"warn\">{more} more refactorings are not shown: the page is full.</p>"
        );
    }
    out.push_str("</section>\n");
}

fn head(out: &mut String, review: &Review, row: &Row) {
    let purity = match row.pure {
        Some(true) => "pure",
        Some(false) => "not pure",
        None => "not judged",
    };
    let places = review
        .findings(row)
        .flat_map(|f| f.left.iter().chain(&f.right));
    let paths: BTreeSet<&str> = places.map(|p| p.path.as_str()).collect();
    let paths = escape_html(&Vec::from_iter(paths).join("\n"));
    let (id, kind, change) = (&row.id, escape_html(&row.kind), escape_html(&row.change));
    let class = purity.replace(' ', "-");
    let _ = write!(
        out,
        "<article class=\"row\" id=\"r-{id}\" data-kind=\"{kind}\" data-pure=\"{purity}\" data-paths=\"{paths}\">\
         <div class=\"line\"><input type=\"checkbox\" aria-label=\"Approve {kind} {change}\"><details>\
         <summary><b>{kind}</b> {change} <small class=\"badge {class}\">{purity}</small>"
    );
    if let Some(performed) = &row.performed {
        let _ = write!(out, " <small class=\"badge\">{performed}</small>");
    }
    if row.findings.len() > 1 {
        let n = row.findings.len();
        let _ = write!(out, " <small class=\"badge\">{n} places</small>");
    }
    let (added, removed) = (row.lines.added, row.lines.removed);
    let _ = writeln!(out, " <small>+{added} −{removed}</small></summary>");
}

fn sites(out: &mut String, review: &Review, marks: &[Marks; 2], (row, room): (&Row, &mut Room)) {
    for (n, finding) in review.findings(row).enumerate() {
        if row.findings.len() > 1 {
            let description = escape_html(&finding.description);
            let description = format!("<p class=\"site\">{description}</p>\n");
            if !room.take(&description) {
                out.push_str("<p class=\"warn\">Not shown: the page is full.</p>\n");
                break;
            }
            out.push_str(&description);
        }
        if n >= MOST_SITES {
            continue;
        }
        let mut text = String::new();
        panel::finding(&mut text, review, marks, finding);
        if room.take(&text) {
            out.push_str(&text);
        } else {
            out.push_str("<p class=\"warn\">Not shown: the page is full.</p>\n");
        }
    }
}
