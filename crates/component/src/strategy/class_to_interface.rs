//! Class to Interface: a type that is the same but for its kind.
//!
//! ```before
//! public abstract class Shape { public abstract int area(); }
//! ```
//! ```after
//! public interface Shape { int area(); }
//! ```
//! ```finds
//! class-to-interface Shape -> Shape
//! ```
//!
//! Any change of kind that breaks clients is found: class to interface, interface to class, class to enum.

use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use reweave_model::TypeKind;

pub fn propose(session: &Session, _threshold: f64) -> Vec<Proposal> {
    session
        .old
        .of_kind(EntityKind::Class)
        .filter_map(|old| {
            let new = session.rho(old)?;
            let (before, after) = (session.old.type_kind(old)?, session.new.type_kind(new)?);
            if before == after {
                return None;
            }
            let mut p = Proposal::new(old, new, Some(1.0), Some(1.0));
            p.evidence
                .notes
                .push(format!("{before:?} became {after:?}").to_lowercase());
            if after == TypeKind::Interface
                && let Some(heir) = heir(session, old, new)
            {
                let heir = session.new.qualified(heir);
                p.evidence.notes.push(format!("its code is in {heir} now"));
            }
            Some(p)
        })
        .collect()
}

/// So much of a class's text makes another one its heir.
const HEIR: f64 = 0.5;

/// The new class below an interface that has the code of the class which became it.
pub fn heir(session: &Session, old: EntityId, new: EntityId) -> Option<EntityId> {
    let subs = session.new.subs(new).iter().copied();
    let likeness = |sub: EntityId| session.similarity(old, sub).unwrap_or_default();
    let heirs = subs.filter(|&s| session.is_new(s) && likeness(s) >= HEIR);
    heirs.max_by(|&a, &b| likeness(a).total_cmp(&likeness(b)).then(b.cmp(&a)))
}
