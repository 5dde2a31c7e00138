//! An expression written at another place: its names qualified so that they mean there what they mean where it stands.

use crate::edits::imports::Imports;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_text::{Edit, EditSet, Sources, Span};

/// Its text, and the classes that are named in it now and were not before.
pub struct Spelled {
    pub text: String,
    pub named: Vec<ClassId>,
}

/// The text of an expression for a place; none where something in it belongs to an object.
pub fn spelled(
    program: &JavaProgram,
    sources: &Sources,
    value: (u32, NodeId),
    place: (u32, NodeId),
    imports: &mut Imports,
) -> Option<Spelled> {
    let (number, node) = value;
    let world = program.world();
    let tree = &program.model(number).tree;
    let span = tree.span(node);
    let text = span.text(sources.text(program.id(number)));
    if program.class_around(number, node) == program.class_around(place.0, place.1) {
        return Some(Spelled {
            text: text.to_owned(),
            named: Vec::new(),
        });
    }
    let mut edits = Vec::new();
    let mut named = Vec::new();
    for inner in tree.descendants(node) {
        let decl = program.names.decl(number, inner);
        let at = program.token(number, inner).span;
        let at = Span::new(at.start - span.start, at.end - span.start);
        let simple = tree.child_in(inner, Role::Receiver).is_none();
        let owner = match (tree.kind(inner), decl) {
            (Kind::TypeName, Decl::Class(class))
                if tree.child_in(inner, Role::Qualifier).is_none() =>
            {
                edits.push(Edit::replace(at, imports.name(program, place.0, class)));
                named.push(class);
                continue;
            }
            (Kind::Name, Decl::Class(class)) => {
                edits.push(Edit::replace(at, imports.name(program, place.0, class)));
                named.push(class);
                continue;
            }
            (Kind::Name, Decl::Field(f))
                if world.is_static_field(f) || world.field(f).enum_constant =>
            {
                world.field(f).owner
            }
            (Kind::Call, Decl::Method(m)) if simple => {
                if !world.method(m).modifiers.has(Modifiers::STATIC) {
                    return None;
                }
                world.method(m).owner
            }
            (Kind::Name, Decl::Field(_)) | (Kind::This | Kind::Super, _) => return None,
            _ => continue,
        };
        let name = imports.name(program, place.0, owner);
        edits.push(Edit::insert(at.start, format!("{name}.")));
        named.extend(world.around(owner));
    }
    let text = EditSet::new(edits).ok()?.apply(text).ok()?;
    Some(Spelled { text, named })
}
