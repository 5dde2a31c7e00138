//! The object around an inner class: what code of an inner class asks of it, by `Outer.this` or by a name alone.

use super::Java;
use super::program::JavaProgram;
use super::transfer::Member;
use crate::run::Run;
use reweave_java_names::{ClassId, Decl, Ty, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};
use reweave_preserve::Interval;

/// Whether a name stands before `.this` or `.super`.
pub fn is_qualifier(tree: &Tree, node: NodeId) -> bool {
    let parent = tree.parent(node);
    parent.is_some_and(|p| matches!(tree.kind(p), Kind::This | Kind::Super))
}

pub const MEANT_BY_SUPER: &str =
    "`super` of a named class cannot be referred to from another class";

/// The references `A.super::m` in a member: which class is meant is not resolved there.
pub fn references_by_super(run: &Run<'_, Java>, member: &Member) -> Vec<Interval> {
    let program = run.program();
    let tree = &program.model(member.number).tree;
    let text = run.sources().text(member.file(program));
    let is_named_super = |&r: &NodeId| {
        let words = tree.span(r).text(text);
        tree.kind(r) != Kind::Super && words.trim_end().ends_with("super")
    };
    tree.descendants(member.node)
        .filter(|&n| tree.kind(n) == Kind::MethodRef)
        .filter_map(|n| tree.child_in(n, Role::Receiver).filter(is_named_super))
        .map(|r| program.interval(member.number, tree.span(r)))
        .collect()
}

/// Where a member of `from` asks an object around it that is not around `to`: there the same words may mean the object itself.
pub fn asked_around(
    program: &JavaProgram,
    member: &Member,
    from: ClassId,
    to: ClassId,
) -> Vec<Interval> {
    let world = program.world();
    let tree = &program.model(member.number).tree;
    let stays_around = |c: ClassId| world.around(to).skip(1).any(|around| around == c);
    let outer = || world.around(from).skip(1).filter(|&c| !stays_around(c));
    if outer().next().is_none() {
        return Vec::new();
    }
    let is_asked = |used: &Use| match used.decl {
        Decl::Class(named) => is_qualifier(tree, used.node) && outer().any(|c| c == named),
        Decl::Field(_) | Decl::Method(_) => {
            let (owner, modifiers) = match used.decl {
                Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
                Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
                _ => return false,
            };
            let is_alone = matches!(tree.kind(used.node), Kind::Name | Kind::Call)
                && tree.child_in(used.node, Role::Receiver).is_none();
            let has = |c: ClassId| {
                c == owner
                    || (world.is_subclass(c, owner)
                        && !modifiers.has(Modifiers::PRIVATE)
                        && world.inherits_member(c, modifiers, owner))
            };
            // The innermost class that has it is the one that is asked.
            let within = program.class_around(used.file, used.node);
            let asked = within.and_then(|c| world.around(c).find(|&c| has(c)));
            is_alone
                && !modifiers.has(Modifiers::STATIC)
                && asked.is_some_and(|a| outer().any(|c| c == a))
        }
        _ => false,
    };
    let uses = program.names.uses_in(member.number).into_iter();
    uses.filter(|u| member.extent().contains(u.span) && is_asked(u))
        .map(|u| program.interval(member.number, u.span))
        .collect()
}

/// The type of the object that is asked for a member of a class.
pub fn asked_type(program: &JavaProgram, file: u32, node: NodeId, owner: ClassId) -> Option<Ty> {
    let world = program.world();
    let tree = &program.model(file).tree;
    let receiver = tree.child_in(node, Role::Receiver);
    if let Some(receiver) = receiver.filter(|&r| tree.kind(r) != Kind::Super) {
        return Some(program.names.ty(file, receiver));
    }
    let within = program.class_around(file, node)?;
    let mut around = world.around(within);
    around
        .find(|&c| world.is_subclass(c, owner))
        .map(|c| world.this_type(c))
}
