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

/// The method or constructor that `method` calls, if that is all it does: of its own class or one above, or one that takes the very same
/// arguments. Another one that takes as many must take the same ones, or none of the exchanged ones could be passed to it: a client
/// that follows would call it with the wrong values.
pub fn target(
    component: &Component,
    references: &References,
    method: EntityId,
) -> Option<EntityId> {
    let delegation = only_call(component, method)?;
    let class = component.get(method).parent?;
    let called = references.outgoing(method).iter().map(|&(to, _)| to);
    let called: Vec<EntityId> = called
        .filter(|&to| delegation.may_mean(component, method, to))
        .collect();
    let found = match called[..] {
        [one] => one,
        // Types of other libraries leave overloads open: the only other one of its class it is, then.
        [] if delegation.on_this() => {
            let beside = component.children_of_kind(class, EntityKind::Method);
            let mut beside = beside.filter(|&to| delegation.may_mean(component, method, to));
            beside.next().filter(|_| beside.next().is_none())?
        }
        _ => return None,
    };
    let near = component
        .get(found)
        .parent
        .is_some_and(|owner| component.ancestors(class).contains(&owner));
    let takes_as_many =
        component.get(method).signature.as_ref()?.params.len() == delegation.passed();
    let told =
        delegation.passes_all || near && (!takes_as_many || unlike(component, method, found));
    told.then_some(found)
}

impl Delegation<'_> {
    fn passed(&self) -> usize {
        self.tree.children_in(self.call, Role::Argument).count()
    }

    /// Whether the object, or the class around, is what the call goes to.
    fn on_this(&self) -> bool {
        let receiver = self.tree.child_in(self.call, Role::Receiver);
        receiver.is_none_or(|r| self.tree.kind(r) == Kind::This)
    }

    /// Whether its name and the number of its arguments are those of another method.
    fn may_mean(&self, component: &Component, method: EntityId, to: EntityId) -> bool {
        let entity = component.get(to);
        let named = if self.tree.kind(self.call) == Kind::ConstructorCall {
            component.is_constructor(to) && entity.parent == component.get(method).parent
        } else {
            !component.is_constructor(to) && entity.name == self.tree.sym(self.call)
        };
        named
            && to != method
            && entity
                .signature
                .as_ref()
                .is_some_and(|s| s.takes(self.passed()))
            && (self.on_this() || entity.modifiers.has(Modifiers::STATIC))
    }
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
        x.dimensions != y.dimensions || y.class.is_some() && !x.class.is_some_and(below)
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
