//! Encapsulate Downcast: a cast of a result where others call a method that casts it for them.
//!
//! ```before
//! class Missed {
//!     int depth(Map table, String key, int limit) {
//!         Node node = (Node) table.find(key, limit);
//!         if (node.depth() > limit) {
//!             return limit + node.rest();
//!         }
//!         return node.depth();
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int depth(Map table, String key, int limit) {
//!         Node node = node(table, key, limit);
//!         if (node.depth() > limit) {
//!             return limit + node.rest();
//!         }
//!         return node.depth();
//!     }
//!     Node node(Map map, String key, int limit) {
//!         return (Node) map.find(key, limit);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;
use reweave_model::Kind;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("encapsulate_downcast.rs"),
    family: Family::Extraction(applies),
};

/// All that the callee does is to cast what something else returns.
fn applies(e: &Extraction<'_>) -> bool {
    e.returned().is_some_and(|v| v.kind == Kind::Cast)
}
