//! Replace Magic Number with Query Method: a literal where others ask a method for it.
//!
//! ```before
//! class Missed {
//!     Section section(Settings settings) {
//!         Section section = settings.section("inputDialog");
//!         if (section.isEmpty()) {
//!             section = settings.create("inputDialog", section.size());
//!         }
//!         return section;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Section section(Settings settings) {
//!         Section section = settings.section(sectionName());
//!         if (section.isEmpty()) {
//!             section = settings.create(sectionName(), section.size());
//!         }
//!         return section;
//!     }
//!     String sectionName() {
//!         return "inputDialog";
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("magic_number_query.rs"),
    family: Family::Extraction(applies),
};

/// All that the callee does is to return a literal.
fn applies(e: &Extraction<'_>) -> bool {
    e.returned().is_some_and(|v| v.kind.is_literal())
}
