//! The code of the methods that candidates need, read again once the vectors have chosen them.

use crate::code::Body;
use reweave_model::FileModel;
use reweave_text::Interner;
use reweave_vectors::{CodeBase, MethodId};
use rustc_hash::FxHashMap;

/// Method bodies by method.
#[derive(Default)]
pub struct Bodies {
    all: FxHashMap<MethodId, Body>,
}

impl Bodies {
    /// Reads the wanted methods of one file from its model; parts read in parallel are joined with [`Self::extend`].
    pub fn read(
        base: &CodeBase,
        file: u32,
        model: &FileModel,
        wanted: &[MethodId],
        names: &Interner,
    ) -> Self {
        let mut all = FxHashMap::default();
        for &method in wanted {
            let node = base.method(method).node;
            let callable = model.callables.iter().find(|c| c.node == node);
            if let Some(body) = callable.and_then(|c| Body::read(file, model, c, names)) {
                all.insert(method, body);
            }
        }
        Self { all }
    }

    pub fn extend(&mut self, other: Self) {
        self.all.extend(other.all);
    }

    pub fn get(&self, method: MethodId) -> Option<&Body> {
        self.all.get(&method)
    }
}
