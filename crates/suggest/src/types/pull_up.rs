//! Pull Up Method: the same method in subclasses of one class, which can have it instead.
//!
//! ```before
//! class Account {
//!     Ledger ledger;
//! }
//! class Savings extends Account {
//!     int settle(int amount, String reason) {
//!         int open = ledger.open(reason);
//!         if (open > amount) {
//!             ledger.warn(reason, open - amount);
//!         }
//!         return ledger.close(reason, amount);
//!     }
//! }
//! class Checking extends Account {
//!     int settle(int sum, String why) {
//!         int left = ledger.open(why);
//!         if (left > sum) {
//!             ledger.warn(why, left - sum);
//!         }
//!         return ledger.close(why, sum);
//!     }
//! }
//! ```
//! ```after
//! class Account {
//!     Ledger ledger;
//!     int settle(int amount, String reason) {
//!         int open = ledger.open(reason);
//!         if (open > amount) {
//!             ledger.warn(reason, open - amount);
//!         }
//!         return ledger.close(reason, amount);
//!     }
//! }
//! class Savings extends Account {
//! }
//! class Checking extends Account {
//! }
//! ```

use super::{Family, RefactoringType};
use crate::duplicates::Remedy;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("pull_up.rs"),
    family: Family::Duplicate(Remedy::PullUp),
};
