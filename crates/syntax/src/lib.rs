//! Grammars to one compact tree; parsing never fails.
//!
//! A [`Grammar`] wraps a tree-sitter language; [`parse`] gives a [`SyntaxTree`]: every node, tokens and comments
//! included, in one array in preorder, with the places that the grammar could not read. The C tree is dropped at once.

mod compact;
mod grammar;
mod hunks;
mod parse;
mod tree;

pub use compact::Cancelled;
pub use grammar::Grammar;
pub use parse::{parse, parse_cancellable, parse_pair};
pub use tree::{Ancestors, Children, NodeId, SyntaxError, SyntaxNode, SyntaxTree, Unread};
