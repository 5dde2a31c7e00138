//! Which words of corresponding statements differ: what somebody who reads both sides looks for.

use crate::report::{Location, Suggestion};
use reweave_text::Part;
use similar::{Algorithm, DiffTag, capture_diff_slices};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Statements with more words are shown without marks.
const MOST_WORDS: usize = 4_000;

/// Byte ranges in lines, by the number of the line.
#[derive(Default)]
pub struct Marks(BTreeMap<u32, Vec<Range<usize>>>);

impl Marks {
    /// The line cut into pieces, each with whether it differs.
    pub fn pieces<'l>(&self, number: u32, line: &'l str) -> Vec<(bool, &'l str)> {
        let mut pieces = Vec::new();
        let mut at = 0;
        for range in self.0.get(&number).into_iter().flatten() {
            pieces.push((false, line.part(at..range.start)));
            pieces.push((true, line.part(range.clone())));
            at = range.end;
        }
        pieces.push((false, line.part(at..)));
        pieces.retain(|(_, text)| !text.is_empty());
        pieces
    }

    fn add(&mut self, words: &[Word<'_>]) {
        for word in words {
            let ranges = self.0.entry(word.line).or_default();
            match ranges.last_mut() {
                Some(last) if last.end == word.at.start => last.end = word.at.end,
                _ => ranges.push(word.at.clone()),
            }
        }
    }
}

/// What differs on the missed side, and in each place of the example.
pub fn marks(suggestion: &Suggestion) -> (Marks, Vec<Marks>) {
    let places: Vec<&Location> = suggestion.example_sides().map(|(place, _)| place).collect();
    let mut missed = Marks::default();
    let mut examples: Vec<Marks> = places.iter().map(|_| Marks::default()).collect();
    // Of statements in statements the inner ones correspond more closely; each line is compared once.
    let mut pairs: Vec<_> = suggestion.evidence.iter().collect();
    pairs.sort_by_key(|e| e.missed_lines.1.saturating_sub(e.missed_lines.0));
    let mut seen = [BTreeSet::new(), BTreeSet::new()];
    for pair in pairs {
        let (from, to) = pair.example_lines;
        let holds = |place: &&Location| {
            place.file == pair.example_file && place.start_line <= from && to <= place.end_line
        };
        let Some(which) = places.iter().position(holds) else {
            continue;
        };
        let left = words(&suggestion.missed, pair.missed_lines, &seen[0]);
        let right = words(places[which], pair.example_lines, &seen[1]);
        if left.len().max(right.len()) <= MOST_WORDS {
            compare((&left, &mut missed), (&right, &mut examples[which]));
        }
        seen[0].extend(lines(pair.missed_lines));
        seen[1].extend(lines(pair.example_lines));
    }
    (missed, examples)
}

fn lines((from, to): (u32, u32)) -> std::ops::RangeInclusive<u32> {
    from..=to
}

fn compare((left, missed): (&[Word<'_>], &mut Marks), (right, example): (&[Word<'_>], &mut Marks)) {
    let text = |words: &[Word<'_>]| words.iter().map(|w| w.text.to_owned()).collect::<Vec<_>>();
    for change in capture_diff_slices(Algorithm::Myers, &text(left), &text(right)) {
        if change.tag() != DiffTag::Equal {
            missed.add(&left[change.old_range()]);
            example.add(&right[change.new_range()]);
        }
    }
}

struct Word<'t> {
    line: u32,
    at: Range<usize>,
    text: &'t str,
}

/// The words and signs of some lines of a place, without those that were compared already.
fn words<'t>(place: &'t Location, wanted: (u32, u32), seen: &BTreeSet<u32>) -> Vec<Word<'t>> {
    let mut all = Vec::new();
    for (line, text) in (place.start_line..).zip(place.text.lines()) {
        if !lines(wanted).contains(&line) || seen.contains(&line) {
            continue;
        }
        let mut start = 0;
        let mut chars = text.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let goes_on = is_word(c) && chars.peek().is_some_and(|(_, next)| is_word(*next));
            if goes_on {
                continue;
            }
            let end = at + c.len_utf8();
            if !c.is_whitespace() {
                all.push(Word {
                    line,
                    at: start..end,
                    text: text.part(start..end),
                });
            }
            start = end;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Evidence;

    fn place(text: &str) -> Location {
        Location {
            file: "A.java".into(),
            start_line: 10,
            end_line: 12,
            text: text.into(),
            ..Location::default()
        }
    }

    #[test]
    fn only_what_differs_is_marked() {
        let suggestion = Suggestion {
            missed: place("int f() {\n  return total / parts;\n}"),
            example: place("int f() {\n  return getTotal() / parts;\n}"),
            evidence: vec![Evidence {
                missed_lines: (11, 11),
                example_file: "A.java".into(),
                example_lines: (11, 11),
            }],
            ..Suggestion::default()
        };
        let (missed, examples) = marks(&suggestion);
        let line = "  return total / parts;";
        assert_eq!(
            missed.pieces(11, line),
            [(false, "  return "), (true, "total"), (false, " / parts;")]
        );
        let line = "  return getTotal() / parts;";
        assert_eq!(
            examples[0].pieces(11, line),
            [
                (false, "  return "),
                (true, "getTotal()"),
                (false, " / parts;")
            ]
        );
        assert_eq!(missed.pieces(10, "int f() {"), [(false, "int f() {")]);
    }
}
