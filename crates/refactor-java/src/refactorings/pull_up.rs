//! Pull Up: moves methods, fields and member types from a class to one of its superclasses or interfaces.
//!
//! ```before
//! class Shape {
//!     int sides;
//! }
//! class Square extends Shape {
//!     int $0area() { return sides * super.sides; }
//! }
//! ```
//! ```after
//! class Shape {
//!     int sides;
//!
//!     int area() { return sides * this.sides; }
//! }
//! class Square extends Shape {
//! }
//! ```
//!
//! `abstract` names methods that are only declared above. What needs the subclass cannot go:
//!
//! ```before
//! class Shape { }
//! class Square extends Shape {
//!     int side;
//!     int $0area() { return side * side; }
//! }
//! ```
//! ```refuses
//! side
//! ```

use crate::Java;
use crate::checks::initial_order::refuse_sooner;
use crate::checks::initial_values::warn_of_time;
use crate::checks::initialization::refuse_other_time;
use crate::checks::looked_for::{refuse_looked_for, refuse_unwritten};
use crate::checks::{
    Check, enclosing_instance, inferred_this, inferred_type_parameter, named_super, raw_type,
    refuse_all, super_call, synchronized_class,
};
use crate::edits::imports::Imports;
use crate::edits::stubs::add_stubs;
use crate::edits::texts::{insert_modifier, is_simple_type, modifier_at, visibility, with_blank};
use crate::edits::transfer::{Member, Moving, Placed, Room, carry_over};
use crate::edits::twins::{already_above, remove_twins};
use crate::query::hierarchy::{
    arguments, members, names_of, of_parameter, remove_all, says_override,
};
use crate::query::outer_objects::is_qualifier;
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
use crate::query::values::is_own_super;
use crate::refactorings::push_down::modifier_after_visibility;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::{Modifiers, Role, TypeKind, Visibility};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "pull-up",
    file: include_str!("pull_up.rs"),
    params: &[
        Param::list("members", "more members of the same class, as `a, b(int)`"),
        Param::optional("to", "the class to pull up to; the superclass without it"),
        Param::list(
            "abstract",
            "names of methods that are declared abstract in the superclass, or `all`",
        ),
        Param::flag(
            "keep",
            "yes: the class keeps its own, which overrides the one above",
        ),
        Param::one_of(
            "others",
            &["delete", "keep"],
            "delete: equal members of other subclasses go too",
        ),
        Param::flag(
            "stubs",
            "yes: other subclasses get a body for what is abstract in the superclass",
        ),
    ],
    perform,
};

/// What no edge shows of members in a superclass.
pub const CHECKS: &[Check] = &[
    inferred_this::CHECK,
    inferred_type_parameter::CHECK,
    raw_type::CHECK,
    named_super::CHECK,
    enclosing_instance::CHECK,
    super_call::CHECK,
    synchronized_class::CHECK,
];

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let all = members(run)?;
    let to = target(run, all[0].owner)?;
    pull(run, &all, to)
}

/// Pulls members of one class up to a class above it.
pub fn pull(run: &mut Run<'_, Java>, all: &[Member], to: ClassId) -> Result<(), Stop> {
    warn_of_time(run, all);
    let program = run.program();
    let world = program.world();
    let from = all[0].owner;
    let sources = run.sources().clone();
    let room = Room::of(program, &sources, to)?;
    let declared = names_of(run, "abstract", all, "all")?;
    let mut step = Step::new("pull up", "N!=->@ O!=<->@ I!=<->@");
    let mut imports = Imports::default();
    let mut placed = Vec::new();
    let mut texts = Vec::new();
    let mut needs_abstract = false;
    let mut leaves = Vec::new();
    let mut robbed = Vec::new();
    let mut going = Vec::new();
    let keeps = run.flag("keep");
    let others = run.optional("others") == Some("delete");
    let above = if others {
        already_above(run, all, to)
    } else {
        Vec::new()
    };
    for member in all {
        let only_declared = is_only_declared(run, member, &declared, to);
        if keeps {
            can_be_kept(program, member)?;
        }
        if above.contains(&member.decl) {
            leaves.push(member);
            continue;
        }
        check_target(run, member, to, only_declared)?;
        let mut moving = Moving::new(member.clone());
        let goes = if only_declared {
            head(program, member)
        } else {
            member.extent()
        };
        going.push((member.clone(), only_declared));
        adapt(run, &mut moving, (goes, all), (from, to), &mut imports);
        let is_abstract = only_declared || member.modifiers.has(Modifiers::ABSTRACT);
        needs_abstract |= is_abstract && matches!(member.decl, Decl::Method(_));
        if is_abstract && run.flag("stubs") {
            robbed.extend(add_stubs(run, member, to, &mut imports, &mut step)?);
        }
        if only_declared {
            without_body(run, &mut moving, to);
        } else {
            with_body(run, &mut moving, to);
        }
        let text = moving.text(program, &sources, &room.indent);
        texts.push(text.clone());
        let file = room.file;
        placed.push(Placed { file, text, moving });
        if only_declared || keeps {
            mark_override(run, member, &mut step);
        } else {
            leaves.push(member);
        }
    }
    if others {
        remove_twins(run, all, to, &mut step);
    }
    remove_all(program, &sources, &leaves, &mut step);
    room.insert(&sources, &texts, &mut step);
    if needs_abstract && world.info(to).kind == TypeKind::Class {
        make_class_abstract(program, &sources, to, &mut step);
    }
    imports.add_to(program, &sources, &mut step);
    let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
    refuse_looked_for(run, &decls);
    let message = "the method inherits a body here, which a stub would replace";
    run.refuse_each("override", message, robbed);
    refuse_all(run, CHECKS, (from, &[to]), &going, keeps);
    if !keeps {
        refuse_moved_values(run, all, from, to);
    }
    carry_over(run, &step, &placed)
}

/// Whether a method is declared there and keeps its body here.
fn is_only_declared(run: &Run<'_, Java>, member: &Member, declared: &[&str], to: ClassId) -> bool {
    let program = run.program();
    let name = program.token(member.number, member.node);
    let name = name.span.text(run.sources().text(name.file));
    let of_interface = program.world().info(to).is_interface()
        && !member.is_static()
        && !member.modifiers.has(Modifiers::ABSTRACT);
    let is_asked = || declared.iter().any(|d| *d == name || *d == "all");
    matches!(member.decl, Decl::Method(_)) && (of_interface || is_asked())
}

/// The words before a member that moves with its body.
fn with_body(run: &Run<'_, Java>, moving: &mut Moving, to: ClassId) {
    if run.program().world().info(to).is_interface() {
        return for_interface(run, moving);
    }
    raise(run, moving, to);
    if run.flag("keep") {
        drop_word(run, moving, "final");
    }
}

fn make_class_abstract(program: &JavaProgram, sources: &Sources, to: ClassId, step: &mut Step) {
    let (number, decl) = program.world().decl_of(to).expect("there is room in it");
    if !decl.modifiers.has(Modifiers::ABSTRACT) {
        let text = sources.text(program.id(number));
        let edit = insert_modifier(program, number, decl.node, text, "abstract");
        step.edit(program.id(number), edit);
    }
}

/// Values that would be computed at another time, or not at all.
fn refuse_moved_values(run: &mut Run<'_, Java>, all: &[Member], from: ClassId, to: ClassId) {
    let is_value = |m: &&Member| m.is_static() && matches!(m.decl, Decl::Field(_));
    let fields: Vec<Member> = all.iter().filter(is_value).cloned().collect();
    refuse_other_time(run, &fields, to, false);
    refuse_sooner(run, &all.iter().collect::<Vec<_>>(), from, to);
    refuse_unwritten(run, all, from, &[to]);
}

fn target(run: &Run<'_, Java>, from: ClassId) -> Result<ClassId, BadInput> {
    let program = run.program();
    let world = program.world();
    let above = world.closure(from).supers.iter().map(|s| s.0);
    let ours: Vec<ClassId> = above.filter(|&c| program.is_ours(Decl::Class(c))).collect();
    match run.optional("to") {
        Some(name) => ours
            .iter()
            .copied()
            .find(|&c| {
                let full = crate::edits::imports::dotted(program, c);
                full == name || full.ends_with(&format!(".{name}"))
            })
            .ok_or_else(|| BadInput::new(format!("{name} is no supertype in these files"))),
        None => ours.first().copied().ok_or_else(|| {
            BadInput::new("the class has no supertype in these files to pull up to")
        }),
    }
}

fn check_target(
    run: &Run<'_, Java>,
    member: &Member,
    to: ClassId,
    only_declared: bool,
) -> Result<(), BadInput> {
    let program = run.program();
    let world = program.world();
    let bad = |why: String| {
        let at = program.token(member.number, member.node);
        Err(BadInput::new(why).at(at.file, at.span))
    };
    let between = world
        .closure(member.owner)
        .supers
        .iter()
        .map(|s| s.0)
        .find(|&c| c != to && world.is_subclass(c, to) && same_member(program, member, c));
    if let Some(class) = between.filter(|_| !only_declared) {
        return bad(format!(
            "{} has one of its own, which the class would then have",
            shown_key(world.class_key(class))
        ));
    }
    let is_constant = member.is_static() && member.modifiers.has(Modifiers::FINAL);
    if matches!(member.decl, Decl::Field(_)) && world.info(to).is_interface() && !is_constant {
        return bad("an interface has only constants".to_owned());
    }
    if world.info(to).is_interface() && is_inner(program, member) {
        return bad("it has an enclosing instance, and there is none in an interface".to_owned());
    }
    if let Some(class) = crate::query::hierarchy::outer_needed(program, member, to) {
        return bad(format!(
            "it needs the enclosing instance of {}",
            shown_key(world.class_key(class))
        ));
    }
    if let Decl::Method(m) = member.decl {
        if world.method(m).constructor {
            return bad("a constructor cannot be pulled up".to_owned());
        }
        let above = program.overrides().overridden_by(m).iter();
        if above.into_iter().any(|&o| world.method(o).owner == to) {
            return bad(format!(
                "{} has this method already",
                shown_key(world.class_key(to))
            ));
        }
        let body_of = |o: MethodId| !world.is_abstract(o) && stays_apart(program, m, o, to);
        let apart = world.overridden(m).into_iter().find(|&o| body_of(o));
        if let Some(apart) = apart {
            return bad(format!(
                "in {} it would be another method than {}, which it overrides",
                shown_key(world.class_key(to)),
                shown_key(&world.method_key(apart))
            ));
        }
        // Other classes below would change from the one above it to this one.
        let overridden = program.overrides().overridden_by(m).iter();
        let replaced = overridden.into_iter().find(|&&o| {
            let owner = world.method(o).owner;
            owner != member.owner && world.is_subclass(to, owner) && !world.is_abstract(o)
        });
        if let Some(&replaced) = replaced.filter(|_| !only_declared) {
            return bad(format!(
                "{} would come before {} for other classes",
                shown_key(&world.method_key(m)),
                shown_key(&world.method_key(replaced))
            ));
        }
    }
    Ok(())
}

/// A class whose objects have one of the class around it.
fn is_inner(program: &crate::query::program::JavaProgram, member: &Member) -> bool {
    let Decl::Class(class) = member.decl else {
        return false;
    };
    program.world().info(class).kind == TypeKind::Class && !member.is_static()
}

/// Whether a class above has type parameters where the method that goes there takes classes: there it does not override the other.
fn stays_apart(
    program: &crate::query::program::JavaProgram,
    method: MethodId,
    above: MethodId,
    to: ClassId,
) -> bool {
    let world = program.world();
    let owner = world.method(above).owner;
    let this = world.this_type(to);
    let taken = world.signature(method).params.iter();
    let mut pairs = taken.zip(&world.signature(above).params);
    world.is_subclass(to, owner)
        && pairs.any(|(&own, &p)| {
            let seen = world.member_of(this, owner, p);
            world.types().has_var(seen) && !world.types().has_var(own)
        })
}

/// Only methods of objects are overridden by the one that stays below.
fn can_be_kept(
    program: &crate::query::program::JavaProgram,
    member: &Member,
) -> Result<(), BadInput> {
    if matches!(member.decl, Decl::Method(_)) && !member.is_static() {
        return Ok(());
    }
    let at = program.token(member.number, member.node);
    let why = "only an instance method can stay in the subclass and override the one in the superclass; leave `keep` out";
    Err(BadInput::new(why).at(at.file, at.span))
}

/// Whether a class declares a member of the same name and parameters.
fn same_member(
    program: &crate::query::program::JavaProgram,
    member: &Member,
    class: ClassId,
) -> bool {
    let world = program.world();
    let info = world.info(class);
    match member.decl {
        Decl::Method(m) => program
            .overrides()
            .overridden_by(m)
            .iter()
            .any(|&o| world.method(o).owner == class),
        Decl::Field(f) => info.field_named(world.field(f).name).is_some(),
        _ => false,
    }
}

/// A member up to its body.
fn head(program: &crate::query::program::JavaProgram, member: &Member) -> Span {
    let tree = &program.model(member.number).tree;
    let extent = member.extent();
    let body = tree.child_in(member.node, Role::Body);
    Span::new(
        extent.start,
        body.map_or(extent.end, |b| tree.span(b).start),
    )
}

/// What must be said otherwise above, of the part that goes there with all the others: `super.x`, type parameters, classes that need an import.
fn adapt(
    run: &Run<'_, Java>,
    moving: &mut Moving,
    (goes, all): (Span, &[Member]),
    (from, to): (ClassId, ClassId),
    imports: &mut Imports,
) {
    let program = run.program();
    let world = program.world();
    let number = moving.member.number;
    let tree = &program.model(number).tree;
    let given = arguments(run, from, to);
    let target = world.class(to).origin.file().unwrap_or(number);
    for used in program.names.uses_in(number) {
        if !goes.contains(used.span) {
            continue;
        }
        let receiver = tree.child_in(used.node, Role::Receiver);
        let over = receiver.filter(|&r| is_own_super(program, number, r));
        let owner = match used.decl {
            Decl::Field(f) => Some(world.field(f).owner),
            Decl::Method(m) => Some(world.method(m).owner),
            _ => None,
        };
        if let (Some(over), true) = (over, owner == Some(to)) {
            moving.edits.push(Edit::replace(tree.span(over), "this"));
        }
        match used.decl {
            Decl::TypeVar(var) if world.type_params(from).contains(&var) => {
                let name = world.text(world.type_var(var).name);
                // Said anew even where it is the same word: it is another class's parameter.
                if let Some(above) = given.iter().find(|g| g.text == name) {
                    moving.give(used.span, &of_parameter(run, to, &above.param));
                }
            }
            // `B.this` is the same object as `A.this` above; `B.super` is judged by what it then finds.
            Decl::Class(named) if named == from && is_qualifier(tree, used.node) => {
                let text = name_above(program, to, to, target, imports);
                let is_gone = moving.edits.iter().any(|e| e.span.contains(used.span));
                if !is_gone {
                    moving.edits.push(Edit::replace(used.span, text));
                }
            }
            Decl::Class(named) => {
                let simple = is_simple_type(tree, used.node);
                let goes_along = all.iter().any(|m| m.decl == used.decl);
                if simple && !goes_along && (target != number || world.info(named).outer.is_some())
                {
                    let text = name_above(program, named, to, target, imports);
                    if text != world.text(world.class(named).name) {
                        moving.edits.push(Edit::replace(used.span, text));
                    }
                }
            }
            _ => {}
        }
    }
}

fn name_above(
    program: &crate::query::program::JavaProgram,
    named: ClassId,
    to: ClassId,
    target: u32,
    imports: &mut Imports,
) -> String {
    let world = program.world();
    let simple = world.class(named).name;
    let inherits = world
        .around(to)
        .any(|c| world.member_type(c, simple) == Some(named));
    if inherits || world.info(named).local {
        return world.text(simple).to_owned();
    }
    imports.simple(program, target, named)
}

/// The head alone, for an abstract method.
fn without_body(run: &Run<'_, Java>, moving: &mut Moving, to: ClassId) {
    let program = run.program();
    let member = moving.member.clone();
    let text = run.sources().text(member.file(program));
    let model = program.model(member.number);
    let callable = model.callables.iter().find(|c| c.node == member.node);
    if let Some(body) = callable.and_then(|c| c.body) {
        let body = model.tree.span(body);
        let head = text.part(..body.start as usize).trim_end().len() as u32;
        moving.edits.retain(|e| e.span.end <= head);
        moving
            .edits
            .push(Edit::replace(Span::new(head, member.span.end), ";"));
    }
    for word in ["final", "synchronized", "native", "strictfp", "default"] {
        drop_word(run, moving, word);
    }
    drop_override(run, moving);
    if program.world().info(to).is_interface() {
        for word in ["public", "protected", "private", "abstract"] {
            drop_word(run, moving, word);
        }
    } else if member.modifiers.has(Modifiers::ABSTRACT) {
        // Its head says so already.
    } else if member.modifiers.visibility() == Visibility::Private {
        drop_word(run, moving, "private");
        moving.edits.push(insert_modifier(
            program,
            member.number,
            member.node,
            text,
            "protected abstract",
        ));
    } else {
        moving
            .edits
            .push(modifier_after_visibility(run, &member, "abstract"));
    }
}

fn for_interface(run: &Run<'_, Java>, moving: &mut Moving) {
    let program = run.program();
    let member = moving.member.clone();
    if !matches!(member.decl, Decl::Method(_)) {
        drop_word(run, moving, "protected");
        drop_word(run, moving, "private");
        return;
    }
    drop_word(run, moving, "public");
    drop_word(run, moving, "protected");
    drop_word(run, moving, "final");
    drop_override(run, moving);
    if member.modifiers.has(Modifiers::ABSTRACT) {
        drop_word(run, moving, "abstract");
    } else if !member.is_static() {
        let text = run.sources().text(member.file(program));
        moving.edits.push(insert_modifier(
            program,
            member.number,
            member.node,
            text,
            "default",
        ));
    }
}

/// A private member that its old class still needs is seen by it above.
fn raise(run: &Run<'_, Java>, moving: &mut Moving, to: ClassId) {
    let program = run.program();
    let world = program.world();
    let member = moving.member.clone();
    if let Decl::Method(m) = member.decl {
        let overrides = program.overrides().overridden_by(m).iter();
        let needed = overrides.into_iter().any(|&o| {
            let owner = world.method(o).owner;
            owner == to || world.is_subclass(to, owner)
        });
        if !needed {
            drop_override(run, moving);
        }
    }
    if member.modifiers.visibility() != Visibility::Private {
        return;
    }
    let used_below = program.uses(&[member.decl]).iter().any(|u| {
        let inside = u.file == member.number && member.extent().contains(u.span);
        !inside
    });
    if used_below {
        let text = run.sources().text(member.file(program));
        let edit = visibility(
            program,
            member.number,
            member.node,
            text,
            Visibility::Protected,
        );
        moving.edits.extend(edit);
    }
}

fn drop_word(run: &Run<'_, Java>, moving: &mut Moving, word: &str) {
    let program = run.program();
    let member = &moving.member;
    let text = run.sources().text(member.file(program));
    if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
        moving.edits.push(Edit::delete(with_blank(text, at)));
    }
}

fn drop_override(run: &Run<'_, Java>, moving: &mut Moving) {
    let program = run.program();
    let member = moving.member.clone();
    let text = run.sources().text(member.file(program));
    let tree = &program.model(member.number).tree;
    for annotation in tree.children_in(member.node, Role::Annotation) {
        if program.world().text(tree.sym(annotation)) == "Override" {
            let span = tree.span(annotation);
            let rest = text.part(span.end as usize..);
            let blanks = rest.len() - rest.trim_start().len();
            let span = Span::new(span.start, span.end + blanks as u32);
            moving.edits.push(Edit::delete(span));
        }
    }
}

/// The method that stays overrides the one above.
pub fn mark_override(run: &Run<'_, Java>, member: &Member, step: &mut Step) {
    let program = run.program();
    let has = says_override(program, member);
    if !has && !member.modifiers.has(Modifiers::PRIVATE) {
        let text = run.sources().text(member.file(program));
        let indent = crate::edits::texts::indent_at(text, member.span.start);
        step.insert(
            member.file(program),
            member.span.start,
            format!("@{}\n{indent}", override_name(run, member)),
        );
    }
    if member.modifiers.has(Modifiers::PRIVATE) {
        let text = run.sources().text(member.file(program));
        let edit = visibility(
            program,
            member.number,
            member.node,
            text,
            Visibility::Protected,
        );
        if let Some(edit) = edit {
            step.edit(member.file(program), edit);
        }
    }
}

/// `Override`, unless the class has another type of that name.
fn override_name(run: &Run<'_, Java>, member: &Member) -> &'static str {
    let world = run.program().world();
    let symbol = world.names().get("Override");
    let taken = symbol.is_some_and(|s| {
        world
            .around(member.owner)
            .any(|c| world.member_type(c, s).is_some())
    });
    if taken {
        "java.lang.Override"
    } else {
        "Override"
    }
}
