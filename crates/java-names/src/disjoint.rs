//! Classes and interfaces of which no object can be both (JLS 5.1.6.1).

use crate::ids::ClassId;
use crate::world::World;
use reweave_model::{Modifiers, TypeKind};

impl World {
    /// Whether no object is of both.
    pub(crate) fn are_disjoint(&self, a: ClassId, b: ClassId) -> bool {
        self.have_nothing_below(a, b, &mut Vec::new())
    }

    /// `asked`: the sealed classes above, each of which has nothing in common with the other but below.
    fn have_nothing_below(&self, a: ClassId, b: ClassId, asked: &mut Vec<ClassId>) -> bool {
        if self.is_subclass(a, b) || self.is_subclass(b, a) {
            return false;
        }
        let is_class = |c: ClassId| !self.info(c).is_interface();
        if (is_class(a) && is_class(b)) || self.is_last(a) || self.is_last(b) {
            return true;
        }
        [(a, b), (b, a)].into_iter().any(|(sealed, other)| {
            let Some(below) = self.permitted(sealed).filter(|_| !asked.contains(&sealed)) else {
                return false;
            };
            asked.push(sealed);
            let nothing = below
                .into_iter()
                .all(|c| self.have_nothing_below(c, other, asked));
            asked.pop();
            nothing
        })
    }

    /// Whether nothing can extend a class: a final one, a record, or an enum whose constants have no bodies.
    fn is_last(&self, class: ClassId) -> bool {
        let info = self.info(class);
        info.modifiers.has(Modifiers::FINAL) || info.kind == TypeKind::Record
    }

    /// The classes directly below a sealed one of these files.
    pub(crate) fn permitted(&self, sealed: ClassId) -> Option<Vec<ClassId>> {
        let (file, decl) = self.decl_of(sealed)?;
        if !decl.modifiers.has(Modifiers::SEALED) {
            return None;
        }
        if !decl.permits.is_empty() {
            let named = &self.header(sealed).permits;
            return (named.len() == decl.permits.len()).then(|| named.to_vec());
        }
        let own = self.file(file).type_ids().map(|t| self.class_of(file, t));
        Some(own.filter(|&c| self.direct(c).contains(&sealed)).collect())
    }
}
