//! Reverse Conditional: a conditional that asks the negative question, where others ask the positive one.
//!
//! ```before
//! class Missed {
//!     int fee(Account account) {
//!         if (account.state() != OPEN) {
//!             return account.rest();
//!         } else {
//!             return account.rate();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int fee(Account account) {
//!         if (account.state() == OPEN) {
//!             return account.rate();
//!         } else {
//!             return account.rest();
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int fee(Account account) {
//!         if (!account.isOpen()) {
//!             return account.rest();
//!         } else {
//!             return account.rate();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int fee(Account account) {
//!         if (account.isOpen()) {
//!             return account.rate();
//!         } else {
//!             return account.rest();
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int fee(Account account, int limit) {
//!         if (account.rest() >= limit) {
//!             return account.rest();
//!         } else {
//!             return account.rate();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int fee(Account account, int limit) {
//!         if (account.rest() < limit) {
//!             return account.rate();
//!         } else {
//!             return account.rest();
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int fee(Account account, int limit) {
//!         if (account.rest() <= limit) {
//!             return account.rest();
//!         } else {
//!             return account.rate();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int fee(Account account, int limit) {
//!         if (account.rest() > limit) {
//!             return account.rate();
//!         } else {
//!             return account.rest();
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void run(Task task) {
//!         if (task != next) {
//!             stop = task;
//!         } else {
//!             next = task;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void run(Task task) {
//!         if (task == next) {
//!             next = task;
//!         } else {
//!             stop = task;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void run(Task task) {
//!         if (!open) {
//!             stop = task;
//!         } else {
//!             next = task;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void run(Task task) {
//!         if (open) {
//!             next = task;
//!         } else {
//!             stop = task;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void run(Task task) {
//!         if (rest >= limit) {
//!             stop = task;
//!         } else {
//!             next = task;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void run(Task task) {
//!         if (rest < limit) {
//!             next = task;
//!         } else {
//!             stop = task;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void run(Task task) {
//!         if (rest <= limit) {
//!             stop = task;
//!         } else {
//!             next = task;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void run(Task task) {
//!         if (rest > limit) {
//!             next = task;
//!         } else {
//!             stop = task;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int rate(boolean open, int low, int high) {
//!         return !open ? low : high;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int rate(boolean open, int low, int high) {
//!         return open ? high : low;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int rate(int state, int low, int high) {
//!         return state != low ? low : high;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int rate(int state, int low, int high) {
//!         return state == low ? high : low;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;
use reweave_model::{Kind, Role};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("reverse_conditional.rs"),
    family: Family::Rewriting {
        normal: normal::reversed,
        applies,
    },
};

/// The missed side asks more negative questions.
fn applies(e: &Rewriting<'_>) -> bool {
    let negative = |b: &crate::Body| {
        b.block
            .walk()
            .filter(|c| {
                matches!(c.kind, Kind::If | Kind::Conditional) && c.kid(Role::Else).is_some()
            })
            .filter_map(|c| c.kid(Role::Condition))
            .filter(|c| normal::is_negative(c, e.context))
            .count()
    };
    !e.unlike.is_complete() && negative(e.missed) > negative(e.example) && e.agrees()
}
