//! Substitute Algorithm: going through elements step by step, by iterator or by number, where others name them and leave the steps
//! to the language.
//!
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (Iterator at = list.iterator(); at.hasNext();) {
//!             Item item = (Item) at.next();
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         Iterator at = list.iterator();
//!         while (at.hasNext()) {
//!             Item item = (Item) at.next();
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (int i = 0; i < list.size(); i++) {
//!             Item item = (Item) list.get(i);
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (Iterator at = list.iterator(); at.hasNext();) {
//!             Item item = at.next();
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         Iterator at = list.iterator();
//!         while (at.hasNext()) {
//!             Item item = at.next();
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (int i = 0; i < list.size(); i++) {
//!             Item item = list.get(i);
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(Item[] list) {
//!         for (int i = 0; i < list.length; i++) {
//!             Item item = list[i];
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(Item[] list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(Item[] list) {
//!         for (int i = 0; i < list.length; i++) {
//!             show(list[i]);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(Item[] list) {
//!         for (Item item : list) {
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (Iterator at = list.iterator(); at.hasNext();) {
//!             last = at.next();
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (Iterator at = list.iterator(); at.hasNext();) {
//!             show((Item) at.next());
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             show(item);
//!         }
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void walk(List list) {
//!         for (int i = 0; i < list.size(); i++) {
//!             last = list.get(i);
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void walk(List list) {
//!         for (Item item : list) {
//!             last = item;
//!         }
//!     }
//! }
//! ```
//!
//! Not when the number or the iterator is needed for more than the element.

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("substitute_algorithm.rs"),
    family: Family::Rewriting {
        normal: normal::for_each_loops,
        applies,
    },
};

/// The missed side has more loops that want the elements only and still go by iterator or by number.
fn applies(e: &Rewriting<'_>) -> bool {
    let [missed, example] =
        [e.missed, e.example].map(|b| normal::unnamed_walks(&b.block, e.context));
    missed > example && e.agrees()
}
