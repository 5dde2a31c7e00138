//! What the edges print: one record a change, with paths, lines and columns instead of arena indices.

use serde::{Deserialize, Serialize};

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
    pub replacements: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EvidencePlace {
    pub path: String,
    pub start: Point,
    pub end: Point,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    #[serde(rename = "type")]
    pub kind: String,
    pub description: String,
    pub left: Vec<Place>,
    pub right: Vec<Place>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Evidence>,
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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
}
