//! Extract Class: makes a class of fields of a class, in a file of its own; each object of the old class has one of the new.
//!
//! `members` names the fields, `field` the one that holds the new object. Every use goes through it. The values that the fields begin with must
//! be the same whenever they are computed, and no constructor above may come to the fields before there is an object to hold them.
//!
//! ```before
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! public class $0Order {
//!     private int low = 1;
//!     int high;
//!     private List<String> names;
//!     int span() { return high - this.low + names.size(); }
//! }
//! class Use {
//!     int of(Order o) { o.high++; return o.high; }
//! }
//! ```
//! ```with
//! name=Range
//! members=low, high
//! ```
//! ```after
//! //- a/Order.java
//! package a;
//! import java.util.List;
//! public class Order {
//!     final Range range = new Range();
//!     private List<String> names;
//!     int span() { return range.high - this.range.low + names.size(); }
//! }
//! class Use {
//!     int of(Order o) { o.range.high++; return o.range.high; }
//! }
//! //- a/Range.java
//! package a;
//!
//! class Range {
//!     int low = 1;
//!     int high;
//! }
//! ```
//!
//! A copy would share the new object:
//!
//! ```before
//! class $0Order implements Cloneable {
//!     int low;
//! }
//! ```
//! ```with
//! name=Range
//! members=low
//! ```
//! ```refuses
//! a clone
//! ```

use crate::Java;
use crate::checks::looked_for::{is_serial, refuse_looked_for};
use crate::checks::unresolved::Unresolved;
use crate::edits::asked_of::object_name;
use crate::edits::headers::{beside, listed, name_outside, new_name, type_at};
use crate::edits::own_file::head_for;
use crate::edits::texts::{code, indent_unit, visibility};
use crate::edits::transfer::{Meanings, Member, Moving, Placed};
use crate::query::asked_object::is_object;
use crate::query::constants::needed_constant;
use crate::query::effects::{effects, initialisers};
use crate::query::hierarchy::remove_all;
use crate::query::program::JavaProgram;
use crate::query::values::constant_value;
use crate::query::words::{is_identifier, valid_name};
use reweave_java_flow::{Access, Place};
use reweave_java_names::{ClassId, Decl, FieldId, Use, UseKind};
use reweave_model::{Kind, Modifiers, Role, TypeKind, Visibility};
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Sources};
use std::collections::BTreeSet;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "extract-class",
    file: include_str!("extract_class.rs"),
    params: &[
        Param::required("name", "the new class"),
        Param::list("members", "the fields that go to it"),
        Param::optional("field", "the field that holds the new object"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let name = run.param("name")?;
    let class = type_at(run)?;
    let sources = run.sources().clone();
    let program = run.program();
    let world = program.world();
    valid_name(world.text(world.class(class).name), name, true)?;
    let all = listed(program, &sources, class, run.param("members")?)?;
    if all.is_empty() {
        return Err(BadInput::unclear("no field is named").into());
    }
    fits(program, class)?;
    for member in &all {
        may_go(program, member)?;
    }
    comes_first(program, class, &all)?;
    let holder = holder(run, class, name)?;
    let (number, decl) = world.decl_of(class).expect("it is ours");
    let text = sources.text(program.id(number));
    let unit = indent_unit(text);
    let path = beside(&sources, program.id(number), name);
    // The number that the new file is going to have.
    let file = sources.clone().add(path.as_str(), "");
    let placed = placed(program, &sources, (class, &all), (file, unit))?;
    let texts: Vec<&str> = placed.iter().map(|p| p.text.as_str()).collect();
    let open = all
        .iter()
        .map(|m| m.modifiers.visibility())
        .max()
        .unwrap_or(Visibility::Package);
    let word = if open >= Visibility::Protected {
        "public "
    } else {
        ""
    };
    let body = texts.join(&format!("\n{unit}"));
    let whole = format!("{word}class {name} {{\n{unit}{body}\n}}\n");
    let head = head_for(program, &sources, number, &whole);
    let mut step = Step::new(format!("extract {name}"), "N!=->@ O I");
    step.create(path, format!("{head}{whole}"));
    let from = program.token(number, decl.node).span.end;
    let brace = code(text, from as usize).find(|(_, c)| *c == '{');
    let (brace, _) = brace.ok_or_else(|| BadInput::new("the class has no body"))?;
    let words = match open {
        Visibility::Package => String::new(),
        other => format!("{} ", other.word()),
    };
    let inner = format!(
        "{}{unit}",
        crate::edits::texts::indent_at(text, program.model(number).tree.span(decl.node).start)
    );
    let written = new_name(program, number, name)?;
    let declared = format!("\n{inner}{words}final {written} {holder} = new {written}();");
    step.insert(program.id(number), brace as u32 + 1, declared);
    let leaves: Vec<&Member> = all.iter().collect();
    remove_all(program, &sources, &leaves, &mut step);
    let decls: Vec<Decl> = all.iter().map(|m| m.decl).collect();
    for used in program.uses(&decls) {
        if !matches!(used.kind, UseKind::Doc | UseKind::Import) {
            step.qualify(
                program.interval(used.file, used.span),
                &format!("{holder}."),
            );
        }
    }
    let meanings = Meanings::note(run, &placed);
    let unresolved = Unresolved::note(run, &step);
    refuse_looked_for(run, &decls);
    run.step(&step)?;
    unresolved.check(run);
    meanings.check(run, &placed);
    Ok(())
}

/// The fields as the new class declares them.
fn placed(
    program: &JavaProgram,
    sources: &Sources,
    (class, all): (ClassId, &[Member]),
    (file, unit): (FileId, &str),
) -> Result<Vec<Placed>, BadInput> {
    let mut placed = Vec::new();
    for member in all {
        let mut moving = Moving::new(member.clone());
        let at = program.token(member.number, member.node);
        if name_outside(program, &mut moving, member.extent(), class) {
            let why =
                "its type has a type parameter of the class, which is not in scope in the new one";
            return Err(BadInput::new(why).at(at.file, at.span));
        }
        if member.modifiers.visibility() == Visibility::Private {
            let text = sources.text(at.file);
            let wanted = Visibility::Package;
            moving.edits.extend(visibility(
                program,
                member.number,
                member.node,
                text,
                wanted,
            ));
        }
        let mut text = moving.text(program, sources, unit);
        if let Some(shared) = text.strip_prefix("private ") {
            text = String::from(shared);
        }
        placed.push(Placed { file, text, moving });
    }
    Ok(placed)
}

/// The name of the field that holds the new object.
fn holder(run: &Run<'_, Java>, class: ClassId, name: &str) -> Result<String, BadInput> {
    let program = run.program();
    let world = program.world();
    let fields = world.info(class).fields.iter();
    let taken: BTreeSet<&str> = fields.map(|f| world.text(world.field(f.1).name)).collect();
    match run.optional("field") {
        Some(word) if !is_identifier(word) => Err(BadInput::unclear(format!(
            "`{word}` is not a valid name for a field"
        ))),
        Some(word) => Ok(word.to_owned()),
        None => Ok(object_name(name, &taken)),
    }
}

/// What a class must be for its objects to hold another each.
fn fits(program: &JavaProgram, class: ClassId) -> Result<(), BadInput> {
    let world = program.world();
    let (number, decl) = world.decl_of(class).expect("it is ours");
    let at = program.token(number, decl.node);
    let bad = |why: &str| Err(BadInput::new(why).at(at.file, at.span));
    let is_a = |name: &str| {
        let above = world.class_by_dotted(name);
        above.is_some_and(|c| world.is_subclass(class, c))
    };
    let heirs = || {
        let mut all = world.source_classes();
        let cloneable = world.class_by_dotted("java.lang.Cloneable");
        all.any(|c| {
            world.is_subclass(c, class) && cloneable.is_some_and(|n| world.is_subclass(c, n))
        })
    };
    if world.info(class).kind != TypeKind::Class {
        return bad("only the fields of a class can go to another");
    }
    if is_a("java.lang.Cloneable") || heirs() {
        return bad("a clone would share the new object");
    }
    if is_serial(program, class) {
        return bad("serialization writes the fields of the class, which would no longer be there");
    }
    Ok(())
}

fn may_go(program: &JavaProgram, member: &Member) -> Result<(), BadInput> {
    let at = program.token(member.number, member.node);
    let bad = |why: &str| BadInput::new(why).at(at.file, at.span);
    let Decl::Field(field) = member.decl else {
        return Err(bad(
            "only fields go to the new class; move methods with move-instance-method",
        ));
    };
    if member.is_static() {
        return Err(bad("the field is static; move it with move-members"));
    }
    let tree = &program.model(member.number).tree;
    let init = tree.child_in(member.node, Role::Init);
    match init {
        Some(init) => constant_value(program, member.number, init).map_err(|why| bad(&why))?,
        None if member.modifiers.has(Modifiers::FINAL) => {
            return Err(bad(
                "only the constructors of its own class can give it its value",
            ));
        }
        None => {}
    }
    if let Some((why, _)) = needed_constant(program, field) {
        return Err(bad(why));
    }
    let uses = program.uses(&[member.decl]);
    if let Some(late) = uses.iter().find(|u| is_asked_late(program, u)) {
        let at = program.interval(late.file, late.span);
        let why = "where there is no object here, that would show before the value is computed";
        return Err(BadInput::new(why).at(at.file, at.span));
    }
    Ok(())
}

/// A value that is assigned is computed before it shows that there is no object for it (JLS 15.26.1); asking that object for the one
/// that holds the field would show it first.
fn is_asked_late(program: &JavaProgram, used: &Use) -> bool {
    let tree = &program.model(used.file).tree;
    let receiver = tree.child_in(used.node, Role::Receiver);
    let assigned = tree
        .parent(used.node)
        .filter(|&a| tree.kind(a) == Kind::Assign && tree.role(used.node) == Role::Target)
        .filter(|&a| program.world().text(tree.sym(a)) == "=")
        .and_then(|a| tree.child_in(a, Role::Value));
    let shows = |value| {
        let done = effects(program, &[(used.file, value)]);
        done.is_seen() || done.may_fail()
    };
    let may_be_null = receiver.is_some_and(|r| !is_object(program, used.file, r));
    may_be_null && assigned.is_some_and(shows)
}

/// What runs before the fields of the class get their values must not come to them.
fn comes_first(program: &JavaProgram, class: ClassId, all: &[Member]) -> Result<(), BadInput> {
    let world = program.world();
    let parts = initialisers(program, class, false);
    for member in all {
        let Decl::Field(field) = member.decl else {
            continue;
        };
        let tree = &program.model(member.number).tree;
        let has_value = tree.child_in(member.node, Role::Init).is_some();
        let earlier = parts.iter().copied().take_while(|p| p.1 != member.node);
        let earlier: Vec<_> = earlier.collect();
        if has_value && effects(program, &earlier).touches(field) {
            let at = program.token(member.number, member.node);
            return Err(BadInput::new(
                "what stands before the field comes to it before it has its value, which the new object would have by then",
            )
            .at(at.file, at.span));
        }
    }
    let supers = world.header(class).supers.first();
    let above = supers.and_then(|&s| world.class_of_type(s));
    let object = world.class_of_type(world.object());
    let Some(above) = above.filter(|&a| Some(a) != object) else {
        return Ok(());
    };
    let fields: Vec<FieldId> = all
        .iter()
        .filter_map(|m| match m.decl {
            Decl::Field(f) => Some(f),
            _ => None,
        })
        .collect();
    let is_known = |_| true;
    let mut summaries = program.summaries(&is_known);
    let constructors = world
        .info(above)
        .methods
        .iter()
        .filter(|m| world.method(m.1).constructor);
    let touches = |access: &Access| match access.place {
        Place::Field(f) => fields.contains(&f),
        Place::Anything => true,
        _ => false,
    };
    let mut any = constructors.flat_map(|m| summaries.method(m.1).0.to_vec());
    if any.any(|a| touches(&a)) {
        let (number, decl) = world.decl_of(class).expect("it is ours");
        let at = program.token(number, decl.node);
        return Err(BadInput::new(
            "a superclass constructor may reach the fields before the object that holds them exists",
        )
        .at(at.file, at.span));
    }
    Ok(())
}
