//! A folder of source files on disk: read safely, written all or nothing, taken back whole.
//!
//! [`Workspace::open`] finishes what a crash interrupted. [`Workspace::read`] gives the files as text; nothing outside the
//! root is ever read or written, whatever paths and symbolic links say. [`Workspace::write`] replaces, creates and removes
//! any number of files as one change, which [`Workspace::history`] lists and [`Workspace::reversal`] takes back.
//!
//! What is kept lies in `.reweave` in the root; see [`journal`] for how a change survives a crash.

mod encoding;
mod error;
mod files;
pub mod journal;
mod paths;
mod read;

pub use encoding::Encoding;
pub use error::WorkspaceError;
pub use files::FileChange;
pub use journal::{About, Entry, Recovery};
pub use read::{Folder, Skipped, Wanted};

use std::path::{Path, PathBuf};

/// The folder in the root that holds journal and history.
pub const STORE: &str = ".reweave";

/// A root folder.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// Opens a folder, and finishes or drops what a crash left in the middle.
    pub fn open(root: &Path) -> Result<(Self, Vec<Recovery>), WorkspaceError> {
        let canonical = root
            .canonicalize()
            .map_err(|e| WorkspaceError::io("open", root, e))?;
        if !canonical.is_dir() {
            return Err(WorkspaceError::NotAFolder(root.to_owned()));
        }
        let workspace = Self { root: canonical };
        let recovered = workspace.recover()?;
        Ok((workspace, recovered))
    }

    /// The root, absolute and without symbolic links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn store(&self) -> PathBuf {
        self.root.join(STORE)
    }
}
