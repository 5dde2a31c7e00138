//! The changed lines by file: what has to be read first, the whole diff behind one switch.

use super::paint::{self, Marks};
use super::{Room, class, notes};
use crate::ledger::{Bucket, ChangedLine, FileLedger};
use crate::{Hunk, Review};
use reweave_text::{escape_html, escape_html_name};
use std::cmp::Reverse;
use std::fmt::Write;
use std::ops::Range;

/// Unchanged lines around a change.
const CONTEXT: usize = 3;

pub fn files(out: &mut String, review: &Review, room: &mut Room) {
    out.push_str("<section id=\"left\"><h2>Left over</h2>\n");
    let mut files: Vec<&FileLedger> = review.ledger.files.iter().collect();
    files.sort_by_key(|f| (Reverse(risk(f)), f.path.as_str()));
    if review.ledger.to_read().lines() == 0 {
        out.push_str("<p class=\"none\">Nothing: refactorings and layout account for every changed line.</p>\n");
    }
    let marks = Marks::of(&review.record);
    for file in files {
        let text = section(review, &marks, file);
        if room.take(&text) {
            out.push_str(&text);
        } else {
            let path = escape_html_name(&file.path);
            let _ = writeln!(
                out,
                "<p class=\"warn\"><code>{path}</code> is not shown: the page is full.</p>"
            );
        }
    }
    out.push_str("</section>\n");
}

/// How much a reader of this file may miss: edits inside moved code are easily overlooked, and code counts more than its
/// tests.
fn risk(file: &FileLedger) -> usize {
    let lines = |bucket| file.count(bucket).lines();
    let weight = 3 * lines(Bucket::ChangeInside)
        + 2 * lines(Bucket::LeftOver)
        + lines(Bucket::NotUnderstood);
    let is_test = file.path.split('/').any(|p| p == "test" || p == "tests");
    if is_test { weight.div_ceil(2) } else { weight }
}

fn section(review: &Review, marks: &[Marks; 2], file: &FileLedger) -> String {
    let is_read = !file.binary
        && Bucket::ALL
            .into_iter()
            .all(|b| !b.is_to_read() || file.count(b).lines() == 0);
    let mut out = String::new();
    let path = escape_html(&file.path);
    let _ = writeln!(
        out,
        "<section class=\"file{}\" data-path=\"{path}\"><h3 tabindex=\"-1\"><code>{}</code> <small>+{} −{}</small></h3>",
        if is_read { " read" } else { "" },
        escape_html_name(&file.path),
        file.added.len(),
        file.removed.len()
    );
    if file.binary {
        out.push_str("<p>A binary file: not compared.</p></section>\n");
        return out;
    }
    let _ = writeln!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Changed lines of {path}\"><table class=\"code\">"
    );
    let (mut removed, mut added) = (&file.removed[..], &file.added[..]);
    let mut shown = 0;
    for hunk in &file.hunks {
        let (old, rest) = removed.split_at(hunk.before.len().min(removed.len()));
        removed = rest;
        let (new, rest) = added.split_at(hunk.after.len().min(added.len()));
        added = rest;
        let part = Part {
            review,
            marks,
            file,
            hunk,
        };
        shown = part.write(&mut out, old, new, shown);
    }
    out.push_str("</table></div></section>\n");
    out
}

struct Part<'a> {
    review: &'a Review,
    marks: &'a [Marks; 2],
    file: &'a FileLedger,
    hunk: &'a Hunk,
}

impl Part<'_> {
    /// One hunk with the lines around it that are not `shown` yet; gives the line of the second version up to which all are.
    fn write(
        &self,
        out: &mut String,
        old: &[ChangedLine],
        new: &[ChangedLine],
        shown: usize,
    ) -> usize {
        let is_done = old.iter().chain(new).all(|l| !l.bucket.is_to_read());
        let class = if is_done { " class=\"read\"" } else { "" };
        let _ = writeln!(out, "<tbody{class}>");
        let after = &self.hunk.after;
        self.context(
            out,
            after.start.saturating_sub(CONTEXT).max(shown)..after.start,
        );
        for (i, line) in old.iter().enumerate() {
            self.line(out, 0, line, i);
        }
        for (i, line) in new.iter().enumerate() {
            self.line(out, 1, line, self.hunk.before.len() + i);
        }
        let starts = self.file.hunks.iter().map(|h| h.after.start);
        let next = starts.filter(|&s| s > after.start).min();
        let end = (after.end + CONTEXT).min(next.unwrap_or(usize::MAX));
        self.context(out, after.end..end);
        out.push_str("</tbody>\n");
        end
    }

    fn context(&self, out: &mut String, lines: Range<usize>) {
        for after in lines {
            // Around a hunk both versions have the same lines at the same distance.
            let before = if after < self.hunk.after.start {
                (self.hunk.before.start + after).checked_sub(self.hunk.after.start)
            } else {
                Some(self.hunk.before.end + after - self.hunk.after.end)
            };
            let text = paint::line(&self.review.after, &self.marks[1], &self.file.path, after);
            if let (Some(text), Some(before)) = (text, before) {
                let (before, after) = (before + 1, after + 1);
                let _ = writeln!(
                    out,
                    "<tr><td>{before}</td><td>{after}</td><td>{text}</td></tr>"
                );
            }
        }
    }

    fn line(&self, out: &mut String, side: usize, line: &ChangedLine, at: usize) {
        let sources = [&self.review.before, &self.review.after][side];
        let text = paint::line(sources, &self.marks[side], &self.file.path, line.line)
            .or_else(|| self.hunk.text.get(at).map(|t| escape_html(t)))
            .unwrap_or_else(|| "<i>too long to show</i>".to_owned());
        let (sign, number) = (["del", "add"][side], line.line + 1);
        let numbers = if side == 0 {
            format!("<td>{number}</td><td></td>")
        } else {
            format!("<td></td><td>{number}</td>")
        };
        let (class, name) = (class(line.bucket), line.bucket.name());
        let _ = writeln!(
            out,
            "<tr class=\"{sign} {class}\" title=\"{name}\">{numbers}<td>{text}</td></tr>"
        );
        if side == 1 {
            notes::below(out, self.review, &self.file.path, line.line);
        }
    }
}
