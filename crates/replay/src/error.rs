//! Why a log is not carried out at all.

use reweave_log::LogError;

/// Bad input: nothing was done.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ReplayError {
    #[error(transparent)]
    Log(#[from] LogError),
    #[error(
        "entry {entry}: `{path}` lies outside the release; a log names files by their place in it"
    )]
    OutsidePath { entry: usize, path: String },
    #[error("--default {0}: no entry of the log adds a parameter of that name")]
    NoSuchParameter(String),
    #[error("--default {0}={1}: the value is no Java expression")]
    NoExpression(String, String),
}
