//! Methods that do nothing but call another one: once such a method is gone, its callers call the other one.

use crate::entity::{Component, Decl, EntityId, EntityKind};
use crate::references::References;
use reweave_model::{FileModel, Kind, Modifiers, NodeId, Role, Tree};

/// The one call that a method is.
struct Delegation<'a> {
    tree: &'a Tree,
    call: NodeId,
    /// Its own parameters, passed in their order and nothing else.
    passes_all: bool,
}

/// The method or constructor that `method` calls, if that is all it does. Another one that takes as many arguments must take the same
/// ones, or none of the exchanged ones could be passed to it: a client that follows would call it with the wrong values.
pub fn target(
    component: &Component,
    references: &References,
    method: EntityId,
) -> Option<EntityId> {
    let delegation = only_call(component, method)?;
    let (tree, call) = (delegation.tree, delegation.call);
    let constructs = tree.kind(call) == Kind::ConstructorCall;
    let passed = tree.children_in(call, Role::Argument).count();
    let receiver = tree.child_in(call, Role::Receiver);
    let on_this = receiver.is_none_or(|r| matches!(tree.kind(r), Kind::This | Kind::Super));
    let called = references.outgoing(method).iter().map(|&(to, _)| to);
    let mut fitting = called.filter(|&to| {
        let entity = component.get(to);
        let named = if constructs {
            component.is_constructor(to) && entity.parent == component.get(method).parent
        } else {
            !component.is_constructor(to) && entity.name == tree.sym(call)
        };
        entity.kind == EntityKind::Method
            && named
            && to != method
            && entity.signature.as_ref().is_some_and(|s| s.takes(passed))
            && (on_this || entity.modifiers.has(Modifiers::STATIC))
    });
    let found = fitting.next()?;
    let is_only = fitting.next().is_none();
    let takes_as_many = component.get(method).signature.as_ref()?.params.len() == passed;
    let told = delegation.passes_all || !takes_as_many || unlike(component, method, found);
    (is_only && told).then_some(found)
}

/// Whether some parameter could never be passed where the other method has one at its place.
fn unlike(component: &Component, method: EntityId, other: EntityId) -> bool {
    let signature = |m: EntityId| component.get(m).signature.as_deref();
    let (Some(a), Some(b)) = (signature(method), signature(other)) else {
        return false;
    };
    a.params.iter().zip(&b.params).any(|(x, y)| {
        let below = |c| {
            y.class
                .is_some_and(|up| component.ancestors(c).contains(&up))
        };
        y.class.is_some() && (x.dimensions != y.dimensions || !x.class.is_some_and(below))
    })
}

fn only_call<'a>(component: &'a Component, method: EntityId) -> Option<Delegation<'a>> {
    let Decl::Callable(file, callable) = component.get(method).decl else {
        return None;
    };
    let model: &FileModel = &component.sources.program.files[file as usize];
    let (tree, callable) = (&model.tree, model.callable(callable));
    let only = |node: NodeId| {
        let mut children = tree.children(node);
        children.next().filter(|_| children.next().is_none())
    };
    let statement = only(callable.body?)?;
    let call = match tree.kind(statement) {
        Kind::ConstructorCall => statement,
        Kind::ExprStmt | Kind::Return => only(statement)?,
        _ => return None,
    };
    let own = match tree.kind(call) {
        Kind::ConstructorCall => {
            tree.child_in(call, Role::Receiver).is_none()
                && component.text(tree.sym(call)) == "this"
        }
        kind => kind == Kind::Call,
    };
    let arguments = tree.children_in(call, Role::Argument);
    let passes_all = arguments.clone().count() == callable.params.len()
        && arguments
            .zip(&callable.params)
            .all(|(a, p)| tree.kind(a) == Kind::Name && tree.sym(a) == p.name);
    own.then_some(Delegation {
        tree,
        call,
        passes_all,
    })
}
