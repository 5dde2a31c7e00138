//! Replace Temp with Chain: a variable that is there only to call one method after another on it, where others chain the calls.
//!
//! ```before
//! class Missed {
//!     void expect(Mock mock) {
//!         Call call = mock.expect(1);
//!         call.with("text");
//!         call.and(this);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void expect(Mock mock) {
//!         mock.expect(1).with("text").and(this);
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     Text name() {
//!         Text text = new Text();
//!         text.open();
//!         text.close();
//!         return text;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     Text name() {
//!         return new Text().open().close();
//!     }
//! }
//! ```
//! ```before
//! class Missed {
//!     void name(Page page) {
//!         Text text = first;
//!         text.open();
//!         page.show(text);
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     void name(Page page) {
//!         page.show(first.open());
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::normal;
use crate::rewriting::Rewriting;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("temp_with_chain.rs"),
    family: Family::Rewriting {
        normal: normal::chained,
        applies,
    },
};

/// The missed side has more variables that stand only for a chain.
fn applies(e: &Rewriting<'_>) -> bool {
    let [missed, example] = [e.missed, e.example].map(|b| normal::chain_temps(&b.block).len());
    missed > example && e.agrees()
}
