//! Revisions: which commits to look at, and what each of them changed.
//!
//! [`Repo::open`] finds the repository; its history turns what the user asked for into [`Step`]s in history order;
//! [`Local::change`] reads what one step changed, as the [`reweave_change::Change`] that detection takes. Only changed
//! files are read. No git binary is needed but for [`ChangedLines`], which are git's own.

mod branches;
mod change;
mod changed_lines;
mod delta_bases;
mod ends;
mod error;
mod facts;
mod history;
mod order;
mod repo;
mod rest;
mod texts;
mod uncommitted;
mod wanted;

pub use changed_lines::{ChangedLines, between};
pub use error::GitError;
pub use facts::{Facts, Signature};
pub use gix::ObjectId as Id;
pub use history::{Base, History, Merges, Selection, Step};
pub use order::Order;
pub use repo::{Local, Repo};
pub use rest::Trees;
pub use uncommitted::Uncommitted;
pub use wanted::Wanted;
