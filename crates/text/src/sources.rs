//! A set of source files held in memory: what the edges read, what the analyses are given.

use crate::{LineCol, LineIndex};
use std::sync::Arc;

/// A file of one [`Sources`]. It stays the same through edits and renames of the file, and is never given out twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FileId(pub u32);

impl FileId {
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One file: its path relative to the root, with `/` between the parts, and its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    pub path: Arc<str>,
    pub text: Arc<str>,
}

/// Source files by [`FileId`]. Copies share their texts, so that a changed set costs what changed.
///
/// ```
/// use reweave_text::Sources;
/// let mut sources = Sources::new([("a.bc", "x = 1\n"), ("lib/b.bc", "")]);
/// let before = sources.clone();
/// let b = sources.find("lib/b.bc").expect("it was put in");
/// sources.set_text(b, "y = 2\n");
/// assert_eq!(sources.changed_since(&before), [b]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Option<SourceFile>>,
}

impl Sources {
    /// The files in the order given; ids count up from 0.
    pub fn new<P: Into<Arc<str>>, T: Into<Arc<str>>>(
        files: impl IntoIterator<Item = (P, T)>,
    ) -> Self {
        let mut sources = Self::default();
        for (path, text) in files {
            sources.add(path, text);
        }
        sources
    }

    pub fn add(&mut self, path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(self.files.len() as u32);
        self.files.push(Some(SourceFile {
            path: path.into(),
            text: text.into(),
        }));
        id
    }

    /// The file, unless it was removed.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.index())?.as_ref()
    }

    /// The text of a file; empty when it was removed.
    pub fn text(&self, id: FileId) -> &str {
        self.get(id).map_or("", |f| &*f.text)
    }

    /// The path of a file; empty when it was removed.
    pub fn path(&self, id: FileId) -> &str {
        self.get(id).map_or("", |f| &*f.path)
    }

    pub fn find(&self, path: &str) -> Option<FileId> {
        self.iter()
            .find(|(_, f)| &*f.path == path)
            .map(|(id, _)| id)
    }

    /// The files that exist, in order of id.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .filter_map(|(i, f)| Some((FileId(i as u32), f.as_ref()?)))
    }

    /// One more than the greatest id ever given out: the length for tables by file.
    pub fn id_bound(&self) -> usize {
        self.files.len()
    }

    pub fn set_text(&mut self, id: FileId, text: impl Into<Arc<str>>) {
        if let Some(Some(file)) = self.files.get_mut(id.index()) {
            file.text = text.into();
        }
    }

    pub fn set_path(&mut self, id: FileId, path: impl Into<Arc<str>>) {
        if let Some(Some(file)) = self.files.get_mut(id.index()) {
            file.path = path.into();
        }
    }

    pub fn remove(&mut self, id: FileId) {
        if let Some(slot) = self.files.get_mut(id.index()) {
            *slot = None;
        }
    }

    /// Whether the file has the very text (shared, not compared) that it has in `other`: then what was parsed from it
    /// still holds.
    pub fn shares_text(&self, other: &Self, id: FileId) -> bool {
        match (self.get(id), other.get(id)) {
            (Some(a), Some(b)) => Arc::ptr_eq(&a.text, &b.text),
            (None, None) => true,
            _ => false,
        }
    }

    /// The files that were added, removed, renamed or given another text since `earlier`, in order of id.
    pub fn changed_since(&self, earlier: &Self) -> Vec<FileId> {
        (0..self.files.len() as u32)
            .map(FileId)
            .filter(|&id| !self.shares_text(earlier, id) || self.path(id) != earlier.path(id))
            .collect()
    }

    /// Line and column of a byte of a file. Reads the file's lines anew; for many places, keep a [`LineIndex`].
    pub fn line_col(&self, id: FileId, offset: u32) -> LineCol {
        let text = self.text(id);
        LineIndex::new(text).line_col(text, offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_outlive_removal_and_renaming() {
        let mut sources = Sources::new([("a", "1"), ("b", "2")]);
        let before = sources.clone();
        let (a, b) = (FileId(0), FileId(1));
        sources.remove(a);
        sources.set_path(b, "c");
        let d = sources.add("d", "");
        assert_eq!(sources.find("a"), None);
        assert_eq!(sources.find("c"), Some(b));
        assert_eq!(sources.iter().map(|(id, _)| id).collect::<Vec<_>>(), [b, d]);
        assert_eq!(sources.changed_since(&before), [a, b, d]);
        assert!(sources.shares_text(&before, b));
    }
}
