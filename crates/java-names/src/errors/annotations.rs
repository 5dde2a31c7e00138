//! Values of annotations that stand without a name: they are for `value`, which nothing in the text says (JLS 9.7.3). So are the
//! annotations that stand several times, in the one that holds them (JLS 9.6.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl};
use crate::names::Names;
use reweave_model::{Kind, NodeId, Role};

impl Names {
    pub(crate) fn without_element(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let tree = &world.file(file).tree;
        let annotations = tree.descendants(NodeId::ROOT);
        let annotations = annotations.filter(|&n| tree.kind(n) == Kind::Annotation);
        let mut found = Vec::new();
        for node in annotations {
            let Decl::Class(class) = self.decl(file, node) else {
                continue;
            };
            let mut given = tree.children_in(node, Role::Argument);
            let asked = match self.holder(file, node, class) {
                Some(holder) => holder,
                None if given.any(|a| tree.kind(a) != Kind::Assign) => class,
                None => continue,
            };
            let is_ours = world.class(asked).origin.file().is_some();
            let elements = world.info(asked).methods_named(world.known.value);
            if is_ours && elements.is_empty() {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::NoElement,
                    about: world.class_key(asked).to_owned(),
                });
            }
        }
        found
    }

    /// `@Repeatable(Holder.class)`: the annotation that holds those that stand several times.
    fn holder(&self, file: u32, annotation: NodeId, class: ClassId) -> Option<ClassId> {
        let tree = &self.world.file(file).tree;
        if self.world.class_key(class) != "java/lang/annotation/Repeatable" {
            return None;
        }
        let mut inside = tree.descendants(annotation);
        let literal = inside.find(|&n| tree.kind(n) == Kind::ClassLiteral)?;
        match self.decl(file, tree.child_in(literal, Role::Type)?) {
            Decl::Class(holder) => Some(holder),
            _ => None,
        }
    }
}
