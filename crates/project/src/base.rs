//! What a verdict rests on: the hash of every file that was read.

use blake3::{Hash, Hasher};
use reweave_text::FileId;
use reweave_workspace::Folder;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The files of a program by path, and what else decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Base {
    files: BTreeMap<String, Hash>,
    /// The class path and the configuration, by path with length and time, and the files that may be searched.
    beside: BTreeMap<String, String>,
}

impl Base {
    /// Hashes what was read; what `earlier` has of a text that is still shared is taken over.
    pub(crate) fn of(
        folders: [&Folder; 2],
        beside: BTreeMap<String, String>,
        earlier: Option<(&Self, [&Folder; 2])>,
    ) -> Self {
        let mut files = BTreeMap::new();
        for (i, folder) in folders.into_iter().enumerate() {
            let known = |id: FileId| {
                let (base, before) = earlier?;
                let shares = folder.sources.shares_text(&before[i].sources, id);
                let path = folder.sources.path(id);
                let same = shares && path == before[i].sources.path(id);
                same.then(|| base.files.get(path).copied()).flatten()
            };
            for (id, file) in folder.sources.iter() {
                let hash = known(id).unwrap_or_else(|| text_hash(folder, id));
                files.insert(file.path.to_string(), hash);
            }
        }
        Self { files, beside }
    }

    pub(crate) fn beside(&self) -> &BTreeMap<String, String> {
        &self.beside
    }

    /// Whether what lies beside the texts is the same.
    pub(crate) fn stands_on(&self, beside: &BTreeMap<String, String>) -> bool {
        self.beside == *beside
    }

    /// The hash of a file that was read.
    pub fn file(&self, path: &str) -> Option<Hash> {
        self.files.get(path).copied()
    }

    pub fn len(&self) -> usize {
        self.files.len()
    }

    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// One hash of all texts. What lies beside them has no part in it: it differs from machine to machine.
    pub fn digest(&self) -> Hash {
        let mut hasher = Hasher::new();
        for (path, hash) in &self.files {
            hasher.update(&(path.len() as u64).to_le_bytes());
            hasher.update(path.as_bytes());
            hasher.update(hash.as_bytes());
        }
        hasher.finalize()
    }

    /// The first thing that is not as it was.
    pub fn first_change(&self, now: &Self) -> Option<String> {
        fn differing<T: PartialEq>(
            a: &BTreeMap<String, T>,
            b: &BTreeMap<String, T>,
        ) -> Option<String> {
            let gone = a.iter().find(|(path, v)| b.get(*path) != Some(v));
            let new = || b.keys().find(|path| !a.contains_key(*path));
            gone.map(|(path, _)| path).or_else(new).cloned()
        }
        differing(&self.files, &now.files).or_else(|| differing(&self.beside, &now.beside))
    }
}

/// The hash of a file as it is on disk. Of one that only moves along its place counts.
fn text_hash(folder: &Folder, id: FileId) -> Hash {
    let encoding = folder.encoding(id);
    let text = folder.sources.text(id);
    match encoding.encode(text) {
        Some(bytes) => blake3::hash(&bytes),
        None => blake3::hash(text.as_bytes()),
    }
}

/// Length and time of files, for what is not read whole.
pub(crate) fn stamps(paths: impl IntoIterator<Item = PathBuf>) -> BTreeMap<String, String> {
    let stamp = |path: PathBuf| {
        let told = match path.metadata() {
            Ok(meta) => format!("{} {:?}", meta.len(), meta.modified().ok()),
            Err(error) => error.kind().to_string(),
        };
        (path.to_string_lossy().into_owned(), told)
    };
    paths.into_iter().map(stamp).collect()
}
