//! Move Class: a class that kept its name and its code, but went to another package or another class.
//!
//! ```before
//! //- a/Words.java
//! package a;
//! public class Words { public int count(String s) { int n = 0; for (char c : s.toCharArray()) if (c == ' ') n++; return n + 1; } }
//! //- a/Other.java
//! package a;
//! public class Other { public int two(Words w) { return w.count("a b"); } }
//! ```
//! ```after
//! //- a/text/Words.java
//! package a.text;
//! public class Words { public int count(String s) { int n = 0; for (char c : s.toCharArray()) if (c == ' ') n++; return n + 1; } }
//! //- a/Other.java
//! package a;
//! import a.text.Words;
//! public class Other { public int two(Words w) { return w.count("a b"); } }
//! ```
//! ```finds
//! move-class a.Words -> a.text.Words
//! ```
//!
//! Where one class of that name left and one came, the names of the members count as text, too.

use crate::entity::{EntityId, EntityKind};
use crate::session::{Arrived, Proposal, Session};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let arrived = Arrived::of(session, EntityKind::Class);
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Class) {
        if !session.is_outdated(old) || moves_along(session, old) {
            continue;
        }
        for &new in arrived.named(session.old_entity(old).name) {
            if session.parent_image(old) == session.new_entity(new).parent {
                continue;
            }
            let text =
                member_overlap(session, old, new).max(session.similarity(old, new).unwrap_or(0.0));
            let references = session.sigma(old, new);
            if session
                .similarity(old, new)
                .is_some_and(|code| code < threshold / 5.0)
            {
                continue;
            }
            if text >= threshold && references.is_none_or(|r| r >= threshold / 2.0 || text >= 0.8) {
                let mut p = Proposal::new(old, new, Some(text), references);
                p.evidence.notes.push("the simple name is the same".into());
                proposals.push(p);
            }
        }
    }
    proposals
}

/// A nested class whose outer class is gone as well: it follows its outer class once that is found.
fn moves_along(session: &Session, old: EntityId) -> bool {
    session.old_entity(old).parent.is_some_and(|p| {
        session.old_entity(p).kind == EntityKind::Class && session.rho(p).is_none()
    })
}

/// How much two classes share of the names of their members.
pub fn member_overlap(session: &Session, old: EntityId, new: EntityId) -> f64 {
    let ours: FxHashSet<Symbol> =
        member_names(session.old.children(old), |e| session.old_entity(e).name);
    let theirs: FxHashSet<Symbol> =
        member_names(session.new.children(new), |e| session.new_entity(e).name);
    if ours.is_empty() || theirs.is_empty() {
        return 0.0;
    }
    let common = ours.intersection(&theirs).count() as f64;
    f64::midpoint(common / ours.len() as f64, common / theirs.len() as f64)
}

fn member_names(members: &[EntityId], name: impl Fn(EntityId) -> Symbol) -> FxHashSet<Symbol> {
    members.iter().map(|&m| name(m)).collect()
}
