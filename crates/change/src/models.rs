//! Texts to models, each text once.

use crate::Source;
use crate::language::{self, Job};
use reweave_model::FileModel;
use reweave_text::Interner;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// Lowers files into one set of names and keeps the last ones: what a commit left behind is what the next one starts from.
#[derive(Default)]
pub struct Models {
    names: Arc<Interner>,
    /// None where every file is met once.
    kept: Option<Mutex<Kept>>,
}

/// How much is kept, in bytes: the files that a few hundred neighbouring commits touch.
const KEPT_BYTES: usize = 160 << 20;

/// About what a node of a model's tree takes, its share of the tables included.
const BYTES_PER_NODE: usize = 72;

impl Models {
    /// For many changes that share files.
    pub fn keeping() -> Self {
        Self {
            names: Arc::default(),
            kept: Some(Mutex::default()),
        }
    }

    pub const fn names(&self) -> &Arc<Interner> {
        &self.names
    }

    /// The model of `source`; none where its language is not known or `cancelled` said so first.
    pub fn lower(&self, source: &Source, cancelled: &dyn Fn() -> bool) -> Option<Arc<FileModel>> {
        if let Some(model) = self.kept_model(source) {
            return Some(model);
        }
        let language = language::of_path(&source.path, Job::Detect)?;
        let model = (language.lower)(&source.path, &source.text, &self.names, cancelled)?;
        let model = Arc::new(model);
        self.keep(source, &model);
        Some(model)
    }

    /// The models of two versions of one file, in one language.
    pub fn lower_pair(
        &self,
        before: &Source,
        after: &Source,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<(Arc<FileModel>, Arc<FileModel>)> {
        if let Some(old) = self.kept_model(before) {
            return Some((old, self.lower(after, cancelled)?));
        }
        if let Some(new) = self.kept_model(after) {
            return Some((self.lower(before, cancelled)?, new));
        }
        let language = language::of_path(&before.path, Job::Detect)?;
        let (old, new) = (language.lower_pair)(
            (&before.path, &before.text),
            (&after.path, &after.text),
            &self.names,
            cancelled,
        )?;
        let (old, new) = (Arc::new(old), Arc::new(new));
        // Another thread may have come to what this commit started from, and not be done with it.
        self.keep(before, &old);
        self.keep(after, &new);
        Some((old, new))
    }

    fn keep(&self, source: &Source, model: &Arc<FileModel>) {
        if let Some(kept) = &self.kept {
            let text: Box<str> = source.text.as_str().into();
            let file = Arc::new((text, Arc::clone(model)));
            lock(kept).put(digest(source), file);
        }
    }

    fn kept_model(&self, source: &Source) -> Option<Arc<FileModel>> {
        let found = lock(self.kept.as_ref()?).get(digest(source))?;
        let is_it = *found.0 == *source.text && found.1.path == source.path;
        is_it.then(|| Arc::clone(&found.1))
    }
}

fn lock(kept: &Mutex<Kept>) -> std::sync::MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a version of a file is found by: branches, and threads at different commits, have several of one path at a time.
fn digest(source: &Source) -> u64 {
    let mut hasher = FxHasher::default();
    (&source.path, &source.text).hash(&mut hasher);
    hasher.finish()
}

/// A text and its model.
type File = Arc<(Box<str>, Arc<FileModel>)>;

/// Two generations by digest: when the young one is full, it becomes the old one, and what nobody asked for since goes.
#[derive(Default)]
struct Kept {
    young: FxHashMap<u64, File>,
    old: FxHashMap<u64, File>,
    young_bytes: usize,
}

impl Kept {
    fn get(&mut self, digest: u64) -> Option<File> {
        if let Some(file) = self.young.get(&digest) {
            return Some(Arc::clone(file));
        }
        let file = self.old.remove(&digest)?;
        self.put(digest, Arc::clone(&file));
        Some(file)
    }

    fn put(&mut self, digest: u64, file: File) {
        self.young_bytes += file.0.len() + file.1.tree.len() * BYTES_PER_NODE;
        self.young.insert(digest, file);
        if self.young_bytes > KEPT_BYTES / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
    }
}
