//! Python: from text to the program model.
//!
//! A file is a module: a type that owns its functions and variables, and a callable that holds its statements. The
//! grammar is tree-sitter's.

mod decl;
mod dialect;
mod expr;
mod grammar;
mod names;
mod notebook;
mod python;
mod stmt;

use python::Python;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".py", ".pyi", ".ipynb"];

reweave_lowering::entry_points!(Python);
