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
use crate::entity::EntityKind;
use crate::session::{Arrived, Proposal, Session};

/// A name that more classes gained says nothing of where a field went.
const MOST_PLACES: usize = 8;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let arrived = Arrived::of(session, EntityKind::Field);
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Field) {
        if !session.is_outdated(old) {
            continue;
        }
        let named = arrived.named(session.old_entity(old).name);
        if named.len() > MOST_PLACES {
            continue;
        }
        for &new in named {
            let hidden = session.old_entity(old).api && !session.new_entity(new).api;
            if !hidden && session.parent_image(old) != session.new_entity(new).parent {
                proposals.extend(judge(session, old, new, threshold));
            }
        }
    }
    proposals
}
