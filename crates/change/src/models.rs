//! Texts to models, each text once.

use crate::Source;
use crate::language::{self, Job};
use reweave_model::FileModel;
use reweave_text::Interner;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Lowers files into one set of names and keeps the last ones: what a commit left behind is what the next one starts from.
#[derive(Default)]
pub struct Models {
    names: Arc<Interner>,
    /// None where every file is met once.
    kept: Option<Mutex<Kept>>,
}

/// How much is kept, in bytes: the files that a few hundred neighbouring commits touch.
const KEPT_BYTES: usize = 96 << 20;

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
    pub fn lower(&self, source: &Source, cancelled: &dyn Fn() -> bool) -> Option<FileModel> {
        if let Some(model) = self.kept_model(source) {
            return Some(model);
        }
        let language = language::of_path(&source.path, Job::Detect)?;
        let model = (language.lower)(&source.path, &source.text, &self.names, cancelled)?;
        self.keep(source, &model);
        Some(model)
    }

    /// The models of two versions of one file, in one language.
    pub fn lower_pair(
        &self,
        before: &Source,
        after: &Source,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<(FileModel, FileModel)> {
        if let Some(old) = self.kept_model(before) {
            return Some((old, self.lower(after, cancelled)?));
        }
        let language = language::of_path(&before.path, Job::Detect)?;
        let (old, new) = (language.lower_pair)(
            (&before.path, &before.text),
            (&after.path, &after.text),
            &self.names,
            cancelled,
        )?;
        // What a commit left behind, not what it started from, is what the next one asks for.
        self.keep(after, &new);
        Some((old, new))
    }

    fn keep(&self, source: &Source, model: &FileModel) {
        if let Some(kept) = &self.kept {
            let text: Box<str> = source.text.as_str().into();
            let file = Arc::new((text, model.clone()));
            lock(kept).put(&source.path, file);
        }
    }

    fn kept_model(&self, source: &Source) -> Option<FileModel> {
        let found = lock(self.kept.as_ref()?).get(&source.path)?;
        // Copied outside the lock, so that threads do not wait for each other.
        (*found.0 == *source.text).then(|| found.1.clone())
    }
}

fn lock(kept: &Mutex<Kept>) -> std::sync::MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A text and its model.
type File = Arc<(Box<str>, FileModel)>;

/// Two generations by path: when the young one is full, it becomes the old one, and what nobody asked for since goes.
#[derive(Default)]
struct Kept {
    young: FxHashMap<String, File>,
    old: FxHashMap<String, File>,
    young_bytes: usize,
}

impl Kept {
    fn get(&mut self, path: &str) -> Option<File> {
        if let Some(file) = self.young.get(path) {
            return Some(Arc::clone(file));
        }
        let file = self.old.remove(path)?;
        self.put(path, Arc::clone(&file));
        Some(file)
    }

    fn put(&mut self, path: &str, file: File) {
        self.young_bytes += file.0.len() + file.1.tree.len() * BYTES_PER_NODE;
        self.young.insert(path.to_owned(), file);
        if self.young_bytes > KEPT_BYTES / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
    }
}
