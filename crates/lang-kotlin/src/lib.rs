//! Kotlin: from text to the program model.
//!
//! The functions and properties at the top of a file are members of its module. The
//! grammar is tree-sitter's.

mod decl;
mod dialect;
mod expr;
mod grammar;
mod kotlin;
mod mask;
mod stmt;
mod ty;

use kotlin::Kotlin;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".kt", ".kts"];

reweave_lowering::entry_points!(Kotlin);
