//! One opened root under every surface.
//!
//! A [`Project`] is a folder with the programs that are found in it, one a language, read when they are first asked for and
//! kept warm: a file that changed on disk, or whose text in an editor is not saved yet ([`Project::overlay`]), updates the
//! program and does not read it again. It answers an [`Ask`] with a [`Plan`]: the edits, the verdict and the conflicts of one
//! refactoring, with the hashes of all that the verdict rests on. [`Project::apply`] writes a plan through the journal and
//! refuses one whose ground has changed; [`Project::undo`] takes a written change back.
//!
//! The command line, the server for agents and the server for editors print what they find here and have no rules of their
//! own: the same request gives the same bytes through any of them.

mod around;
mod ask;
mod base;
mod build_tool;
mod diff;
mod document;
mod edits;
mod error;
mod journal;
mod past;
mod plan;
mod program;
mod project;
mod ready;
mod reviewing;
mod search;
mod seek;
mod symbols;
#[cfg(test)]
mod tests;
mod uri;
mod watch;

pub use around::{CONFIG, FoundPath, Setup, count_unresolved, tell_unresolved, unread};
pub use ask::{Ask, At, Place, Pos};
pub use base::Base;
pub use build_tool::BuildTool;
pub use diff::{
    all as diff_all, file as diff_file, of_change as diff_of_change, of_outcome as diff_of_outcome,
};
pub use document::{SCHEMA, VERSION, document};
pub use edits::edits;
pub use error::ProjectError;
pub use journal::{now, open_workspace, was_done, will_do};
pub use past::{Past, past};
pub use plan::Plan;
pub use program::{Fit, Program};
pub use project::{Project, Undone};
pub use ready::make_ready;
pub use reviewing::{review, review_step, since, step_title};
pub use reweave_advise::{Location, Report as Advised, Suggestion};
pub use reweave_mine::Options as Limits;
pub use search::{compare_releases, release, suggest};
pub use seek::{Changed, MOST_COMMITS, Sought, detect};
pub use symbols::Found;
pub use uri::{path_of, uri_of};
pub use watch::Watch;
