//! What breaks clients and is no refactoring: API of the old release that the new one does not have, without a match.

use crate::entity::{EntityId, EntityKind};
use crate::session::Session;

/// In order of entity; a class that is gone stands for its members.
pub fn removed(session: &Session) -> Vec<EntityId> {
    session
        .old
        .ids()
        .filter(|&id| is_removed(session, id))
        .collect()
}

fn is_removed(session: &Session, id: EntityId) -> bool {
    let entity = session.old_entity(id);
    if entity.kind == EntityKind::Package || session.rho(id).is_some() {
        return false;
    }
    if session
        .log
        .entries
        .iter()
        .any(|r| r.old == id && r.kind == crate::Kind::Replace)
    {
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
    let entity = session.old_entity(old);
    if session.old.is_constructor(old) {
        return false;
    }
    session.new.ancestors(class)[1..].iter().any(|&up| {
        session
            .new
            .named(Some(up), entity.kind, entity.name)
            .iter()
            .any(|&m| {
                entity.kind != EntityKind::Method
                    || session.log.same_parameters(session.pair(), old, m)
            })
    })
}
