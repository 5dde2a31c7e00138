//! Bodies for classes that an abstract method above leaves without one.

use crate::Java;
use crate::edits::imports::Imports;
use crate::edits::texts::{indent_unit, modifier_at, with_blank};
use crate::edits::transfer::{Member, Moving, Room};
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, MethodId};
use reweave_model::{Kind, Modifiers, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run, Step};
use reweave_text::{Edit, Part, Span};

/// Gives a body of its own to every class below `to` that is not abstract and would have none. Tells which of them had one from
/// above until then: they would come to do something else.
pub fn add_stubs(
    run: &Run<'_, Java>,
    member: &Member,
    to: ClassId,
    imports: &mut Imports,
    step: &mut Step,
) -> Result<Vec<Interval>, BadInput> {
    let mut robbed = Vec::new();
    for class in without_body(run, member, to) {
        if has_body(run, member, class) {
            robbed.extend(place(run.program(), class));
        }
        let room = Room::of(run.program(), run.sources(), class)?;
        if let Some(text) = stub(run, member, class, &room, imports) {
            room.insert(run.sources(), &[text], step);
        }
    }
    Ok(robbed)
}

/// Where a class is named, or where it stands when it has no name.
fn place(program: &JavaProgram, class: ClassId) -> Option<Interval> {
    let whole = || {
        let (number, decl) = program.world().decl_of(class)?;
        Some(program.interval(number, program.model(number).tree.span(decl.node)))
    };
    program.place(0, Decl::Class(class)).or_else(whole)
}

/// Whether an object of the class answers with a body that stands above it.
fn has_body(run: &Run<'_, Java>, member: &Member, class: ClassId) -> bool {
    let world = run.program().world();
    let Decl::Method(method) = member.decl else {
        return false;
    };
    let mut above = Vec::new();
    world.find_methods(class, world.method(method).name, &mut above);
    let is_body = |&m: &MethodId| {
        let hidden = world.method(m).modifiers.has(Modifiers::PRIVATE);
        !world.is_abstract(m) && !hidden && is_alike(run, m, method)
    };
    above.iter().any(is_body)
}

/// The classes that would have to be abstract, the uppermost of each line.
fn without_body(run: &Run<'_, Java>, member: &Member, to: ClassId) -> Vec<ClassId> {
    let world = run.program().world();
    let is_concrete = |c: ClassId| {
        let info = world.info(c);
        !info.is_interface() && !info.modifiers.has(Modifiers::ABSTRACT)
    };
    let needs = |&class: &ClassId| {
        let supers = world.closure(class).supers.iter().map(|s| s.0);
        let mut above = supers.filter(|&c| c != to && world.is_subclass(c, to));
        is_concrete(class)
            && class != member.owner
            && world.is_subclass(class, to)
            && !declares(run, member, class)
            && !above.any(|c| is_concrete(c) || (c != member.owner && declares(run, member, c)))
            && !world.is_subclass(class, member.owner)
    };
    let below = world.source_classes().filter(|&c| c != to);
    below.filter(needs).collect()
}

/// Whether a class has a method of that name and these parameters.
fn declares(run: &Run<'_, Java>, member: &Member, class: ClassId) -> bool {
    let world = run.program().world();
    let Decl::Method(method) = member.decl else {
        return false;
    };
    let named = world.info(class).methods_named(world.method(method).name);
    named.iter().any(|m| is_alike(run, m.1, method))
}

/// Whether two methods take the same, erased, or the other is overridden by it with what a type parameter stands for.
fn is_alike(run: &Run<'_, Java>, one: MethodId, other: MethodId) -> bool {
    let world = run.program().world();
    let shape = |m| -> Vec<_> {
        let params = world.signature(m).params.iter();
        params.map(|&p| world.erase(p)).collect()
    };
    shape(one) == shape(other) || world.overridden(other).contains(&one)
}

/// None where the method speaks of type parameters that the class does not have.
fn stub(
    run: &Run<'_, Java>,
    member: &Member,
    class: ClassId,
    room: &Room,
    imports: &mut Imports,
) -> Option<String> {
    let program = run.program();
    let world = program.world();
    let text = run.sources().text(member.file(program));
    let model = program.model(member.number);
    let callable = model.callables.iter().find(|c| c.node == member.node)?;
    let end = match callable.body {
        Some(body) => text
            .part(..model.tree.span(body).start as usize)
            .trim_end()
            .len(),
        None => text
            .part(..model.tree.span(member.node).end as usize)
            .trim_end_matches(';')
            .len(),
    };
    let mut bare = member.clone();
    let annotations = model.tree.children_in(member.node, Role::Annotation);
    let start = annotations.map(|a| model.tree.span(a).end).max();
    let start = start.map_or(member.span.start, |s| {
        let rest = text.part(s as usize..);
        s + (rest.len() - rest.trim_start().len()) as u32
    });
    bare.doc = None;
    bare.span = Span::new(start, end as u32);
    let target = world.class(class).origin.file()?;
    let mut moving = Moving::new(bare.clone());
    for used in program.names.uses_in(member.number) {
        if !bare.span.contains(used.span) {
            continue;
        }
        match used.decl {
            Decl::TypeVar(var) if world.type_params(member.owner).contains(&var) => return None,
            Decl::Class(named) if model.tree.kind(used.node) == Kind::TypeName => {
                let name = imports.name(program, target, named);
                if name != world.text(world.class(named).name) {
                    moving.edits.push(Edit::replace(used.span, name));
                }
            }
            _ => {}
        }
    }
    for word in ["abstract", "final", "synchronized", "native", "strictfp"] {
        if let Some(at) = modifier_at(program, member.number, member.node, text, word) {
            moving.edits.push(Edit::delete(with_blank(text, at)));
        }
    }
    let head = moving.text(program, run.sources(), &room.indent);
    let returns = callable.return_type.map(|t| model.tree.span(t).text(text));
    let value = match returns.unwrap_or("void") {
        "void" => None,
        "boolean" => Some("false"),
        "byte" | "short" | "int" | "long" | "char" | "float" | "double" => Some("0"),
        _ => Some("null"),
    };
    let indent = &room.indent;
    let inner = format!("{indent}{}", indent_unit(text));
    let gives = value.map_or_else(String::new, |v| format!("\n{inner}return {v};"));
    Some(format!(
        "@Override\n{indent}{head} {{\n{inner}// TODO Auto-generated method stub{gives}\n{indent}}}"
    ))
}
