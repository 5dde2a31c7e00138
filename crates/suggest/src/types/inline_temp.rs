//! Inline Temp: a variable for a simple value that is used once, where others do without.
//!
//! ```before
//! class Missed {
//!     boolean large(Order order) {
//!         double price = order.price();
//!         return price > 1000;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     boolean large(Order order) {
//!         return order.price() > 1000;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void add(Table table) {
//!         String key = table.key();
//!         table.put(key, 1);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void add(Table table) {
//!         table.put(table.key(), 1);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void open(Page page) {
//!         Text text = first.text;
//!         page.show(text);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void open(Page page) {
//!         page.show(first.text);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("inline_temp.rs"),
    family: Family::Rewriting {
        normal: normal::inlined_temps,
        applies,
    },
};

/// Larger values deserve their name.
const LARGEST_VALUE: usize = 5;

/// The missed side has more temporaries, and each that is too many is used once for a small value, or is
/// a second name for something.
fn applies(e: &Rewriting<'_>) -> bool {
    let (missed, example) = (
        normal::temps(&e.missed.block),
        normal::temps(&e.example.block),
    );
    let simple = |t: &&normal::Temp<'_>| {
        t.uses == 1 && t.value.size() <= LARGEST_VALUE || t.value.size() == 1
    };
    let surplus = missed.len().saturating_sub(example.len());
    let [more, fewer] = [&missed, &example].map(|all| all.iter().filter(simple).count());
    surplus > 0 && more.saturating_sub(fewer) == surplus && e.agrees()
}
