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
//! Bodies that several classes have tell nothing:
//!
//! ```before
//! //- Busy.java
//! public class Busy extends RuntimeException { public Busy(String s, Throwable t) { super(s, t); } public Busy(String s) { super(s); } }
//! //- Late.java
//! public class Late extends RuntimeException { public Late(String s, Throwable t) { super(s, t); } public Late(String s) { super(s); } }
//! ```
//! ```after
//! //- Busy.java
//! public class Busy extends RuntimeException { public Busy(String s, Throwable t) { super(s, t); } public Busy(String s) { super(s); } }
//! //- BadCode.java
//! public class BadCode extends RuntimeException { public BadCode(String s, Throwable t) { super(s, t); } public BadCode(String s) { super(s); } }
//! ```
//! ```finds
//! ```

use super::move_class::member_overlap;
use crate::candidates;
use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use crate::shingles::directed;
use crate::words::shared_words;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::similar(session, EntityKind::Class, threshold / 2.0)
        .into_iter()
        .filter(|&(old, new)| {
            session.parent_image(old) == session.new_entity(new).parent
                && session.old_entity(old).name != session.new_entity(new).name
        })
        .filter_map(|(old, new)| judge(session, old, new, threshold))
        .collect()
}

/// Code, the names of the members and the words of the name are the text of a class whose name changed; σ may say half as much
/// where the text says more.
pub fn judge(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    if session.old_entity(old).api && !session.new_entity(new).api {
        return None;
    }
    let members = member_overlap(session, old, new);
    let words = shared_words(session.old.simple_name(old), session.new.simple_name(new));
    let systematic = session.renamed_alike(old, new);
    let similarity = session
        .similarity(old, new)
        .filter(|_| !is_common(session, old));
    let code = match similarity {
        Some(code) => code,
        None if systematic => 0.0,
        None => return None,
    };
    // A class that gained members still has its own.
    let kept = if words > 0.0 && similarity.is_some() {
        contained(session, old, new)
    } else {
        0.0
    };
    let known = if systematic { members.max(0.5) } else { 0.0 };
    let text = code
        .max((code + members + words) / 3.0)
        .max(kept * 0.8)
        .max(known);
    if text < threshold {
        return None;
    }
    let references = session.sigma(old, new);
    let alike = words >= 0.5 && members >= 0.5;
    let enough = match references {
        _ if systematic && (members >= 0.5 || code >= threshold / 2.0) => true,
        Some(sigma) => {
            let enough = session.sigma_threshold(threshold);
            sigma >= enough || (alike && sigma >= enough / 5.0) || code >= 0.9
        }
        None => alike || code >= f64::midpoint(threshold, 1.0),
    };
    enough.then(|| Proposal::new(old, new, Some(text), references))
}

/// Code that another class of the release has as well, as exceptions have their constructors, tells none of them from the others.
fn is_common(session: &Session, old: EntityId) -> bool {
    let code = |class: EntityId| &session.old_shingles.code[class.index()];
    let mut others = session.old.of_kind(EntityKind::Class);
    !code(old).is_empty() && others.any(|c| c != old && code(c) == code(old))
}

/// The share of the old class's text that the new one has.
fn contained(session: &Session, old: EntityId, new: EntityId) -> f64 {
    let ours = &session.old_shingles.code[old.index()];
    let theirs = &session.new_shingles.code[new.index()];
    directed(ours, theirs)
}
