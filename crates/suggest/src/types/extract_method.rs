//! Extract Method: code that another method has already put into a method of its own.
//!
//! ```before
//! class Missed {
//!     Object[] shown(Store store) {
//!         Object[] members = store.list(1);
//!         List f = new ArrayList();
//!         Filter filter = new Filter(store);
//!         for (int i = 0; i < members.length; i++) {
//!             if (filter.accepts(members[i])) f.add(members[i]);
//!         }
//!         return f.toArray(new Object[0]);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Object[] visible(Store store) {
//!         Object[] members = store.list(1);
//!         return filtered(members, new Filter(store));
//!     }
//!     Object[] filtered(Object[] array, Filter by) {
//!         List r = new ArrayList();
//!         Filter filter = by;
//!         for (int i = 0; i < array.length; i++) {
//!             if (filter.accepts(array[i])) r.add(array[i]);
//!         }
//!         return r.toArray(new Object[0]);
//!     }
//! }
//! ```
//!
//! The missed place may itself call for other parts of the work, which the example holds:
//!
//! ```before
//! class Missed {
//!     int total(Store store, List out) {
//!         int sum = counted(store);
//!         if (sum > store.limit()) {
//!             out.clear();
//!             store.warn(sum, out.size());
//!         }
//!         return sum;
//!     }
//!     int counted(Store store) {
//!         int n = 0;
//!         for (int i = 0; i < store.size(); i++) {
//!             n += store.weight(i);
//!         }
//!         return n;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int weighed(Store store, List out) {
//!         int sum = 0;
//!         for (int i = 0; i < store.size(); i++) {
//!             sum += store.weight(i);
//!         }
//!         check(store, sum, out);
//!         return sum;
//!     }
//!     void check(Store store, int sum, List out) {
//!         if (sum > store.limit()) {
//!             out.clear();
//!             store.warn(sum, out.size());
//!         }
//!     }
//! }
//! ```
//!
//! Not when the example does nothing but call (filter Simple): then there is a wrapper, and nothing was extracted.

use super::{Family, RefactoringType};
use crate::extraction::Extraction;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("extract_method.rs"),
    family: Family::Extraction(applies),
};

/// What no other rule of an extraction claims.
fn applies(_: &Extraction<'_>) -> bool {
    true
}
