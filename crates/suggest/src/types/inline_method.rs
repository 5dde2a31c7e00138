//! Inline Method: a method of one line that is called in one place only, where others write the line.
//!
//! ```before
//! class Missed {
//!     void fill(Table table, Row row, int from) {
//!         while (table.count() < from) {
//!             table.put(row.next(), from * 2);
//!         }
//!         close(table, row);
//!     }
//!     private void close(Table of, Row last) {
//!         of.end(last, 1);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void fill(Table table, Row row, int from) {
//!         while (table.count() < from) {
//!             table.put(row.next(), from * 2);
//!         }
//!         table.end(row, 1);
//!     }
//! }
//! ```
//!
//! Not when the line has a purpose that a name makes clear: a getter, a constant, a cast, a question. Those are types of their
//! own, and there it is the other side that misses something.

use super::{Family, RefactoringType};
use crate::extraction::Extraction;
use reweave_vectors::MethodFlags;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("inline_method.rs"),
    family: Family::Inlining(applies),
};

/// A body of more nodes than this is not as clear as its name.
const LARGEST_BODY: usize = 8;

/// Each callee is private, has one caller, and holds one small statement.
fn applies(e: &Extraction<'_>) -> bool {
    e.callees.iter().all(|(callee, body)| {
        let facts = e.context.base.method(*callee);
        let small = match &body.block.kids[..] {
            [only] => !only.kind.is_composite() && only.size() <= LARGEST_BODY,
            _ => false,
        };
        small && facts.flags.has(MethodFlags::PRIVATE) && e.context.callers[callee.index()] == 1
    })
}
