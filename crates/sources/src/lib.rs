//! Which files below a folder are sources: one rule for every command.
//!
//! - A file that is named itself is read, whatever it is called and wherever it lies.
//! - Folders of version control (`.git`, `.hg`, `.svn`, `.jj`) and the store of `apply` are never entered.
//! - A symbolic link below the folder is not followed: a source is read where it is. A link with the name of a source is reported.
//! - [`Rule::Reported`], for `detect` and `suggest`: hidden files and folders, and what `.gitignore`, `.ignore` and `.git/info/exclude`
//!   at or below the folder leave out, are passed over; how many sources that were is in the [`Listing`].
//! - [`Rule::Everything`], for `compare` and `replay`: ignore rules hold for nobody who compiles the program, so all is read.
//! - Only regular files of at most [`LARGEST_SOURCE`](reweave_disk::LARGEST_SOURCE) bytes are opened; the others are reported.

mod change;
mod walk;

pub use change::{Folders, Read, read_change, read_side};
pub use walk::{Listing, NotFollowed, Rule, WalkError, walk};
