//! Extract Shared Method: the same statements in different classes, which a method that all of them can call could hold.
//!
//! ```before
//! class Orders {
//!     int weigh(Store store, int limit) {
//!         int sum = store.base();
//!         for (Item item : store.items()) {
//!             if (item.weight() > limit) {
//!                 sum += item.weight() * item.count();
//!             }
//!         }
//!         store.close();
//!         return sum;
//!     }
//! }
//! class Parcels {
//!     void check(Store depot, int most, Log log) {
//!         log.enter(depot);
//!         int total = depot.base();
//!         for (Item part : depot.items()) {
//!             if (part.weight() > most) {
//!                 total += part.weight() * part.count();
//!             }
//!         }
//!         log.write(total);
//!     }
//! }
//! ```
//! ```after
//! class Orders {
//!     int weigh(Store store, int limit) {
//!         int sum = Weights.above(store, limit);
//!         store.close();
//!         return sum;
//!     }
//! }
//! class Parcels {
//!     void check(Store depot, int most, Log log) {
//!         log.enter(depot);
//!         int total = Weights.above(depot, most);
//!         log.write(total);
//!     }
//! }
//! class Weights {
//!     static int above(Store store, int limit) {
//!         int sum = store.base();
//!         for (Item item : store.items()) {
//!             if (item.weight() > limit) {
//!                 sum += item.weight() * item.count();
//!             }
//!         }
//!         return sum;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::duplicates::Remedy;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("extract_shared.rs"),
    family: Family::Duplicate(Remedy::ExtractShared),
};
