//! Texts to models, each text once.

use crate::Source;
use crate::language::{self, Job};
use reweave_model::FileModel;
use reweave_syntax::Version;
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

/// The same of what their next versions are parsed from.
const VERSION_BYTES: usize = 128 << 20;

/// About what a node of a model's tree takes, its share of the tables included.
const BYTES_PER_NODE: usize = 72;

impl Models {
    /// For many changes that share files.
    pub fn keeping() -> Self {
        Self {
            names: Arc::default(),
            kept: Some(Mutex::new(Kept {
                files: Generations::of(KEPT_BYTES),
                versions: Generations::of(VERSION_BYTES),
            })),
        }
    }

    pub const fn names(&self) -> &Arc<Interner> {
        &self.names
    }

    /// The model of `source`; none where its language is not known or `cancelled` said so first.
    pub fn lower(&self, source: &Source, cancelled: &dyn Fn() -> bool) -> Option<Arc<FileModel>> {
        let kept = self.kept_model(source);
        kept.or_else(|| Some(self.read(source, None, cancelled)?.0))
    }

    /// The models of two versions of one file: the one is read from the other.
    pub fn lower_pair(
        &self,
        before: &Source,
        after: &Source,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<(Arc<FileModel>, Arc<FileModel>)> {
        let (old, new) = (self.kept_model(before), self.kept_model(after));
        if let (None, Some(new)) = (&old, &new) {
            // Another thread came to what this commit leads to.
            let later = self.kept_version(after);
            let (old, _) = self.read(before, later.as_deref(), cancelled)?;
            return Some((old, Arc::clone(new)));
        }
        let (old, version) = match old {
            Some(old) => (old, None),
            None => self.read(before, None, cancelled)?,
        };
        let new = if let Some(new) = new {
            new
        } else {
            let version = version.or_else(|| self.kept_version(before));
            self.read(after, version.as_deref(), cancelled)?.0
        };
        Some((old, new))
    }

    fn read(
        &self,
        source: &Source,
        earlier: Option<&Version>,
        cancelled: &dyn Fn() -> bool,
    ) -> Option<(Arc<FileModel>, Option<Arc<Version>>)> {
        let language = language::of_path(&source.path, Job::Detect)?;
        let file = (source.path.as_str(), source.text.as_str());
        let (model, version) = (language.lower_next)(file, earlier, &self.names, cancelled)?;
        let (model, version) = (Arc::new(model), version.map(Arc::new));
        if let Some(kept) = &self.kept {
            let text: Box<str> = source.text.as_str().into();
            let bytes = text.len() + model.tree.len() * BYTES_PER_NODE;
            let (digest, mut kept) = (digest(source), lock(kept));
            let file = Arc::new((text, Arc::clone(&model)));
            kept.files.put(digest, file, bytes);
            if let Some(version) = &version {
                let bytes = version.bytes();
                kept.versions.put(digest, Arc::clone(version), bytes);
            }
        }
        Some((model, version))
    }

    fn kept_model(&self, source: &Source) -> Option<Arc<FileModel>> {
        let found = lock(self.kept.as_ref()?).files.get(digest(source))?;
        let is_it = *found.0 == *source.text && found.1.path == source.path;
        is_it.then(|| Arc::clone(&found.1))
    }

    /// Whatever version it is of: another one would only be of less use.
    fn kept_version(&self, source: &Source) -> Option<Arc<Version>> {
        lock(self.kept.as_ref()?).versions.get(digest(source))
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

struct Kept {
    files: Generations<File>,
    versions: Generations<Arc<Version>>,
}

/// Two generations by digest: when the young one has half of the bytes, it becomes the old one, and what nobody asked for since goes.
struct Generations<T> {
    young: FxHashMap<u64, (T, usize)>,
    old: FxHashMap<u64, (T, usize)>,
    young_bytes: usize,
    most: usize,
}

impl<T: Clone> Generations<T> {
    fn of(most: usize) -> Self {
        Self {
            young: FxHashMap::default(),
            old: FxHashMap::default(),
            young_bytes: 0,
            most,
        }
    }

    fn get(&mut self, digest: u64) -> Option<T> {
        if let Some((found, _)) = self.young.get(&digest) {
            return Some(found.clone());
        }
        let (found, bytes) = self.old.remove(&digest)?;
        self.put(digest, found.clone(), bytes);
        Some(found)
    }

    fn put(&mut self, digest: u64, value: T, bytes: usize) {
        self.young_bytes += bytes;
        self.young.insert(digest, (value, bytes));
        if self.young_bytes > self.most / 2 {
            self.old = std::mem::take(&mut self.young);
            self.young_bytes = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_model::{NodeId, dump};

    #[test]
    fn versions_that_follow_each_other_are_read_as_alone() {
        let first = "package a;\n\nclass B {\n    int x;\n\n    void f() {\n        g(1);\n    }\n\n    void h() { }\n}\n";
        let texts = [
            first.to_owned(),
            first.replace("g(1)", "g(2, 3)"),
            first.replace("    int x;\n", ""),
            first.replace("int x;", "int x"),
            first.replace("void h() { }", "int h() { return x; }"),
            first.to_owned(),
        ];
        let source = |text: &String| Source {
            path: "a/B.java".to_owned(),
            text: text.clone(),
            note: None,
        };
        let models = Models::keeping();
        let told = |file: &FileModel, of: &Models| dump(&file.tree, NodeId::ROOT, of.names());
        for pair in texts.windows(2) {
            let (before, after) = (source(&pair[0]), source(&pair[1]));
            let read = models.lower_pair(&before, &after, &|| false);
            let (old, new) = read.expect("nobody called it off");
            for (file, source) in [(old, &before), (new, &after)] {
                let fresh = Models::default();
                let alone = fresh.lower(source, &|| false).expect("it is Java");
                assert_eq!(told(&file, &models), told(&alone, &fresh));
                let is_kept = models.kept_version(source).is_some();
                assert_eq!(is_kept, alone.left_out.is_empty());
            }
        }
    }
}
