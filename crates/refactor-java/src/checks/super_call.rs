//! Calls by `super` that would be calls by `this` in the superclass, where an object that is asked has a method of its own instead (JLS
//! 15.12.4.4).

use super::{Check, Going};
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use crate::query::values::is_own_super;
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::Role;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "super-call",
        kind: "name",
        message: "`super` cannot be written there, and a subclass overrides the method that it calls; give the method another name first",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    if going.declared {
        return Vec::new();
    }
    let all = going.to.iter();
    all.flat_map(|&to| answered_below(going.run.program(), going.member, going.from, to))
        .collect()
}

/// Calls by `super` that would be calls by `this` above, where an object that is asked has its own instead.
fn answered_below(
    program: &JavaProgram,
    member: &Member,
    from: ClassId,
    to: ClassId,
) -> Vec<Interval> {
    let world = program.world();
    let tree = &program.model(member.number).tree;
    let by_super = |u: &Use| {
        let receiver = tree.child_in(u.node, Role::Receiver);
        receiver.is_some_and(|r| is_own_super(program, member.number, r))
    };
    let is_answered = |u: &Use| match u.decl {
        Decl::Method(m) if world.method(m).owner == to => {
            let mut over = program.overrides().overriding(m).iter();
            over.any(|&o| {
                let owner = world.method(o).owner;
                world.is_subclass(owner, from) || world.is_subclass(from, owner)
            })
        }
        _ => false,
    };
    let uses = program.names.uses_in(member.number).into_iter();
    uses.filter(|u| member.extent().contains(u.span) && by_super(u) && is_answered(u))
        .map(|u| program.interval(member.number, u.span))
        .collect()
}
