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
//! Where one class of that name left and one came, the names of the members count as text, too. A type that only marks others has
//! none, and is known by them:
//!
//! ```before
//! //- a/Value.java
//! package a;
//! public interface Value { }
//! //- a/Here.java
//! package a;
//! public class Here { public int two(Value v, Value w) { return v == w ? 1 : 2; } }
//! //- b/There.java
//! package b;
//! public class There { }
//! ```
//! ```after
//! //- b/Value.java
//! package b;
//! public interface Value { }
//! //- a/Here.java
//! package a;
//! import b.Value;
//! public class Here { public int two(Value v, Value w) { return v == w ? 1 : 2; } }
//! //- b/There.java
//! package b;
//! public class There { }
//! ```
//! ```finds
//! move-class a.Value -> b.Value
//! ```

use super::member;
use crate::entity::{EntityId, EntityKind};
use crate::session::{Arrived, Proposal, Session};
use crate::strategy::Kind;
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let arrived = Arrived::of(session, EntityKind::Class);
    let neighbours = Neighbours::of(session);
    let mut gone: FxHashMap<Symbol, u32> = FxHashMap::default();
    for old in session.old.of_kind(EntityKind::Class) {
        if session.rho(old).is_none() {
            *gone.entry(session.old_entity(old).name).or_default() += 1;
        }
    }
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Class) {
        let image = session.parent_image(old);
        let around = image.filter(|&c| session.new_entity(c).kind == EntityKind::Class);
        let inherited = around.is_some_and(|class| member::is_inherited(session, old, class));
        if inherited || !session.is_outdated(old) || moves_along(session, old) {
            continue;
        }
        let name = session.old_entity(old).name;
        let alone = arrived.named(name).len() == 1 && gone.get(&name) == Some(&1);
        for &new in arrived.named(name) {
            if session.parent_image(old) == session.new_entity(new).parent {
                continue;
            }
            let text =
                member_overlap(session, old, new).max(session.similarity(old, new).unwrap_or(0.0));
            let references = session.sigma(old, new);
            let along = neighbours.went(session, old, new);
            let code = session.similarity(old, new);
            let sigma = session.sigma_threshold(threshold);
            if is_empty(session, old, new) {
                if along || alone && references.is_some_and(|r| r >= sigma) {
                    let mut p = Proposal::new(old, new, code, references);
                    p.evidence.notes.push("neither declares anything".into());
                    proposals.push(p);
                }
                continue;
            }
            if code.is_some_and(|code| code < threshold / 5.0) && !(along && text >= threshold) {
                continue;
            }
            let alike =
                text >= threshold && references.is_none_or(|r| r >= sigma / 2.0 || text >= 0.8);
            // Nobody else has the name, or most of its package went there: less text says enough.
            let told = (alone || along) && text >= threshold / 2.0
                || alone && references.is_some_and(|r| r >= sigma)
                || along && alone && text >= threshold / 5.0;
            if alike || told {
                let mut p = Proposal::new(old, new, Some(text), references);
                p.evidence.notes.push("the simple name is the same".into());
                if along {
                    let note = "most other classes of its package went there";
                    p.evidence.notes.push(note.into());
                }
                proposals.push(p);
            }
        }
    }
    proposals
}

/// Two types that only mark others have no text: who refers to them tells.
fn is_empty(session: &Session, old: EntityId, new: EntityId) -> bool {
    session.old.children(old).is_empty() && session.new.children(new).is_empty()
}

/// Where the classes of each package went, as far as that is known.
struct Neighbours(FxHashMap<EntityId, FxHashMap<EntityId, u32>>);

/// So many classes that went to one package take others with them.
const FEWEST: u32 = 2;

impl Neighbours {
    fn of(session: &Session) -> Self {
        let mut went: FxHashMap<EntityId, FxHashMap<EntityId, u32>> = FxHashMap::default();
        for r in &session.log.entries {
            let (old, new) = (session.old_entity(r.old), session.new_entity(r.new));
            if r.kind == Kind::MoveClass
                && let (Some(from), Some(to)) = (old.parent, new.parent)
            {
                *went.entry(from).or_default().entry(to).or_default() += 1;
            }
        }
        Self(went)
    }

    /// Whether most of those that left the package of `old` went to that of `new`.
    fn went(&self, session: &Session, old: EntityId, new: EntityId) -> bool {
        let (from, to) = (
            session.old_entity(old).parent,
            session.new_entity(new).parent,
        );
        let (Some(from), Some(to)) = (from, to) else {
            return false;
        };
        let Some(went) = self.0.get(&from) else {
            return false;
        };
        let there = went.get(&to).copied().unwrap_or(0);
        there >= FEWEST && there * 2 > went.values().sum::<u32>()
    }
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
