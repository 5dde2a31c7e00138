//! Inline Field: writes the value that a field is declared with in the place of one use, or of all; then the field goes.
//!
//! The field may belong to objects or to the class, and need not be final, but nothing may set it to another value. The value must be
//! the same whenever it is computed, and nothing may read the field before it has it.
//!
//! ```before
//! class Order {
//!     private int $0rate = 19;
//!     int price(int net) {
//!         return net * rate / 100;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net) {
//!         return net * 19 / 100;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     private int $0rate = 19;
//!     void rise() { rate++; }
//!     int price(int net) {
//!         return net * rate / 100;
//!     }
//! }
//! ```
//! ```refuses
//! another value here
//! ```

use crate::Java;
use crate::edits::inlined_field::inline;
use crate::refactorings::inline_constant::{PARAMS, wanted};
use reweave_refactor::{Refactoring, Run, Stop};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "inline-field",
    file: include_str!("inline_field.rs"),
    params: PARAMS,
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let wanted = wanted(run)?;
    inline(run, &wanted)
}
