//! What a replay comes to.

use reweave_text::Sources;

/// The client as it would be, what was done, and what was left.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub after: Sources,
    /// By file and line.
    pub done: Vec<Done>,
    pub left: Vec<Left>,
    /// Names in other files that could be changed, or were.
    pub offers: Vec<Offer>,
    /// Names of the client that are declared neither in its sources nor on the class path: what they mean is not known.
    pub unresolved: usize,
}

/// One place that was brought along.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Done {
    pub path: String,
    /// In the text as it is after.
    pub line: u32,
    /// The entry of the log, from 1.
    pub entry: usize,
    /// The old name of what is used.
    pub what: String,
}

/// One place that a person has to look at.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Left {
    pub path: String,
    /// In the text as it is after.
    pub line: u32,
    pub what: String,
    /// The entry of the log, from 1; 0 where the log says nothing.
    pub entry: usize,
    pub why: String,
}

/// A name in a file that is not Java.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Offer {
    pub path: String,
    pub line: u32,
    pub old: String,
    pub new: String,
}
