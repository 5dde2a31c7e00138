//! Split Temporary Variable: one variable for two values, where others have two.
//!
//! ```before
//! class Missed {
//!     void print(int height, int width) {
//!         int temp = 2 * (height + width);
//!         out.show(temp);
//!         temp = height * width;
//!         out.show(temp);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void print(int height, int width) {
//!         int perimeter = 2 * (height + width);
//!         out.show(perimeter);
//!         int area = height * width;
//!         out.show(area);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     boolean show(Text text) {
//!         String word = "a";
//!         text.add(word, this);
//!         word = "b";
//!         return text.add(word, this);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     boolean show(Text text) {
//!         String first = "a";
//!         text.add(first, this);
//!         String second = "b";
//!         return text.add(second, this);
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;
use reweave_model::Kind;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("split_temp.rs"),
    family: Family::Rewriting {
        normal: normal::split_temps,
        applies,
    },
};

/// The missed side assigns where the example declares.
fn applies(e: &Rewriting<'_>) -> bool {
    let declared = |b: &crate::Body| b.block.count(Kind::Local);
    !e.unlike.is_complete() && declared(e.missed) < declared(e.example) && e.agrees()
}
