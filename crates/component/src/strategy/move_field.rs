//! Move Field: a field or constant that kept its name, its type and its value, and went to another class.
//!
//! ```before
//! class A { static final int LIMIT = 60 * 60 * 24; }
//! class B { int twice() { return A.LIMIT * 2; } }
//! ```
//! ```after
//! class A { }
//! class B { static final int LIMIT = 60 * 60 * 24; int twice() { return LIMIT * 2; } }
//! ```
//! ```finds
//! move-field A.LIMIT -> B.LIMIT
//! ```

use super::rename_field::judge;
use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// A name that more classes gained says nothing of where a field went.
const MOST_PLACES: usize = 8;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut arrived: FxHashMap<Symbol, Vec<EntityId>> = FxHashMap::default();
    for new in session.new.of_kind(EntityKind::Field) {
        if session.is_new(new) {
            arrived
                .entry(session.new_entity(new).name)
                .or_default()
                .push(new);
        }
    }
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Field) {
        if !session.is_outdated(old) {
            continue;
        }
        let named = arrived
            .get(&session.old_entity(old).name)
            .map_or(&[][..], Vec::as_slice);
        if named.len() > MOST_PLACES {
            continue;
        }
        for &new in named {
            if session.parent_image(old) != session.new_entity(new).parent {
                proposals.extend(judge(session, old, new, threshold));
            }
        }
    }
    proposals
}
