//! A look at the root: which files it holds, and where it could not be looked into. One look serves whoever reads the files, and
//! whoever asks what was not read.

use crate::stamp::Stamp;
use crate::{Workspace, WorkspaceError};
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::path::{Path, PathBuf};

/// What a root held when it was looked at.
#[derive(Debug, Default)]
pub struct Listing {
    /// Whatever is neither hidden nor a folder, in order of path.
    pub(crate) entries: Vec<Entry>,
    /// Folders that could not be opened, in order of path.
    pub(crate) closed: Vec<(PathBuf, io::Error)>,
    /// Folders that could not be listed to their end.
    pub(crate) cut: Vec<(PathBuf, io::Error)>,
}

#[derive(Debug)]
pub(crate) struct Entry {
    /// Relative to the root, with `/`; what is no UTF-8 in it is shown by a mark.
    pub path: String,
    pub kind: Kind,
    /// Of a file that may be read again.
    pub stamp: Option<Stamp>,
    /// Where it is, if its path does not tell.
    pub odd: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    File,
    Link,
    /// A pipe or a device; opening it could wait for ever.
    Special,
}

impl Workspace {
    /// Looks at everything below the root that is not hidden, and opens nothing but folders. Files that `is_read` says yes to can be
    /// told from changed ones later.
    pub fn look(&self, is_read: impl Fn(&str) -> bool) -> Result<Listing, WorkspaceError> {
        let mut listing = Listing::default();
        let mut open = vec![(self.root.clone(), String::new())];
        while let Some((dir, path)) = open.pop() {
            let entries = match fs::read_dir(&dir) {
                Ok(entries) => entries,
                Err(error) if dir == self.root => {
                    return Err(WorkspaceError::io("read", &dir, error));
                }
                Err(error) => {
                    listing.closed.push((dir, error));
                    continue;
                }
            };
            for entry in entries {
                let known = entry.and_then(|entry| Ok((entry.file_type()?, entry)));
                match known {
                    Ok((kind, entry)) if kind.is_dir() => open.extend(inside(&entry, &path)),
                    Ok((kind, entry)) => listing.add(&entry, kind, &path, &is_read),
                    Err(error) => {
                        listing.cut.push((dir, error));
                        break;
                    }
                }
            }
        }
        listing.entries.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        listing.closed.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        Ok(listing)
    }
}

/// A folder that is looked into: where it is, and its path.
fn inside(entry: &DirEntry, parent: &str) -> Option<(PathBuf, String)> {
    let name = entry.file_name();
    let name = name.to_string_lossy();
    (!name.starts_with('.')).then(|| (entry.path(), below(parent, &name)))
}

fn below(parent: &str, name: &str) -> String {
    if parent.is_empty() {
        return name.to_owned();
    }
    [parent, "/", name].concat()
}

impl Listing {
    fn add(
        &mut self,
        entry: &DirEntry,
        kind: FileType,
        parent: &str,
        is_read: &impl Fn(&str) -> bool,
    ) {
        let file_name = entry.file_name();
        let name = file_name.to_string_lossy();
        if name.starts_with('.') {
            return;
        }
        let path = below(parent, &name);
        let kind = if kind.is_file() {
            Kind::File
        } else if kind.is_symlink() {
            Kind::Link
        } else {
            Kind::Special
        };
        let meta = (kind == Kind::File && is_read(&path)).then(|| entry.metadata());
        let on_disk = entry.path();
        let is_odd = on_disk.to_str().is_none();
        self.entries.push(Entry {
            path,
            kind,
            stamp: meta.and_then(|m| Stamp::of_meta(&m.ok()?)),
            odd: is_odd.then_some(on_disk),
        });
    }
}

impl Entry {
    pub fn on_disk(&self, root: &Path) -> PathBuf {
        self.odd.clone().unwrap_or_else(|| root.join(&self.path))
    }
}
