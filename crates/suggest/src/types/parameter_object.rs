//! Introduce Parameter Object: several values that are passed together, where others pass the object that holds them.
//!
//! ```before
//! class Missed {
//!     boolean includes(long from, long to, long time) {
//!         if (time < from) {
//!             return false;
//!         }
//!         return time <= to && to - from > margin;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     boolean includes(Range range, long time) {
//!         if (time < range.from()) {
//!             return false;
//!         }
//!         return time <= range.to() && range.to() - range.from() > margin;
//!     }
//! }
//! class Range {
//!     long from;
//!     long to;
//!     long from() {
//!         return from;
//!     }
//!     long to() {
//!         return to;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::extraction::Extraction;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("parameter_object.rs"),
    family: Family::Passing(applies),
};

/// Two parameters or more of the missed place stand for fields of the example's parameter.
fn applies(e: &Extraction<'_>) -> bool {
    super::whole_object::passed_values(e) > 1
}
