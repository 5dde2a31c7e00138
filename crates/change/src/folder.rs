//! Two folders, or two files, as a change.

use crate::{Change, LeftOut, Side, Source, decode, language};
use reweave_disk::LARGEST_SOURCE;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    #[error("no source files under {0}; Reweave reads files that end with {1}")]
    Nothing(PathBuf, String),
}

/// Two versions on disk.
pub struct Folders {
    pub change: Change,
    /// Files that read the same in both, by path: the context of the change.
    untouched: Vec<Source>,
}

impl Folders {
    /// One of the files that both versions share.
    pub fn untouched(&self, path: &str) -> Option<Source> {
        let i = self
            .untouched
            .binary_search_by(|s| (*s.path).cmp(path))
            .ok()?;
        Some(self.untouched[i].clone())
    }
}

/// The change from `before` to `after`: both folders, or both files. Two files are one file that may have been renamed.
pub fn read_change(before: &Path, after: &Path) -> Result<Folders, FolderError> {
    let mut left_out = Vec::new();
    let mut unreadable = false;
    let mut read = |root, side| read_side(root, side, &mut left_out, &mut unreadable);
    let old = read(before, Side::Before)?;
    let new = read(after, Side::After)?;
    if old.is_empty() && new.is_empty() && left_out.is_empty() {
        let known: Vec<_> = language::LANGUAGES.iter().map(|l| l.extension).collect();
        return Err(FolderError::Nothing(before.into(), known.join(", ")));
    }
    let mut change = Change::new(old, new, left_out);
    change.unreadable = unreadable;
    Ok(Folders {
        untouched: std::mem::take(&mut change.same),
        change,
    })
}

/// The source files under `root` in order of path; what could not be read goes to `left_out`.
pub fn read_side(
    root: &Path,
    side: Side,
    left_out: &mut Vec<LeftOut>,
    unreadable: &mut bool,
) -> Result<Vec<Source>, FolderError> {
    let fail = |path: &Path| {
        let path = path.to_path_buf();
        move |source| FolderError::Read { path, source }
    };
    let meta = fs::metadata(root).map_err(fail(root))?;
    let mut found = Vec::new();
    let mut dirs = Vec::new();
    if meta.is_dir() {
        dirs.push((root.to_path_buf(), String::new()));
    } else {
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        found.push((root.to_path_buf(), name.into_owned()));
    }
    while let Some((dir, prefix)) = dirs.pop() {
        for entry in fs::read_dir(&dir).map_err(fail(&dir))? {
            let entry = entry.map_err(fail(&dir))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type().map_err(fail(&entry.path()))?;
            if kind.is_symlink() {
                if language::of_path(&path).is_some() {
                    left_out.push(LeftOut::file(side, path, "a symbolic link"));
                }
            } else if kind.is_dir() {
                if name != ".git" {
                    dirs.push((entry.path(), format!("{path}/")));
                }
            } else if language::of_path(&path).is_some() {
                found.push((entry.path(), path));
            }
        }
    }
    found.sort_by(|a, b| a.1.cmp(&b.1));
    let mut sources = Vec::with_capacity(found.len());
    for (file, path) in found {
        match reweave_disk::read(&file, LARGEST_SOURCE).map_err(|e| e.to_string()) {
            Ok(bytes) => match decode(path, bytes) {
                Ok(source) => sources.push(source),
                Err((path, what)) => left_out.push(LeftOut::file(side, path, what)),
            },
            Err(error) => {
                *unreadable = true;
                left_out.push(LeftOut::file(side, path, &error));
            }
        }
    }
    Ok(sources)
}
