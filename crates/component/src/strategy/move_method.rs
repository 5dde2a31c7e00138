//! Move Method: a method that kept its name and its code, and went to a class that its own is not related to.
//!
//! ```before
//! class C1 { void m1(C2 c2) { xyz(); int n = 0; for (int i = 0; i < 9; i++) n += i * 3; if (n > 40) c2.m2(); } void xyz() { System.out.println(); } }
//! class C2 { int n; void m2() { n++; } }
//! class User { void use(C1 a, C2 b) { a.m1(b); } }
//! ```
//! ```after
//! class C1 { void xyz() { System.out.println(); } }
//! class C2 { int n; void m2() { n++; } void m1(C1 c1) { c1.xyz(); int n = 0; for (int i = 0; i < 9; i++) n += i * 3; if (n > 40) m2(); } }
//! class User { void use(C1 a, C2 b) { b.m1(a); } }
//! ```
//! ```finds
//! change-signature C1.m1(C2) -> C2.m1(C1)
//! move-method C1.m1(C2) -> C2.m1(C1)
//! ```
//!
//! A line of code tells little. Where nothing refers to it, its documentation has to have gone along:
//!
//! ```before
//! public class Text { /** Gives a builder of texts that translates what it is told to escape, and appends the rest as it is. */ public static Builder builder(Table t) { return new Builder(t); }
//!   public static class Builder { Table t; Builder(Table t) { this.t = t; } } }
//! class Table { }
//! ```
//! ```after
//! public class Text {
//!   public static class Builder { Table t; Builder(Table t) { this.t = t; } /** Gives a builder of texts that translates what it is told to escape, and appends the rest as it is. */ public static Builder builder(Table t) { return new Builder(t); } } }
//! class Table { }
//! ```
//! ```finds
//! move-method Text.builder(Table) -> Text.Builder.builder(Table)
//! ```
//!
//! References have to be properly updated: what the method used of its old class, it still uses there, and it no longer takes
//! its new class as a parameter.
//!
//! So it is where the new class stands inside the old one, and sees its members:
//!
//! ```before
//! public class Texts { static final Table TABLE = new Table(); /** Gives back what was written for the characters of a script before it was sent, and leaves all others as they are. */ public static String plain(String in) { return TABLE.read(in); } public static final class Maker { final int n; Maker(int n) { this.n = n; } } }
//! class Table { String read(String in) { return in; } }
//! ```
//! ```after
//! public class Texts { static final Table TABLE = new Table(); public static final class Maker { /** Gives back what was written for the characters of a script before it was sent, and leaves all others as they are. */ public static String plain(String in) { return TABLE.read(in); } final int n; Maker(int n) { this.n = n; } } }
//! class Table { String read(String in) { return in; } }
//! ```
//! ```finds
//! move-method Texts.plain(String) -> Texts.Maker.plain(String)
//! ```
//!
//! A method that the class inherits now did not go elsewhere, however alike another one is:
//!
//! ```before
//! //- Table.java
//! public class Table { int mask; public int find(Object o) { return o.hashCode() & mask; } }
//! //- Special.java
//! public class Special { int mask; Object[] keys; public boolean holds(Object o) { int i = System.identityHashCode(o) & mask; while (keys[i] != null) { if (keys[i] == o) return true; i = i + 1; } return false; } }
//! ```
//! ```after
//! //- Table.java
//! public class Table { int mask; public int find(Object o) { return o.hashCode() & mask; } public boolean holds(Object o) { return find(o) >= 0; } }
//! //- Special.java
//! public class Special extends Table { }
//! //- Cuckoo.java
//! public class Cuckoo { int mask; Object[] keys; public boolean holds(Object o) { int i = System.identityHashCode(o) & mask; while (keys[i] != null) { if (keys[i] == o) return true; i = i + 1; } return false; } }
//! ```
//! ```finds
//! ```

use super::member;
use crate::candidates;
use crate::entity::{EntityId, EntityKind};
use crate::log::signatures;
use crate::session::{Proposal, Session};
use crate::strategy::Kind;
use std::collections::BTreeMap;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut proposals = families(session);
    proposals.extend(alone(session, threshold));
    proposals
}

/// Once several methods are known to have gone from one class to another, those that have the same name and parameters there went
/// with them, however short they are.
fn families(session: &Session) -> Vec<Proposal> {
    let mut moved: BTreeMap<(EntityId, EntityId), u32> = BTreeMap::new();
    for r in &session.log.entries {
        if let (Kind::MoveMethod, Some(from), Some(to)) = (
            r.kind,
            session.old_entity(r.old).parent,
            session.new_entity(r.new).parent,
        ) {
            *moved.entry((from, to)).or_insert(0) += 1;
        }
    }
    let mut proposals = Vec::new();
    for ((from, to), _) in moved.into_iter().filter(|(_, n)| *n >= FAMILY) {
        for old in session.old.children_of_kind(from, EntityKind::Method) {
            if session.rho(old).is_some() || session.old.is_constructor(old) {
                continue;
            }
            let name = session.old_entity(old).name;
            for &new in session.new.named(Some(to), EntityKind::Method, name) {
                if session.is_new(new) && session.log.same_parameters(session.pair(), old, new) {
                    let text = member::text(session, old, new);
                    let mut p = Proposal::new(old, new, text, session.sigma(old, new));
                    p.score = p.score.max(0.7);
                    p.evidence
                        .notes
                        .push("several methods of its class went there".into());
                    proposals.push(p);
                }
            }
        }
    }
    proposals
}

/// How many methods make a family.
const FAMILY: u32 = 3;

fn alone(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::similar(session, EntityKind::Method, threshold)
        .into_iter()
        .filter(|&(old, new)| {
            session.old_entity(old).name == session.new_entity(new).name
                && !session.old.is_constructor(old)
                && !session.new.is_constructor(new)
                && unrelated(session, old, new)
                && !is_inherited(session, old)
                && !member::stayed_at_home(session, old, new)
        })
        .filter_map(|(old, new)| judge(session, old, new, threshold))
        .filter(|p| references_properly_updated(session, p.old, p.new, threshold))
        .collect()
}

/// Whether the class has the method from above now: what is alike elsewhere is another one.
fn is_inherited(session: &Session, old: EntityId) -> bool {
    let image = session.parent_image(old);
    image.is_some_and(|class| member::is_inherited(session, old, class))
}

/// Without its class, a name such as `isEmpty` says little: where σ does not speak for a pair, its code has to be long and the
/// same, and more so when the whole class is gone.
fn judge(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    if session.old_entity(old).api && !session.new_entity(new).api {
        return None;
    }
    let text = member::text(session, old, new).filter(|&t| t >= threshold)?;
    let references = session.sigma(old, new);
    let weight = session.weight(old, new);
    let gone = session.parent_image(old).is_none();
    let parameters = session.parameter_similarity(old, new);
    let enough = match references {
        Some(sigma) if sigma >= session.sigma_threshold(threshold) => {
            weight >= SHORTEST || sigma >= 0.9
        }
        Some(_) => !gone && text >= 0.8 && weight >= SHORTEST && parameters >= 0.5,
        None if gone => text >= 0.9 && weight >= 3 * SHORTEST,
        None if weight < SHORTEST => {
            documented(session, old, new) && text >= 0.9 && parameters >= 0.99
        }
        None => text >= 0.7 && parameters >= 0.5,
    };
    enough.then(|| {
        let mut p = Proposal::new(old, new, Some(text), references);
        p.score = p.score * 0.9 + parameters * 0.1;
        p
    })
}

/// Code of fewer shingles may stand anywhere.
const SHORTEST: usize = 6;

/// Whether the documentation went along, and is long enough to tell the method from others.
fn documented(session: &Session, old: EntityId, new: EntityId) -> bool {
    session.old_shingles.doc[old.index()].len() >= SHORTEST
        && session.doc_similarity(old, new).is_some_and(|d| d >= 0.9)
}

/// The classes differ and neither inherits from the other, in the new release. A class that is gone is related to nothing.
pub fn unrelated(session: &Session, old: EntityId, new: EntityId) -> bool {
    let Some(target) = session.new_entity(new).parent else {
        return false;
    };
    match session.parent_image(old) {
        None => true,
        Some(image) => {
            image != target
                && !session.new.descends(image, target)
                && !session.new.descends(target, image)
        }
    }
}

fn references_properly_updated(
    session: &Session,
    old: EntityId,
    new: EntityId,
    threshold: f64,
) -> bool {
    let (Some(before), Some(after)) = signatures(session.pair(), old, new) else {
        return false;
    };
    let target = session.new_entity(new).parent;
    let takes_target = before
        .params
        .iter()
        .any(|p| p.class.is_some_and(|c| session.rho(c) == target));
    if takes_target
        && !session
            .new_entity(new)
            .modifiers
            .has(reweave_model::Modifiers::STATIC)
        && after.params.iter().any(|p| p.class == target)
    {
        return false;
    }
    let class = session.old_entity(old).parent;
    let (mut of_class, mut kept) = (0, 0);
    for &(used, _) in session.old_references.outgoing(old) {
        if used == old || session.old_entity(used).parent != class {
            continue;
        }
        let Some(image) = session.rho(used) else {
            continue;
        };
        of_class += 1;
        let still = session
            .new_references
            .outgoing(new)
            .iter()
            .any(|&(now, _)| {
                now == image || session.new_entity(now).name == session.new_entity(image).name
            });
        kept += u32::from(still);
    }
    of_class == 0 || f64::from(kept) >= threshold * f64::from(of_class)
}
