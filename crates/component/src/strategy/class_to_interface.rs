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

use crate::entity::EntityKind;
use crate::session::{Proposal, Session};

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
            Some(p)
        })
        .collect()
}
