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
    NotText { path: String, why: String },
    #[error("{} is a symbolic link; nothing is read or written through it", .0.display())]
    Link(PathBuf),
    #[error("{0} is hidden, or lies in a hidden folder; such files are never written")]
    Hidden(String),
    #[error("the system has no random numbers for the names of temporary files")]
    NoRandom,
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
    #[error(
        "a write was interrupted, and {} is not known to be this user's ({why}); `reweave recover` shows what it would do, \
         `reweave recover --write` does it; or move it away", path.display()
    )]
    NotOwnJournal { path: PathBuf, why: &'static str },
    #[error(
        "change {id} is not known to be this user's ({why}); look at it with `reweave undo {id}`, and take it back by its \
         number: `reweave undo {id} --write`"
    )]
    NotOwnEntry { id: u32, why: &'static str },
    #[error("{} is damaged ({why}); move it away to go on without it", path.display())]
    BadEntry { path: PathBuf, why: String },
}

impl WorkspaceError {
    /// Whether the request was understood and could be carried out another time or in another tree; else it, or the disk,
    /// is at fault.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Link(_)
                | Self::Hidden(_)
                | Self::ChangedMeanwhile(_)
                | Self::Unencodable { .. }
                | Self::Locked(_)
                | Self::NothingToUndo(_)
                | Self::CannotRecover { .. }
                | Self::NotOwnJournal { .. }
                | Self::NotOwnEntry { .. }
                | Self::BadEntry { .. }
        )
    }

    pub(crate) fn io(what: &'static str, path: &Path, error: io::Error) -> Self {
        Self::Io {
            what,
            path: path.to_owned(),
            error,
        }
    }
}
