//! Separate Query from Modifier: a value is worked out and something is changed in one go, where others have a method for each.
//!
//! ```before
//! class Missed {
//!     int settle(Order order, int rate) {
//!         state = order.state();
//!         changes = changes + 1;
//!         int total = order.count() * rate;
//!         if (total > limit) {
//!             total = limit;
//!         }
//!         return total;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int settle(Order order, int rate) {
//!         note(order);
//!         return total(order, rate);
//!     }
//!     void note(Order order) {
//!         state = order.state();
//!         changes = changes + 1;
//!     }
//!     int total(Order order, int rate) {
//!         int total = order.count() * rate;
//!         if (total > limit) {
//!             total = limit;
//!         }
//!         return total;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::{Body, Code, Word};
use crate::extraction::Extraction;
use reweave_model::{Kind, Role};

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("separate_query.rs"),
    family: Family::Extraction(applies),
};

/// Each callee either returns a value and changes nothing, or changes something and returns nothing; both are there.
fn applies(e: &Extraction<'_>) -> bool {
    let queries = e.callees.iter().filter(|(_, c)| is_query(c)).count();
    let modifiers = e.callees.iter().filter(|(_, c)| is_modifier(c)).count();
    queries > 0 && modifiers > 0 && queries + modifiers == e.callees.len()
}

fn is_query(body: &Body) -> bool {
    returns_value(body) && !changes(&body.block)
}

fn is_modifier(body: &Body) -> bool {
    !returns_value(body) && changes(&body.block)
}

fn returns_value(body: &Body) -> bool {
    let mut returns = body.block.walk().filter(|c| c.kind == Kind::Return);
    returns.any(|r| !r.kids.is_empty())
}

/// Whether something outside of the method is set, or called for nothing but its effect.
fn changes(block: &Code) -> bool {
    block.walk().any(|c| match c.kind {
        Kind::Assign => is_outside(c.kid(Role::Target)),
        Kind::Update => is_outside(c.kids.first()),
        Kind::Block | Kind::Case => c.kids.iter().any(|s| s.kind == Kind::Call),
        _ => false,
    })
}

fn is_outside(target: Option<&Code>) -> bool {
    target.is_some_and(|t| t.kind != Kind::Name || matches!(t.word, Word::Free(_)))
}
