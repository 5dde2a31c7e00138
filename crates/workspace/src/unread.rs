//! What of a folder was not read: files that could not be, folders that were not looked into, and files that were not wanted as
//! text but may matter. Whoever changes what was read asks here who else may depend on it.

use crate::paths::slashed;
use crate::{Folder, Workspace};
use std::collections::HashSet;
use std::fs;
use std::io::Read;
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
    /// Lists what was not read, in order of path. `folder` is what was.
    pub fn unread(&self, folder: &Folder, sorts: Sorts<'_>) -> Vec<Unread> {
        let look = Look {
            folder,
            read: folder.sources.iter().map(|(_, f)| &*f.path).collect(),
            sorts,
        };
        let mut found = Vec::new();
        let mut open = vec![self.root().to_path_buf()];
        while let Some(dir) = open.pop() {
            let Ok(entries) = fs::read_dir(&dir) else {
                let why = "it could not be opened".to_owned();
                found.push(self.entry(&dir, UnreadKind::Folder(why)));
                continue;
            };
            for entry in entries {
                let Ok(entry) = entry else {
                    let why = "not all of it could be listed".to_owned();
                    found.push(self.entry(&dir, UnreadKind::Folder(why)));
                    break;
                };
                let path = entry.path();
                let is_hidden = entry.file_name().to_string_lossy().starts_with('.');
                let Ok(kind) = entry.file_type() else {
                    continue;
                };
                if kind.is_dir() && !is_hidden {
                    open.push(path);
                } else if !kind.is_dir() && !is_hidden {
                    let what = if kind.is_symlink() {
                        self.linked(&path, &look)
                    } else {
                        self.file(&path, &look)
                    };
                    found.extend(what.map(|what| self.entry(&path, what)));
                }
            }
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

    fn file(&self, on_disk: &Path, look: &Look<'_>) -> Option<UnreadKind> {
        let sorts = look.sorts;
        let path = slashed(on_disk.strip_prefix(self.root()).unwrap_or(on_disk));
        if (sorts.is_read)(&path) {
            let is_utf8 = on_disk.to_str().is_some();
            if is_utf8 && look.read.contains(&*path) {
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
        (sorts.is_other)(&path).then_some(UnreadKind::Other)
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
