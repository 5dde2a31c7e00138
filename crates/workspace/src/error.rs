//! What can go wrong on disk, in words that say what to do.

use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

#[derive(Debug, Error)]
pub enum WorkspaceError {
    #[error("cannot {what} {}: {error}", path.display())]
    Io {
        what: &'static str,
        path: PathBuf,
        error: io::Error,
    },
    #[error("{} is not a folder; name one with --root", .0.display())]
    NotAFolder(PathBuf),
    #[error("{path} leads out of the root {}; name a file inside it, or another --root", root.display())]
    OutsideRoot { path: String, root: PathBuf },
    #[error("there is no file {path} in {}", root.display())]
    NoSuchFile { path: String, root: PathBuf },
    #[error("{path} cannot be read as source text: {why}")]
    NotText { path: String, why: &'static str },
    #[error("{0} has changed since it was read; nothing was written, run the command again")]
    ChangedMeanwhile(String),
    #[error("the new text of {path} has characters that its encoding ({encoding}) cannot hold")]
    Unencodable {
        path: String,
        encoding: &'static str,
    },
    #[error("another reweave is writing in {}; wait for it to end", .0.display())]
    Locked(PathBuf),
    #[error("no change {id} in the history of {}; `reweave history` lists them", root.display())]
    NoSuchEntry { id: String, root: PathBuf },
    #[error("nothing is left to undo in {}", .0.display())]
    NothingToUndo(PathBuf),
    #[error(
        "a write was interrupted, and {path} was changed since, so it can be neither finished nor taken back by itself; \
         the texts before and after are in {}: put one of them into {path}, and run the command again", store.display()
    )]
    CannotRecover { path: String, store: PathBuf },
    #[error("{} is damaged ({why}); move it away to go on without it", path.display())]
    BadEntry { path: PathBuf, why: String },
}

impl WorkspaceError {
    pub(crate) fn io(what: &'static str, path: &Path, error: io::Error) -> Self {
        Self::Io {
            what,
            path: path.to_owned(),
            error,
        }
    }
}
