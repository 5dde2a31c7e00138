//! Move and Rename Class: a class that kept its code, but neither its package nor its name.
//!
//! ```before
//! //- a/Pile.java
//! package a;
//! public class Pile { int n; public void push() { n = n + 1; if (n > 9) n = 0; } public int pop() { n = n - 1; return n * 2; } }
//! //- a/Here.java
//! package a;
//! public class Here { }
//! //- b/There.java
//! package b;
//! public class There { }
//! ```
//! ```after
//! //- b/Stack.java
//! package b;
//! public class Stack { int n; public void push() { n = n + 1; if (n > 9) n = 0; } public int pop() { n = n - 1; return n * 2; } }
//! //- a/Here.java
//! package a;
//! public class Here { }
//! //- b/There.java
//! package b;
//! public class There { }
//! ```
//! ```finds
//! move-rename-class a.Pile -> b.Stack
//! ```
//!
//! Judged as a renamed class is, with a higher threshold.

use super::rename_class::judge;
use crate::candidates;
use crate::entity::EntityKind;
use crate::session::{Proposal, Session};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::similar(session, EntityKind::Class, threshold / 2.0)
        .into_iter()
        .filter(|&(old, new)| {
            session.parent_image(old) != session.new_entity(new).parent
                && session.old_entity(old).name != session.new_entity(new).name
        })
        .filter_map(|(old, new)| judge(session, old, new, threshold))
        .collect()
}
