//! What a record asks of its constructors and of the methods that read its components (JLS 8.10.3, 8.10.4), as far as the names of their
//! types tell.

use crate::declare::{is_canonical, spelled};
use crate::world::World;
use reweave_model::{
    Callable, FileModel, Kind, Modifiers, Node, NodeId, Role, Tree, TypeDecl, TypeKind,
};

impl World {
    /// Whether a member of a type is none of a record, or one that a record may have.
    pub(crate) fn suits_record(&self, model: &FileModel, ty: &TypeDecl, member: &Callable) -> bool {
        if ty.kind != TypeKind::Record {
            return true;
        }
        let tree = &model.tree;
        let components: Vec<NodeId> = tree.children_in(ty.node, Role::Param).collect();
        if !member.is_constructor() {
            let mut read = components.iter().filter(|&&c| tree.sym(c) == member.name);
            return !member.params.is_empty() || read.all(|&c| is_accessor(tree, member, c));
        }
        if !is_canonical(tree, &components, member) {
            return self.begins_with_this(tree, member);
        }
        let names = member.params.iter().map(|p| p.name);
        names.eq(components.iter().map(|&c| tree.sym(c)))
            && member.modifiers.visibility() >= ty.modifiers.visibility()
            && member.throws.is_empty()
            && member.type_params.is_empty()
    }

    fn begins_with_this(&self, tree: &Tree, constructor: &Callable) -> bool {
        let first = constructor.body.and_then(|b| tree.children(b).next());
        first.is_some_and(|s| {
            tree.kind(s) == Kind::ConstructorCall && tree.sym(s) != self.known.super_
        })
    }
}

/// Whether a method may be what reads a component.
fn is_accessor(tree: &Tree, method: &Callable, component: NodeId) -> bool {
    let ty = tree
        .child_in(component, Role::Type)
        .map(|t| spelled(tree, t));
    let is_spread = tree.node(component).flags & Node::VARARGS != 0;
    method.modifiers.has(Modifiers::PUBLIC)
        && !method.modifiers.has(Modifiers::STATIC)
        && method.throws.is_empty()
        && method.type_params.is_empty()
        && (is_spread || method.return_type.map(|t| spelled(tree, t)) == ty)
}
