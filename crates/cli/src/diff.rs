//! Diffs with colours; what they are is the project's.

use crate::output::{ADDED, FAINT, REMOVED, STRONG, styled};
pub use reweave_project::{
    diff_all as all, diff_file as file, diff_of_change as of_change, diff_of_outcome as of_outcome,
};
use reweave_text::SourceFile;
use similar::{ChangeTag, TextDiff};
use std::fmt::Write;

/// How wide the bar of the file with the most changed lines is.
const WIDEST: usize = 40;

/// How many lines a refactoring would add to and remove from each file, as `git diff --stat` shows it.
pub fn stat(outcome: &reweave_refactor::Outcome) -> String {
    let rows: Vec<(String, usize, usize)> = outcome
        .changed()
        .map(|(before, after)| {
            let (added, removed) = lines(before, after);
            let name = match (before, after) {
                (Some(b), Some(a)) if b.path != a.path => format!("{} => {}", b.path, a.path),
                (_, Some(file)) | (Some(file), None) => file.path.to_string(),
                (None, None) => String::new(),
            };
            (name, added, removed)
        })
        .collect();
    let wide = rows.iter().map(|r| r.0.chars().count()).max().unwrap_or(0);
    let most = rows.iter().map(|r| r.1 + r.2).max().unwrap_or(0).max(1);
    let mut out = String::new();
    for (name, added, removed) in &rows {
        // At least one mark for a file that has any.
        let marks = |n: usize| (n * WIDEST.min(most)).div_ceil(most);
        let (plus, minus) = ("+".repeat(marks(*added)), "-".repeat(marks(*removed)));
        let (plus, minus) = (styled(ADDED, &plus), styled(REMOVED, &minus));
        let n = added + removed;
        let _ = writeln!(out, " {name:<wide$} | {n:>4} {plus}{minus}");
    }
    let sum = |of: fn(&(String, usize, usize)) -> usize| rows.iter().map(of).sum::<usize>();
    let (added, removed) = (sum(|r| r.1), sum(|r| r.2));
    let files = if rows.len() == 1 { "file" } else { "files" };
    let _ = writeln!(
        out,
        " {} {files}, {added} added, {removed} removed",
        rows.len()
    );
    out
}

/// How many lines are added and removed.
fn lines(before: Option<&SourceFile>, after: Option<&SourceFile>) -> (usize, usize) {
    let text = |file: Option<&SourceFile>| file.map(|f| f.text.clone()).unwrap_or_default();
    let (old, new) = (text(before), text(after));
    let mut counts = (0, 0);
    for change in TextDiff::from_lines(&*old, &*new).iter_all_changes() {
        match change.tag() {
            ChangeTag::Insert => counts.0 += 1,
            ChangeTag::Delete => counts.1 += 1,
            ChangeTag::Equal => {}
        }
    }
    counts
}

/// A diff with colours.
pub fn coloured(diff: &str) -> String {
    let mut out = String::with_capacity(diff.len() * 2);
    for line in diff.split_inclusive('\n') {
        let (text, end) = line.strip_suffix('\n').map_or((line, ""), |t| (t, "\n"));
        let style = match text.as_bytes() {
            [b'+', b'+', b'+', ..] | [b'-', b'-', b'-', ..] => Some(STRONG),
            [b'@', b'@', ..] => Some(FAINT),
            [b'+', ..] => Some(ADDED),
            [b'-', ..] => Some(REMOVED),
            _ => None,
        };
        match style {
            Some(style) => out.push_str(&styled(style, text)),
            None => out.push_str(text),
        }
        out.push_str(end);
    }
    out
}
