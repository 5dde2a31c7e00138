//! Values of annotations that stand without a name: they are for `value`, which nothing in the text says (JLS 9.7.3).

use crate::errors::{ErrorKind, NameError};
use crate::ids::Decl;
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
            let is_ours = world.class(class).origin.file().is_some();
            if !is_ours || !given.any(|a| tree.kind(a) != Kind::Assign) {
                continue;
            }
            let value = world.names().get("value");
            let elements = value.map(|v| world.info(class).methods_named(v));
            if elements.is_none_or(<[_]>::is_empty) {
                found.push(NameError {
                    file,
                    node,
                    kind: ErrorKind::NoElement,
                    about: world.class_key(class).to_owned(),
                });
            }
        }
        found
    }
}
