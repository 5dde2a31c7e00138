//! Self Encapsulate Field: a field that is used directly where others use its accessor.
//!
//! ```before
//! class Missed {
//!     int total;
//!     int share(int parts, int rest) {
//!         if (parts > rest) {
//!             return total / parts + rest * 2;
//!         }
//!         return rest - parts;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int total;
//!     int share(int parts, int rest) {
//!         if (parts > rest) {
//!             return getTotal() / parts + rest * 2;
//!         }
//!         return rest - parts;
//!     }
//!     int getTotal() {
//!         return total;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::{Code, Word};
use crate::extraction::Extraction;
use reweave_model::{Kind, Role};
use reweave_vectors::Receiver;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("self_encapsulate_field.rs"),
    family: Family::Extraction(applies),
};

/// The callee returns a field, or sets one to its only argument, and is called on the own object.
fn applies(e: &Extraction<'_>) -> bool {
    let own = e
        .sites
        .iter()
        .all(|s| matches!(s.receiver, Receiver::Implicit | Receiver::This));
    // Types and constants are no fields that could change.
    let names = &e.context.names;
    let field = e
        .field_behind_getter()
        .is_none_or(|f| names.text(f).starts_with(char::is_lowercase));
    own && field
        && e.callees
            .iter()
            .all(|(_, callee)| match &callee.block.kids[..] {
                [only] => is_getter(only) || is_setter(only),
                _ => false,
            })
}

pub fn is_getter(statement: &Code) -> bool {
    statement.kind == Kind::Return
        && matches!(&statement.kids[..], [field] if field.kind == Kind::Name && matches!(field.word, Word::Free(_)))
}

fn is_setter(statement: &Code) -> bool {
    statement.kind == Kind::Assign
        && statement
            .kid(Role::Target)
            .is_some_and(|t| t.kind == Kind::Name && matches!(t.word, Word::Free(_)))
        && statement
            .kid(Role::Value)
            .is_some_and(|v| v.kind == Kind::Name && matches!(v.word, Word::Variable(_)))
}
