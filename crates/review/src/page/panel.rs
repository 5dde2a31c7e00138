//! Both ends of a refactoring side by side: the lines that are the same opposite each other, only the others marked.

use super::paint::{self, Marks};
use crate::Review;
use crate::account::common;
use reweave_change::{Finding, Place};
use reweave_text::escape_html;
use std::fmt::Write;
use std::ops::Range;

/// Equal lines that stand around a different one; the others are folded.
const CONTEXT: usize = 2;

/// Lines of one panel.
const MOST_LINES: usize = 400;

/// Panels of one finding: several sources of one extraction, several targets of one move.
const MOST_PANELS: usize = 8;

type Pair = (Option<usize>, Option<usize>);

pub fn finding(out: &mut String, review: &Review, marks: &[Marks; 2], finding: &Finding) {
    let (left, right) = (ends(&finding.left), ends(&finding.right));
    let pairs = left
        .iter()
        .flat_map(|l| right.iter().map(move |r| (*l, *r)));
    let mut pairs: Vec<(&Place, &Place)> = pairs.collect();
    let more = pairs.len().saturating_sub(MOST_PANELS);
    pairs.truncate(MOST_PANELS);
    for (old, new) in pairs {
        panel(out, (review, marks), old, new);
    }
    if more > 0 {
        let _ = writeln!(out, "<p>{more} more pairs of places are not shown.</p>");
    }
}

/// The declarations or code that a finding is about: its first place, and others in that place's role.
fn ends(places: &[Place]) -> Vec<&Place> {
    let role = places.first().map(|p| p.role.as_str());
    let in_role = places.iter().filter(|p| Some(p.role.as_str()) == role);
    in_role.collect()
}

fn panel(out: &mut String, (review, marks): (&Review, &[Marks; 2]), old: &Place, new: &Place) {
    let title = |p: &Place| format!("<code>{}:{}</code>", escape_html(&p.path), p.start.line);
    let _ = writeln!(
        out,
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Before and after\"><table class=\"pair\">\
         <thead><tr><th colspan=\"2\" scope=\"col\">{}</th><th colspan=\"2\" scope=\"col\">{}</th></tr></thead><tbody>",
        title(old),
        title(new)
    );
    let (before, after) = (
        review.before.lines(&old.path),
        review.after.lines(&new.path),
    );
    if let (Some(before), Some(after)) = (before, after) {
        let span = |p: &Place| p.start.byte as usize..p.end.byte as usize;
        let (from, to) = (before.lines(span(old)), after.lines(span(new)));
        let common = common(before, from.clone(), after, to.clone());
        let is_same = |pair: &Pair| match pair {
            (Some(i), Some(j)) => before.code.get(*i) == after.code.get(*j),
            _ => false,
        };
        let rows = aligned(&common, from, to);
        let same: Vec<bool> = rows.iter().map(is_same).collect();
        let cell = |side: usize, path: &str, line: Option<usize>| {
            let sources = [&review.before, &review.after][side];
            let text = line.and_then(|l| paint::line(sources, &marks[side], path, l));
            let number = line.map(|l| (l + 1).to_string()).unwrap_or_default();
            format!("<td>{number}</td><td>{}</td>", text.unwrap_or_default())
        };
        lines(out, &rows, &same, &|(i, j)| {
            cell(0, &old.path, i) + &cell(1, &new.path, j)
        });
    } else {
        out.push_str("<tr><td colspan=\"4\">Not read.</td></tr>\n");
    }
    out.push_str("</tbody></table></div>\n");
}

/// The rows that differ with some around them, the others folded.
fn lines(out: &mut String, rows: &[Pair], same: &[bool], cells: &dyn Fn(Pair) -> String) {
    let near = |at: usize| {
        let around = at.saturating_sub(CONTEXT)..(at + CONTEXT + 1).min(rows.len());
        at == 0 || same[around].iter().any(|same| !same)
    };
    let (mut folded, mut shown) = (0, 0);
    for (at, &pair) in rows.iter().enumerate() {
        if !near(at) || shown >= MOST_LINES {
            folded += 1;
            continue;
        }
        fold(out, &mut folded);
        shown += 1;
        let class = if same[at] { "" } else { " class=\"diff\"" };
        let _ = writeln!(out, "<tr{class}>{}</tr>", cells(pair));
    }
    fold(out, &mut folded);
}

fn fold(out: &mut String, folded: &mut usize) {
    if *folded > 0 {
        let lines = if *folded == 1 { "line" } else { "lines" };
        let _ = writeln!(
            out,
            "<tr class=\"fold\"><td colspan=\"4\">{folded} more {lines}</td></tr>"
        );
        *folded = 0;
    }
}

/// Rows of lines that stand opposite each other; between two common lines, the others in pairs.
fn aligned(common: &[(usize, usize)], from: Range<usize>, to: Range<usize>) -> Vec<Pair> {
    let mut rows = Vec::new();
    let (mut i, mut j) = (from.start, to.start);
    let end = (from.end, to.end);
    for &(x, y) in common.iter().chain(&[end]) {
        while i < x || j < y {
            let (left, right) = ((i < x).then_some(i), (j < y).then_some(j));
            rows.push((left, right));
            i += usize::from(left.is_some());
            j += usize::from(right.is_some());
        }
        if (x, y) != end {
            rows.push((Some(x), Some(y)));
            (i, j) = (x + 1, y + 1);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::aligned;

    #[test]
    fn lines_between_common_ones_stand_in_pairs() {
        let rows = aligned(&[(1, 2)], 0..3, 0..3);
        let both = |i, j| (Some(i), Some(j));
        let expected = [both(0, 0), (None, Some(1)), both(1, 2), (Some(2), None)];
        assert_eq!(rows, expected);
    }
}
