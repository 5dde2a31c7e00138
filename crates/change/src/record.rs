//! What the edges print: one record a change, with paths, lines and columns instead of arena indices.

use crate::Group;
use crate::groups::groups;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[default]
    Complete,
    /// Memory ran out first, or a file could not be read.
    Partial,
    /// The budget of time was over first.
    Timeout,
    /// Nothing could be said: a damaged object, a missing parent.
    Error,
}

impl Status {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Partial => "partial",
            Self::Timeout => "timeout",
            Self::Error => "error",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    Before,
    After,
}

impl From<reweave_detect::Side> for Side {
    fn from(side: reweave_detect::Side) -> Self {
        match side {
            reweave_detect::Side::Before => Self::Before,
            reweave_detect::Side::After => Self::After,
        }
    }
}

/// Line and column count from 1, columns in characters; `byte` is the offset in the text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Point {
    pub line: u32,
    pub column: u32,
    pub byte: u32,
}

/// A place in one of the two versions; `end` is just after its last character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub path: String,
    pub start: Point,
    pub end: Point,
    /// What stands there, in the words of RefactoringMiner's files.
    pub element: String,
    /// What the place is to the finding.
    pub role: String,
    /// The element in the wording of the descriptions; none for statements.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// A pair of statements that were matched, and what was replaced to make them equal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Evidence {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<EvidencePlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EvidencePlace>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub replacements: Vec<Replaced>,
}

/// What was replaced in a statement; a place is missing where something was only added or removed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Replaced {
    pub old: String,
    pub new: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<EvidencePlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EvidencePlace>,
}

/// An edit that no finding explains: removed, added, or replaced where it has both places.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeftOver {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<EvidencePlace>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<EvidencePlace>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvidencePlace {
    pub path: String,
    pub start: Point,
    pub end: Point,
}

#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Finding {
    #[serde(rename = "type")]
    pub kind: String,
    pub description: String,
    pub left: Vec<Place>,
    pub right: Vec<Place>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
    /// Whether nothing else changed in the code it matched; none where it rests on no matched code.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pure: Option<bool>,
    /// What else changed there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_over: Vec<LeftOver>,
    /// How likely it is, in percent; none where it follows from names and declarations alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<u8>,
    /// The numbers that the confidence rests on, by name.
    #[serde(skip)]
    pub numbers: Vec<(&'static str, i32)>,
    /// What came of performing it on the version before; none where that was not asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub performed: Option<Performed>,
}

/// A refactoring performed on the version before, against the version after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Performed {
    /// All that it changes reads so in the version after.
    Verified,
    /// All but these lines of the version before.
    But { lines: Vec<PerformedLine> },
    /// Nothing that it changes reads so in the version after.
    Contradicted,
    /// It was not performed.
    Not { why: String },
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct PerformedLine {
    pub path: String,
    pub line: u32,
}

/// Something that was not looked at, and why.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct LeftOut {
    pub path: String,
    pub side: Side,
    /// From 1; none where it is the whole file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    pub what: String,
}

impl LeftOut {
    pub fn file(side: Side, path: impl Into<String>, what: &str) -> Self {
        Self {
            path: path.into(),
            side,
            line: None,
            what: what.to_owned(),
        }
    }
}

/// The refactorings of one change.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Record {
    pub status: Status,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    pub findings: Vec<Finding>,
    /// What was done at several sites, each told once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<Group>,
    /// Whether the findings explain all that changed; none where nothing was compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pure: Option<bool>,
    /// The edits that they do not explain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_over: Vec<LeftOver>,
    /// The edits in matched code that they do explain; a record on disk has only what is left over.
    #[serde(skip)]
    pub explained: Vec<LeftOver>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// How many files are in languages that are not read, by language.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unread: BTreeMap<String, usize>,
}

impl Record {
    /// Groups the findings anew, after some were taken out.
    pub fn regroup(&mut self) {
        self.groups = groups(&self.findings);
    }
}
