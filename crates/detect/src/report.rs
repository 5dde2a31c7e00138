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
    pub replacements: Vec<Replaced>,
}

/// What was replaced in a statement, down to the expression: an empty text where something was only added or removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replaced {
    pub old: String,
    pub new: String,
    pub before: Option<(u32, Span)>,
    pub after: Option<(u32, Span)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: RefactoringType,
    /// In the wording of the oracle page, the type's name first.
    pub description: String,
    pub left: Vec<Location>,
    pub right: Vec<Location>,
    pub evidence: Vec<Evidence>,
    /// The edits in the code it matched that neither it nor another finding explains: none of them, and it is pure. `None`
    /// where it rests on no matched code.
    pub left_over: Option<Vec<LeftOver>>,
    /// How likely it is, where a score says so; a finding that follows from names and declarations alone has none.
    pub weighed: Option<Weighed>,
}

/// What a score says of a finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weighed {
    /// Of so many findings with such evidence how many are right, in percent.
    pub confidence: u8,
    /// The evidence that is there, by name.
    pub numbers: Vec<(&'static str, i32)>,
}

/// An edit: something removed, added, or replaced where both places stand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct LeftOver {
    pub before: Option<(u32, Span)>,
    pub after: Option<(u32, Span)>,
}

impl LeftOver {
    pub const fn removed(file: u32, span: Span) -> Self {
        Self {
            before: Some((file, span)),
            after: None,
        }
    }

    pub const fn added(file: u32, span: Span) -> Self {
        Self {
            before: None,
            after: Some((file, span)),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub struct Report {
    /// In a fixed order, whatever the order of files was.
    pub findings: Vec<Finding>,
    /// Every edit of the change that no finding explains: none of them, and it is a pure refactoring.
    pub left_over: Vec<LeftOver>,
    /// The edits in matched code that findings explain.
    pub explained: Vec<LeftOver>,
    pub status: Status,
}
