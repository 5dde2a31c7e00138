//! What a value, a variable or a receiver is, as several refactorings ask.

use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, FieldId, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};

/// Whether a local variable is assigned after its first value.
pub fn is_reassigned(program: &JavaProgram, number: u32, local: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let uses = program.uses_in(number, &[Decl::Local(local)]);
    let writes = uses.iter().filter(|u| u.kind == UseKind::Write).count();
    let has_value = tree.child_in(local, Role::Init).is_some() || tree.kind(local) != Kind::VarDecl;
    writes > usize::from(!has_value)
}

/// The expression inside parentheses.
pub fn without_parentheses(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.kind(node) == Kind::Paren
        && let Some(inner) = tree.child_in(node, Role::Operand)
    {
        node = inner;
    }
    node
}

/// Whether an expression has the same value at all times: it reads nothing but variables that never change.
pub fn is_fixed(program: &JavaProgram, number: u32, value: NodeId) -> bool {
    let tree = &program.model(number).tree;
    tree.descendants(value).all(|n| match tree.kind(n) {
        Kind::Call
        | Kind::New
        | Kind::NewArray
        | Kind::FieldAccess
        | Kind::Index
        | Kind::Assign
        | Kind::Update => false,
        Kind::Name => match program.names.decl(number, n) {
            Decl::Field(field) => {
                let data = program.world().field(field);
                data.modifiers.has(Modifiers::FINAL)
            }
            _ => true,
        },
        _ => true,
    })
}

/// Whether a value is the same whenever it is computed, or why not.
pub fn constant_value(program: &JavaProgram, number: u32, value: NodeId) -> Result<(), String> {
    let world = program.world();
    let tree = &program.model(number).tree;
    let is_known = |_| true;
    let mut summaries = program.summaries(&is_known);
    for node in tree.descendants(value) {
        let decl = program.names.decl(number, node);
        let simple = tree.child_in(node, Role::Receiver).is_none();
        match (tree.kind(node), decl) {
            (Kind::Name, Decl::Local(local)) if !tree.contains(value, local) => {
                return Err("this reads a local variable, which no field can; extract a local variable instead".into());
            }
            (Kind::This | Kind::Super, _) => {
                return Err(
                    "this is not static, and a constant is; extract a field instead".into(),
                );
            }
            (Kind::Name | Kind::FieldAccess, Decl::Field(field)) => {
                let data = world.field(field);
                if !world.is_static_field(field) && simple {
                    return Err("this reads an instance field, and a constant is static".into());
                }
                if !data.modifiers.has(Modifiers::FINAL) && !data.enum_constant {
                    return Err(format!(
                        "{} may change, so that the value is no constant",
                        world.text(data.name)
                    ));
                }
            }
            (Kind::Call | Kind::New, Decl::Method(method)) => {
                let is_static = world.method(method).modifiers.has(Modifiers::STATIC);
                if simple && !is_static && tree.kind(node) == Kind::Call {
                    return Err("this calls an instance method, and a constant is static".into());
                }
                if !summaries.call(number, node).0.is_empty() {
                    return Err("a call in this may give another value at another time".into());
                }
                let is_object = tree.kind(node) == Kind::New
                    && !reweave_java_flow::is_immutable(world, program.names.ty(number, node));
                if is_object {
                    return Err(
                        "this makes a new object each time, and a constant would be one for all"
                            .into(),
                    );
                }
            }
            (Kind::NewArray | Kind::ArrayInit, _) => {
                return Err(
                    "this makes a new array each time, and a constant would be one for all".into(),
                );
            }
            (Kind::Assign | Kind::Update | Kind::Call | Kind::New, _) => {
                return Err("this does more than compute a value that is known".into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// `super`, or that of the enclosing class by its name.
pub fn is_own_super(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let is_named = |q| {
        let around = program.class_around(number, node).map(Decl::Class);
        Some(program.names.decl(number, q)) == around
    };
    tree.kind(node) == Kind::Super && tree.child_in(node, Role::Qualifier).is_none_or(is_named)
}

/// Whether a field is the component of a record.
pub fn is_component(program: &JavaProgram, field: FieldId) -> bool {
    let node = program.world().field_node(field);
    node.is_some_and(|(file, node)| program.model(file).tree.kind(node) == Kind::Param)
}
