//! Imports that cannot stand beside each other.

use crate::errors::{ErrorKind, NameError};
use crate::ids::{Decl, FieldId};
use crate::names::Names;
use reweave_model::{Kind, NodeId};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

impl Names {
    /// Two imports of one simple name; a type of the file itself counts as imported.
    pub(crate) fn duplicate_imports(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        // A type of the file itself counts as imported.
        let own = |ty| {
            let full = model.ty(ty).qualified;
            (world.text(model.ty(ty).name), full)
        };
        let mut singles: FxHashMap<&str, Symbol> = model.top_types().map(own).collect();
        let imports = model.imports.iter();
        let mut found = Vec::new();
        for import in imports.filter(|i| !i.on_demand && !i.is_static) {
            let text = world.text(import.name);
            let simple = text.rsplit('.').next().unwrap_or(text);
            let first = *singles.entry(simple).or_insert(import.name);
            if first != import.name {
                found.push(NameError {
                    file,
                    node: import.node,
                    kind: ErrorKind::DuplicateImport,
                    about: text.to_owned(),
                });
            }
        }
        found.extend(self.ambiguous_imports(file));
        found
    }

    /// Two static imports of one name that bring different fields, where the name is used.
    fn ambiguous_imports(&self, file: u32) -> Vec<NameError> {
        let world = &self.world;
        let model = world.file(file);
        let tree = &model.tree;
        let Some(from) = model.top_types().next().map(|t| world.class_of(file, t)) else {
            return Vec::new();
        };
        let mut first: FxHashMap<Symbol, FieldId> = FxHashMap::default();
        let mut found = Vec::new();
        let imports = model.imports.iter();
        for import in imports.filter(|i| i.is_static && !i.on_demand) {
            let Decl::Class(class) = self.decl(file, import.node) else {
                continue;
            };
            let text = world.text(import.name);
            let simple = text.rsplit('.').next().unwrap_or(text);
            let Some(name) = world.names().get(simple) else {
                continue;
            };
            let Some(field) = world.find_field(class, name, from) else {
                continue;
            };
            let other = *first.entry(name).or_insert(field);
            let is_used = || {
                tree.descendants(NodeId::ROOT).any(|n| {
                    let decl = self.decl(file, n);
                    tree.kind(n) == Kind::Name
                        && tree.sym(n) == name
                        && (decl == Decl::Field(field) || decl == Decl::Field(other))
                })
            };
            if other != field && is_used() {
                found.push(NameError {
                    file,
                    node: import.node,
                    kind: ErrorKind::DuplicateImport,
                    about: text.to_owned(),
                });
            }
        }
        found
    }
}
