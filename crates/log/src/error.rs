//! What can be wrong with a log that a person edited.

/// Where and why a log cannot be read, and what to do.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum LogError {
    #[error("the log is empty")]
    Empty,
    #[error("neither JSON nor an Eclipse refactoring script: a log begins with `{{` or `<`")]
    Unknown,
    #[error("not a valid log: {0}")]
    Json(String),
    #[error("a log of version {0}; this program reads version 1")]
    Version(u32),
    #[error("not a valid refactoring script at byte {at}: {why}")]
    Xml { at: u64, why: String },
    #[error("entry {entry}: {why}")]
    Entry { entry: usize, why: String },
    #[error("entries {first} and {second} contradict each other: {why}")]
    Contradiction {
        first: usize,
        second: usize,
        why: String,
    },
}
