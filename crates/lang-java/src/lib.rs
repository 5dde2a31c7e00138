//! Java: from text to the program model.
//!
//! [`lower`] reads one file, [`lower_program`] several. Reading never fails: what the grammar cannot read is in
//! [`reweave_model::FileModel::left_out`], and costs the member that it stands in at most.

mod grammar;
mod lex;
mod lower;
mod mask;
mod recover;
mod respell;

pub use lower::{lower, lower_cancellable, lower_next, lower_program};
pub use respell::respell;
pub use reweave_syntax::Cancelled;

/// What Java has of its own.
pub static DIALECT: reweave_model::Dialect = reweave_model::Dialect::JAVA;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".java"];
