//! Introduce Explaining Variable: an expression that is large or stands several times, where others have named it.
//!
//! ```before
//! class Missed {
//!     double price(Order order) {
//!         return order.quantity() * order.rate() > 500 ? order.quantity() * order.rate() - 50 : 0;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     double price(Order order) {
//!         double base = order.quantity() * order.rate();
//!         return base > 500 ? base - 50 : 0;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     boolean large(Order order, int limit) {
//!         return order.items().count() + order.rest() > limit;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     boolean large(Order order, int limit) {
//!         int count = order.items().count() + order.rest();
//!         return count > limit;
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void fill(Table table, int row) {
//!         table.put(table.first(row + 1).next(row));
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void fill(Table table, int row) {
//!         Cell cell = table.first(row + 1).next(row);
//!         table.put(cell);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void fill(boolean open) {
//!         first = pages.find("no" + 1, book.first, null, list[0], (Item) last, rest(this, 'c')).next(true, !open, size - 2);
//!         last = pages.find("no" + 1, book.first, null, list[0], (Item) last, rest(this, 'c')).next(true, !open, size - 2);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void fill(boolean open) {
//!         Page found = pages.find("no" + 1, book.first, null, list[0], (Item) last, rest(this, 'c')).next(true, !open, size - 2);
//!         first = found;
//!         last = found;
//!     }
//! }
//! ```
//!

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("explaining_variable.rs"),
    family: Family::Rewriting {
        normal: normal::inlined_temps,
        applies,
    },
};

/// Smaller values that are used once explain nothing.
const LEAST_VALUE: usize = 6;

/// The example has more temporaries, and each that is more is used again or holds a large value.
fn applies(e: &Rewriting<'_>) -> bool {
    let (missed, example) = (
        normal::temps(&e.missed.block),
        normal::temps(&e.example.block),
    );
    let telling =
        |t: &&normal::Temp<'_>| t.uses > 1 && t.value.size() > 1 || t.value.size() >= LEAST_VALUE;
    let surplus = example.len().saturating_sub(missed.len());
    let [fewer, more] = [&missed, &example].map(|all| all.iter().filter(telling).count());
    surplus > 0 && more.saturating_sub(fewer) == surplus && e.agrees()
}
