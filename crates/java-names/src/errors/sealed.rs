//! Classes below a sealed one (JLS 8.1.6, 9.1.4): it names them or they stand in its file, and without a module all are in one package.

use crate::error::{ErrorKind, NameError};
use crate::ids::ClassId;
use crate::world::World;
use reweave_model::Modifiers;

impl World {
    /// The sealed classes directly above a class that do not let it be below them.
    pub(crate) fn not_permitted(&self, class: ClassId) -> Vec<NameError> {
        let Some((file, decl)) = self.decl_of(class) else {
            return Vec::new();
        };
        let above = self.direct(class).iter().copied();
        above
            .filter(|&sealed| !self.permits(sealed, class, file))
            .map(|sealed| NameError {
                file,
                node: decl.node,
                kind: ErrorKind::NotPermitted,
                about: self.class_key(sealed).to_owned(),
            })
            .collect()
    }

    /// A sealed class that names none below it, where there is none.
    pub(crate) fn without_heirs(&self, class: ClassId) -> Option<NameError> {
        let (file, decl) = self.decl_of(class)?;
        let model = self.file(file);
        let is_open = decl.modifiers.has(Modifiers::SEALED) && decl.permits.is_empty();
        let mut others = model.type_ids().map(|t| self.class_of(file, t));
        let is_barren = is_open && !others.any(|c| self.direct(c).contains(&class));
        is_barren.then(|| NameError {
            file,
            node: decl.node,
            kind: ErrorKind::NotPermitted,
            about: self.class_key(class).to_owned(),
        })
    }

    fn permits(&self, above: ClassId, class: ClassId, file: u32) -> bool {
        let Some((home, decl)) = self.decl_of(above) else {
            return true;
        };
        if !decl.modifiers.has(Modifiers::SEALED) {
            return true;
        }
        let is_near = self.class(above).package == self.class(class).package;
        let is_named = if decl.permits.is_empty() {
            home == file
        } else {
            self.header(above).permits.contains(&class)
        };
        is_named && (is_near || self.is_module())
    }

    fn is_module(&self) -> bool {
        let mut files = self.program.files.iter();
        files.any(|f| f.path.rsplit('/').next() == Some("module-info.java"))
    }
}
