//! Replacements: what changed, as intervals, and where everything else went (section 7.2.1).

use crate::node::{Interval, Node, Normal};
use reweave_text::{FileId, Span, Symbol};
use rustc_hash::FxHashMap;
use thiserror::Error;

/// `J//K`: the text of `old` gave way to `new_len` bytes (definition 3). An empty `old` is an insertion, `new_len` 0 a
/// deletion; a created file is an insertion at 0, a removed one a deletion of everything.
///
/// `old` may be wider than the bytes that differ: all of it counts as affected.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Replacement {
    pub file: FileId,
    pub old: Span,
    pub new_len: u32,
    /// The paper collapses the whole affected forest into one `*`; here each group has its own (the refinement that
    /// section 9 speaks of). With one group for all, the check is the paper's. With a group of its own for each token
    /// that a rename replaces, every edge must keep its very ends.
    pub group: u32,
}

impl Replacement {
    pub const fn new(file: FileId, old: Span, new_len: u32) -> Self {
        Self {
            file,
            old,
            new_len,
            group: 0,
        }
    }

    #[must_use]
    pub const fn in_group(self, group: u32) -> Self {
        Self { group, ..self }
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("replacements overlap in file {}: bytes {:?} and {:?}", file.0, first, second)]
pub struct OverlapError {
    pub file: FileId,
    pub first: Span,
    pub second: Span,
}

/// Where a node of the changed text comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// It was there before, at this place.
    Kept(Node),
    /// It is new: it lies in what took the place of this interval.
    Replaced(Interval),
}

impl Origin {
    /// The place in the earlier text to show for it.
    pub const fn node(self) -> Node {
        match self {
            Self::Kept(node) => node,
            Self::Replaced(interval) => Node::Text(interval),
        }
    }
}

/// One replacement, with the interval it covers in the changed text (`adi`, definition 8).
#[derive(Clone, Copy, Debug)]
struct Placed {
    old: Span,
    new: Span,
    group: u32,
}

/// Pairwise disjoint replacements over any number of files (definition 4). Lookups cost the logarithm of the
/// replacements in one file.
#[derive(Clone, Debug, Default)]
pub struct Replacements {
    files: FxHashMap<FileId, Vec<Placed>>,
    swapped: FxHashMap<Symbol, Symbol>,
}

impl Replacements {
    /// Insertions at one place are taken together.
    pub fn new(replacements: impl IntoIterator<Item = Replacement>) -> Result<Self, OverlapError> {
        let mut sorted: Vec<_> = replacements.into_iter().collect();
        sorted.sort_by_key(|r| (r.file, r.old, r.group));
        let mut files: FxHashMap<FileId, Vec<Placed>> = FxHashMap::default();
        for r in sorted {
            let placed = files.entry(r.file).or_default();
            let shift = placed.last().map_or(0, |p| shift(*p));
            match placed.last_mut() {
                Some(last) if last.old.end > r.old.start => {
                    return Err(OverlapError {
                        file: r.file,
                        first: last.old,
                        second: r.old,
                    });
                }
                Some(last) if last.old == r.old && last.group == r.group => {
                    last.new.end += r.new_len;
                }
                _ => {
                    let start = moved(r.old.start, shift);
                    placed.push(Placed {
                        old: r.old,
                        new: Span::new(start, start + r.new_len),
                        group: r.group,
                    });
                }
            }
        }
        Ok(Self {
            files,
            swapped: FxHashMap::default(),
        })
    }

    /// The same, for a change that gives what has no text here another name, such as a variable that needs no
    /// declaration. The two names trade places: if the new one was in use, whoever used it shows as an edge lost and
    /// gained, since the two would have become one.
    #[must_use]
    pub fn swapping(mut self, from: Symbol, to: Symbol) -> Self {
        self.swapped.insert(from, to);
        self.swapped.insert(to, from);
        self
    }

    fn swap(&self, symbol: Symbol) -> Symbol {
        self.swapped.get(&symbol).copied().unwrap_or(symbol)
    }

    fn of(&self, file: FileId) -> &[Placed] {
        self.files.get(&file).map_or(&[], Vec::as_slice)
    }

    /// Where a byte outside the affected forest went: `newOffset` (definition 5).
    pub fn new_offset(&self, file: FileId, offset: u32) -> u32 {
        let placed = self.of(file);
        shifted(
            placed,
            placed.partition_point(|p| p.old.end <= offset),
            offset,
        )
    }

    /// Where the end of an interval went. An insertion right at the end stays out of the interval, as the paper's
    /// `newOffset(end - 1) + 1` has it; a replacement that ends there took part of the interval with it, which that
    /// formula misses: `x = field` still ends with its last name when `field` becomes `i`.
    fn new_end(&self, file: FileId, end: u32) -> u32 {
        let placed = self.of(file);
        let before =
            placed.partition_point(|p| p.old.end < end || (p.old.end == end && !p.old.is_empty()));
        shifted(placed, before, end)
    }

    fn moved_interval(&self, interval: Interval) -> Interval {
        let Interval { file, span } = interval;
        let start = self.new_offset(file, span.start);
        let end = if span.is_empty() {
            start
        } else {
            self.new_end(file, span.end)
        };
        Interval::new(file, Span::new(start, end))
    }

    /// Where a node of the initial model is expected in the changed text (`predict`, definition 10).
    pub fn predict(&self, node: Node) -> Normal {
        match node {
            Node::Outside(symbol) => Normal::Outside(self.swap(symbol)),
            Node::Text(i) => match containing(self.of(i.file), i.span, |p| p.old) {
                Some(p) => Normal::Affected(p.group),
                None => Normal::At(self.moved_interval(i)),
            },
        }
    }

    /// A node of the derivative model, the affected forest taken together (`collapse`, definition 9).
    pub fn collapse(&self, node: Node) -> Normal {
        match node {
            Node::Outside(symbol) => Normal::Outside(symbol),
            Node::Text(i) => match containing(self.of(i.file), i.span, |p| p.new) {
                Some(p) => Normal::Affected(p.group),
                None => Normal::At(i),
            },
        }
    }

    /// Where a place of the changed text comes from.
    pub fn origin(&self, node: Node) -> Origin {
        let Node::Text(Interval { file, span }) = node else {
            return Origin::Kept(node);
        };
        let placed = self.of(file);
        if let Some(p) = containing(placed, span, |p| p.new) {
            return Origin::Replaced(Interval::new(file, p.old));
        }
        let at = placed.partition_point(|p| p.new.end <= span.start);
        let start = unshifted(placed, at, span.start);
        let at = placed.partition_point(|p| {
            p.new.end < span.end || (p.new.end == span.end && !p.old.is_empty())
        });
        let end = unshifted(placed, at, span.end);
        Origin::Kept(Node::text(file, Span::new(start, end)))
    }

    /// Where a place of the earlier text lies in the changed one; what was replaced shows as what took its place.
    pub fn forward(&self, node: Node) -> Node {
        let Node::Text(i) = node else { return node };
        let at = match containing(self.of(i.file), i.span, |p| p.old) {
            Some(p) => Interval::new(i.file, p.new),
            None => self.moved_interval(i),
        };
        Node::Text(at)
    }
}

/// The replacement in whose interval `span` lies wholly. Only the last that starts at or before it can be the one:
/// they are disjoint, and of those that start together only the last has bytes.
fn containing(placed: &[Placed], span: Span, side: impl Fn(&Placed) -> Span) -> Option<&Placed> {
    let after = placed.partition_point(|p| side(p).start <= span.start);
    let last = placed.get(after.checked_sub(1)?)?;
    side(last).contains(span).then_some(last)
}

/// How far a replacement and those before it move what comes after.
fn shift(p: Placed) -> i64 {
    i64::from(p.new.end) - i64::from(p.old.end)
}

fn moved(offset: u32, by: i64) -> u32 {
    u32::try_from(i64::from(offset) + by).unwrap_or(0)
}

fn shifted(placed: &[Placed], before: usize, offset: u32) -> u32 {
    moved(
        offset,
        before.checked_sub(1).map_or(0, |i| shift(placed[i])),
    )
}

fn unshifted(placed: &[Placed], before: usize, offset: u32) -> u32 {
    moved(
        offset,
        before.checked_sub(1).map_or(0, |i| -shift(placed[i])),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const F: FileId = FileId(0);

    fn replacements(list: &[(u32, u32, u32)]) -> Replacements {
        Replacements::new(
            list.iter()
                .map(|&(start, end, len)| Replacement::new(F, Span::new(start, end), len)),
        )
        .expect("disjoint")
    }

    fn at(start: u32, end: u32) -> Node {
        Node::text(F, Span::new(start, end))
    }

    #[test]
    fn the_papers_println_example() {
        let s = replacements(&[(0, 11, 0), (18, 18, 1), (19, 23, 7)]);
        assert_eq!(s.new_offset(F, 24), 24 - 11 + 1 + 3);
        assert_eq!(s.predict(at(19, 23)), Normal::Affected(0));
        assert_eq!(s.collapse(at(9, 16)), Normal::Affected(0));
        assert_eq!(
            s.origin(at(7, 8)),
            Origin::Replaced(Interval::new(F, Span::at(18)))
        );
        assert_eq!(s.origin(at(16, 18)), Origin::Kept(at(23, 25)));
    }

    #[test]
    fn a_statement_inserted_after_another_leaves_it_alone_and_grows_their_block() {
        let s = replacements(&[(21, 21, 5)]);
        assert_eq!(s.forward(at(10, 21)), at(10, 21));
        assert_eq!(s.forward(at(9, 22)), at(9, 27));
        assert_eq!(s.forward(at(21, 30)), at(26, 35));
    }

    #[test]
    fn an_interval_ends_with_the_replacement_that_ends_it() {
        let s = replacements(&[(4, 9, 1)]);
        assert_eq!(s.forward(at(0, 9)), at(0, 5));
        assert_eq!(s.origin(at(0, 5)), Origin::Kept(at(0, 9)));
    }

    #[test]
    fn names_outside_trade_places() {
        let names = reweave_text::Interner::new();
        let (x, y) = (names.intern("x"), names.intern("y"));
        let s = replacements(&[]).swapping(x, y);
        assert_eq!(s.predict(Node::Outside(x)), Normal::Outside(y));
        assert_eq!(s.predict(Node::Outside(y)), Normal::Outside(x));
        assert_eq!(s.collapse(Node::Outside(x)), Normal::Outside(x));
    }

    #[test]
    fn overlap_is_an_error() {
        let both = [Span::new(0, 4), Span::new(3, 5)].map(|s| Replacement::new(F, s, 0));
        assert!(Replacements::new(both).is_err());
    }
}
