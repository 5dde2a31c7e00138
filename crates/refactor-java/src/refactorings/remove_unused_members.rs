//! Remove Unused Members: removes the private methods, fields and member types of a file that nothing uses.
//!
//! What only unused members use goes with them. A field whose value does something or may fail stays, and so does whatever has an
//! annotation, is named in a string or in documentation, or may be found by serialization.
//!
//! ```before
//! class $0Order {
//!     private int net;
//!     private int rate() { return twice(19); }
//!     private int twice(int n) { return 2 * n; }
//!     int price() { return net; }
//! }
//! ```
//! ```after
//! class Order {
//!     private int net;
//!     int price() { return net; }
//! }
//! ```
//!
//! ```before
//! class $0Order {
//!     private int net;
//!     int price() { return net; }
//! }
//! ```
//! ```refuses
//! no private member
//! ```

use crate::Java;
use crate::checks::initial_values::acts;
use crate::edits::lookups::strings_named;
use crate::edits::texts::whole_lines;
use crate::edits::transfer::Member;
use crate::query::failures::is_missed;
use crate::query::program::JavaProgram;
use reweave_java_names::{ClassId, Decl, Use};
use reweave_model::{CallableId, CallableKind, FieldId, Kind, Modifiers, NodeId, Role};
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Sources, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "remove-unused-members",
    file: include_str!("remove_unused_members.rs"),
    params: &[],
    perform,
};

/// What goes takes its names along.
const RULE: &str = "N<=->@ O<=->@ I<=->@";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, _) = run.caret()?;
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let sources = run.sources().clone();
    let found = unused(program, &sources, number);
    if found.is_empty() {
        return Err(BadInput::new("no private member of this file is unused").into());
    }
    let mut step = Step::new("remove what nothing uses", RULE);
    let outer: Vec<&Private> = found
        .iter()
        .filter(|p| {
            !found
                .iter()
                .any(|o| o.node != p.node && program.model(number).tree.contains(o.node, p.node))
        })
        .collect();
    let mut done: Vec<Span> = Vec::new();
    for member in &outer {
        let declaration = member.declaration;
        let beside = outer
            .iter()
            .filter(|o| o.declaration.is_some() && o.declaration == declaration)
            .count();
        match declaration {
            Some((span, all)) if all > 1 && beside == all => {
                if !done.contains(&span) {
                    let text = sources.text(file);
                    step.delete(program.interval(number, whole_lines(text, span, member.doc)));
                    done.push(span);
                }
            }
            Some((_, all)) if all > 1 && beside > 1 => {}
            _ => Member::read(program, &sources, member.decl)?.remove(program, &sources, &mut step),
        }
    }
    run.step(&step)
}

/// A private member.
struct Private {
    decl: Decl,
    node: NodeId,
    doc: Option<Span>,
    /// Of a field, the declaration and how many it declares.
    declaration: Option<(Span, usize)>,
}

/// The private members that nothing uses but others that nothing uses. What their own file tells is looked at first: there most turn out to
/// be used.
fn unused(program: &JavaProgram, sources: &Sources, number: u32) -> Vec<Private> {
    let mut found = privates(program, number);
    keep_closed(program, number, &mut found, |p| {
        program.uses_in(number, &[p.decl])
    });
    found.retain(|p| may_go(program, sources, number, p));
    keep_closed(program, number, &mut found, |p| {
        let with_name = program.files_with(sources, name_of(program, number, p));
        program.uses_among(&with_name, &[p.decl])
    });
    found
}

fn name_of<'p>(program: &'p JavaProgram, number: u32, member: &Private) -> &'p str {
    let tree = &program.model(number).tree;
    program.world().text(tree.sym(member.node))
}

/// Of some members those that are used nowhere but in each other.
fn keep_closed(
    program: &JavaProgram,
    number: u32,
    found: &mut Vec<Private>,
    uses: impl Fn(&Private) -> Vec<Use>,
) {
    let tree = &program.model(number).tree;
    let uses: Vec<Vec<Use>> = found.iter().map(uses).collect();
    let mut kept = vec![true; found.len()];
    // Each round takes one out at least.
    for _ in 0..found.len() {
        let is_used = |i: usize| {
            uses[i].iter().any(|u| {
                let inside = |j: usize| kept[j] && tree.contains(found[j].node, u.node);
                u.file != number || !(0..found.len()).any(inside)
            })
        };
        let out: Vec<usize> = (0..found.len())
            .filter(|&i| kept[i] && is_used(i))
            .collect();
        if out.is_empty() {
            break;
        }
        for i in out {
            kept[i] = false;
        }
    }
    let mut kept = kept.into_iter();
    found.retain(|_| kept.next() == Some(true));
}

fn privates(program: &JavaProgram, number: u32) -> Vec<Private> {
    let world = program.world();
    let model = program.model(number);
    let mut found = Vec::new();
    let is_private = |m: Modifiers| m.has(Modifiers::PRIVATE);
    for (i, callable) in (0..).zip(&model.callables) {
        let is_method = callable.kind == CallableKind::Function && is_private(callable.modifiers);
        if is_method
            && callable.annotations.is_empty()
            && !callable.modifiers.has(Modifiers::NATIVE)
        {
            let decl = Decl::Method(world.method_of(number, CallableId(i)));
            found.push(Private {
                decl,
                node: callable.node,
                doc: callable.doc,
                declaration: None,
            });
        }
    }
    for (i, field) in (0..).zip(&model.fields) {
        let is_kept =
            !is_private(field.modifiers) || field.enum_constant || !field.annotations.is_empty();
        if !is_kept && model.tree.kind(field.node) == Kind::Field {
            let count = model
                .fields
                .iter()
                .filter(|f| f.declaration == field.declaration)
                .count();
            let decl = Decl::Field(world.field_of(number, FieldId(i)));
            let declaration = Some((field.declaration, count));
            found.push(Private {
                decl,
                node: field.node,
                doc: field.doc,
                declaration,
            });
        }
    }
    for id in model.type_ids() {
        let ty = model.ty(id);
        if is_private(ty.modifiers) && ty.annotations.is_empty() {
            let decl = Decl::Class(world.class_of(number, id));
            found.push(Private {
                decl,
                node: ty.node,
                doc: ty.doc,
                declaration: None,
            });
        }
    }
    found
}

/// Whether nothing but its uses keeps a member.
fn may_go(program: &JavaProgram, sources: &Sources, number: u32, member: &Private) -> bool {
    let world = program.world();
    let tree = &program.model(number).tree;
    let owner = match member.decl {
        Decl::Method(m) => Some(world.method(m).owner),
        Decl::Field(f) => Some(world.field(f).owner),
        _ => None,
    };
    if owner.is_some_and(|o| is_serialized(program, o)) {
        return false;
    }
    let name = name_of(program, number, member);
    let with_name = program.files_with(sources, name);
    let is_told = !program
        .doc_uses(sources, &with_name, number, &[member.decl])
        .is_empty()
        || !strings_named(program, &with_name, name, true).is_empty();
    if is_told {
        return false;
    }
    let Decl::Field(field) = member.decl else {
        return true;
    };
    let value = tree.child_in(member.node, Role::Init);
    value.is_none_or(|v| {
        !acts(program, number, v) && !is_missed(program, number, v, world.field_type(field))
    })
}

/// Serialization finds fields and methods by their names.
fn is_serialized(program: &JavaProgram, class: ClassId) -> bool {
    let world = program.world();
    let serializable = world.class_by_dotted("java.io.Serializable");
    serializable.is_some_and(|s| world.is_subclass(class, s)) || !world.closure(class).complete
}
