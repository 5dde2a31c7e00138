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
//! Prose will do where it names something that is there:
//!
//! ```before
//! public class Sizes { /** @deprecated As of 2.0, replaced by <code>lengthOf(String)</code>. */ public int size(String s) { return s == null ? 0 : 1; }
//!   public int lengthOf(String s) { return s.length() * 2; } }
//! ```
//! ```after
//! public class Sizes { public int lengthOf(String s) { return s.length() * 2; } }
//! ```
//! ```finds
//! replace Sizes.size(String) -> Sizes.lengthOf(String)
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

/// The element that the advice of `@deprecated` names, by a link or in prose.
fn named_in(session: &Session, component: &Component, id: EntityId) -> Option<Target> {
    let (_, after) = component.doc(id).split_once("@deprecated")?;
    let advice = after.split("\n     * @").next().unwrap_or(after);
    let advice = advice.split("* @").next().unwrap_or(advice);
    let linked = advice.split_once("{@link").map(|(_, after)| {
        let after = after.strip_prefix("plain").unwrap_or(after);
        let link = after.split(['}', '(']).next().unwrap_or_default();
        link.split_whitespace().next().unwrap_or_default()
    });
    if let Some(link) = linked {
        return resolve(session, component, id, link);
    }
    // Prose: what follows "use", "replaced by" and the like, where it names something.
    let mut words = advice.split_whitespace().map(plain_word);
    while let Some(word) = words.next() {
        if !LEADS.iter().any(|l| word.eq_ignore_ascii_case(l)) {
            continue;
        }
        let mut named = words.clone().take(WORDS_AFTER);
        let target = named.find_map(|w| resolve(session, component, id, w));
        if let Some(target) = target {
            return Some(target);
        }
    }
    None
}

/// What comes before the name of a replacement.
const LEADS: &[&str] = &[
    "use", "by", "of", "to", "call", "see", "with", "prefer", "instead",
];

/// How far behind it the name stands at most.
const WORDS_AFTER: usize = 4;

/// A word of prose without tags, quotes, punctuation and the arguments of a call.
fn plain_word(word: &str) -> &str {
    let word = word
        .trim_start_matches("{@code")
        .trim_start_matches("<code>");
    let word = word.trim_start_matches("<tt>");
    let word = word.split(['(', '<', '}', ',', ';']).next().unwrap_or(word);
    word.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '#')))
}

/// What a word of documentation names: `Class`, `Class#member`, `Class.member`, `#member`, or a member of its own class that a
/// word alone can only be where it is written like one.
fn resolve(session: &Session, component: &Component, id: EntityId, link: &str) -> Option<Target> {
    let link = if link.contains('#') || component.get(id).kind == EntityKind::Class {
        link.to_owned()
    } else {
        let is_member = |w: &str| w.chars().next().is_some_and(|c| !c.is_uppercase());
        match link.rsplit_once('.') {
            Some((class, member)) if is_member(member) => format!("{class}#{member}"),
            None if is_member(link) && link.chars().any(char::is_uppercase) => format!("#{link}"),
            _ => link.to_owned(),
        }
    };
    let (class, member) = link
        .split_once('#')
        .map_or((link.as_str(), None), |(c, m)| (c, Some(m)));
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
