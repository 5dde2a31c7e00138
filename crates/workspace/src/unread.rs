//! What of a folder was not read: files that could not be, folders that were not looked into, and files that were not wanted as
//! text but may matter. Whoever changes what was read asks here who else may depend on it.

use crate::listing::{Entry, Kind, Listing};
use crate::paths::slashed;
use crate::{Folder, Workspace};
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes above this are not searched.
const LARGEST_SEARCH: u64 = 256 << 20;

/// Folders that only tools look into: what they hold is no source of the program.
const OF_TOOLS: [&str; 5] = [".git", ".hg", ".svn", ".jj", crate::STORE];

/// A file or folder that was not read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Unread {
    /// Relative to the root, with `/`; what is no UTF-8 in it is shown by a mark.
    pub path: String,
    pub what: UnreadKind,
    /// Where it is on disk.
    on_disk: PathBuf,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UnreadKind {
    /// A file that was wanted and could not be read, and why.
    LeftOut(String),
    /// A folder that was not looked into, and why.
    Folder(String),
    /// A file of another sort.
    Other,
}

/// What is looked for.
#[derive(Clone, Copy)]
pub struct Sorts<'a> {
    /// Whether a file is one that is read.
    pub is_read: &'a dyn Fn(&str) -> bool,
    /// Whether a file is of another sort that matters.
    pub is_other: &'a dyn Fn(&str) -> bool,
}

/// A look at what was not read.
struct Look<'a> {
    folder: &'a Folder,
    /// The paths of what was.
    read: HashSet<&'a str>,
    sorts: Sorts<'a>,
}

impl Workspace {
    /// What was not read of a listing, in order of path. `folder` is what was.
    pub fn unread(&self, listing: &Listing, folder: &Folder, sorts: Sorts<'_>) -> Vec<Unread> {
        let look = Look {
            folder,
            read: folder.sources.iter().map(|(_, f)| &*f.path).collect(),
            sorts,
        };
        let not_whole = |dirs: &[(PathBuf, io::Error)], why: &str| -> Vec<Unread> {
            let folder = |dir: &Path| self.entry(dir, UnreadKind::Folder(why.to_owned()));
            dirs.iter().map(|(dir, _)| folder(dir)).collect()
        };
        let mut found = not_whole(&listing.closed, "it could not be opened");
        found.extend(not_whole(&listing.cut, "not all of it could be listed"));
        for entry in &listing.entries {
            let what = if entry.kind == Kind::Link {
                self.linked(&entry.on_disk(self.root()), &look)
            } else {
                file(entry, &look)
            };
            found.extend(what.map(|what| self.entry(&entry.on_disk(self.root()), what)));
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn entry(&self, on_disk: &Path, what: UnreadKind) -> Unread {
        let inside = on_disk.strip_prefix(self.root()).unwrap_or(on_disk);
        Unread {
            path: slashed(inside),
            what,
            on_disk: on_disk.to_path_buf(),
        }
    }

    /// A link that leads to what was read anyway is nothing new; any other is not followed.
    fn linked(&self, on_disk: &Path, look: &Look<'_>) -> Option<UnreadKind> {
        let path = slashed(on_disk.strip_prefix(self.root()).unwrap_or(on_disk));
        let Ok(target) = on_disk.canonicalize() else {
            // It leads nowhere: nothing is behind it, unless that could not be looked at.
            let is_lost = fs::metadata(on_disk)
                .is_err_and(|e| e.kind() == std::io::ErrorKind::PermissionDenied);
            let why = "a link to what could not be opened".to_owned();
            return is_lost.then_some(UnreadKind::Folder(why));
        };
        let inside = target.strip_prefix(self.root()).ok();
        let is_listed = inside.is_some_and(|inside| {
            let mut parts = inside.iter().map(|p| p.to_string_lossy());
            !parts.any(|p| p.starts_with('.'))
        });
        let is_of_tool = inside.is_some_and(|inside| {
            let mut parts = inside.iter().map(|p| p.to_string_lossy());
            parts.any(|p| OF_TOOLS.contains(&&*p))
        });
        if target.is_dir() {
            let why = format!("it is a link to {}", target.display());
            return (!is_listed && !is_of_tool).then_some(UnreadKind::Folder(why));
        }
        let is_wanted = (look.sorts.is_read)(&path);
        let is_known = inside.is_some_and(|i| look.read.contains(&*slashed(i)));
        if is_wanted && !is_known {
            let why = format!("it is a link to {}", target.display());
            return Some(UnreadKind::LeftOut(why));
        }
        None
    }
}

fn file(entry: &Entry, look: &Look<'_>) -> Option<UnreadKind> {
    let sorts = look.sorts;
    let path = &*entry.path;
    if (sorts.is_read)(path) {
        let is_utf8 = entry.odd.is_none();
        if is_utf8 && look.read.contains(path) {
            return None;
        }
        let skipped = look.folder.skipped.iter().find(|s| s.path == path);
        let why = match skipped {
            _ if !is_utf8 => "its name is not UTF-8".to_owned(),
            Some(skipped) => skipped.why.clone(),
            None => "it is no regular file".to_owned(),
        };
        return Some(UnreadKind::LeftOut(why));
    }
    (sorts.is_other)(path).then_some(UnreadKind::Other)
}

impl Unread {
    /// The bytes of a file, to be searched and not to be kept; `None` where that is not possible, and for what lies outside the
    /// root, which is not read.
    pub fn bytes(&self) -> Option<Vec<u8>> {
        let kind = fs::symlink_metadata(&self.on_disk).ok()?;
        if !kind.is_file() || kind.len() > LARGEST_SEARCH {
            return None;
        }
        let file = fs::File::open(&self.on_disk).ok()?;
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(LARGEST_SEARCH).read_to_end(&mut bytes).ok()?;
        Some(bytes)
    }
}
