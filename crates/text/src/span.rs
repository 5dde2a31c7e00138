//! Half-open byte ranges.

use std::fmt;
use std::ops::Range;

/// A half-open byte range `[start, end)` of one text.
///
/// ```
/// use reweave_text::Span;
/// let s = Span::new(4, 7);
/// assert_eq!(s.text("let abc = 1"), "abc");
/// assert!(s.contains(Span::new(5, 6)) && !s.overlaps(Span::new(7, 9)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    /// The span from `start` to `end`; a reversed pair becomes empty at `start`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The empty span at `offset`: where an insertion goes.
    pub const fn at(offset: u32) -> Self {
        Self::new(offset, offset)
    }

    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Whether `other` lies wholly inside.
    pub const fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the byte at `offset` lies inside.
    pub const fn contains_offset(self, offset: u32) -> bool {
        self.start <= offset && offset < self.end
    }

    /// Whether the two share a byte; spans that only touch do not.
    pub const fn overlaps(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn cover(self, other: Self) -> Self {
        Self::new(self.start.min(other.start), self.end.max(other.end))
    }

    /// The same so much further on.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self::new(self.start + by, self.end + by)
    }

    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text it covers; empty where the span leaves the text or cuts a character.
    pub fn text(self, text: &str) -> &str {
        text.get(self.range()).unwrap_or_default()
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}
