//! The enclosing instance of an inner class: what code of an inner class asks of it, by `Outer.this` or by a name alone.

use crate::Java;
use crate::edits::transfer::Member;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Ty, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// Whether a name stands before `.this` or `.super`.
pub fn is_qualifier(tree: &Tree, node: NodeId) -> bool {
    let parent = tree.parent(node);
    parent.is_some_and(|p| matches!(tree.kind(p), Kind::This | Kind::Super))
}

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

/// Where a member that goes from `from` to `to` asks an enclosing instance that is not the one of an object of the other class (JLS
/// 8.8.7.1, 15.9.2): the same words may mean the object itself there, or the instance that `o.super()` did not give.
pub fn asked_around(
    program: &JavaProgram,
    member: &Member,
    from: ClassId,
    to: ClassId,
) -> Vec<Interval> {
    let world = program.world();
    let (lower, upper) = if world.is_subclass(from, to) {
        (from, to)
    } else {
        (to, from)
    };
    let outer: Vec<ClassId> = world.around(from).skip(1).collect();
    let stays_around = |c: ClassId| world.around(to).skip(1).any(|around| around == c);
    if outer.is_empty() {
        return Vec::new();
    }
    let is_shared = shares_enclosing(program, lower, upper);
    let is_lost = |c: ClassId| outer.contains(&c) && !(is_shared && stays_around(c));
    let uses = program.names.uses_in(member.number).into_iter();
    uses.filter(|u| member.extent().contains(u.span))
        .filter(|u| asked_class(program, u).is_some_and(is_lost))
        .map(|u| program.interval(member.number, u.span))
        .collect()
}

/// The class around a use whose instance it asks without an object before it: `Outer.this`, a member by its name alone, an inner class
/// that is created.
fn asked_class(program: &JavaProgram, used: &Use) -> Option<ClassId> {
    let world = program.world();
    let tree = &program.model(used.file).tree;
    let within = || program.class_around(used.file, used.node);
    let is_alone = tree.child_in(used.node, Role::Receiver).is_none();
    let (owner, modifiers) = match used.decl {
        Decl::Class(named) => return is_qualifier(tree, used.node).then_some(named),
        Decl::Field(f) => (world.field(f).owner, world.field(f).modifiers),
        Decl::Method(m) if world.method(m).constructor => {
            let made = world.method(m).owner;
            let is_inner = tree.kind(used.node) == Kind::New && world.info(made).inner;
            let outer = world.info(made).outer.filter(|_| is_inner && is_alone)?;
            let mut around = world.around(within()?);
            return around.find(|&c| world.is_subclass(c, outer));
        }
        Decl::Method(m) => (world.method(m).owner, world.method(m).modifiers),
        _ => return None,
    };
    let is_named = matches!(tree.kind(used.node), Kind::Name | Kind::Call);
    if !is_named || !is_alone || modifiers.has(Modifiers::STATIC) {
        return None;
    }
    let has = |c: ClassId| {
        c == owner
            || (world.is_subclass(c, owner)
                && !modifiers.has(Modifiers::PRIVATE)
                && world.inherits_member(c, modifiers, owner))
    };
    // The innermost class that has it is the one that is asked.
    world.around(within()?).find(|&c| has(c))
}

/// Whether an object of an inner class has the same enclosing instances as a member of its superclass: every class between them leaves it to
/// the language which instance its superclass gets, and that is the one of the class around the superclass itself.
fn shares_enclosing(program: &JavaProgram, lower: ClassId, upper: ClassId) -> bool {
    let world = program.world();
    let above = world.closure(lower).supers.iter().map(|s| s.0);
    let between = above.filter(|&c| c != upper && world.is_subclass(c, upper));
    let mut line = std::iter::once(lower).chain(between);
    line.all(|class| {
        let supers = world.header(class).supers.first();
        let superclass = supers.and_then(|&ty| world.class_of_type(ty));
        let Some(superclass) = superclass.filter(|&c| world.info(c).inner) else {
            return true;
        };
        let info = world.info(superclass);
        let mut around = world.around(class).skip(1);
        let given = around.find(|&c| info.outer.is_some_and(|o| world.is_subclass(c, o)));
        (info.local || given == info.outer) && !names_enclosing(program, class, superclass)
    })
}

/// Whether a class says which instance encloses its superclass: `o.super()`, or `o.new Inner() { }`.
fn names_enclosing(program: &JavaProgram, class: ClassId, superclass: ClassId) -> bool {
    let world = program.world();
    let Some((number, decl)) = world.decl_of(class) else {
        return true;
    };
    let tree = &program.model(number).tree;
    let outer = world.info(superclass).outer.map(Decl::Class);
    let is_default = |receiver: NodeId| {
        let qualifier = tree.child_in(receiver, Role::Qualifier);
        let named = qualifier.map(|q| program.names.decl(number, q));
        tree.kind(receiver) == Kind::This && named.is_some() && named == outer
    };
    let calls = tree.descendants(decl.node).filter(|&n| {
        tree.kind(n) == Kind::ConstructorCall && program.class_around(number, n) == Some(class)
    });
    let created = tree
        .parent(decl.node)
        .filter(|&n| tree.kind(n) == Kind::New);
    let mut receivers = calls
        .chain(created)
        .filter_map(|n| tree.child_in(n, Role::Receiver));
    receivers.any(|receiver| !is_default(receiver))
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
