//! Replace: something that is gone or newly deprecated, whose `@deprecated` names what to use instead.
//!
//! ```before
//! public class Sizes { /** @deprecated use {@link #length(String)} */ public int size(String s) { return s == null ? 0 : 1; }
//!   public int length(String s) { return s.length() * 2; } }
//! ```
//! ```after
//! public class Sizes { public int length(String s) { return s.length() * 2; } }
//! ```
//! ```finds
//! replace Sizes.size(String) -> Sizes.length(String)
//! ```
//!
//! The text is the author's word: no similarity is asked for. Where it names no parameters, the overload that is nearest is meant.

use super::member;
use crate::entity::{Component, EntityId, EntityKind};
use crate::scope;
use crate::session::{Proposal, Session};
use reweave_text::Symbol;

pub fn propose(session: &Session, _threshold: f64) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for old in session.old.ids() {
        if session.old_entity(old).kind == EntityKind::Package || session.log.logged(old).is_some()
        {
            continue;
        }
        let kept = session.rho(old);
        let advised = match kept {
            None => {
                named_in(session, session.old, old).and_then(|target| in_new(session, old, target))
            }
            Some(new) if session.is_outdated(old) => named_in(session, session.new, new)
                .and_then(|target| nearest(session, old, session.new, target)),
            Some(_) => None,
        };
        let Some(new) = advised.filter(|&n| Some(n) != kept && member::alike(session, old, n))
        else {
            continue;
        };
        let mut p = Proposal::new(
            old,
            new,
            session.similarity(old, new),
            session.sigma(old, new),
        );
        p.evidence.notes.push("@deprecated names it".into());
        p.score = 0.9;
        proposals.push(p);
    }
    proposals
}

/// What a documentation comment advises, in the release where it stands.
#[derive(Clone, Copy)]
struct Target {
    class: EntityId,
    member: Option<Symbol>,
}

fn named_in(session: &Session, component: &Component, id: EntityId) -> Option<Target> {
    let (_, after) = component.doc(id).split_once("@deprecated")?;
    let advice = after.split("\n     * @").next().unwrap_or(after);
    let advice = advice.split("* @").next().unwrap_or(advice);
    let (_, link) = advice
        .split_once("{@link")
        .or_else(|| advice.split_once("{@linkplain"))?;
    let link = link.split(['}', '(']).next()?.split_whitespace().next()?;
    let (class, member) = link
        .split_once('#')
        .map_or((link, None), |(c, m)| (c, Some(m)));
    let (file, _) = component.file_of(id)?;
    let around = component.class_around(id)?;
    let names = &session.old.sources.program.names;
    let class = if class.is_empty() {
        around
    } else {
        let segments: Option<Vec<Symbol>> = class.split('.').map(|s| names.get(s)).collect();
        scope::class_of_segments(component, file, Some(around), &segments?)?
    };
    let member = match member {
        Some(member) => Some(names.get(member)?),
        None => None,
    };
    Some(Target { class, member })
}

/// An advice of the old release, followed into the new one.
fn in_new(session: &Session, old: EntityId, target: Target) -> Option<EntityId> {
    let class = session.rho(target.class)?;
    let found = nearest(session, old, session.new, Target { class, ..target });
    found.or_else(|| {
        let member = target.member?;
        let renamed = session
            .old
            .named(Some(target.class), session.old_entity(old).kind, member);
        renamed.iter().find_map(|&m| session.rho(m))
    })
}

/// The member of that name whose parameters are nearest to those of the old one.
fn nearest(
    session: &Session,
    old: EntityId,
    component: &Component,
    target: Target,
) -> Option<EntityId> {
    let kind = session.old_entity(old).kind;
    let Some(member) = target.member else {
        return (kind == EntityKind::Class).then_some(target.class);
    };
    let found = component
        .ancestors(target.class)
        .iter()
        .map(|&c| component.named(Some(c), kind, member))
        .find(|named| !named.is_empty())?;
    found.iter().copied().max_by(|&a, &b| {
        let near = |m| session.parameter_similarity(old, m);
        near(a).total_cmp(&near(b)).then(b.cmp(&a))
    })
}
