//! Rename Field: a field or constant that kept its class and its value, but not its name.
//!
//! ```before
//! class Clock { static final int TICKS = 60 * 60 * 24; int day() { return TICKS * 2; } int week() { return 7 * TICKS; } }
//! ```
//! ```after
//! class Clock { static final int SECONDS = 60 * 60 * 24; int day() { return SECONDS * 2; } int week() { return 7 * SECONDS; } }
//! ```
//! ```finds
//! rename-field Clock.TICKS -> Clock.SECONDS
//! ```
//!
//! A field has little text: the type has to be the same, and what refers to it decides. One that has none, as constants of enums
//! often do, is known by its place, if nothing else changed among the fields of its class:
//!
//! ```before
//! enum Side { LEFT, RIGHT, BOTH }
//! ```
//! ```after
//! enum Side { LEFT, OTHER, BOTH }
//! ```
//! ```finds
//! rename-field Side.RIGHT -> Side.OTHER
//! ```

use crate::candidates;
use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use crate::words::shared_words;

pub fn propose(session: &Session, threshold: f64) -> Vec<Proposal> {
    candidates::within_classes(session, EntityKind::Field)
        .into_iter()
        .filter(|&(old, new)| session.old_entity(old).name != session.new_entity(new).name)
        .filter_map(|(old, new)| {
            judge(session, old, new, threshold).or_else(|| by_place(session, old, new, threshold))
        })
        .collect()
}

/// The only field of its class that changed, without any text, at the same place among the others.
fn by_place(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    let (before, after) = (session.old_entity(old), session.new_entity(new));
    let fields_of_old = session.old.children_of_kind(before.parent?, before.kind);
    let fields_of_new = session.new.children_of_kind(after.parent?, after.kind);
    let references = session.sigma(old, new);
    let fits = session.similarity(old, new).is_none()
        && before.modifiers == after.modifiers
        && same_type(session, old, new)
        && references.is_none_or(|r| r >= f64::midpoint(threshold, 1.0));
    if !fits || fields_of_old.clone().count() != fields_of_new.clone().count() {
        return None;
    }
    let mut others = 0;
    for (a, b) in fields_of_old.zip(fields_of_new) {
        if (a == old) != (b == new) || (a != old && session.rho(a) != Some(b)) {
            return None;
        }
        others += usize::from(a != old);
    }
    (others > 0).then(|| {
        let mut p = Proposal::new(old, new, None, references);
        p.evidence
            .notes
            .push("no other field of its class changed, and it stands at the same place".into());
        p
    })
}

fn same_type(session: &Session, old: EntityId, new: EntityId) -> bool {
    match (&session.old_entity(old).ty, &session.new_entity(new).ty) {
        (Some(a), Some(b)) => session.log.same_type(session.pair(), a, b),
        (None, None) => true,
        _ => false,
    }
}

/// So many references are no accident, even where the names have nothing in common.
const OFTEN: u32 = 4;

/// Fields of the same type, by their references first and their text second.
pub fn judge(session: &Session, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
    if !same_type(session, old, new) {
        return None;
    }
    let text = session.similarity(old, new);
    let references = session.sigma(old, new);
    let enough = match (text, references) {
        (Some(text), Some(sigma)) => f64::midpoint(text, sigma) >= threshold && sigma > 0.0,
        (None, Some(sigma)) => {
            let words = shared_words(session.old.simple_name(old), session.new.simple_name(new));
            sigma >= f64::midpoint(threshold, 1.0)
                && (words > 0.0 || session.old_references.uses(old) >= OFTEN)
        }
        (Some(text), None) => text >= 0.9,
        (None, None) => false,
    } || session.rho(old).is_none()
        && session.renamed_alike(old, new)
        && text.is_none_or(|t| t >= 0.5);
    enough.then(|| Proposal::new(old, new, text, references))
}
