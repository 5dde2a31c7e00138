//! Change Exceptions: a method that is the same but for what it declares to throw.
//!
//! ```before
//! public class Reader { public int read() throws Exception { return 1; } }
//! ```
//! ```after
//! public class Reader { public int read() { return 1; } }
//! ```
//! ```finds
//! change-exceptions Reader.read() -> Reader.read()
//! ```

use crate::entity::{Component, EntityId, EntityKind};
use crate::log::signatures;
use crate::session::{Proposal, Session};
use crate::signature::{Signature, TypeRef};

pub fn propose(session: &Session, _threshold: f64) -> Vec<Proposal> {
    let changed = |old: EntityId| {
        let new = session.rho(old)?;
        let (Some(a), Some(b)) = signatures(session.pair(), old, new) else {
            return None;
        };
        let same = |x: &TypeRef, y: &TypeRef| session.log.same_type(session.pair(), x, y);
        let lost = a
            .throws
            .iter()
            .any(|x| !b.throws.iter().any(|y| same(x, y)));
        let gained = b
            .throws
            .iter()
            .any(|y| !a.throws.iter().any(|x| same(x, y)));
        if !lost && !gained {
            return None;
        }
        let mut p = Proposal::new(old, new, Some(1.0), Some(1.0));
        p.evidence.notes.push(format!(
            "{} became {}",
            thrown(session.old, a),
            thrown(session.new, b)
        ));
        Some(p)
    };
    session
        .old
        .of_kind(EntityKind::Method)
        .filter_map(changed)
        .collect()
}

fn thrown(component: &Component, signature: &Signature) -> String {
    if signature.throws.is_empty() {
        return "no exception".to_owned();
    }
    let names: Vec<&str> = signature
        .throws
        .iter()
        .map(|t| component.text(t.name))
        .collect();
    names.join(", ")
}
