//! Decompose Conditional: a condition that others have given a name.
//!
//! ```before
//! class Missed {
//!     int charge(Date date, int quantity) {
//!         if (date.before(start) || date.after(end)) {
//!             return quantity * winterRate + serviceCharge;
//!         }
//!         return quantity * summerRate;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int charge(Date date, int quantity) {
//!         if (outOfSeason(date)) {
//!             return quantity * winterRate + serviceCharge;
//!         }
//!         return quantity * summerRate;
//!     }
//!     boolean outOfSeason(Date day) {
//!         return day.before(start) || day.after(end);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;
use reweave_model::Kind;
use reweave_vectors::Context;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("decompose_conditional.rs"),
    family: Family::Extraction(applies),
};

/// The callee answers a question, and wherever it is called the answer decides a branch.
fn applies(e: &Extraction<'_>) -> bool {
    let question = e
        .returned()
        .is_some_and(|v| matches!(v.kind, Kind::Binary | Kind::Unary | Kind::InstanceOf));
    question && e.sites.iter().all(|s| s.context == Context::Condition)
}
