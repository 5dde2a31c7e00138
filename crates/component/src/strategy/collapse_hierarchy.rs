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
//!
//! A class that added nothing to its superclass is its superclass once it is gone:
//!
//! ```before
//! //- Area.java
//! public class Area { int n; public Area(int n) { this.n = n; } public int size() { return n * n; } }
//! //- OldArea.java
//! public class OldArea extends Area { public OldArea(int n) { super(n); } }
//! //- Map.java
//! public class Map { int two(OldArea a, OldArea b) { return a.size() + b.size(); } }
//! ```
//! ```after
//! //- Area.java
//! public class Area { int n; public Area(int n) { this.n = n; } public int size() { return n * n; } }
//! //- Map.java
//! public class Map { int two(Area a, Area b) { return a.size() + b.size(); } }
//! ```
//! ```finds
//! collapse-hierarchy OldArea -> Area
//! ```

use super::move_class::member_overlap;
use crate::entity::{Decl, EntityId, EntityKind};
use crate::session::{Proposal, Session};
use reweave_model::Kind;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for old in session.old.of_kind(EntityKind::Class) {
        if session.rho(old).is_some() {
            continue;
        }
        proposals.extend(added_nothing(session, old, threshold));
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

/// A class that only passed its arguments on to the constructors of its superclass, which its users use in its place now.
fn added_nothing(session: &Session, old: EntityId, threshold: f64) -> Option<Proposal> {
    let &[up] = session.old.supers(old) else {
        return None;
    };
    let new = session.rho(up)?;
    let mut members = session.old.children(old).iter();
    let kinds = session.old.type_kind(old) == session.old.type_kind(up);
    if !kinds || !members.all(|&m| passes_on(session, m)) {
        return None;
    }
    let switched = session.delta(old, new).map(|d| d >= threshold);
    let told = switched.unwrap_or(session.old_entity(old).deprecated);
    told.then(|| {
        let mut p = Proposal::new(old, new, None, None);
        let name = session.old.simple_name(up);
        p.evidence.notes.push(format!("it added nothing to {name}"));
        p
    })
}

/// A constructor that does nothing but call one of the superclass, or a constant of the class itself.
fn passes_on(session: &Session, member: EntityId) -> bool {
    let Decl::Callable(file, callable) = session.old_entity(member).decl else {
        let entity = session.old_entity(member);
        return entity.kind == EntityKind::Field && !entity.api;
    };
    let model = &session.old.sources.program.files[file as usize];
    let callable = model.callable(callable);
    let mut statements = callable
        .body
        .into_iter()
        .flat_map(|b| model.tree.children(b));
    callable.is_constructor()
        && statements.all(|s| {
            model.tree.kind(s) == Kind::ConstructorCall
                && session.old.text(model.tree.sym(s)) == "super"
        })
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
