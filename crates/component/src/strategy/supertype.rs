//! What extracting an interface and extracting a superclass share: a new supertype with members that its subtype had.

use crate::entity::{EntityId, EntityKind};
use crate::session::{Proposal, Session};
use crate::strategy::Kind;

/// New types whose members mostly are those of a class that now inherits from them.
pub fn extracted(session: &Session, threshold: f64, interface: bool) -> Vec<Proposal> {
    let mut proposals = Vec::new();
    for new in session.new.of_kind(EntityKind::Class) {
        if !session.is_new(new) || is_interface(session, new) != interface {
            continue;
        }
        let members: Vec<EntityId> = session
            .new
            .children_of_kind(new, EntityKind::Method)
            .filter(|&m| !session.new.is_constructor(m))
            .collect();
        if members.is_empty() {
            continue;
        }
        for &sub in session.new.subs(new) {
            let Some(old) = session.log.rho_inverse(session.pair(), sub) else {
                continue;
            };
            let had = members
                .iter()
                .filter(|&&m| had_member(session, old, m))
                .count();
            let share = had as f64 / members.len() as f64;
            if share >= threshold && (had > 1 || pulled_up(session, old, new)) {
                let mut p = Proposal::new(old, new, Some(share), None);
                p.evidence.notes.push(format!(
                    "{had} of its {} methods were those of {}",
                    members.len(),
                    session.old.simple_name(old)
                ));
                proposals.push(p);
            }
        }
    }
    proposals
}

/// A single method may be any: it has to be known to have come from there.
fn pulled_up(session: &Session, old: EntityId, new: EntityId) -> bool {
    session.log.entries.iter().any(|r| {
        r.kind == Kind::PullUpMethod
            && session.old_entity(r.old).parent == Some(old)
            && session.new_entity(r.new).parent == Some(new)
    })
}

fn is_interface(session: &Session, new: EntityId) -> bool {
    session.new.type_kind(new) == Some(reweave_model::TypeKind::Interface)
}

/// Whether the old class itself had a method of that name and so many parameters.
fn had_member(session: &Session, old: EntityId, member: EntityId) -> bool {
    let count = |s: Option<&crate::signature::Signature>| s.map(|s| s.params.len());
    let wanted = count(session.new_entity(member).signature.as_deref());
    session
        .old
        .named(
            Some(old),
            EntityKind::Method,
            session.new_entity(member).name,
        )
        .iter()
        .any(|&m| count(session.old_entity(m).signature.as_deref()) == wanted)
}
