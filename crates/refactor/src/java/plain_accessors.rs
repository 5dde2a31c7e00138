//! Whether a method that is there already can stand for the getter or setter of a field: it must do that and nothing more, and no
//! class below may do otherwise.

use super::program::JavaProgram;
use super::signature_edits::callable_of;
use reweave_java_names::{Decl, FieldId, MethodId};
use reweave_model::{Kind, NodeId, Role};

/// Why calls of a method are not the same as reading the field, or assigning it where the method takes a value.
pub fn why_not_plain(
    program: &JavaProgram,
    method: MethodId,
    field: FieldId,
) -> Option<&'static str> {
    let world = program.world();
    let owner = world.method(method).owner;
    let below = program.family(method).into_iter().any(|other| {
        let class = world.method(other).owner;
        class != owner && world.is_subclass(class, owner)
    });
    if below {
        return Some("a class below overrides it");
    }
    let Some((number, callable)) = callable_of(program, method) else {
        return Some("its text is not here");
    };
    let tree = &program.model(number).tree;
    let names = |node: NodeId, decl: Decl| program.names.decl(number, node) == decl;
    let statements: Vec<NodeId> = callable
        .body
        .map(|body| tree.children(body).collect())
        .unwrap_or_default();
    let value = |node: NodeId| tree.child_in(node, Role::Value);
    let gives_field = |node: NodeId| {
        tree.kind(node) == Kind::Return && value(node).is_some_and(|v| names(v, Decl::Field(field)))
    };
    let takes_value = |node: NodeId| {
        let assigned = value(node).filter(|&a| tree.kind(a) == Kind::Assign);
        assigned.is_some_and(|a| {
            let target = tree.child_in(a, Role::Target);
            let param = callable.params.first().map(|p| Decl::Local(p.node));
            world.text(tree.sym(a)) == "="
                && target.is_some_and(|t| names(t, Decl::Field(field)))
                && value(a).zip(param).is_some_and(|(v, p)| names(v, p))
        })
    };
    let is_plain = match (callable.params.len(), &statements[..]) {
        (0, &[only]) => gives_field(only),
        (1, &[only]) => takes_value(only),
        (1, &[first, last]) => takes_value(first) && tree.kind(last) == Kind::Return,
        _ => false,
    };
    (!is_plain).then_some("it does something else, too")
}
