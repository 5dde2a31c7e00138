//! Replace Method with Method Object: a long method with many variables, where others have made an object of it whose fields
//! they are.
//!
//! ```before
//! class Missed {
//!     int gamma(int value, int quantity, int year) {
//!         int first = value * quantity + year;
//!         int second = value * year + 100;
//!         if (year - first > 100) {
//!             second = second - 20;
//!         }
//!         int third = second * 7;
//!         return third - 2 * first;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int gamma(int value, int quantity, int year) {
//!         return new Gamma(value, quantity, year).compute();
//!     }
//! }
//! class Gamma {
//!     int value, quantity, year;
//!     int first, second, third;
//!     Gamma(int value, int quantity, int year) {
//!         this.value = value;
//!         this.quantity = quantity;
//!         this.year = year;
//!     }
//!     int compute() {
//!         first = value * quantity + year;
//!         second = value * year + 100;
//!         if (year - first > 100) {
//!             second = second - 20;
//!         }
//!         third = second * 7;
//!         return third - 2 * first;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Word;
use crate::extraction::Extraction;
use reweave_model::Kind;
use reweave_vectors::CallSite;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("method_object.rs"),
    family: Family::Passing(applies),
};

/// The callee is called on an object made for it, and variables of the missed place are names of that object.
fn applies(e: &Extraction<'_>) -> bool {
    let made = |s: &CallSite| e.is_called_on(s, |r| r.kind == Kind::New);
    let fields = e
        .alignment
        .renamed
        .iter()
        .any(|pair| matches!(pair, (Word::Variable(_), Word::Free(_))));
    !e.sites.is_empty() && e.sites.iter().all(|s| made(s)) && fields
}
