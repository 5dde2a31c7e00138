//! What breaks clients and is no refactoring: API of the old release that the new one does not have, without a match.

use crate::entity::{EntityId, EntityKind};
use crate::session::Session;
use crate::strategy::Kind;
use crate::strategy::member::is_inherited;
use rustc_hash::FxHashSet;

/// In order of entity; a class that is gone stands for its members.
pub fn removed(session: &Session) -> Vec<EntityId> {
    let entries = &session.log.entries;
    let replaced: FxHashSet<EntityId> = entries
        .iter()
        .filter(|r| r.kind == Kind::Replace)
        .map(|r| r.old)
        .collect();
    session
        .old
        .ids()
        .filter(|id| !replaced.contains(id) && is_removed(session, *id))
        .collect()
}

fn is_removed(session: &Session, id: EntityId) -> bool {
    let entity = session.old_entity(id);
    if entity.kind == EntityKind::Package || session.rho(id).is_some() {
        return false;
    }
    let Some(parent) = entity.parent else {
        return false;
    };
    if session.old_entity(parent).kind == EntityKind::Package {
        return true;
    }
    // A nested class or member of what is gone is gone with it.
    let Some(class) = session.rho(parent) else {
        return false;
    };
    !inherits(session, id, class)
}

/// Whether the class still offers the member, from above.
fn inherits(session: &Session, old: EntityId, class: EntityId) -> bool {
    if session.old.is_constructor(old) {
        return implied(session, old, class);
    }
    if follows_overridden(session, old, class) {
        return true;
    }
    is_inherited(session, old, class)
}

/// A class without constructors has the one without parameters all the same.
fn implied(session: &Session, old: EntityId, class: EntityId) -> bool {
    let signature = session.old_entity(old).signature.as_ref();
    let mut members = session.new.children_of_kind(class, EntityKind::Method);
    signature.is_some_and(|s| s.params.is_empty())
        && !members.any(|m| session.new.is_constructor(m))
}

/// Whether the class inherits what became of a method that the old one overrode.
fn follows_overridden(session: &Session, old: EntityId, class: EntityId) -> bool {
    let entity = session.old_entity(old);
    let (EntityKind::Method, Some(parent)) = (entity.kind, entity.parent) else {
        return false;
    };
    let parameters = |m: EntityId| session.old_entity(m).signature.as_ref().map(|s| &s.params);
    let above = session.old.ancestors(parent)[1..].iter();
    above
        .flat_map(|&up| session.old.named(Some(up), EntityKind::Method, entity.name))
        .filter(|&&m| parameters(m) == parameters(old))
        .filter_map(|&m| session.new_entity(session.rho(m)?).parent)
        .any(|image| session.new.ancestors(class).contains(&image))
}
