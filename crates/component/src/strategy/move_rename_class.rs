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
//! Besides shingles, the names of the members and the words of the class's own name count as text.

use super::move_class::member_overlap;
use crate::candidates;
use crate::entity::EntityKind;
use crate::session::{Proposal, Session};
use crate::words::shared_words;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::similar(session, EntityKind::Class, threshold / 2.0)
        .into_iter()
        .filter(|&(old, new)| {
            session.parent_image(old) != session.new_entity(new).parent
                && session.old_entity(old).name != session.new_entity(new).name
        })
        .filter_map(|(old, new)| {
            let members = member_overlap(session, old, new);
            let words = shared_words(session.old.simple_name(old), session.new.simple_name(new));
            let code = session.similarity(old, new)?;
            let text = code.max((code + members + words) / 3.0);
            let references = session.sigma(old, new);
            let enough = text >= threshold
                && members >= threshold / 2.0
                && references.is_none_or(|r| r >= threshold / 2.0 || text >= 0.8);
            enough.then(|| Proposal::new(old, new, Some(text), references))
        })
        .collect()
}
