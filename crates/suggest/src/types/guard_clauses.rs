//! Replace Nested Conditionals: branches inside branches, where others leave early.
//!
//! ```before
//! class Missed {
//!     int pay(Person person) {
//!         if (person.isAway()) {
//!             return person.part();
//!         } else {
//!             person.count();
//!             return person.whole();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int pay(Person person) {
//!         if (person.isAway()) {
//!             return person.part();
//!         }
//!         person.count();
//!         return person.whole();
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void mark(boolean open, Item item) {
//!         if (open) {
//!             return;
//!         } else {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void mark(boolean open, Item item) {
//!         if (open) {
//!             return;
//!         }
//!         last = item;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void mark(boolean open) {
//!         if (open) {
//!             throw new Closed();
//!         } else {
//!             last = 1;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void mark(boolean open) {
//!         if (open) {
//!             throw new Closed();
//!         }
//!         last = 1;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Body;
use crate::normal;
use crate::rewriting::Rewriting;
use reweave_model::{Kind, Role};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("guard_clauses.rs"),
    family: Family::Rewriting {
        normal: normal::guarded,
        applies,
    },
};

/// The missed side has more branches beside one that leaves.
fn applies(e: &Rewriting<'_>) -> bool {
    let nested = |b: &Body| {
        let branches = b.block.walk().filter(|c| c.kind == Kind::If);
        branches.filter(|c| c.kid(Role::Else).is_some()).count()
    };
    nested(e.missed) > nested(e.example) && e.agrees()
}
