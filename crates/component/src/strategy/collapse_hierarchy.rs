//! Collapse Hierarchy: a class and its supertype became one, which bears the supertype's name.
//!
//! ```before
//! //- Test.java
//! public interface Test { double mean(double[] x); }
//! //- TestImpl.java
//! public class TestImpl implements Test { public double mean(double[] x) { double s = 0; for (double d : x) s += d; return s / x.length; } }
//! ```
//! ```after
//! //- Test.java
//! public class Test { public double mean(double[] x) { double s = 0; for (double d : x) s += d; return s / x.length; } }
//! ```
//! ```finds
//! class-to-interface Test -> Test
//! collapse-hierarchy TestImpl -> Test
//! ```

use super::move_class::member_overlap;
use crate::entity::EntityKind;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Class) {
        if session.rho(old).is_some() {
            continue;
        }
        for &up in session.old.ancestors(old) {
            let Some(new) = session.rho(up).filter(|_| up != old) else {
                continue;
            };
            let text = session
                .similarity(old, new)
                .unwrap_or(0.0)
                .max(member_overlap(session, old, new));
            let code = !session.new_shingles.code[new.index()].is_empty();
            if text >= threshold && code && gained_code(session, up, new) {
                let mut p = Proposal::new(old, new, Some(text), None);
                p.evidence.notes.push(format!(
                    "{} had no code of its own, and now has that of {}",
                    session.old.simple_name(up),
                    session.old.simple_name(old)
                ));
                proposals.push(p);
            }
        }
    }
    proposals
}

/// Whether the supertype's own methods had fewer bodies than those of what it became.
fn gained_code(
    session: &Session,
    up: crate::entity::EntityId,
    new: crate::entity::EntityId,
) -> bool {
    let bodies =
        |component: &crate::entity::Component, shingles: &crate::shingles::Shingles, class| {
            component
                .children_of_kind(class, EntityKind::Method)
                .filter(|m| !shingles.code[m.index()].is_empty())
                .count()
        };
    bodies(session.old, session.old_shingles, up) * 2
        < bodies(session.new, session.new_shingles, new)
}
