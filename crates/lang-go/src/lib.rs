//! Go: from text to the program model.
//!
//! A package is a module of several files: each file is a part of it. Methods are parts of the type of their receiver. The
//! grammar is tree-sitter's.

mod decl;
mod dialect;
mod expr;
mod go;
mod grammar;
mod stmt;
mod ty;

use go::Go;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".go"];

reweave_lowering::entry_points!(Go);
