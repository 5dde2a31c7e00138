//! Replace Parameter with Method: a value that is passed where others ask their own object for it.
//!
//! ```before
//! class Missed {
//!     int level;
//!     double discounted(int price, int level) {
//!         if (level == 2) {
//!             return price * 0.1;
//!         }
//!         return price * 0.05 + level;
//!     }
//!     int level() {
//!         return level;
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int level;
//!     double discounted(int price) {
//!         if (level() == 2) {
//!             return price * 0.1;
//!         }
//!         return price * 0.05 + level();
//!     }
//!     int level() {
//!         return level;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Word;
use crate::extraction::Extraction;
use reweave_vectors::Receiver;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("parameter_with_method.rs"),
    family: Family::Passing(applies),
};

/// The callees are getters of the own object, which the missed place's type has too, and a parameter of the missed place stands
/// for what they return.
fn applies(e: &Extraction<'_>) -> bool {
    let own = e
        .sites
        .iter()
        .all(|s| matches!(s.receiver, Receiver::Implicit | Receiver::This));
    let getters = e.callees.iter().all(|(_, c)| {
        matches!(&c.block.kids[..], [only] if super::self_encapsulate_field::is_getter(only))
    });
    let base = e.context.base;
    let missed = base.owner(e.missed_method);
    let at_hand = e.callees.iter().all(|&(callee, _)| {
        let name = base.method(callee).name;
        let mut own = missed.methods.iter();
        own.any(|&m| base.methods[m as usize].name == name)
    });
    let passed = e.alignment.renamed.iter().any(|(a, b)| match (a, b) {
        (Word::Variable(v), Word::Free(_)) => e.missed.params.contains(v),
        _ => false,
    });
    own && getters && at_hand && passed
}
