//! Rust: from text to the program model.
//!
//! A file is a module. An `impl` is a part of its type, whose trait is above it. What macros are given stays tokens, but for
//! macros around whole items, which are read as if they were not there. The grammar is tree-sitter's.

mod decl;
mod dialect;
mod expr;
mod grammar;
mod import;
mod mask;
mod pattern;
mod rust;
mod stmt;
mod tokens;
mod ty;

use rust::Rust;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".rs"];

reweave_lowering::entry_points!(Rust);
