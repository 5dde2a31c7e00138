//! Push Down: moves methods and fields from a class to its direct subclasses, or default methods of an interface to what extends or implements
//! it. A subclass that has the method itself keeps its own.
//!
//! ```before
//! class Shape {
//!     int $0corners() { return 0; }
//! }
//! class Square extends Shape {
//! }
//! ```
//! ```after
//! class Shape {
//! }
//! class Square extends Shape {
//!
//!     int corners() { return 0; }
//! }
//! ```
//!
//! With `keep=abstract` the class keeps an abstract method. What is used through the class itself cannot go:
//!
//! ```before
//! class Shape {
//!     int $0corners() { return 0; }
//!     boolean round() { return corners() == 0; }
//! }
//! class Square extends Shape { }
//! ```
//! ```refuses
//! corners
//! ```

use crate::Java;
use crate::checks::initial_order::refuse_later;
use crate::checks::initial_values::warn_of_time;
use crate::checks::initialization::refuse_other_time;
use crate::checks::looked_for::{refuse_looked_for, refuse_unwritten};
use crate::checks::{Check, enclosing_instance, named_super, raw_type, refuse_all};
use crate::edits::imports::Imports;
use crate::edits::texts::{insert_modifier, is_simple_type, modifier_at, with_blank};
use crate::edits::transfer::{Member, Moving, Placed, Room, carry_over};
use crate::query::constants::is_constant_field;
use crate::query::hierarchy::{
    arguments, direct_subclasses, members, names_of, outer_needed, remove_all, says_override,
};
use crate::query::outer_objects::is_qualifier;
use crate::query::program::JavaProgram;
use crate::query::shown::shown_key;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, Modifiers, Role, TypeKind, Visibility};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Part, Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "push-down",
    file: include_str!("push_down.rs"),
    params: &[
        Param::list("members", "more members of the same class, as `a, b(int)`"),
        Param::list(
            "keep",
            "names of methods that stay abstract in the class, or `abstract` for all",
        ),
    ],
    perform,
};

/// What no edge shows of members in subclasses.
pub const CHECKS: &[Check] = &[
    raw_type::CHECK,
    named_super::CHECK,
    enclosing_instance::CHECK,
];

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let all = members(run)?;
    warn_of_time(run, &all);
    let program = run.program();
    let owner = all[0].owner;
    let below = takers(program, owner)?;
    for member in &all {
        fits(run, member, &below)?;
    }
    let keeps = names_of(run, "keep", &all, "abstract")?;
    let sources = run.sources().clone();
    let mut step = Step::new("push down", "N!=->@ O!=<->@ I!=<->@");
    let mut imports = Imports::default();
    let mut placed: Vec<Placed> = Vec::new();
    let mut rooms: Vec<(ClassId, Room, [Vec<String>; 2])> = Vec::new();
    for &class in &below {
        let room = Room::of(program, &sources, class)?;
        rooms.push((class, room, Default::default()));
    }
    let mut leaves = Vec::new();
    let mut opened = Vec::new();
    // What has a body comes before what has none.
    let mut ordered: Vec<&Member> = all.iter().collect();
    ordered.sort_by_key(|m| m.modifiers.has(Modifiers::ABSTRACT));
    for member in ordered {
        let name = program.names.key_of(member.decl);
        let stays = matches!(member.decl, Decl::Method(_))
            && keeps
                .iter()
                .any(|k| *k == "abstract" || name.contains(&format!(".{k}(")));
        let is_field = matches!(member.decl, Decl::Field(_));
        for (class, room, [fields, methods]) in &mut rooms {
            let texts = if is_field { fields } else { methods };
            has_its_instance(program, member, *class)?;
            if overridden(run, member, *class) {
                if !stays {
                    drop_override(run, member, *class, &mut step);
                }
                continue;
            }
            let mut moving = Moving::new(member.clone());
            adapt(run, &mut moving, owner, *class, &mut imports);
            ask_super(run, &mut moving, &all, *class);
            if let Some(edits) = of_class(run, member, *class) {
                moving.edits.extend(edits);
            }
            open(run, member, &all, &mut opened, &mut step);
            if stays && !member.modifiers.has(Modifiers::ABSTRACT) {
                override_kept(program, member, &mut moving, &room.indent);
            }
            let text = moving.text(program, &sources, &room.indent);
            texts.push(text.clone());
            placed.push(Placed {
                file: room.file,
                text,
                moving,
            });
        }
        if stays {
            make_abstract(run, member, &mut step);
        } else {
            leaves.push(member);
        }
    }
    remove_all(program, &sources, &leaves, &mut step);
    for (_, room, texts) in &rooms {
        insert(room, &sources, texts, &mut step);
    }
    imports.add_to(program, &sources, &mut step);
    let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
    refuse_looked_for(run, &decls);
    let going: Vec<(Member, bool)> = all.iter().map(|m| (m.clone(), false)).collect();
    refuse_all(run, CHECKS, (owner, &below), &going, false);
    let of_class: Vec<Member> = all.iter().filter(|m| m.is_static()).cloned().collect();
    for (class, ..) in &rooms {
        refuse_other_time(run, &of_class, *class, false);
    }
    let below: Vec<(ClassId, &Room)> = rooms.iter().map(|(c, room, _)| (*c, room)).collect();
    refuse_later(run, &all.iter().collect::<Vec<_>>(), owner, &below);
    let targets: Vec<ClassId> = below.iter().map(|b| b.0).collect();
    refuse_unwritten(run, &all, owner, &targets);
    carry_over(run, &step, &placed)
}

/// A member that needs an enclosing instance finds it where it goes.
fn has_its_instance(
    program: &JavaProgram,
    member: &Member,
    class: ClassId,
) -> Result<(), BadInput> {
    let Some(outer) = outer_needed(program, member, class) else {
        return Ok(());
    };
    let at = program.token(member.number, member.node);
    let outer = shown_key(program.world().class_key(outer));
    let why = format!("it needs the enclosing instance of {outer}");
    Err(BadInput::new(why).at(at.file, at.span))
}

fn insert(room: &Room, sources: &Sources, [fields, methods]: &[Vec<String>; 2], step: &mut Step) {
    if !fields.is_empty() {
        room.insert_fields(sources, fields, step);
    }
    if !methods.is_empty() {
        room.insert(sources, methods, step);
    }
}

/// The subclasses that get the members.
fn takers(program: &JavaProgram, owner: ClassId) -> Result<Vec<ClassId>, BadInput> {
    let world = program.world();
    let below = direct_subclasses(program, owner);
    if below.is_empty() {
        let why = "the class has no subclass to take it; delete it instead";
        return Err(BadInput::new(why));
    }
    let theirs = |c: &&ClassId| {
        let decl = world.decl_of(**c);
        decl.is_some_and(|(_, d)| d.kind == TypeKind::Anonymous)
    };
    if let Some(&class) = below.iter().find(theirs) {
        let (number, decl) = world.decl_of(class).expect("it was found there");
        let at = program.interval(number, program.model(number).tree.span(decl.node));
        let why = "an anonymous subclass would need it too";
        return Err(BadInput::new(why).at(at.file, at.span));
    }
    Ok(below)
}

/// A body that goes down while its declaration stays: the documentation stays there, and the body overrides it.
fn override_kept(program: &JavaProgram, member: &Member, moving: &mut Moving, indent: &str) {
    if let Some(doc) = member.doc {
        let doc = Span::new(doc.start, member.span.start);
        moving.edits.push(Edit::delete(doc));
    }
    if !says_override(program, member) {
        let text = format!("@Override\n{indent}");
        moving.edits.push(Edit::insert(member.span.start, text));
    }
}

/// What an interface declares, as a class writes it: public, with no `default` (JLS 9.4).
fn of_class(run: &Run<'_, Java>, member: &Member, class: ClassId) -> Option<Vec<Edit>> {
    let program = run.program();
    let world = program.world();
    if !world.info(member.owner).is_interface() || world.info(class).is_interface() {
        return None;
    }
    let text = run.sources().text(member.file(program));
    let at = |word| modifier_at(program, member.number, member.node, text, word);
    let mut edits: Vec<Edit> = at("default")
        .map(|span| Edit::delete(with_blank(text, span)))
        .into_iter()
        .collect();
    let mut words = String::new();
    if at("public").is_none() && at("private").is_none() {
        words.push_str("public ");
    }
    if at("abstract").is_none() && is_abstract(program, member) {
        words.push_str("abstract ");
    }
    if !words.is_empty() {
        let word = words.trim_end();
        edits.push(insert_modifier(
            program,
            member.number,
            member.node,
            text,
            word,
        ));
    }
    Some(edits)
}

fn is_abstract(program: &JavaProgram, member: &Member) -> bool {
    matches!(member.decl, Decl::Method(m) if program.world().is_abstract(m))
}

fn fits(run: &Run<'_, Java>, member: &Member, below: &[ClassId]) -> Result<(), BadInput> {
    let world = run.program().world();
    let bad = |why: &str| {
        let at = run.program().token(member.number, member.node);
        Err(BadInput::new(why).at(at.file, at.span))
    };
    if matches!(member.decl, Decl::Class(_)) {
        return bad("only methods and fields can be pushed down");
    }
    let of_interface = world.info(member.owner).is_interface();
    if of_interface && (member.is_static() || matches!(member.decl, Decl::Field(_))) {
        return bad("a static member of an interface belongs to it; move it instead");
    }
    let is_fixed = |f| is_constant_field(run.program(), f);
    if let Decl::Field(field) = member.decl
        && member.is_static()
        && below.len() > 1
        && !is_fixed(field)
    {
        return bad(
            "each subclass would get a field of its own, and this is one for all; move it instead",
        );
    }
    if matches!(member.decl, Decl::Method(_))
        && !is_abstract(run.program(), member)
        && below.iter().all(|&c| overridden(run, member, c))
    {
        return bad("every subclass has this method already; delete it with safe-delete");
    }
    if let Decl::Method(m) = member.decl
        && world.method(m).constructor
    {
        return bad("a constructor cannot be pushed down");
    }
    if let Decl::Method(m) = member.decl
        && !of_interface
        && !world.info(member.owner).modifiers.has(Modifiers::ABSTRACT)
    {
        let mut above = run.program().overrides().overridden_by(m).iter();
        if above.any(|&o| !world.is_abstract(o)) {
            return bad("objects of the class itself would use the method of the superclass");
        }
    }
    if !matches!(
        world.info(member.owner).kind,
        TypeKind::Class | TypeKind::Interface
    ) {
        return bad("only a class or interface can push members down");
    }
    Ok(())
}

/// Whether a subclass has a method of its own in its place.
fn overridden(run: &Run<'_, Java>, member: &Member, class: ClassId) -> bool {
    let Decl::Method(method) = member.decl else {
        return false;
    };
    let program = run.program();
    let over = program.overrides().overriding(method).iter();
    over.into_iter()
        .any(|&m| program.world().method(m).owner == class)
}

/// `@Override` of a method that overrides nothing any more.
fn drop_override(run: &Run<'_, Java>, member: &Member, class: ClassId, step: &mut Step) {
    let Decl::Method(method) = member.decl else {
        return;
    };
    let program = run.program();
    let world = program.world();
    for &over in program.overrides().overriding(method) {
        if world.method(over).owner != class || program.overrides().overridden_by(over).len() > 1 {
            continue;
        }
        let Some((number, node)) = world.method_node(over) else {
            continue;
        };
        let tree = &program.model(number).tree;
        let text = run.sources().text(program.id(number));
        for annotation in tree.children_in(node, reweave_model::Role::Annotation) {
            if world.text(tree.sym(annotation)) == "Override" {
                let span = tree.span(annotation);
                let rest = text.part(span.end as usize..);
                let blanks = rest.len() - rest.trim_start().len();
                let span = Span::new(span.start, span.end + blanks as u32);
                step.delete(program.interval(number, span));
            }
        }
    }
}

/// Type parameters of the class become what the subclass gives for them; imports follow; what was private is needed below
/// no more than before.
fn adapt(
    run: &Run<'_, Java>,
    moving: &mut Moving,
    owner: ClassId,
    class: ClassId,
    imports: &mut Imports,
) {
    let program = run.program();
    let world = program.world();
    let number = moving.member.number;
    let given = arguments(run, class, owner);
    let target = world.class(class).origin.file();
    let extent = moving.member.extent();
    for used in program.names.uses_in(number) {
        if !extent.contains(used.span) {
            continue;
        }
        match used.decl {
            Decl::TypeVar(var) if world.type_params(owner).contains(&var) => {
                let name = world.text(world.type_var(var).name);
                if let Some(given) = given.iter().find(|g| g.param == name) {
                    moving.give(used.span, given);
                }
            }
            // `A.this` is the same object as `B.this` below.
            Decl::Class(named)
                if named == owner && is_qualifier(&program.model(number).tree, used.node) =>
            {
                let name = world.text(world.class(class).name);
                moving.edits.push(Edit::replace(used.span, name));
            }
            Decl::Class(named) if target.is_some_and(|t| t != number) => {
                let tree = &program.model(number).tree;
                let simple = is_simple_type(tree, used.node);
                if let (true, Some(target)) = (simple, target) {
                    let name = imports.simple(program, target, named);
                    if name != world.text(world.class(named).name) {
                        moving.edits.push(Edit::replace(used.span, name));
                    }
                }
            }
            _ => {}
        }
    }
}

/// Fields of the class that a class below hides are asked of `super`, where that is the class.
fn ask_super(run: &Run<'_, Java>, moving: &mut Moving, all: &[Member], class: ClassId) {
    let program = run.program();
    let world = program.world();
    let member = moving.member.clone();
    let tree = &program.model(member.number).tree;
    let extent = member.extent();
    for used in program.names.uses_in(member.number) {
        let Decl::Field(field) = used.decl else {
            continue;
        };
        let data = world.field(field);
        let is_hidden = world.info(class).field_named(data.name).is_some()
            && world.is_subclass(member.owner, data.owner)
            && !world.info(data.owner).is_interface()
            && !data.modifiers.has(Modifiers::STATIC);
        let goes = all.iter().any(|m| m.decl == used.decl);
        let is_here = program.class_around(member.number, used.node) == Some(member.owner);
        if !extent.contains(used.span) || !is_hidden || goes || !is_here {
            continue;
        }
        let name = world.text(data.name);
        match tree.child_in(used.node, Role::Receiver) {
            None if tree.kind(used.node) == Kind::Name => {
                moving.qualify(used.span, name, "super.");
            }
            Some(this)
                if tree.kind(this) == Kind::This
                    && tree.child_in(this, Role::Qualifier).is_none() =>
            {
                moving.edits.push(Edit::replace(tree.span(this), "super"));
            }
            _ => {}
        }
    }
}

/// What is private above and used by the member must be seen below.
fn open(
    run: &Run<'_, Java>,
    member: &Member,
    all: &[Member],
    opened: &mut Vec<Decl>,
    step: &mut Step,
) {
    let program = run.program();
    for used in program.names.uses_in(member.number) {
        let goes = all.iter().any(|m| m.decl == used.decl);
        if !member.extent().contains(used.span) || goes || opened.contains(&used.decl) {
            continue;
        }
        let Ok(needed) = Member::of(program, used.decl) else {
            continue;
        };
        let world = program.world();
        if needed.modifiers.visibility() == Visibility::Private
            && world.around(member.owner).any(|c| c == needed.owner)
        {
            opened.push(used.decl);
            let file = needed.file(program);
            let text = run.sources().text(file);
            let wanted = Visibility::Package;
            let edit =
                crate::edits::texts::visibility(program, needed.number, needed.node, text, wanted);
            if let Some(edit) = edit {
                step.edit(file, edit);
            }
        }
    }
}

/// The method without its body.
fn make_abstract(run: &Run<'_, Java>, member: &Member, step: &mut Step) {
    if member.modifiers.has(Modifiers::ABSTRACT) {
        return;
    }
    let program = run.program();
    let world = program.world();
    let file = member.file(program);
    let text = run.sources().text(file);
    let model = program.model(member.number);
    let callable = model.callables.iter().find(|c| c.node == member.node);
    if let Some(body) = callable.and_then(|c| c.body) {
        let body = model.tree.span(body);
        let head = text.part(..body.start as usize).trim_end().len() as u32;
        step.replace(
            program.interval(member.number, Span::new(head, body.end)),
            ";",
        );
    }
    if world.info(member.owner).is_interface() {
        if let Some(at) = modifier_at(program, member.number, member.node, text, "default") {
            step.delete(program.interval(member.number, with_blank(text, at)));
        }
        return;
    }
    step.edit(file, modifier_after_visibility(run, member, "abstract"));
    for word in ["final", "synchronized", "strictfp"] {
        if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
            step.delete(program.interval(member.number, with_blank(text, at)));
        }
    }
    if let Some((number, decl)) = world.decl_of(member.owner)
        && !decl.modifiers.has(Modifiers::ABSTRACT)
    {
        let text = run.sources().text(program.id(number));
        let edit = insert_modifier(program, number, decl.node, text, "abstract");
        // Once for all members.
        step.replace_once(program.interval(number, edit.span), &edit.text);
    }
}

/// `public abstract`: a modifier behind the visibility, where there is one.
pub fn modifier_after_visibility(run: &Run<'_, Java>, member: &Member, word: &str) -> Edit {
    let program = run.program();
    let text = run.sources().text(member.file(program));
    let visible = [
        Visibility::Public,
        Visibility::Protected,
        Visibility::Private,
    ];
    let found = visible
        .iter()
        .find_map(|v| modifier_at(program, member.number, member.node, text, v.word()));
    match found {
        Some(at) => Edit::insert(with_blank(text, at).end, format!("{word} ")),
        None => insert_modifier(program, member.number, member.node, text, word),
    }
}
