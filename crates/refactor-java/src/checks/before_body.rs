//! What a call does before the body of its method runs: it asks its object, which must be there (JLS 15.12.4.4), and the call of a static method
//! initializes the class (JLS 12.4.1). A body that takes the place of the call must do so, too, before anything of it can be noticed.

use crate::Java;
use crate::query::asked_object::{every_way, is_known_object};
use crate::query::program::JavaProgram;
use reweave_java_flow::initialized_by;
use reweave_java_names::{ClassId, Decl, MethodId, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;

/// Refuses calls that would no longer do what comes before the body.
pub fn refuse_skipped(run: &mut Run<'_, Java>, method: MethodId, calls: &[Use]) {
    let program = run.program();
    let world = program.world();
    let owner = world.method(method).owner;
    let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
    let found: Vec<Interval> = if is_static {
        initializing(program, calls)
    } else {
        unasked(program, calls)
    };
    let Some((number, root)) = world.method_node(method).filter(|_| !found.is_empty()) else {
        return;
    };
    let does = |n: NodeId| {
        if is_static {
            begins(program, (number, n), owner)
        } else {
            asks_own(program, (number, n), owner)
        }
    };
    if every_way(program, number, root, does) {
        return;
    }
    let (kind, message) = if is_static {
        (
            "order",
            "the call initializes the class before the body, which has side effects and would no longer happen",
        )
    } else {
        (
            "null",
            "the call fails where there is no object, and the body would do something before that",
        )
    };
    run.refuse_each(kind, message, found);
}

/// Calls that initialize the class so that it shows.
fn initializing(program: &JavaProgram, calls: &[Use]) -> Vec<Interval> {
    let is_known = |n: u32| program.is_judged(program.id(n));
    let mut summaries = program.summaries(&is_known);
    let shows = |u: &&Use| {
        let (heap, throws) = summaries.initialization(u.file, u.node);
        throws || heap.iter().any(|a| a.write)
    };
    let all: Vec<&Use> = calls.iter().filter(shows).collect();
    all.into_iter()
        .map(|u| program.interval(u.file, u.span))
        .collect()
}

/// Calls of what may be no object.
fn unasked(program: &JavaProgram, calls: &[Use]) -> Vec<Interval> {
    let may_be_null = |u: &&Use| {
        let receiver = program.model(u.file).tree.child_in(u.node, Role::Receiver);
        receiver.is_some_and(|r| !is_known_object(program, u.file, r))
    };
    let all = calls.iter().filter(may_be_null);
    all.map(|u| program.interval(u.file, u.span)).collect()
}

fn begins(program: &JavaProgram, (number, node): (u32, NodeId), owner: ClassId) -> bool {
    let world = program.world();
    let begun = initialized_by(&program.names, number, node);
    begun.is_some_and(|c| {
        c == owner || (world.is_subclass(c, owner) && !world.info(owner).is_interface())
    })
}

/// Whether a node asks the object that the body belongs to.
fn asks_own(program: &JavaProgram, (number, node): (u32, NodeId), owner: ClassId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let receiver = tree.child_in(node, Role::Receiver);
    let is_own = receiver.is_none_or(|r| tree.kind(r) == Kind::This);
    let of = match (tree.kind(node), program.names.decl(number, node)) {
        (Kind::Call, Decl::Method(m)) if !world.method(m).modifiers.has(Modifiers::STATIC) => {
            world.method(m).owner
        }
        (Kind::Name | Kind::FieldAccess, Decl::Field(f)) if !world.is_static_field(f) => {
            world.field(f).owner
        }
        _ => return false,
    };
    is_own && world.is_subclass(owner, of)
}
