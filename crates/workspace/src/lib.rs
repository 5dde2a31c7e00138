//! A folder of source files on disk: read safely, written all or nothing, taken back whole.
//!
//! Opening and reading write nothing. [`Workspace::read`] gives the files as text; nothing outside the
//! root is ever read or written, whatever paths and symbolic links say. [`Workspace::write`] replaces, creates and removes
//! any number of files as one change, which [`Workspace::history`] lists and [`Workspace::reversal`] takes back.
//! [`Workspace::interrupted`] tells what a crash left, [`Workspace::recover_own`] finishes it before the next write.
//!
//! What is kept lies in `.reweave` in the root; see [`journal`] for how a change survives a crash, and [`Trust`] for how
//! this user's own records are told from those that came with the folder.

mod encoding;
mod error;
mod files;
mod history;
pub mod journal;
mod key;
mod listing;
mod paths;
mod read;
mod record;
mod recover;
mod refresh;
mod stamp;
mod tree;
mod unread;

pub use encoding::Encoding;
pub use error::WorkspaceError;
pub use files::FileChange;
pub use history::Past;
pub use journal::About;
pub use listing::Listing;
pub use read::{Folder, Skipped, Wanted};
pub use record::{Entry, EntryFile, Trust};
pub use recover::{Interrupted, Recovery};
pub use refresh::Overlays;
pub use unread::{Sorts, Unread, UnreadKind};

use std::path::{Path, PathBuf};
use std::sync::Arc;
use tree::Tree;

/// The folder in the root that holds journal and history.
pub const STORE: &str = ".reweave";

/// A root folder.
#[derive(Clone, Debug)]
pub struct Workspace {
    root: PathBuf,
    tree: Arc<Tree>,
    /// Where the key of this user is kept.
    state: Option<PathBuf>,
}

impl Workspace {
    /// Opens a folder; nothing is written.
    pub fn open(root: &Path) -> Result<Self, WorkspaceError> {
        Self::open_with_state(root, key::state_folder())
    }

    /// The same with the folder named in which the key of this user is kept; without one no record is trusted.
    pub fn open_with_state(root: &Path, state: Option<PathBuf>) -> Result<Self, WorkspaceError> {
        let canonical = root
            .canonicalize()
            .map_err(|e| WorkspaceError::io("open", root, e))?;
        if !canonical.is_dir() {
            return Err(WorkspaceError::NotAFolder(root.to_owned()));
        }
        let tree = Arc::new(Tree::open(&canonical)?);
        Ok(Self {
            root: canonical,
            tree,
            state,
        })
    }

    /// The root, absolute and without symbolic links.
    pub fn root(&self) -> &Path {
        &self.root
    }

    fn store(&self) -> PathBuf {
        self.root.join(STORE)
    }
}
