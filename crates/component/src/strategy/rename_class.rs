//! Rename Class: a class that kept its package and its code, but not its name.
//!
//! ```before
//! public class Pile { int n; public void push() { n = n + 1; if (n > 9) n = 0; } public Pile self() { return this; } }
//! ```
//! ```after
//! public class Stack { int n; public void push() { n = n + 1; if (n > 9) n = 0; } public Stack self() { return this; } }
//! ```
//! ```finds
//! rename-class Pile -> Stack
//! ```
//!
//! Methods are compared by their bodies, not by their names, so that a class is found even when its methods were renamed with it.

use crate::candidates;
use crate::entity::EntityKind;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::similar(session, EntityKind::Class, threshold)
        .into_iter()
        .filter(|&(old, new)| {
            session.parent_image(old) == session.new_entity(new).parent
                && session.old_entity(old).name != session.new_entity(new).name
        })
        .filter_map(|(old, new)| session.judge(old, new, threshold))
        .collect()
}
