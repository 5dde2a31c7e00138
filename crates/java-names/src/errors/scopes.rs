//! Simple names of types that mean a class, and that the compiler does not take where they stand.

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl};
use crate::names::Names;
use crate::references::Use;
use reweave_model::{Kind, NodeId, Role, TypeKind};

impl Names {
    pub(super) fn type_scope_errors(&self, file: u32) -> Vec<NameError> {
        let tree = &self.world.file(file).tree;
        let is_simple = |used: &Use| {
            matches!(tree.kind(used.node), Kind::TypeName | Kind::Name)
                && tree.child_in(used.node, Role::Qualifier).is_none()
        };
        let simple = self.uses_in(file).into_iter().filter(is_simple);
        let wrong = simple.filter_map(|used| {
            let Decl::Class(class) = used.decl else {
                return None;
            };
            let kind = if self.is_of_generic_object(&used, class) {
                ErrorKind::NoObject
            } else if self.is_hidden_by_parameter(&used, class) {
                ErrorKind::Ambiguous
            } else {
                return None;
            };
            Some(NameError {
                file,
                node: used.node,
                kind,
                about: self.key_of(used.decl),
            })
        });
        wrong.collect()
    }

    /// Whether a name alone means an inner class of a generic class in static code of that class: it would have the type parameters of an
    /// object that is not there (JLS 8.1.2, 6.5.5.1).
    fn is_of_generic_object(&self, used: &Use, class: ClassId) -> bool {
        let world = &self.world;
        let info = world.info(class);
        let Some(outer) = info.outer.filter(|_| !info.local) else {
            return false;
        };
        if world.is_missing(class)
            || world.stands_alone(class)
            || world.type_params(outer).is_empty()
        {
            return false;
        }
        let tree = &world.file(used.file).tree;
        // In `object.new Inner()` the name is looked up in the type of the object (JLS 15.9.1).
        let creation = tree
            .parent(used.node)
            .filter(|&n| tree.kind(n) == Kind::New);
        if creation.is_some_and(|n| tree.child_in(n, Role::Receiver).is_some()) {
            return false;
        }
        let mut is_static = false;
        for around in tree.ancestors(used.node) {
            if tree.kind(around) != Kind::Type {
                is_static |= self.is_static_member(used.file, around);
                continue;
            }
            let Some(at) = self.class_at(used.file, around) else {
                return false;
            };
            // The head of a class is outside of it.
            let is_inside = self.innermost_body(used, around);
            if is_inside && world.is_subclass(at, outer) {
                return is_static && !world.type_params(at).is_empty();
            }
            is_static |= world.stands_alone(at);
        }
        false
    }

    /// Whether a node of a class is in its body.
    fn innermost_body(&self, used: &Use, class: NodeId) -> bool {
        let tree = &self.world.file(used.file).tree;
        let nodes = std::iter::once(used.node).chain(tree.ancestors(used.node));
        let mut nodes = nodes.take_while(|&n| n != class);
        let part = nodes.by_ref().last();
        part.is_some_and(|n| !is_of_head(tree.role(n)))
    }

    /// Whether a name in the head of a class means a member type of a class around it that has a type parameter of the same name: javac
    /// takes the parameter there, unless the class is itself a member of that one.
    fn is_hidden_by_parameter(&self, used: &Use, class: ClassId) -> bool {
        let world = &self.world;
        let tree = &world.file(used.file).tree;
        let mut at = used.node;
        let mut headed = None;
        for around in tree.ancestors(used.node) {
            if tree.kind(around) == Kind::Type {
                headed = is_of_head(tree.role(at)).then_some(around);
                break;
            }
            at = around;
        }
        let Some(headed) = headed.and_then(|node| self.class_at(used.file, node)) else {
            return false;
        };
        if world.info(headed).kind == TypeKind::Anonymous {
            return false;
        }
        let name = tree.sym(used.node);
        let nearest = if world.info(headed).local { 1 } else { 2 };
        let mut around = world.around(headed).skip(nearest);
        around.any(|c| {
            let own = world.own_type_params(c);
            let params = world.type_params(c);
            let mut own = params[params.len().saturating_sub(own)..].iter();
            own.any(|&var| world.type_var(var).name == name)
                && world.member_type(c, name) == Some(class)
        })
    }
}

const fn is_of_head(role: Role) -> bool {
    matches!(
        role,
        Role::Superclass | Role::Interface | Role::Permits | Role::TypeParam
    )
}
