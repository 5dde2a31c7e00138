//! Consolidate Conditional Expression: several checks with one result, where others have joined them.
//!
//! ```before
//! class Missed {
//!     int amount(Person person) {
//!         if (person.age() < 2) return 0;
//!         if (person.isAway()) return 0;
//!         return person.rate();
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int amount(Person person) {
//!         if (person.age() < 2 || person.isAway()) return 0;
//!         return person.rate();
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void show(Person person) {
//!         if (person.age() > 2) {
//!             if (person.isHere()) {
//!                 person.show();
//!             }
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void show(Person person) {
//!         if (person.age() > 2 && person.isHere()) {
//!             person.show();
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void mark(boolean open, boolean first) {
//!         if (open) return;
//!         if (first) return;
//!         state = null;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void mark(boolean open, boolean first) {
//!         if (open || first) return;
//!         state = null;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int find(boolean open, boolean first) {
//!         if (open) {
//!             if (first) {
//!                 return 1;
//!             }
//!         }
//!         return 2;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int find(boolean open, boolean first) {
//!         if (open && first) {
//!             return 1;
//!         }
//!         return 2;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::confirm::Rewriting;
use crate::normal;
use reweave_model::Kind;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("consolidate_conditional.rs"),
    family: Family::Rewriting {
        normal: normal::consolidated,
        applies,
    },
};

/// The missed side has more conditionals.
fn applies(e: &Rewriting<'_>) -> bool {
    e.missed.block.count(Kind::If) > e.example.block.count(Kind::If) && e.alignment.agrees()
}
