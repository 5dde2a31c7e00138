//! The texts of blobs that were read last: what a commit left behind is what the next one starts from, on whatever thread.

use crate::Id;
use reweave_change::Source;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Default)]
pub struct Texts(Mutex<Kept>);

/// Two generations: when the young one is full, it becomes the old one, and what nobody asked for since goes.
#[derive(Default)]
struct Kept {
    young: HashMap<Id, Arc<Source>>,
    old: HashMap<Id, Arc<Source>>,
    young_bytes: usize,
}

/// How much is kept, in bytes.
const KEPT_BYTES: usize = 48 << 20;

impl Texts {
    /// The blob as the source at `path`.
    pub fn get(&self, id: Id, path: &str) -> Option<Source> {
        let found = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get(id)?;
        // Copied outside the lock, so that threads do not wait for each other.
        Some(Source {
            path: path.to_owned(),
            text: found.text.clone(),
            note: found.note,
        })
    }

    pub fn put(&self, id: Id, source: &Source) {
        let source = Arc::new(source.clone());
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .put(id, source);
    }
}

impl Kept {
    fn get(&mut self, id: Id) -> Option<Arc<Source>> {
        if let Some(found) = self.young.get(&id) {
            return Some(Arc::clone(found));
        }
        let found = self.old.remove(&id)?;
        self.put(id, Arc::clone(&found));
        Some(found)
    }

    fn put(&mut self, id: Id, source: Arc<Source>) {
        self.young_bytes += source.text.len();
        self.young.insert(id, source);
        if self.young_bytes > KEPT_BYTES / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
    }
}
