//! Fields that a name cannot tell apart: a class inherits two of one name and has none of its own (JLS 8.3, 9.3).

use crate::errors::{ErrorKind, NameError};
use crate::ids::{ClassId, Decl, FieldId};
use crate::names::Names;
use crate::references::Use;
use crate::world::World;
use reweave_model::{Kind, Role};
use reweave_text::Symbol;

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
        let all = world.closure(class).supers.iter().map(|s| s.0);
        let named = all.filter(|&c| world.info(c).field_named(data.name).is_some());
        if class == data.owner || named.count() < 2 || !world.closure(class).complete {
            return false;
        }
        let mut found = Vec::new();
        world.inherited_fields(class, data.name, &mut found);
        found.len() > 1
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

impl World {
    /// The fields of a name that a class has: its own, or all that it inherits.
    fn inherited_fields(&self, class: ClassId, name: Symbol, found: &mut Vec<FieldId>) {
        if let Some(own) = self.info(class).field_named(name) {
            if !found.contains(&own) {
                found.push(own);
            }
            return;
        }
        for &parent in self.direct(class) {
            let mut above = Vec::new();
            self.inherited_fields(parent, name, &mut above);
            above.retain(|&f| {
                let data = self.field(f);
                let is_open = self.info(data.owner).is_interface();
                (is_open || self.inherits_member(class, data.modifiers, data.owner))
                    && !found.contains(&f)
            });
            found.extend(above);
        }
    }
}
