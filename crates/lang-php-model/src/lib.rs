//! PHP: from text to the program model of `detect`; `lang-php` has the model of `apply`.
//!
//! A file that holds more than types is a module. An assignment declares its variable. The grammar is tree-sitter's.

mod class;
mod decl;
mod dialect;
mod expr;
mod grammar;
mod php;
mod stmt;
mod ty;

use php::Php;

pub use dialect::DIALECT;
pub use reweave_lowering::Cancelled;

/// With the dot.
pub const EXTENSIONS: &[&str] = &[".php"];

reweave_lowering::entry_points!(Php);
