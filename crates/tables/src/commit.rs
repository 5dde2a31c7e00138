//! One commit with its record, as the tables take it.

use crate::Cell;
use crate::table::{Column, Kind};
use reweave_change::{Record, Size};

/// Who did something, and when.
#[derive(Clone, Debug, Default)]
pub struct Person {
    pub name: String,
    pub email: String,
    /// In seconds since 1970; none where the commit does not say it in a way that can be read.
    pub time: Option<i64>,
}

/// One commit, compared with one parent.
pub struct Commit<'a> {
    pub repo: &'a str,
    pub sha: String,
    /// The parent that it is compared with; none for a root, and where it cannot be read.
    pub parent: Option<String>,
    /// From 0, parents before children.
    pub position: usize,
    pub parents: Vec<String>,
    pub author: Person,
    pub committer: Person,
    pub subject: String,
    pub body: String,
    pub size: Size,
    pub milliseconds: u64,
    pub record: &'a Record,
}

/// The columns that every row of a commit starts with.
pub const KEY: &[Column] = &[
    Column::required("repo", Kind::Text, "the repository, as it was named"),
    Column::required("sha", Kind::Text, "the commit"),
    Column::optional(
        "parent",
        Kind::Text,
        "the parent that it is compared with; null for a root commit",
    ),
];

impl Commit<'_> {
    /// The cells of the first columns of its rows.
    pub fn key(&self) -> [Cell<'_>; 3] {
        [
            self.repo.into(),
            (&self.sha).into(),
            self.parent.as_ref().into(),
        ]
    }
}
