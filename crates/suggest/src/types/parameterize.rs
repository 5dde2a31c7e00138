//! Parameterize Method: methods of one class that do the same with different values, which one method can take.
//!
//! ```before
//! class Wages {
//!     int raiseJunior(Person person, int years) {
//!         int wage = person.wage() + years * 10;
//!         if (wage > person.limit()) {
//!             wage = person.limit();
//!         }
//!         person.pay(wage, "junior");
//!         return wage;
//!     }
//!     int raiseSenior(Person person, int years) {
//!         int wage = person.wage() + years * 25;
//!         if (wage > person.limit()) {
//!             wage = person.limit();
//!         }
//!         person.pay(wage, "senior");
//!         return wage;
//!     }
//! }
//! ```
//! ```after
//! class Wages {
//!     int raise(Person person, int years, int step, String rank) {
//!         int wage = person.wage() + years * step;
//!         if (wage > person.limit()) {
//!             wage = person.limit();
//!         }
//!         person.pay(wage, rank);
//!         return wage;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::duplicates::Remedy;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("parameterize.rs"),
    family: Family::Duplicate(Remedy::Parameterize),
};
