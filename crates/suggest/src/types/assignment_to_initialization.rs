//! Replace Assignment with Initialization: a variable that is declared first and gets its value later, where others declare it
//! with the value.
//!
//! ```before
//! class Missed {
//!     int size(List list) {
//!         int size;
//!         size = list.size();
//!         return size;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int size(List list) {
//!         int size = list.size();
//!         return size;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void mark(Text text) {
//!         String word;
//!         word = "end";
//!         text.mark(word, this);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void mark(Text text) {
//!         String word = "end";
//!         text.mark(word, this);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Body;
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("assignment_to_initialization.rs"),
    family: Family::Rewriting {
        normal: normal::declared_late,
        applies,
    },
};

/// The missed side declares more variables without a value.
fn applies(e: &Rewriting<'_>) -> bool {
    let bare = |b: &Body| b.block.walk().filter(|c| normal::is_bare(c)).count();
    bare(e.missed) > bare(e.example) && e.agrees()
}
