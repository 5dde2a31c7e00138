//! What must change its name together: a method with all that it overrides or that override it, a promoted parameter with
//! its property, declarations of one name, and what one name may mean at one place.

use crate::bind::{Bindings, Role};
use crate::entity::{ClassId, ClassKind, EntityId, EntityKind, MemberId, Visibility};
use crate::program::Program;
use std::collections::BTreeSet;

/// The family of the entities in `start`.
pub fn family(program: &Program, bindings: &Bindings, start: &[EntityId]) -> BTreeSet<EntityId> {
    let mut all: BTreeSet<EntityId> = start.iter().copied().collect();
    let mut open: Vec<EntityId> = start.to_vec();
    while let Some(id) = open.pop() {
        let mut near = relatives(program, id);
        near.extend(shared_places(program, bindings, id));
        for other in near {
            if all.insert(other) {
                open.push(other);
            }
        }
    }
    all
}

fn relatives(program: &Program, id: EntityId) -> Vec<EntityId> {
    let entity = program.entity(id);
    match entity.kind {
        EntityKind::Class => {
            let name = entity.class.map(|c| program.class(c).name.clone());
            let same = name.map_or(&[][..], |n| program.classes_named(&n));
            same.iter().map(|&c| program.class(c).entity).collect()
        }
        EntityKind::Function => same_list(&program.function_names, id),
        EntityKind::Constant => same_list(&program.constant_names, id),
        _ => match entity.member {
            Some(member) => overriding(program, member),
            None => Vec::new(),
        },
    }
}

fn same_list(
    lists: &rustc_hash::FxHashMap<std::sync::Arc<str>, Vec<EntityId>>,
    id: EntityId,
) -> Vec<EntityId> {
    let found = lists.values().find(|l| l.contains(&id));
    found.cloned().unwrap_or_default()
}

/// The members of the same name in all classes that share a descendant with this one.
fn overriding(program: &Program, member: MemberId) -> Vec<EntityId> {
    let m = program.member(member);
    let in_trait = |c: ClassId| program.class(c).kind == ClassKind::Trait;
    let hidden = |v: Visibility, c: ClassId| v == Visibility::Private && !in_trait(c);
    let others = program.members_named(m.kind, &m.key).iter();
    others
        .filter(|&&o| {
            let other = program.member(o);
            o != member
                && (other.class == m.class
                    || !hidden(m.visibility, m.class)
                        && !hidden(other.visibility, other.class)
                        && related(program, m.class, other.class))
        })
        .map(|&o| program.member(o).entity)
        .collect()
}

/// Whether some class is both.
pub fn related(program: &Program, a: ClassId, b: ClassId) -> bool {
    let (a, b) = (&program.class(a).name, &program.class(b).name);
    program.is_a(a, b)
        || program.is_a(b, a)
        || program
            .descendants(a)
            .iter()
            .any(|&d| program.is_a(&program.class(d).name, b))
}

/// What stands at the same token, or may be meant by the same name.
fn shared_places(program: &Program, bindings: &Bindings, id: EntityId) -> Vec<EntityId> {
    let kind = program.entity(id).kind;
    let name = &program.entity(id).name;
    let mut out = Vec::new();
    for occurrence in &bindings.occurrences {
        if occurrence.role == Role::Keyword || !occurrence.targets.contains(&id) {
            continue;
        }
        let same_name = |t: &&EntityId| {
            let other = program.entity(**t);
            other.kind == kind && other.name.eq_ignore_ascii_case(name)
        };
        out.extend(occurrence.targets.iter().filter(same_name));
        if occurrence.role == Role::Declaration
            && matches!(kind, EntityKind::Variable | EntityKind::Property)
        {
            let at = bindings.at(occurrence.place.file, occurrence.place.span.start);
            let same = at.filter(|o| o.place == occurrence.place && o.role == Role::Declaration);
            out.extend(same.flat_map(|o| o.targets.iter().copied()));
        }
    }
    out
}
