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
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) return null;
//!             if (first) return null;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) return null;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) return false;
//!             if (first) return false;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) return false;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) return start;
//!             if (first) return start;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) return start;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) return "none";
//!             if (first) return "none";
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) return "none";
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) continue;
//!             if (first) continue;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) continue;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) break;
//!             if (first) break;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) break;
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) throw new Failure("none");
//!             if (first) throw new Failure("none");
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) throw new Failure("none");
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) return this.name(first);
//!             if (first) return this.name(first);
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) return this.name(first);
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open) { note(start, open); return true; }
//!             if (first) { note(start, open); return true; }
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object find(boolean open, boolean first) {
//!         while (last) {
//!             if (open || first) { note(start, open); return true; }
//!             next();
//!         }
//!         return last;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void mark(boolean open, boolean first) {
//!         if (open) {
//!             if (first) {
//!                 state = last;
//!             }
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void mark(boolean open, boolean first) {
//!         if (open && first) {
//!             state = last;
//!         }
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;
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
    e.missed.block.count(Kind::If) > e.example.block.count(Kind::If) && e.agrees()
}
