//! Reading a folder: texts for the analyses, and what is needed to write them back byte for byte.

use crate::listing::{Entry, Kind, Listing};
use crate::paths::slashed;
use crate::stamp::Stamp;
use crate::{Encoding, FileChange, Workspace, WorkspaceError};
use reweave_disk::ReadError;
use reweave_text::{FileId, Sources};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What moves along without being read as text, such as pictures.
const LARGEST_MOVED: u64 = 1 << 30;

/// A file that was left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub path: String,
    pub why: String,
}

/// What is wanted of a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Wanted {
    Nothing,
    Text,
    /// Only where it is: its text stays empty, and its bytes are read when it moves.
    Path,
}

/// What a folder held when it was read.
#[derive(Clone, Debug, Default)]
pub struct Folder {
    pub sources: Sources,
    pub skipped: Vec<Skipped>,
    /// By file id.
    pub(crate) origins: Vec<Origin>,
}

/// Where a text came from. Its bytes are what the encoding makes of the text again.
#[derive(Clone, Debug)]
pub(crate) enum Origin {
    Text {
        encoding: Encoding,
        /// What told that the file is the same when it was read; `None` for a text that did not come from disk.
        stamp: Option<Stamp>,
    },
    Unread(PathBuf),
}

/// What is wanted of a listing, and how.
pub(crate) type Found<'l> = Vec<(&'l Entry, Wanted)>;

impl Workspace {
    /// Reads every file that `wanted` says yes to, in order of path. Hidden files and folders are passed over, and so are
    /// symbolic links: a file inside the root is read where it is, and one outside is not ours.
    pub fn read(&self, wanted: impl Fn(&str) -> bool) -> Result<Folder, WorkspaceError> {
        self.read_each(|path| {
            if wanted(path) {
                Wanted::Text
            } else {
                Wanted::Nothing
            }
        })
    }

    /// The same, asked for each file what is wanted of it.
    pub fn read_each(&self, wanted: impl Fn(&str) -> Wanted) -> Result<Folder, WorkspaceError> {
        let listing = self.look(|_| false)?;
        let (found, mut folder) = self.begin(&listing, wanted)?;
        for (entry, how) in found {
            self.read_into(&mut folder, &entry.path, how);
        }
        Ok(folder)
    }

    /// What is wanted of a listing, in order of path; folders that could not be opened are left out of the folder that is begun.
    pub(crate) fn begin<'l>(
        &self,
        listing: &'l Listing,
        wanted: impl Fn(&str) -> Wanted,
    ) -> Result<(Found<'l>, Folder), WorkspaceError> {
        if let Some((dir, error)) = listing.cut.first() {
            let error = io::Error::new(error.kind(), error.to_string());
            return Err(WorkspaceError::io("read", dir, error));
        }
        let mut folder = Folder::default();
        for (dir, error) in &listing.closed {
            folder.skip(self.relative(dir), error.to_string());
        }
        let found = listing.entries.iter().filter_map(|entry| {
            let how = match entry.kind {
                Kind::File => wanted(&entry.path),
                // It is left out, with the reason.
                Kind::Special if wanted(&entry.path) == Wanted::Text => Wanted::Text,
                _ => Wanted::Nothing,
            };
            (how != Wanted::Nothing).then_some((entry, how))
        });
        let found = found.collect();
        Ok((found, folder))
    }

    pub(crate) fn read_into(&self, folder: &mut Folder, path: &str, how: Wanted) {
        if how == Wanted::Path {
            let origin = Origin::Unread(self.root.join(path));
            folder.add(path, origin, "".into());
            return;
        }
        match self.read_file(path) {
            Ok((origin, text)) => folder.add(path, origin, text.into()),
            Err(error) => folder.skip(path.to_owned(), error.to_string()),
        }
    }

    pub(crate) fn relative(&self, path: &Path) -> String {
        slashed(path.strip_prefix(&self.root).unwrap_or(path))
    }

    fn read_file(&self, path: &str) -> Result<(Origin, String), WorkspaceError> {
        let at = self.root.join(path);
        let not_text = |why: &str| WorkspaceError::NotText {
            path: path.to_owned(),
            why: why.to_owned(),
        };
        // Before the bytes: a file that changes while it is read is read again.
        let stamp = Stamp::of(&at);
        let bytes = reweave_disk::read(&at, reweave_disk::LARGEST_SOURCE)
            .map_err(|error| unread(path, error))?;
        let (encoding, text) =
            Encoding::decode(&bytes).ok_or_else(|| not_text("it has NUL bytes"))?;
        Ok((Origin::Text { encoding, stamp }, text))
    }
}

fn unread(path: &str, error: ReadError) -> WorkspaceError {
    match error {
        ReadError::Io(error) => WorkspaceError::io("read", Path::new(path), error),
        error => WorkspaceError::NotText {
            path: path.to_owned(),
            why: error.to_string(),
        },
    }
}

impl Folder {
    pub(crate) fn add(&mut self, path: impl Into<Arc<str>>, origin: Origin, text: Arc<str>) {
        self.sources.add(path, text);
        self.origins.push(origin);
    }

    pub(crate) fn skip(&mut self, path: String, why: String) {
        self.skipped.push(Skipped { path, why });
    }

    /// How a file is encoded; new files are UTF-8.
    pub fn encoding(&self, file: FileId) -> Encoding {
        match self.origins.get(file.index()) {
            Some(Origin::Text { encoding, .. }) => *encoding,
            _ => Encoding::Utf8,
        }
    }

    /// The bytes of a file, as they were read or would be written.
    pub fn bytes(&self, file: FileId) -> Result<Vec<u8>, WorkspaceError> {
        if let Some(Origin::Unread(path)) = self.origins.get(file.index()) {
            return reweave_disk::read(path, LARGEST_MOVED)
                .map_err(|e| unread(&path.to_string_lossy(), e));
        }
        self.encoded(file, self.sources.path(file), self.sources.text(file))
    }

    /// What must happen on disk for `after` to take the place of what was read.
    pub fn changes(&self, after: &Sources) -> Result<Vec<FileChange>, WorkspaceError> {
        let mut changes = Vec::new();
        for file in after.changed_since(&self.sources) {
            let before = self.sources.get(file);
            let origin = self.origins.get(file.index());
            let old_bytes = before.map(|_| self.bytes(file)).transpose()?;
            let new = after.get(file);
            let new_bytes = match (new, origin) {
                (Some(_), Some(Origin::Unread(_))) => old_bytes.clone(),
                (Some(f), _) => Some(self.encoded(file, &f.path, &f.text)?),
                (None, _) => None,
            };
            match (before, new) {
                (Some(b), Some(a)) if b.path != a.path => {
                    changes.push(FileChange::new(&*b.path, old_bytes, None));
                    let mut created = FileChange::new(&*a.path, None, new_bytes);
                    created.mode_of = Some(b.path.to_string());
                    changes.push(created);
                }
                (b, a) => {
                    let path = a.or(b).map(|f| f.path.to_string()).unwrap_or_default();
                    if old_bytes != new_bytes {
                        changes.push(FileChange::new(path, old_bytes, new_bytes));
                    }
                }
            }
        }
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(changes)
    }

    fn encoded(&self, file: FileId, path: &str, text: &str) -> Result<Vec<u8>, WorkspaceError> {
        let encoding = self.encoding(file);
        encoding
            .encode(text)
            .ok_or_else(|| WorkspaceError::Unencodable {
                path: path.to_owned(),
                encoding: encoding.name(),
            })
    }
}
