//! What can go wrong with a repository.

use crate::Id;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum GitError {
    #[error("no Git repository at {path} or above it: {why}")]
    NoRepository { path: PathBuf, why: String },
    #[error("{spec} is no commit here: {why}")]
    Revision { spec: String, why: String },
    #[error("{0} is neither one commit nor a range; write REV, A..B or A...B")]
    Kind(String),
    #[error(
        "{0} is no time; write it as 2026-01-31, \"2026-01-31 12:00:00 +0100\" or \"2 weeks ago\""
    )]
    Time(String),
    #[error(
        "{commit} is the boundary of a shallow clone: its parent {parent}, which it would be compared with, was not \
         fetched; `git fetch --unshallow` brings it"
    )]
    Shallow { commit: Id, parent: Id },
    #[error("the parent {parent} of {commit} cannot be read: {why}")]
    Parent { commit: Id, parent: Id, why: String },
    #[error("{what} {id} cannot be read: {why}")]
    Object {
        what: &'static str,
        id: Id,
        why: String,
    },
    #[error("the repository is bare: it has no working tree to look at")]
    Bare,
    #[error("cannot read the uncommitted changes: {0}")]
    Status(String),
    #[error("{0}")]
    Program(String),
    /// The budget was over while reading.
    #[error("cut short")]
    CutShort,
}

/// The whole chain of causes in one line.
pub fn why(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut at = error.source();
    while let Some(cause) = at {
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        at = cause.source();
    }
    text.replace('\n', " ")
}
