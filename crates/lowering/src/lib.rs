//! What the lowerings of tree-sitter grammars to the program model share.
//!
//! A language's crate names the kinds and fields that it tells apart with [`grammar_names!`], implements [`Language`], and
//! writes the model's tree with the methods of [`Lowerer`]; [`lower_cancellable`] and [`lower_pair`] do the rest: parsing,
//! the tables of declarations, what could not be read. `docs/adding-a-language.md` is the page for it.

mod errors;
mod grammar;
mod lowerer;
mod qualified;
mod tables;

pub use grammar::{FieldName, KindName, NamedGrammar};
pub use lowerer::{Language, Lowerer, Met, What, lower, lower_cancellable, lower_pair};
pub use reweave_syntax::{Cancelled, NodeId as SyntaxId};
