//! A record and where it comes from.

use reweave_change::Record;
use serde::Serialize;

/// What was compared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Origin {
    Commit {
        commit: String,
        /// None for a root commit, and where the parent is not known.
        #[serde(skip_serializing_if = "Option::is_none")]
        parent: Option<String>,
        /// Where the repository was cloned from.
        #[serde(skip_serializing_if = "Option::is_none")]
        repository: Option<String>,
        /// The first line of the commit's message, for people.
        #[serde(skip)]
        subject: String,
        /// Of a merge commit: which of its parents it is compared with, from 1, and how many there are.
        #[serde(skip)]
        merged: Option<(usize, usize)>,
    },
    /// `worktree` or `staged`.
    Uncommitted {
        uncommitted: String,
    },
    Paths {
        before: String,
        after: String,
    },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub origin: Origin,
    pub record: Record,
}

/// The name of a change in messages.
impl std::fmt::Display for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Commit { commit, .. } => f.write_str(commit),
            Self::Uncommitted { uncommitted } => f.write_str(uncommitted),
            Self::Paths { before, after } => write!(f, "{before} → {after}"),
        }
    }
}
