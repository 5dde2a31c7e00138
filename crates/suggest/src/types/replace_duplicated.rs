//! Replace Duplicated Functionality by Existing Method: code that a method at hand does already.
//!
//! ```before
//! class Missed {
//!     String title(Item item, int width) {
//!         StringBuilder b = new StringBuilder(item.name());
//!         while (b.length() < width) {
//!             b.append(' ');
//!         }
//!         b.append(item.kind());
//!         return b.toString();
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     String label(Item item, int width) {
//!         StringBuilder b = new StringBuilder(item.name());
//!         pad(b, width);
//!         b.append(item.kind());
//!         return b.toString();
//!     }
//!     static void pad(StringBuilder to, int width) {
//!         while (to.length() < width) {
//!             to.append(' ');
//!         }
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Word;
use crate::extraction::Extraction;
use reweave_vectors::MethodFlags;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("replace_duplicated.rs"),
    family: Family::Extraction(applies),
};

/// The callee is one that the missed place could call as it stands: of its own type, or static and of its own project.
fn applies(e: &Extraction<'_>) -> bool {
    let base = e.context.base;
    let at_hand = e.callees.iter().all(|&(callee, _)| {
        let facts = base.method(callee);
        let own = facts.owner == base.method(e.missed_method).owner;
        let shared = facts.flags.has(MethodFlags::STATIC)
            && !facts.flags.has(MethodFlags::PRIVATE)
            && base.project(callee) == base.project(e.missed_method);
        own || shared
    });
    at_hand && e.returned().is_none() && speaks_of_the_same(e)
}

/// Whether the callees' own names from outside are the missed place's, too: called there, they would do the same.
fn speaks_of_the_same(e: &Extraction<'_>) -> bool {
    let in_callee = |word: Word| {
        let mut bodies = e.callees.iter().map(|(_, body)| body);
        bodies.any(|b| b.block.walk().any(|c| c.word == word))
    };
    let mut renamed = e.alignment.renamed.iter();
    !renamed.any(|&(_, there)| matches!(there, Word::Free(_)) && in_callee(there))
}
