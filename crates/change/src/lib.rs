//! A change: two versions of a set of files, and what was refactored between them.
//!
//! The one path from bytes to a [`Record`]: [`Source`]s of both sides are lowered by the [`language`] of their names,
//! handed to [`reweave_detect::detect`], and its report is turned into lines, columns and paths that the edges print.
//! Folders, commits and benchmarks differ only in where the bytes come from.

mod analyse;
mod groups;
pub mod language;
mod models;
mod record;
mod resolve;
mod rest;
mod size;
mod source;
mod untouched;

pub use analyse::{Analysis, Change, Limits, analyse, candidates};
pub use groups::Group;
pub use models::Models;
pub use record::{
    Evidence, EvidencePlace, Finding, LeftOut, LeftOver, Performed, PerformedLine, Place, Point,
    Record, Replaced, Side, Status,
};
pub use rest::{Rest, Shared};
pub use size::Size;
pub use source::{Source, decode};
