//! Hide Delegate: a client that reaches through an object for what others ask the object itself.
//!
//! ```before
//! class Missed {
//!     String report(int count, int from) {
//!         String text = department.manager().name();
//!         if (count > from) {
//!             return text + from;
//!         }
//!         return text.trim();
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     String report(int count, int from) {
//!         String text = managerName();
//!         if (count > from) {
//!             return text + from;
//!         }
//!         return text.trim();
//!     }
//!     String managerName() {
//!         return department.manager().name();
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Code;
use crate::extraction::Extraction;
use reweave_model::{Kind, Role};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("hide_delegate.rs"),
    family: Family::Extraction(applies),
};

/// All that the callee does is to pass on the answer of an object that it reaches: `return a.b().c()`, `return a.b()`.
fn applies(e: &Extraction<'_>) -> bool {
    e.returned().is_some_and(is_chain)
}

fn is_chain(code: &Code) -> bool {
    let reaches = matches!(code.kind, Kind::Call | Kind::FieldAccess);
    reaches
        && code
            .kid(Role::Receiver)
            .is_some_and(|r| matches!(r.kind, Kind::Name | Kind::FieldAccess) || is_chain(r))
}
