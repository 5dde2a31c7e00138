//! Fields that a name cannot tell apart: a class inherits two of one name and has none of its own (JLS 8.3, 9.3).

use crate::error::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl};
use crate::members::Found;
use crate::names::Names;
use crate::references::Use;
use reweave_model::{Kind, Role};

impl Names {
    pub(crate) fn ambiguous_fields(&self, file: u32) -> Vec<NameError> {
        let uses = self.uses_in(file).into_iter();
        uses.filter(|used| self.is_ambiguous(used))
            .map(|used| NameError {
                file,
                node: used.node,
                kind: ErrorKind::Ambiguous,
                about: self.key_of(used.decl),
            })
            .collect()
    }

    fn is_ambiguous(&self, used: &Use) -> bool {
        let world = &self.world;
        let Decl::Field(field) = used.decl else {
            return false;
        };
        let data = world.field(field);
        let Some(class) = self.asked_class(used, data.owner) else {
            return false;
        };
        if class == data.owner || !world.closure(class).complete {
            return false;
        }
        let from = self.innermost(used.file, used.node).unwrap_or(class);
        matches!(
            world.field_found(class, data.name, from),
            Found::Ambiguous(_)
        )
    }

    /// The class whose field a name means: the one around it that has it, or the one of what stands before it.
    fn asked_class(&self, used: &Use, owner: ClassId) -> Option<ClassId> {
        let world = &self.world;
        let tree = &world.file(used.file).tree;
        let class = match tree.child_in(used.node, Role::Receiver) {
            Some(receiver) => match self.decl(used.file, receiver) {
                Decl::Class(class) => class,
                _ => world.class_of_type(self.ty(used.file, receiver))?,
            },
            None if tree.kind(used.node) == Kind::Name => {
                let around = tree.ancestors(used.node);
                let around = around.filter(|&n| tree.kind(n) == Kind::Type);
                let mut classes = around.filter_map(|n| self.class_at(used.file, n));
                classes.find(|&c| world.is_subclass(c, owner))?
            }
            None => return None,
        };
        world.is_subclass(class, owner).then_some(class)
    }
}
