//! What performing a refactoring changed, looked up in the version after.

use crate::alignment::{Alignments, Pair, hunks, region};
use crate::tokens::Tokens;
use reweave_change::{Finding, Performed, PerformedLine, Place};
use reweave_preserve::Interval;
use reweave_refactor::Outcome;
use reweave_text::FileId;
use std::ops::Range;

/// A line of so many tokens is looked for in the whole file: a declaration or an import may stand anywhere in it.
const LINE: usize = 4;

/// Declarations that the edits of one file are looked for in.
const MOST_ALIGNED: usize = 16;

pub fn compare(outcome: &Outcome, alignments: &Alignments) -> Performed {
    let (mut found, mut lines) = (0, Vec::new());
    for id in outcome.after.changed_since(&outcome.before) {
        let (there, missed) = file(outcome, id, alignments);
        found += there;
        lines.extend(missed);
    }
    lines.sort();
    lines.dedup();
    match (found, lines.is_empty()) {
        (0, true) => Performed::Not {
            why: "it changes nothing in the files of this change".into(),
        },
        (_, true) => Performed::Verified,
        (0, false) => Performed::Contradicted,
        _ => Performed::But { lines },
    }
}

/// Whether all declarations that a finding names in the version after read as performed, from end to end: nothing else was done in
/// them.
pub fn is_all(outcome: &Outcome, alignments: &Alignments, finding: &Finding) -> bool {
    let changed = outcome.after.changed_since(&outcome.before);
    let texts = changed.into_iter().filter_map(|id| outcome.after.get(id));
    let performed: Vec<Tokens> = texts.map(|f| Tokens::new(&f.text)).collect();
    let reads = |place: &Place| {
        let Some(after) = alignments.after(&place.path) else {
            return false;
        };
        let declared = after.within(place.start.byte, place.end.byte);
        let declared: Vec<&str> = declared.map(|i| after.get(i)).collect();
        performed.iter().any(|tokens| {
            let last = (tokens.len() + 1).saturating_sub(declared.len());
            (0..last).any(|start| {
                let mut pairs = declared.iter().enumerate();
                pairs.all(|(i, token)| alignments.renamed(tokens.get(start + i)) == *token)
            })
        })
    };
    let mut declared = finding.right.iter().filter(|p| p.code.is_some()).peekable();
    declared.peek().is_some() && declared.all(reads)
}

/// How many edits of a file are in the version after, and the lines of the others.
fn file(outcome: &Outcome, id: FileId, alignments: &Alignments) -> (usize, Vec<PerformedLine>) {
    let line = |path: &str, line| PerformedLine {
        path: path.to_owned(),
        line,
    };
    let (old, new) = match (outcome.before.get(id), outcome.after.get(id)) {
        (Some(old), Some(new)) => (old, new),
        (Some(gone), None) | (None, Some(gone)) => {
            let is_there = alignments.after(&gone.path).is_some();
            let ok = is_there == outcome.before.get(id).is_none();
            let missed = (!ok).then(|| line(&gone.path, 1));
            return (usize::from(ok), missed.into_iter().collect());
        }
        (None, None) => return (0, Vec::new()),
    };
    let (mut found, mut lines) = (0, Vec::new());
    if old.path != new.path {
        if is_moved(alignments, &old.path, &new.path) {
            found += 1;
        } else {
            lines.push(line(&old.path, 1));
        }
    }
    if let Some(before) = alignments.before(&old.path) {
        let sides = Sides {
            path: &old.path,
            before,
            performed: &Tokens::new(&new.text),
            alignments,
        };
        let (there, missed) = sides.edits(&sides.kept(outcome, id));
        found += there;
        lines.extend(missed.into_iter().map(|l| line(&old.path, l)));
    }
    (found, lines)
}

/// Whether a file went there, be it below another folder of sources.
fn is_moved(alignments: &Alignments, old: &str, new: &str) -> bool {
    let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
    let went = |pair: &Pair| pair.path != old && name(&pair.path) == name(new);
    alignments.after(new).is_some() || alignments.of(old).iter().any(went)
}

/// A file before, and as the refactoring leaves it.
struct Sides<'a> {
    path: &'a str,
    before: &'a Tokens,
    performed: &'a Tokens,
    alignments: &'a Alignments,
}

/// What the refactoring does at one place: tokens before, and those that stand there instead.
type Hunk = (Range<usize>, Range<usize>);

impl Sides<'_> {
    /// The tokens that the refactoring left where they were, as many as stand in order.
    fn kept(&self, outcome: &Outcome, file: FileId) -> Vec<(usize, usize)> {
        let starts = &self.before.spans;
        let origin = |i: usize| {
            let old = outcome.origin(Interval::new(file, self.performed.spans[i]))?;
            let at = starts
                .binary_search_by_key(&old.span.start, |s| s.start)
                .ok()?;
            let same = old.file == file && self.before.get(at) == self.performed.get(i);
            same.then_some((at, i))
        };
        in_order(
            &(0..self.performed.len())
                .filter_map(origin)
                .collect::<Vec<_>>(),
        )
    }

    /// How many edits are in the version after, and the lines before of the others.
    fn edits(&self, kept: &[(usize, usize)]) -> (usize, Vec<u32>) {
        let mut open = hunks(kept, (self.before.len(), self.performed.len()));
        for hunk in &mut open {
            self.slide(hunk);
        }
        let mut open: Vec<Hunk> = open.into_iter().flat_map(|h| self.by_line(h)).collect();
        let all = open.len();
        let mut aligned = 0;
        for pair in self.alignments.of(self.path) {
            let own = region(kept, &pair.before, &(0..self.performed.len()));
            let touches = |(_, put): &Hunk| own.start <= put.start && put.end <= own.end;
            if open.is_empty() || aligned == MOST_ALIGNED {
                break;
            }
            if !open.iter().any(touches) {
                continue;
            }
            aligned += 1;
            self.confirm(pair, &own, &mut open);
        }
        let found = all - open.len();
        let lines = open.into_iter().flat_map(|(at, _)| {
            let upto = at.end.max(at.start + 1);
            (at.start..upto)
                .map(|i| self.before.line(i))
                .collect::<Vec<_>>()
        });
        (found, lines.collect())
    }

    /// Code that is only new reads the same a little further on where what follows it is its own beginning: as far on as it
    /// can be, it begins where a declaration or statement does.
    fn slide(&self, (at, put): &mut Hunk) {
        let token = |i: usize| self.performed.get(i);
        if at.start < at.end || put.start == put.end {
            return;
        }
        while put.end < self.performed.len() && token(put.start) == token(put.end) {
            *put = put.start + 1..put.end + 1;
            *at = at.start + 1..at.end + 1;
        }
    }

    /// New code line by line.
    fn by_line(&self, (at, put): Hunk) -> Vec<Hunk> {
        let mut out = Vec::new();
        let mut start = put.start;
        for i in put.clone() {
            let is_last = i + 1 == put.end || self.performed.starts_line(i + 1);
            if is_last {
                let gone = if start == put.start {
                    at.clone()
                } else {
                    at.end..at.end
                };
                out.push((gone, start..i + 1));
                start = i + 1;
            }
        }
        if put.is_empty() {
            out.push((at, put));
        }
        out
    }

    /// The whole line around new code.
    fn line(&self, put: &Range<usize>) -> Range<usize> {
        let mut line = put.clone();
        while line.start > 0 && !self.performed.starts_line(line.start) {
            line.start -= 1;
        }
        while line.end < self.performed.len() && !self.performed.starts_line(line.end) {
            line.end += 1;
        }
        line
    }

    /// Takes out what the version after has where `pair` says that the tokens `own` went.
    fn confirm(&self, pair: &Pair, own: &Range<usize>, open: &mut Vec<Hunk>) {
        let Some(after) = self.alignments.after(&pair.path) else {
            return;
        };
        let same = (self.alignments).align((self.performed, own), (after, &pair.after));
        let renamed = |i: usize| self.alignments.renamed(self.performed.get(i));
        open.retain(|(at, put)| {
            if put.start < own.start || own.end < put.end {
                return true;
            }
            let there = region(&same, put, &pair.after);
            if put.is_empty() {
                let gone = at
                    .clone()
                    .map(|i| self.alignments.renamed(self.before.get(i)));
                return contains(after, there, &gone.collect::<Vec<_>>());
            }
            let from = same.partition_point(|(b, _)| *b < put.start);
            let to = same.partition_point(|(b, _)| *b < put.end);
            if to - from == put.len() {
                return false;
            }
            let line: Vec<&str> = self.line(put).map(renamed).collect();
            let put: Vec<&str> = put.clone().map(renamed).collect();
            let anywhere = line.len() >= LINE && contains(after, 0..after.len(), &line);
            !anywhere && !contains(after, there, &put)
        });
    }
}

/// The longest part of the pairs in which both sides go up; the second side does already.
fn in_order(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // The last pair of the best part of each length, and what comes before each pair in its part.
    let mut ends: Vec<usize> = Vec::new();
    let mut earlier: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let length = ends.partition_point(|&e| pairs[e].0 < pair.0);
        earlier.push(length.checked_sub(1).map(|l| ends[l]));
        if length == ends.len() {
            ends.push(i);
        } else {
            ends[length] = i;
        }
    }
    let mut at = ends.last().copied();
    let mut out = Vec::with_capacity(ends.len());
    while let Some(i) = at {
        out.push(pairs[i]);
        at = earlier[i];
    }
    out.reverse();
    out
}

fn contains(tokens: &Tokens, region: Range<usize>, wanted: &[&str]) -> bool {
    let last = (region.end + 1).saturating_sub(wanted.len());
    (region.start..last).any(|start| {
        let mut pairs = wanted.iter().enumerate();
        pairs.all(|(i, token)| tokens.get(start + i) == *token)
    })
}
