//! Declarations whose type could be a more general one.

use crate::Java;
use crate::query::at::meant_at;
use crate::query::program::JavaProgram;
use crate::query::values::is_component;
use reweave_java_names::{ClassId, Decl, Ty, Use, UseKind};
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Run};

/// A declared type, and what has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// File and node of the type.
    pub ty: (u32, NodeId),
    pub decl: Decl,
    pub declared: Ty,
}

impl Slot {
    /// Of a local variable, parameter, field or method; none where the type is inferred or shared with others.
    pub fn of(program: &JavaProgram, number: u32, decl: Decl) -> Option<Self> {
        let world = program.world();
        let (number, node) = match decl {
            Decl::Local(node) => (number, node),
            Decl::Field(field) if !is_component(program, field) => world.field_node(field)?,
            Decl::Method(method) => world.method_node(method)?,
            _ => return None,
        };
        let tree = &program.model(number).tree;
        let holder = match tree.kind(node) {
            Kind::VarDecl => tree.parent(node)?,
            _ => node,
        };
        let variables = tree
            .children(holder)
            .filter(|&c| tree.kind(c) == Kind::VarDecl);
        let model = program.model(number);
        let shared = match decl {
            Decl::Field(_) => {
                let own = model.fields.iter().find(|f| f.node == node)?;
                model
                    .fields
                    .iter()
                    .filter(|f| f.declaration == own.declaration)
                    .count()
                    > 1
            }
            _ => variables.count() > 1,
        };
        let ty = tree.child_in(holder, Role::Type)?;
        let is_named = tree.kind(ty) == Kind::TypeName;
        let declared = match decl {
            Decl::Local(node) => program.names.ty(number, node),
            Decl::Field(field) => world.field_type(field),
            Decl::Method(method) => world.signature(method).ret?,
            _ => return None,
        };
        let plain = tree.kind(node) != Kind::VarDecl || tree.node(node).flags == 0;
        (is_named && !shared && plain).then_some(Self {
            ty: (number, ty),
            decl,
            declared,
        })
    }

    pub fn uses(&self, program: &JavaProgram) -> Vec<Use> {
        match self.decl {
            Decl::Local(_) => program.uses_in(self.ty.0, &[self.decl]),
            decl => program.uses(&[decl]),
        }
    }

    /// A use at which the static type itself decides: a `switch` must know all cases, an inner class is looked for
    /// in it.
    pub fn never(&self, program: &JavaProgram) -> Option<Interval> {
        let uses = self.uses(program);
        let decides = |u: &&Use| {
            let tree = &program.model(u.file).tree;
            let parent = tree.parent(u.node);
            let is_reference = u.kind == UseKind::Reference;
            // `o.new Inner()`, `o.super()`: the class is looked for in the type of `o`.
            let makes_inner = parent.is_some_and(|p| {
                matches!(tree.kind(p), Kind::New | Kind::ConstructorCall)
                    && tree.role(u.node) == Role::Receiver
            });
            is_reference
                || makes_inner
                || parent.is_some_and(|p| {
                    matches!(tree.kind(p), Kind::Switch | Kind::SwitchExpr)
                        && tree.role(u.node) == Role::Condition
                })
        };
        let found = uses.iter().find(decides)?;
        Some(program.interval(found.file, found.span))
    }
}

/// The declaration asked for: its name, or the type before it.
pub fn slot_at(run: &Run<'_, Java>) -> Result<Slot, BadInput> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let unclear = || {
        BadInput::unclear(
            "no variable, field, parameter or method with a class for its type is declared here; put the caret on the name of one",
        )
    };
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let slots = declared_in(program, number);
    let tree = &program.model(number).tree;
    let on_type = slots
        .into_iter()
        .find(|s| tree.span(s.ty.1).contains_offset(at));
    if let Some(slot) = on_type {
        return Ok(slot);
    }
    let meant = meant_at(program, file, at)?;
    Slot::of(program, meant.number, meant.decl).ok_or_else(unclear)
}

/// All declarations of a file with a class for their type.
pub fn declared_in(program: &JavaProgram, number: u32) -> Vec<Slot> {
    let world = program.world();
    let model = program.model(number);
    let tree = &model.tree;
    let locals = tree
        .descendants(NodeId::ROOT)
        .filter(|&n| matches!(tree.kind(n), Kind::VarDecl | Kind::Param))
        .filter(|&n| {
            tree.parent(n)
                .is_none_or(|p| !matches!(tree.kind(p), Kind::Type | Kind::Catch))
        })
        .map(Decl::Local);
    let fields = (0..model.fields.len())
        .map(|i| Decl::Field(world.field_of(number, reweave_model::FieldId(i as u32))));
    let methods = (0..model.callables.len())
        .map(|i| Decl::Method(world.method_of(number, reweave_model::CallableId(i as u32))));
    let all = locals.chain(fields).chain(methods);
    all.filter_map(|decl| Slot::of(program, number, decl))
        .collect()
}

/// The supertype of a declared type by its name, with the arguments that it has there.
pub fn supertype(program: &JavaProgram, slot: &Slot, name: &str) -> Result<Ty, BadInput> {
    let world = program.world();
    let class = world.class_of_type(slot.declared);
    let none = || {
        BadInput::unclear(format!(
            "{name} is no supertype of the declared type; name one"
        ))
    };
    let class = class.ok_or_else(none)?;
    let supers = world.closure(class).supers.iter().map(|s| s.0);
    let object = world.class_of_type(world.object());
    let fits = |c: &ClassId| {
        let full = crate::edits::imports::dotted(program, *c);
        full == name || full.ends_with(&format!(".{name}"))
    };
    let found = supers
        .chain(object)
        .find(fits)
        .filter(|&c| c != class)
        .ok_or_else(none)?;
    if Some(found) == object {
        return Ok(world.object());
    }
    world.as_super(slot.declared, found).ok_or_else(none)
}
