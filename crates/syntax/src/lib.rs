//! Grammars to one compact tree; parsing never fails.
//!
//! A [`Grammar`] wraps a tree-sitter language; [`parse`] gives a [`SyntaxTree`]: every node, tokens and comments
//! included, in one array in preorder, with the places that the grammar could not read. The C tree is dropped at once, unless another
//! version of the text is to be parsed from it: [`Version`].

mod compact;
mod grammar;
mod hunks;
mod parse;
mod tree;

pub use compact::Cancelled;
pub use grammar::Grammar;
pub use parse::{Version, parse, parse_cancellable, parse_next};
pub use tree::{Ancestors, Children, NodeId, SyntaxError, SyntaxNode, SyntaxTree, Unread};
