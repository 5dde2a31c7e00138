//! Preserve Whole Object: a value that is taken from an object and passed, where others pass the object.
//!
//! ```before
//! class Missed {
//!     int convert(int level) {
//!         switch (level) {
//!             case 1: return Status.ERROR;
//!             case 2: return Status.WARNING;
//!             default: return Status.OK;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Example {
//!     int severity(Entry entry) {
//!         switch (entry.level()) {
//!             case 1: return Status.ERROR;
//!             case 2: return Status.WARNING;
//!             default: return Status.OK;
//!         }
//!     }
//! }
//! class Entry {
//!     int level;
//!     int level() {
//!         return level;
//!     }
//! }
//! ```

use super::{Family, RefactoringType};
use crate::code::Word;
use crate::extraction::Extraction;

pub const TYPE: RefactoringType = RefactoringType {
    source: include_str!("whole_object.rs"),
    family: Family::Passing(applies),
};

/// A parameter of the missed place stands for a field that the example asks one of its parameters for.
fn applies(e: &Extraction<'_>) -> bool {
    passed_values(e) > 0
}

/// How many parameters of the missed place stand for fields behind getters of the example's parameter.
pub fn passed_values(e: &Extraction<'_>) -> usize {
    let asks_parameter = e.example.block.walk().any(|c| {
        e.sites.iter().any(|s| s.node == c.place.node)
            && c.kids.iter().any(|k| match k.word {
                Word::Variable(v) => {
                    k.role == reweave_model::Role::Receiver && e.example.params.contains(&v)
                }
                _ => false,
            })
    });
    let getters = e.callees.iter().all(|(_, c)| {
        matches!(&c.block.kids[..], [only] if super::self_encapsulate_field::is_getter(only))
    });
    if !asks_parameter || !getters {
        return 0;
    }
    e.alignment
        .renamed
        .iter()
        .filter(|(a, b)| match (a, b) {
            (Word::Variable(v), Word::Free(_)) => e.missed.params.contains(v),
            _ => false,
        })
        .count()
}
