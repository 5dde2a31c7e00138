//! Paths that stay in the root.

use crate::tree::is_plain;
use crate::{Workspace, WorkspaceError};
use std::path::{Component, Path, PathBuf};

impl Workspace {
    /// The file that a user means by a path, relative to the root with `/` between its parts. A relative path is looked
    /// for in the root first, then in the current folder. Symbolic links are followed, and must stay in the root.
    pub fn locate(&self, path: &str) -> Result<String, WorkspaceError> {
        let given = Path::new(path);
        let candidates = [
            Some(self.root.join(given)),
            given.is_relative().then(|| given.into()),
        ];
        for candidate in candidates.into_iter().flatten() {
            let candidate: PathBuf = candidate;
            let Ok(real) = candidate.canonicalize() else {
                continue;
            };
            return match real.strip_prefix(&self.root) {
                Ok(inside) if real.is_file() => Ok(slashed(inside)),
                Ok(_) => Err(self.no_such_file(path)),
                Err(_) => Err(self.outside(path)),
            };
        }
        Err(if leaves(given) {
            self.outside(path)
        } else {
            self.no_such_file(path)
        })
    }

    /// A file that a change names must stay in the root by its parts, and be none that reading passes over: what a request
    /// did not read it does not write.
    pub(crate) fn check_path(&self, path: &str) -> Result<(), WorkspaceError> {
        if !is_plain(path) {
            return Err(self.outside(path));
        }
        if path.split('/').any(|part| part.starts_with('.')) {
            return Err(WorkspaceError::Hidden(path.to_owned()));
        }
        Ok(())
    }

    fn outside(&self, path: &str) -> WorkspaceError {
        WorkspaceError::OutsideRoot {
            path: path.to_owned(),
            root: self.root.clone(),
        }
    }

    fn no_such_file(&self, path: &str) -> WorkspaceError {
        WorkspaceError::NoSuchFile {
            path: path.to_owned(),
            root: self.root.clone(),
        }
    }
}

/// Whether a relative path climbs above where it starts.
fn leaves(path: &Path) -> bool {
    let mut depth = 0i32;
    for part in path.components() {
        match part {
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
        if depth < 0 {
            return true;
        }
    }
    path.is_absolute()
}

pub(crate) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|p| p.to_string_lossy()).collect();
    parts.join("/")
}
