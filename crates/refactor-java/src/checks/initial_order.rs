//! Fields that go up or down a hierarchy with their initial values: a value is computed sooner above and later below. Where code that runs
//! in between can tell, or where computing it more or less often shows, the field cannot go.

use crate::Java;
use crate::edits::transfer::{Member, Room};
use crate::query::constants::is_constant_field;
use crate::query::effects::{Effects, constructors, effects, initialisers, superclasses};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, FieldId};
use reweave_model::{Modifiers, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::Run;

type Code = Vec<(u32, NodeId)>;

/// Refuses what goes up from `from` to `to` and whose initial value would not be the same, or would be seen.
pub fn refuse_sooner(run: &mut Run<'_, Java>, members: &[&Member], from: ClassId, to: ClassId) {
    let program = run.program();
    let world = program.world();
    let mut found = Vec::new();
    if members.iter().any(|m| is_made_by_class(program, m)) {
        found.extend(no_longer_made(program, members, from, to));
    }
    for (member, field, value) in valued(program, members) {
        if member.is_static() {
            found.extend(at_other_time(program, member, value));
            continue;
        }
        let mut between = constructors(program, to);
        for class in superclasses(program, from) {
            if class != to && world.is_subclass(class, to) {
                between.extend(initialisers(program, class, false));
                between.extend(constructors(program, class));
            }
        }
        let before = initialisers(program, from, false).into_iter();
        between.extend(before.filter(|part| part.1 < member.node && !goes(members, *part)));
        let others = world.source_classes().any(|c| {
            let info = world.info(c);
            let is_made = !info.is_interface() && !info.modifiers.has(Modifiers::ABSTRACT);
            is_made && world.is_subclass(c, to) && !world.is_subclass(c, from)
        });
        found.extend(in_between(
            program,
            (member, field, value),
            &between,
            others,
        ));
    }
    refuse(run, found);
}

/// Refuses what goes down from `owner` to the classes below and whose initial value would not be the same, or would be missed.
pub fn refuse_later(
    run: &mut Run<'_, Java>,
    members: &[&Member],
    owner: ClassId,
    below: &[(ClassId, &Room)],
) {
    let program = run.program();
    let world = program.world();
    let mut found = Vec::new();
    for (member, field, value) in valued(program, members) {
        let mut between = constructors(program, owner);
        let behind = initialisers(program, owner, false).into_iter();
        between.extend(behind.filter(|part| part.1 > member.node && !goes(members, *part)));
        for (class, room) in below {
            let parts = initialisers(program, *class, false).into_iter();
            between.extend(parts.filter(|&(file, node)| {
                program.model(file).tree.span(node).start < room.at_fields()
            }));
        }
        let others = !world.info(owner).modifiers.has(Modifiers::ABSTRACT);
        found.extend(in_between(
            program,
            (member, field, value),
            &between,
            others,
        ));
    }
    refuse(run, found);
}

fn refuse(run: &mut Run<'_, Java>, found: Vec<(&'static str, Interval)>) {
    for (message, place) in found {
        run.refuse("order", message, &[place]);
    }
}

fn goes(members: &[&Member], part: (u32, NodeId)) -> bool {
    members.iter().any(|m| (m.number, m.node) == part)
}

/// The fields whose value is computed while the program runs.
fn valued<'m>(
    program: &JavaProgram,
    members: &[&'m Member],
) -> Vec<(&'m Member, FieldId, (u32, NodeId))> {
    let value = |&member: &&'m Member| {
        let Decl::Field(field) = member.decl else {
            return None;
        };
        let tree = &program.model(member.number).tree;
        let init = tree.child_in(member.node, Role::Init)?;
        let is_computed = !is_constant_field(program, field);
        is_computed.then_some((member, field, (member.number, init)))
    };
    members.iter().filter_map(value).collect()
}

fn in_between(
    program: &JavaProgram,
    (member, field, value): (&Member, FieldId, (u32, NodeId)),
    between: &Code,
    others: bool,
) -> Option<(&'static str, Interval)> {
    let at = program.token(member.number, member.node);
    let meanwhile = effects(program, between);
    if meanwhile.touches(field) {
        return Some((
            "a constructor or initial value that would run on the other side of this one uses the field",
            at,
        ));
    }
    let own = effects(program, &[value]);
    if own.disturbs(&meanwhile) {
        return Some((
            "this initial value would be computed before or after what it depends on",
            at,
        ));
    }
    (others && (own.is_seen() || own.may_fail())).then_some((
        "computing this initial value has side effects, and other objects would compute it too, or none",
        at,
    ))
}

/// A static value depends on when its class is used first.
fn at_other_time(
    program: &JavaProgram,
    member: &Member,
    value: (u32, NodeId),
) -> Option<(&'static str, Interval)> {
    let own: Effects = effects(program, &[value]);
    let is_moved = own.is_seen() || own.reads_changing(program);
    is_moved.then(|| {
        let message = "this initial value would be computed when another class is first used";
        (message, program.token(member.number, member.node))
    })
}

/// Whether the use of a member makes its class ready (JLS 12.4.1).
fn is_made_by_class(program: &JavaProgram, member: &Member) -> bool {
    match member.decl {
        Decl::Method(_) => member.is_static(),
        Decl::Field(field) => member.is_static() && !is_constant_field(program, field),
        _ => false,
    }
}

/// The initialisation of the class that the uses of its members bring about, where it shows.
fn no_longer_made(
    program: &JavaProgram,
    members: &[&Member],
    from: ClassId,
    to: ClassId,
) -> Option<(&'static str, Interval)> {
    let parts = initialisers(program, from, true).into_iter();
    let parts: Code = parts.filter(|part| !goes(members, *part)).collect();
    let shows = effects(program, &parts).is_seen_beside(program, from);
    let used = || {
        let decls: Vec<Decl> = members.iter().map(|m| m.decl).collect();
        let uses = program.uses(&decls);
        uses.into_iter().find(|u| {
            let around = program.class_around(u.file, u.node);
            let inside = |c: ClassId| {
                let mut all = program.world().around(c);
                all.any(|c| c == from || program.world().is_subclass(c, from))
            };
            !around.is_some_and(inside) && around != Some(to)
        })
    };
    let used = used().filter(|_| shows)?;
    Some((
        "this would no longer be the first use of the class, whose initialization has side effects",
        program.interval(used.file, used.span),
    ))
}
