//! Consolidate Duplicate Conditional Fragments: what all branches do, where others do it once beside them.
//!
//! ```before
//! class Missed {
//!     void send(Order order) {
//!         if (order.isSpecial()) {
//!             order.discount();
//!             order.send();
//!         } else {
//!             order.charge();
//!             order.send();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(Order order) {
//!         if (order.isSpecial()) {
//!             order.discount();
//!         } else {
//!             order.charge();
//!         }
//!         order.send();
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     int count(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             return 1;
//!         } else {
//!             last = item;
//!             return 1;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int count(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         return 1;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             log.note(order.name(), "sent" + 1, first.next, null, list[0], (Item) last, new Item(start), true, !open, this);
//!         } else {
//!             last = item;
//!             log.note(order.name(), "sent" + 1, first.next, null, list[0], (Item) last, new Item(start), true, !open, this);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         log.note(order.name(), "sent" + 1, first.next, null, list[0], (Item) last, new Item(start), true, !open, this);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             note(item);
//!         } else {
//!             last = item;
//!             note(item);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         note(item);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             log.note(item, "sent");
//!         } else {
//!             last = item;
//!             log.note(item, "sent");
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         log.note(item, "sent");
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             log.note(item, this, item.size() - 1);
//!         } else {
//!             last = item;
//!             log.note(item, this, item.size() - 1);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         log.note(item, this, item.size() - 1);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             count++;
//!         } else {
//!             last = item;
//!             count++;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         count++;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!             state.last = item;
//!         } else {
//!             last = item;
//!             state.last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void send(boolean open, Item item) {
//!         if (open) {
//!             first = item;
//!         } else {
//!             last = item;
//!         }
//!         state.last = item;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Body;
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("consolidate_duplicate.rs"),
    family: Family::Rewriting {
        normal: normal::shared_parts,
        applies,
    },
};

/// The missed side has more conditionals whose branches end alike.
fn applies(e: &Rewriting<'_>) -> bool {
    let doubled = |b: &Body| {
        b.block
            .walk()
            .filter(|c| normal::shared_end(c).is_some())
            .count()
    };
    doubled(e.missed) > doubled(e.example) && e.agrees()
}
