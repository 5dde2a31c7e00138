//! The review as one HTML file that needs nothing else: the ledger, what is left over, one row for each refactoring.
//!
//! Everything is rendered here; the script only filters, moves and keeps approvals. Names and texts of a change are never
//! markup: all of them go through `escape_html`.

mod diff;
mod html;
mod notes;
mod paint;
mod panel;
mod rows;

use crate::Review;
use crate::ledger::{Bucket, Count};
use reweave_text::escape_html;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Bytes of all code on a page; what is beyond is said, not shown.
const MOST_CODE: usize = 24 << 20;

/// The room for code that is left.
struct Room(usize);

impl Room {
    /// Whether `text` still fits.
    fn take(&mut self, text: &str) -> bool {
        let fits = text.len() <= self.0;
        self.0 = if fits { self.0 - text.len() } else { 0 };
        fits
    }
}

/// The page. With `approve`, the address that approvals are sent to; otherwise the reader downloads them.
pub fn write(review: &Review, approve: Option<&str>) -> String {
    let mut out =
        String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    out.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    // What the page may do: run its own script, nothing else. No address is asked but the one it was served from.
    let connect = approve.map_or("", |_| "; connect-src 'self'");
    let _ = writeln!(
        out,
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; \
         style-src 'sha256-{}'; script-src 'sha256-{}'{connect}\">",
        html::sha256(STYLE),
        html::sha256(SCRIPT),
    );
    let title = escape_html(&review.title);
    let _ = writeln!(
        out,
        "<title>Review: {title}</title>\n<style>{STYLE}</style>\n</head>"
    );
    let approve = approve.map(|a| format!(" data-approve=\"{}\"", escape_html(a)));
    let _ = writeln!(out, "<body{}>", approve.unwrap_or_default());
    out.push_str("<a class=\"skip\" href=\"#left\">Skip to what is left over</a>\n");
    head(&mut out, review, &title);
    let mut room = Room(MOST_CODE);
    out.push_str("<main>\n");
    diff::files(&mut out, review, &mut room);
    rows::rows(&mut out, review, &mut room);
    notes::section(&mut out, review);
    left_out(&mut out, review);
    let help = rows::HELP;
    let _ = writeln!(
        out,
        "</main>\n{help}\n<script>{SCRIPT}</script>\n</body>\n</html>"
    );
    out
}

fn head(out: &mut String, review: &Review, title: &str) {
    let ledger = &review.ledger;
    let (total, to_read) = (ledger.total(), ledger.to_read());
    let _ = writeln!(out, "<header>\n<h1>{title}</h1>");
    let (rows, plural) = (
        review.rows.len(),
        if review.rows.len() == 1 { "" } else { "s" },
    );
    let _ = writeln!(
        out,
        "<p class=\"sum\"><strong>{} of {} changed lines are left to read</strong>; {rows} refactoring{plural} \
         and layout account for the others.</p>",
        to_read.lines(),
        total.lines(),
    );
    bar(out, review, total);
    table(out, review, total);
    if ledger.binary_files() > 0 {
        let _ = writeln!(
            out,
            "<p>Binary files, not compared: {}.</p>",
            ledger.binary_files()
        );
    }
    if let Some(error) = &review.record.error {
        let _ = writeln!(
            out,
            "<p class=\"warn\">Not analysed: {}.</p>",
            escape_html(error)
        );
    }
    let status = review.record.status.name();
    if status != "complete" {
        let _ = writeln!(
            out,
            "<p class=\"warn\">The analysis was cut short ({status}): what it did not reach is left over.</p>"
        );
    }
    rows::tools(out, review);
    out.push_str("</header>\n");
}

fn table(out: &mut String, review: &Review, total: Count) {
    out.push_str(
        "<table class=\"ledger\"><caption>Every changed line, as git counts them, in exactly one row</caption>\n\
         <thead><tr><th scope=\"col\">lines</th><th scope=\"col\">added</th><th scope=\"col\">removed</th></tr></thead>\n<tbody>\n",
    );
    for bucket in Bucket::ALL {
        let count = review.ledger.count(bucket);
        let _ = writeln!(
            out,
            "<tr><th scope=\"row\"><span class=\"key {}\"></span>{}</th><td>{}</td><td>{}</td></tr>",
            class(bucket),
            bucket.name(),
            count.added,
            count.removed
        );
    }
    let _ = writeln!(
        out,
        "</tbody>\n<tfoot><tr><th scope=\"row\">all</th><td>{}</td><td>{}</td></tr></tfoot></table>",
        total.added, total.removed
    );
}

/// The share of each bucket, as a picture of what the table says.
fn bar(out: &mut String, review: &Review, total: Count) {
    out.push_str(
        "<svg class=\"bar\" viewBox=\"0 0 1000 12\" preserveAspectRatio=\"none\" aria-hidden=\"true\">",
    );
    let mut at = 0;
    for bucket in Bucket::ALL {
        let lines = review.ledger.count(bucket).lines();
        let width = lines * 1000 / total.lines().max(1);
        let class = class(bucket);
        let _ = write!(
            out,
            "<rect class=\"{class}\" x=\"{at}\" width=\"{width}\" height=\"12\"/>"
        );
        at += width;
    }
    out.push_str("</svg>\n");
}

fn left_out(out: &mut String, review: &Review) {
    if review.record.left_out.is_empty() {
        return;
    }
    out.push_str("<section id=\"out\"><h2>Not read</h2><ul>\n");
    for gap in &review.record.left_out {
        let line = gap.line.map_or_else(String::new, |l| format!(":{l}"));
        let (path, what) = (escape_html(&gap.path), escape_html(&gap.what));
        let _ = writeln!(out, "<li><code>{path}{line}</code>: {what}</li>");
    }
    out.push_str("</ul></section>\n");
}

const fn class(bucket: Bucket) -> &'static str {
    match bucket {
        Bucket::LeftOver => "left",
        Bucket::ChangeInside => "inside",
        Bucket::NotUnderstood => "unread",
        Bucket::Refactoring => "done",
        Bucket::Layout => "layout",
    }
}
