//! The difference of two texts as edits that touch little else.

use reweave_text::{Edit, Part, Span};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::ops::Range;

/// Hunks with more words are one edit each.
const MOST_WORDS: usize = 4000;

/// The edits that make the second text of the first, in order of place: word by word in the lines that differ.
///
/// ```
/// let edits = reweave_project::edits("int a;\nint b;\n", "int a;\nint total;\n");
/// assert_eq!(edits.len(), 1);
/// assert_eq!((edits[0].span.start, &*edits[0].text), (11, "total"));
/// ```
pub fn edits(old: &str, new: &str) -> Vec<Edit> {
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<_>>();
    let mut all = Vec::new();
    for hunk in hunks(&lines(old), &lines(new)) {
        let (from, to) = (hunk.old.start, hunk.new.start);
        let (before, after) = (old.part(hunk.old), new.part(hunk.new));
        let (before_words, after_words) = (words(before), words(after));
        let is_long = before_words.len().max(after_words.len()) > MOST_WORDS;
        let whole = Hunk {
            old: 0..before.len(),
            new: 0..after.len(),
        };
        let parts = if is_long {
            vec![whole]
        } else {
            hunks(&before_words, &after_words)
        };
        for part in parts {
            let span = Span::new((from + part.old.start) as u32, (from + part.old.end) as u32);
            let text = new.part(to + part.new.start..to + part.new.end);
            all.push(Edit::replace(span, text));
        }
    }
    joined(all)
}

/// Bytes that differ, on both sides.
struct Hunk {
    old: Range<usize>,
    new: Range<usize>,
}

/// Where two texts differ that are cut into pieces.
fn hunks(old: &[&str], new: &[&str]) -> Vec<Hunk> {
    let starts = |pieces: &[&str]| {
        let mut at = 0;
        let mut all = vec![0];
        all.extend(pieces.iter().map(|piece| {
            at += piece.len();
            at
        }));
        all
    };
    let (old_starts, new_starts) = (starts(old), starts(new));
    let bytes = |range: Range<usize>, starts: &[usize]| starts[range.start]..starts[range.end];
    let ops = capture_diff_slices(Algorithm::Myers, old, new).into_iter();
    let differing = ops.filter(|op| !matches!(op, DiffOp::Equal { .. }));
    let hunk = |op: DiffOp| Hunk {
        old: bytes(op.old_range(), &old_starts),
        new: bytes(op.new_range(), &new_starts),
    };
    differing.map(hunk).collect()
}

/// Edits that touch become one: clients differ in what they make of two at one place.
fn joined(all: Vec<Edit>) -> Vec<Edit> {
    let mut out: Vec<Edit> = Vec::with_capacity(all.len());
    for edit in all {
        match out.last_mut() {
            Some(last) if last.span.end == edit.span.start => {
                last.span.end = edit.span.end;
                last.text.push_str(&edit.text);
            }
            _ => out.push(edit),
        }
    }
    out
}

/// Names and numbers, runs of blanks, line ends, and every other character by itself.
fn words(text: &str) -> Vec<&str> {
    #[derive(PartialEq)]
    enum Sort {
        Name,
        Blank,
        Other,
    }
    let sort = |c: char| match c {
        c if c.is_alphanumeric() || c == '_' || c == '$' => Sort::Name,
        ' ' | '\t' => Sort::Blank,
        _ => Sort::Other,
    };
    let mut all = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((_, c)) = chars.next() {
        let next = chars.peek().copied();
        let goes_on = match next {
            Some((_, n)) if c == '\r' => n == '\n',
            Some((_, n)) => sort(c) == sort(n) && sort(c) != Sort::Other,
            None => false,
        };
        if !goes_on {
            let end = next.map_or(text.len(), |(at, _)| at);
            all.push(text.part(start..end));
            start = end;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_text::EditSet;

    fn check(old: &str, new: &str) -> usize {
        let all = edits(old, new);
        let count = all.len();
        let set = EditSet::new(all).expect("disjoint");
        assert_eq!(set.apply(old).as_deref(), Ok(new));
        count
    }

    #[test]
    fn they_make_the_new_text() {
        assert_eq!(check("", "a\n"), 1);
        assert_eq!(check("a\r\nb\r\n", "a\r\nc\r\n"), 1);
        assert_eq!(check("f(x, y) + f(x)\n", "g(x, y) + g(x)\n"), 2);
        assert_eq!(check("é = é\n", "è = é\n"), 1);
        assert_eq!(check("a\nb\nc", "c"), 1);
        assert_eq!(check("same", "same"), 0);
    }
}
