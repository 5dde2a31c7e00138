//! The supertypes of a type, through files that the change did not touch (paper 4, section 5.7).
//!
//! A method that was pulled up two levels shows no relation between its two classes when the class between them is not
//! part of the change. Then, and only then, that class is read.

use crate::Side;
use crate::source::FileSource;
use crate::view::{Ty, View};
use reweave_model::{FileModel, Kind, NodeId, TypeId};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// How many types of other files are looked up for one version: a change over half a code base has most of its context at hand, and
/// each further one costs a reading.
const MOST_LOOKUPS: usize = 64;

pub struct Hierarchy<'p> {
    files: &'p dyn FileSource,
    side: Side,
    lookups: Cell<usize>,
    above: RefCell<FxHashMap<Ty, Rc<FxHashSet<Symbol>>>>,
}

/// A type whose supertypes are still to be looked at.
enum Open {
    Changed(Ty),
    Untouched(Arc<FileModel>, TypeId),
}

impl<'p> Hierarchy<'p> {
    pub fn new(files: &'p dyn FileSource, side: Side) -> Self {
        Self {
            files,
            side,
            lookups: Cell::new(0),
            above: RefCell::default(),
        }
    }

    /// The simple names of everything above `ty`.
    pub fn above(&self, view: &View<'_>, ty: Ty) -> Rc<FxHashSet<Symbol>> {
        if let Some(known) = self.above.borrow().get(&ty) {
            return Rc::clone(known);
        }
        let mut names = FxHashSet::default();
        let mut open = vec![Open::Changed(ty)];
        while let Some(at) = open.pop() {
            let named: Vec<(&FileModel, NodeId)> = match &at {
                Open::Changed(t) => {
                    let nodes = view.supertype_nodes(*t);
                    nodes.map(|(file, n)| (view.file(file), n)).collect()
                }
                Open::Untouched(file, id) => {
                    let decl = file.ty(*id);
                    let nodes = decl.superclass.iter().chain(&decl.interfaces);
                    nodes.map(|&n| (&**file, n)).collect()
                }
            };
            for (file, node) in named {
                let name = file.tree.sym(node);
                if !names.insert(name) {
                    continue;
                }
                let near = match &at {
                    Open::Changed(t) => view.nearest(*t, name),
                    Open::Untouched(..) => view.named(name).first().copied(),
                };
                match near {
                    Some(t) => open.push(Open::Changed(t)),
                    None => open.extend(self.untouched(view, file, node)),
                }
            }
        }
        let names = Rc::new(names);
        self.above.borrow_mut().insert(ty, Rc::clone(&names));
        names
    }

    /// The type that `node` names in the code of `file`, where the change did not touch it.
    fn untouched(&self, view: &View<'_>, file: &FileModel, node: NodeId) -> Option<Open> {
        let platform = file.dialect().facts.platform;
        candidates(view, file, node)
            .into_iter()
            .filter(|qualified| !platform.iter().any(|p| qualified.starts_with(p)))
            .find_map(|qualified| {
                if self.lookups.get() == MOST_LOOKUPS {
                    return None;
                }
                self.lookups.set(self.lookups.get() + 1);
                let file = self.files.file_of_type(self.side, &qualified)?;
                let id = file
                    .type_ids()
                    .find(|&id| view.text(file.ty(id).qualified) == qualified)?;
                Some(Open::Untouched(file, id))
            })
    }
}

/// What the name of a type may mean: as an import says, in the file's own package, or in one imported whole.
fn candidates(view: &View<'_>, file: &FileModel, node: NodeId) -> Vec<String> {
    if file.tree.kind(node) != Kind::TypeName {
        return Vec::new();
    }
    let name = view.text(file.tree.sym(node));
    let imports = || file.imports.iter().filter(|i| !i.is_static);
    let named = imports()
        .filter(|i| !i.on_demand)
        .map(|i| view.text(i.name))
        .find(|i| i.rsplit('.').next() == Some(name));
    if let Some(named) = named {
        return vec![named.to_owned()];
    }
    let within = |package: &str| match package {
        "" => name.to_owned(),
        package => format!("{package}.{name}"),
    };
    let whole = imports().filter(|i| i.on_demand).map(|i| view.text(i.name));
    std::iter::once(view.text(file.package))
        .chain(whole)
        .map(within)
        .collect()
}
