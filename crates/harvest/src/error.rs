//! What ends a run. What concerns one repository does not: it is a row.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum HarvestError {
    #[error("cannot read the list {path}: {why}")]
    List { path: PathBuf, why: String },
    #[error("cannot write below {path}: {source}")]
    Folder { path: PathBuf, source: io::Error },
    #[error(
        "{path} was begun with {then}, and now there is {now}; give the same options to go on, or another folder to start anew"
    )]
    Options {
        path: PathBuf,
        then: String,
        now: String,
    },
    #[error(
        "{path} has tables of schema {then}, and schema {now} is written now; give another folder to start anew"
    )]
    Schema {
        path: PathBuf,
        then: String,
        now: &'static str,
    },
    #[error("stopped")]
    Stopped,
}

impl HarvestError {
    /// Whether it was understood, and is not done for what is found on disk.
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Options { .. } | Self::Schema { .. })
    }
}
