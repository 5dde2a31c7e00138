//! The histories of many repositories, as tables (IO).
//!
//! [`each`] analyses the commits of a list of repositories in one process and hands them on in order; [`into_folder`] writes
//! them as the tables of [`reweave_tables`], piece by piece, so that a run that was killed goes on where it was; [`stream`]
//! gives the rows of one table as they are made. A repository that cannot be read is a row, and the others go on.

mod done;
mod each;
mod error;
mod folder;
mod list;
mod open;
mod piece;
mod run;
mod stream;

pub use each::{Commit, Event, each};
pub use error::HarvestError;
pub use folder::Folder;
pub use list::{Named, read_list};
pub use open::{Opened, is_repository, open, steps};
pub use run::{Summary, into_folder};
pub use stream::{Found, stream};

use reweave_change::Record;
use reweave_git::{Merges, Order, Selection, Wanted};
use reweave_mine::Options;
use std::sync::Arc;

/// Changes what is shown of a record, for example by filters.
pub type Shown = Arc<dyn Fn(&mut Record) + Send + Sync>;

/// What is wanted of every repository.
#[derive(Clone)]
pub struct Ask {
    pub selection: Selection,
    pub merges: Merges,
    pub wanted: Wanted,
    pub options: Options,
    pub shown: Option<Shown>,
    /// What shapes the records, in words: pieces that were made with others do not belong into one folder.
    pub begun: String,
    pub order: Order,
    /// Merge commits come, and are compared with nothing.
    pub empty_merges: bool,
}

impl Default for Ask {
    /// Every commit that any reference reaches, but merges.
    fn default() -> Self {
        Self {
            selection: Selection::All,
            merges: Merges::Skip,
            wanted: Wanted::default(),
            options: Options {
                jobs: 1,
                sizes: true,
                ..Options::default()
            },
            shown: None,
            begun: "--all".to_owned(),
            order: Order::Branches,
            empty_merges: false,
        }
    }
}
