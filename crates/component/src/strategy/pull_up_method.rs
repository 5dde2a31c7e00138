//! Pull Up Method: a method that kept its name and its code, and went to a superclass of its class.
//!
//! ```before
//! class Base { }
//! class Sub extends Base { int n; int next() { n = n + 1; return n * 2; } int two() { return next() + next(); } }
//! ```
//! ```after
//! class Base { int n; int next() { n = n + 1; return n * 2; } }
//! class Sub extends Base { int two() { return next() + next(); } }
//! ```
//! ```finds
//! move-field Sub.n -> Base.n
//! pull-up-method Sub.next() -> Base.next()
//! ```

use super::member::{self, Name};
use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use crate::strategy::Kind;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    across(session, threshold, |image| {
        session.new.ancestors(image)[1..].to_vec()
    })
}

/// Methods that left a class for one of those that `to` names, under their old name.
pub fn across(
    session: &Session,
    threshold: f64,
    to: impl Fn(EntityId) -> Vec<EntityId>,
) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Method) {
        if session.old.is_constructor(old)
            || session
                .rho(old)
                .is_some_and(|n| !session.log.says(Kind::PushDownMethod, old, n))
            || !member::left(session, old)
        {
            continue;
        }
        let Some(image) = session.parent_image(old) else {
            continue;
        };
        for class in to(image) {
            for &new in session.new.named(
                Some(class),
                EntityKind::Method,
                session.old_entity(old).name,
            ) {
                if session.is_new(new)
                    && member::alike(session, old, new)
                    && !member::stayed_at_home(session, old, new)
                {
                    proposals.extend(member::judge(session, old, new, threshold, Name::Kept));
                }
            }
        }
    }
    proposals
}
