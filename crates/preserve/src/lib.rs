//! Differential precondition checking, for any language.
//!
//! A refactoring changes a program's text; does it keep what the program means? This crate compares the program's
//! *semantic edges* before and after: from each name to its declaration, from each statement to the next, from each
//! value to its uses, or whatever else a language cares for. The refactoring says by a [`Rule`] which edges it expects to
//! change; every other difference is listed in the [`Verdict`] with both ends, so that a message can point at the code.
//! (Overbey, Johnson and Hafiz, *Differential Precondition Checking*, sections 5 to 7.)
//!
//! The crate knows no language. To use it with one of your own:
//!
//! 1. Build a [`Model`] of the program: its edges, each end a [`Node`], which is an interval of a file or something
//!    outside all files. Every interval must stand for one thing only (definition 2).
//! 2. Make the change, and say what it replaced as [`Replacements`].
//! 3. Build the model of the changed program, and [`check`] the two under the rule.
//!
//! Advice that spares false differences: let the narrowest piece of text stand for a thing (a declaration by its name,
//! a statement by its keyword or first token), and let what changes be *replaced* rather than surrounded by insertions.
//! Let an edge that finds no end in the text go to a [`Node::Outside`] rather than leave it out: an edge that is not
//! there cannot be missed.
//!
//! # A toy language
//!
//! Each line is `let NAME` or `use NAME`; a use means the last `let` of that name above it.
//!
//! ```
//! use reweave_preserve::{Change, EdgeKind, Model, Node, Replacement, Replacements, Rule, check};
//! use reweave_text::{Edit, EditSet, FileId, Interner, Span};
//! use std::collections::HashMap;
//!
//! fn names(text: &str, outside: &Interner) -> Model {
//!     let mut model = Model::new();
//!     let mut lets = HashMap::new();
//!     let mut start = 0;
//!     for line in text.split_inclusive('\n') {
//!         let name = line[4..].trim_end();
//!         let node = Node::text(FileId(0), Span::new(start + 4, start + 4 + name.len() as u32));
//!         if line.starts_with("let") {
//!             lets.insert(name, node);
//!         } else {
//!             let unknown = Node::Outside(outside.intern(name));
//!             model.add(node, EdgeKind::NAME, *lets.get(name).unwrap_or(&unknown));
//!         }
//!         start += line.len() as u32;
//!     }
//!     model
//! }
//!
//! // Rename the first `a` and its use to `to`, as a tool would: change the text, then look at what it means now.
//! fn rename(text: &str, to: &str) -> (String, Vec<Change>) {
//!     let outside = Interner::new();
//!     let tokens = [Span::new(4, 5), Span::new(16, 17)];
//!     let edits = EditSet::new(tokens.map(|t| Edit::replace(t, to)).into()).expect("disjoint");
//!     let after = edits.apply(text).expect("in the text");
//!     let replaced = Replacements::new((0..).zip(tokens).map(|(group, token)| {
//!         Replacement::new(FileId(0), token, to.len() as u32).in_group(group)
//!     }))
//!     .expect("disjoint");
//!     let rule: Rule = "N".parse().expect("a rule");
//!     let verdict = check(&names(text, &outside), &names(&after, &outside), &replaced, &rule);
//!     let found = verdict.differences.iter().map(|d| d.change).collect();
//!     (after, found)
//! }
//!
//! let text = "let a\nlet b\nuse a\nuse b\n";
//! let (after, found) = rename(text, "total");
//! assert_eq!(after, "let total\nlet b\nuse total\nuse b\n");
//! assert!(found.is_empty());
//! // Renamed to `b`, the use of `a` would mean the other `let`: one edge lost, one gained.
//! assert_eq!(rename(text, "b").1, [Change::Lost, Change::Gained]);
//! ```

mod chain;
mod check;
mod model;
mod node;
mod replacement;
mod rule;

pub use chain::Chain;
pub use check::{Change, Difference, NormalEdge, Normalised, Verdict, check, compare};
pub use model::{Edge, EdgeKind, Model, Part};
pub use node::{Interval, Node, Normal};
pub use replacement::{Origin, OverlapError, Replacement, Replacements};
pub use rule::{Cell, Class, Relation, Rule, RuleError, Severity};
