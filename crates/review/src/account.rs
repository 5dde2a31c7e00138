//! Which lines the findings account for, and which edits in them nothing explains.

use crate::source_lines::SourceLines;
use crate::source_lines::Sources;
use imara_diff::{Algorithm, Diff, InternedInput};
use reweave_change::{EvidencePlace, Finding, LeftOver, Place, Record};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;

/// Pairs of declarations compared for one finding; one with more of them (an interface of twenty classes) is accounted for
/// by its first.
const MOST_PAIRS: usize = 16;

/// What is known of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mark {
    /// A finding accounts for it.
    pub accounted: bool,
    /// Which one, where it is known.
    pub finding: Option<u32>,
    /// An edit in it that nothing explains.
    pub left_over: bool,
    /// Such an edit in the code that a finding matched.
    pub inside: bool,
}

/// The marks of the lines of both versions.
pub struct Account<'a> {
    sources: [&'a Sources; 2],
    marks: [FxHashMap<String, Vec<Mark>>; 2],
}

impl<'a> Account<'a> {
    pub fn new(record: &Record, before: &'a Sources, after: &'a Sources) -> Self {
        let mut account = Self {
            sources: [before, after],
            marks: [FxHashMap::default(), FxHashMap::default()],
        };
        account.edits(&record.explained, |m| m.accounted = true);
        account.edits(&record.left_over, |m| m.left_over = true);
        let mut compared = FxHashSet::default();
        for (number, finding) in record.findings.iter().enumerate() {
            let number = number as u32;
            account.edits(&finding.left_over, |m| {
                m.inside = true;
                m.finding = Some(number);
            });
            account.finding(number, finding, &mut compared);
        }
        account
    }

    /// The mark of a line, from 0.
    pub fn mark(&self, side: usize, path: &str, line: usize) -> Mark {
        let marks = self.marks[side].get(path);
        marks.and_then(|m| m.get(line)).copied().unwrap_or_default()
    }

    fn edits(&mut self, edits: &[LeftOver], set: impl Fn(&mut Mark)) {
        for edit in edits {
            for (side, place) in [&edit.before, &edit.after].into_iter().enumerate() {
                if let Some(place) = place {
                    self.set(side, &place.path, bytes(place), &set);
                }
            }
        }
    }

    fn set(&mut self, side: usize, path: &str, bytes: Range<usize>, set: impl Fn(&mut Mark)) {
        let Some(lines) = self.sources[side].lines(path) else {
            return;
        };
        let range = lines.lines(bytes);
        let marks = self.marks[side].entry(path.to_owned());
        let marks = marks.or_insert_with(|| vec![Mark::default(); lines.spans.len()]);
        marks.get_mut(range).into_iter().flatten().for_each(set);
    }

    fn finding(&mut self, number: u32, finding: &Finding, compared: &mut Compared) {
        let account = |m: &mut Mark| {
            m.accounted = true;
            m.finding.get_or_insert(number);
        };
        for (side, places) in [&finding.left, &finding.right].into_iter().enumerate() {
            for place in places {
                let bytes = self.own(side, place);
                self.set(side, &place.path, bytes, account);
            }
        }
        for evidence in &finding.evidence {
            for (side, place) in [&evidence.before, &evidence.after].into_iter().enumerate() {
                if let Some(place) = place {
                    self.set(side, &place.path, bytes(place), account);
                }
            }
        }
        if !carries_code(&finding.kind) {
            return;
        }
        let (left, right) = (declarations(&finding.left), declarations(&finding.right));
        let pairs = left
            .iter()
            .flat_map(|l| right.iter().map(move |r| (*l, *r)));
        for (old, new) in pairs.take(MOST_PAIRS) {
            if compared.insert((key(old), key(new))) {
                self.moved(number, old, new);
            }
        }
    }

    /// What a place says of its lines: a declaration with a body is told of by its header, since what else is in the body is
    /// told of by the edits; other elements are told of whole.
    fn own(&self, side: usize, place: &Place) -> Range<usize> {
        let whole = place.start.byte as usize..place.end.byte as usize;
        if !has_body(place) {
            return whole;
        }
        let text = self.sources[side].text(&place.path).unwrap_or_default();
        header(text, whole)
    }

    /// The lines that stand in both of two declarations.
    fn moved(&mut self, number: u32, old: &Place, new: &Place) {
        let sides = self.sources;
        let (Some(before), Some(after)) = (sides[0].lines(&old.path), sides[1].lines(&new.path))
        else {
            return;
        };
        let (from, to) = (before.lines(span(old)), after.lines(span(new)));
        for (i, j) in common(before, from, after, to) {
            for (side, path, line) in [(0, &old.path, i), (1, &new.path, j)] {
                let Some(at) = sides[side].lines(path).and_then(|l| l.spans.get(line)) else {
                    continue;
                };
                let at = at.clone();
                self.set(side, path, at, |m| {
                    m.accounted = true;
                    m.finding.get_or_insert(number);
                });
            }
        }
    }
}

type Key = (String, u32, u32);
type Compared = FxHashSet<(Key, Key)>;

fn key(place: &Place) -> Key {
    (place.path.clone(), place.start.byte, place.end.byte)
}

fn bytes(place: &EvidencePlace) -> Range<usize> {
    place.start.byte as usize..place.end.byte as usize
}

fn span(place: &Place) -> Range<usize> {
    place.start.byte as usize..place.end.byte as usize
}

/// Pairs of lines with the same code, in order.
pub fn common(
    before: &SourceLines,
    from: Range<usize>,
    after: &SourceLines,
    to: Range<usize>,
) -> Vec<(usize, usize)> {
    let old = before.code.get(from.clone()).unwrap_or_default();
    let new = after.code.get(to.clone()).unwrap_or_default();
    let mut input = InternedInput::default();
    input.update_before(old.iter().map(String::as_str));
    input.update_after(new.iter().map(String::as_str));
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let kept = (0..old.len()).filter(|&i| !diff.is_removed(i as u32));
    let same = (0..new.len()).filter(|&j| !diff.is_added(j as u32));
    kept.map(|i| from.start + i)
        .zip(same.map(|j| to.start + j))
        .collect()
}

/// Whether code goes from the places on the left to those on the right.
fn carries_code(kind: &str) -> bool {
    const WORDS: &[&str] = &[
        "Move",
        "Rename Class",
        "Rename Method",
        "Extract",
        "Inline",
        "Pull Up",
        "Push Down",
        "Split",
        "Merge",
        "Collapse",
        "Replace Anonymous",
    ];
    WORDS.iter().any(|w| kind.starts_with(w))
}

fn has_body(place: &Place) -> bool {
    place.element == "METHOD_DECLARATION"
        || (place.element.ends_with("_DECLARATION")
            && [
                "TYPE",
                "ENUM",
                "RECORD",
                "ANNOTATION_TYPE",
                "ANONYMOUS_CLASS",
            ]
            .iter()
            .any(|kind| place.element.strip_prefix(kind) == Some("_DECLARATION")))
}

fn declarations(places: &[Place]) -> Vec<&Place> {
    places.iter().filter(|p| has_body(p)).collect()
}

/// From the start of a declaration to where its body begins; parentheses may hold braces of their own.
fn header(text: &str, whole: Range<usize>) -> Range<usize> {
    let mut depth = 0_usize;
    let bytes = text.as_bytes().get(whole.clone()).unwrap_or_default();
    // A documentation comment in front is no header.
    let start = if bytes.starts_with(b"/*") {
        bytes
            .windows(2)
            .position(|w| w == b"*/")
            .map_or(0, |at| at + 2)
    } else {
        0
    };
    for (i, b) in bytes.iter().enumerate().skip(start) {
        match b {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b'{' | b';' if depth == 0 => return whole.start..whole.start + i + 1,
            _ => {}
        }
    }
    whole
}
