//! Where an edge ends: a textual interval, or something that has no text here.

use reweave_text::{FileId, Span, Symbol};

/// A half-open byte range of one file (section 7.2, definition 1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Interval {
    pub file: FileId,
    pub span: Span,
}

impl Interval {
    pub const fn new(file: FileId, span: Span) -> Self {
        Self { file, span }
    }
}

/// An end of a semantic edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A piece of the program's text that stands for one node of its tree.
    Text(Interval),
    /// What has no text in these files: a built-in name, the exit of a program, a name that nothing declares. Equal
    /// symbols are the same node before and after, so both models must take them from one interner.
    Outside(Symbol),
}

impl Node {
    pub const fn text(file: FileId, span: Span) -> Self {
        Self::Text(Interval::new(file, span))
    }

    pub const fn interval(self) -> Option<Interval> {
        match self {
            Self::Text(interval) => Some(interval),
            Self::Outside(_) => None,
        }
    }
}

impl From<Interval> for Node {
    fn from(interval: Interval) -> Self {
        Self::Text(interval)
    }
}

/// A node after normalisation (definitions 9 and 10).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Normal {
    /// Outside the affected forest, where it lies in the changed text.
    At(Interval),
    Outside(Symbol),
    /// In the affected forest: the paper's `*`, one for each group of replacements.
    Affected(u32),
}

impl Normal {
    pub const fn is_affected(self) -> bool {
        matches!(self, Self::Affected(_))
    }
}
