//! Change Visibility: a member or class of the public API that fewer may see.
//!
//! ```before
//! public class Tools { public Tools() { } public static int one() { return 1; } }
//! ```
//! ```after
//! public class Tools { private Tools() { } public static int one() { return 1; } }
//! ```
//! ```finds
//! change-visibility Tools.Tools() -> Tools.Tools()
//! ```
//!
//! Wider visibility breaks nobody and is not reported.

use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, _threshold: f64) -> Vec<Proposal> {
    let changed = |old: EntityId| {
        let entity = session.old_entity(old);
        if entity.kind == EntityKind::Package {
            return None;
        }
        let new = session.rho(old)?;
        let (before, after) = (
            entity.modifiers.visibility(),
            session.new_entity(new).modifiers.visibility(),
        );
        if !entity.api || after >= before {
            return None;
        }
        let mut p = Proposal::new(old, new, Some(1.0), Some(1.0));
        p.evidence
            .notes
            .push(format!("{} became {}", before.word(), after.word()));
        Some(p)
    };
    session.old.ids().filter_map(changed).collect()
}
