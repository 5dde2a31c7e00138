//! Introduce Query Method: an expression where others ask a method for its value.
//!
//! ```before
//! class Missed {
//!     double price(int quantity, double rate) {
//!         double base = quantity * rate - quantity / 2;
//!         if (base > 1000) {
//!             return base * 0.95;
//!         }
//!         return base * 0.98;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     double price(int quantity, double rate) {
//!         double base = basePrice(quantity, rate);
//!         if (base > 1000) {
//!             return base * 0.95;
//!         }
//!         return base * 0.98;
//!     }
//!     double basePrice(int number, double each) {
//!         return number * each - number / 2;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;
use reweave_model::Kind;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("query_method.rs"),
    family: Family::Extraction(applies),
};

/// All that the callee does is to return a value, and working it out changes nothing.
fn applies(e: &Extraction<'_>) -> bool {
    e.returned().is_some_and(|v| {
        !v.walk()
            .any(|c| matches!(c.kind, Kind::Assign | Kind::Update | Kind::Lambda))
    })
}
