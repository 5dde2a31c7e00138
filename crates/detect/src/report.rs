//! What detection gives: plain data, for the edges to print.

use crate::RefactoringType;
use reweave_text::Span;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Status {
    #[default]
    Complete,
    /// The budget was over first: the findings are those made until then.
    Timeout,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Side {
    Before,
    After,
}

/// What kind of element a location shows; readers of RefactoringMiner's files know these words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ElementKind {
    Type,
    Method,
    Field,
    EnumConstant,
    Parameter,
    LocalVariable,
    Annotation,
    TypeReference,
    Statement,
    Expression,
    Package,
}

/// A place in one of the two versions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The index of the file in its program.
    pub file: u32,
    pub span: Span,
    pub element: ElementKind,
    /// What the place is to the finding, as in `original method declaration`.
    pub role: &'static str,
    /// The element in the wording of the descriptions; empty for statements.
    pub code: String,
}

/// A pair of statements that were matched, and what was replaced to make them equal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Evidence {
    pub before: Option<(u32, Span)>,
    pub after: Option<(u32, Span)>,
    /// `old text` and `new text` of each replacement.
    pub replacements: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: RefactoringType,
    /// In the wording of the oracle page, the type's name first.
    pub description: String,
    pub left: Vec<Location>,
    pub right: Vec<Location>,
    pub evidence: Vec<Evidence>,
}

#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In a fixed order, whatever the order of files was.
    pub findings: Vec<Finding>,
    pub status: Status,
}
