//! Whether the arguments of a call may be computed in another order, or not at all (JLS 15.7.4).

use crate::checks::initial_values;
use crate::checks::value_places::formal;
use crate::edits::signature_change::{Change, Item};
use crate::query::failures::{Failures, failures};
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};

/// Arguments that do something must keep their order, also among those that read what may be changed or that may fail, and
/// none of them may go.
pub fn check_order(
    program: &JavaProgram,
    used: &Use,
    args: &[NodeId],
    change: &Change,
) -> Result<(), String> {
    let number = used.file;
    let failures = |i: usize| match used.decl {
        Decl::Method(called) => {
            let wanted = formal(program.world(), called, i);
            failures(program, number, args[i], wanted)
        }
        _ => Failures::default(),
    };
    let fails = |i: usize| failures(i).is_any();
    let acts = |i: usize| initial_values::acts(program, number, args[i]) || failures(i).acts();
    let reads_changed = |reading: usize, acting: usize| {
        acts(acting) && reads_changed(program, number, args[reading], args[acting])
    };
    let fixed = change.old.len() - usize::from(change.varargs);
    let place = |i: usize| {
        let param = i.min(fixed);
        let place = |item: &Item| matches!(item, Item::Kept { index, .. } if *index == param);
        change.items.iter().position(place)
    };
    for i in 0..args.len() {
        let Some(at) = place(i) else {
            if initial_values::acts(program, number, args[i]) {
                return Err("an argument that does something would not be computed".to_owned());
            }
            if fails(i) {
                return Err("an argument that may fail would not be computed".to_owned());
            }
            continue;
        };
        for later in i + 1..args.len() {
            if place(later).is_none_or(|p| p >= at) {
                continue;
            }
            if acts(i) && acts(later) {
                return Err("arguments that do something would change their order".to_owned());
            }
            if reads_changed(i, later) || reads_changed(later, i) {
                return Err(
                    "an argument would be computed before or after what it reads changes".into(),
                );
            }
            if failures(i).differ(failures(later)) {
                return Err(
                    "arguments that may fail in several ways would change their order".into(),
                );
            }
            if (acts(i) && fails(later)) || (fails(i) && acts(later)) {
                return Err(
                    "an argument that may fail would be computed before or after one that does something".into(),
                );
            }
        }
    }
    Ok(())
}

/// Whether one argument reads what another may change: a call may change every field and element of an array that is not fixed, a
/// local variable only who assigns it.
fn reads_changed(program: &JavaProgram, number: u32, reading: NodeId, acting: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let decl = |n: NodeId| program.names.decl(number, n);
    let written = |n: NodeId| {
        let target = tree.child_in(n, Role::Target);
        let operand = || tree.child_in(n, Role::Operand);
        match tree.kind(n) {
            Kind::Assign => target,
            Kind::Update => operand(),
            _ => None,
        }
    };
    let assigned: Vec<Decl> = tree
        .descendants(acting)
        .filter_map(written)
        .map(decl)
        .collect();
    tree.descendants(reading).any(|n| match tree.kind(n) {
        Kind::Index => true,
        Kind::Name | Kind::FieldAccess => match decl(n) {
            Decl::Field(f) => {
                let is_fixed = world.field(f).modifiers.has(Modifiers::FINAL);
                !is_fixed && !world.info(world.field(f).owner).is_interface()
            }
            local => assigned.contains(&local),
        },
        _ => false,
    })
}
