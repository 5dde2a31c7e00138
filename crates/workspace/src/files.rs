//! Single files on disk: written beside their place, made durable, then put there in one move.

use crate::WorkspaceError;
use std::fs::{self, File, Permissions};
use std::io::Write;
use std::path::Path;

/// One file of a change. `None` before: it is created; `None` after: it is removed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileChange {
    /// Relative to the root, with `/`.
    pub path: String,
    pub before: Option<Vec<u8>>,
    pub after: Option<Vec<u8>>,
    /// The file whose permissions a created file takes, when it takes the place of another.
    pub mode_of: Option<String>,
    /// The permissions to give; without them those of the file that stood there.
    pub mode: Option<u32>,
}

impl FileChange {
    pub fn new(path: impl Into<String>, before: Option<Vec<u8>>, after: Option<Vec<u8>>) -> Self {
        Self {
            path: path.into(),
            before,
            after,
            mode_of: None,
            mode: None,
        }
    }
}

/// The bytes of a file, or `None` where there is none.
pub(crate) fn current(path: &Path) -> Result<Option<Vec<u8>>, WorkspaceError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(WorkspaceError::io("read", path, e)),
    }
}

/// Writes a new file and makes it durable.
pub(crate) fn write_new(
    path: &Path,
    bytes: &[u8],
    mode: Option<u32>,
) -> Result<(), WorkspaceError> {
    let io = |what| move |e| WorkspaceError::io(what, path, e);
    let mut file = File::create(path).map_err(io("create"))?;
    file.write_all(bytes).map_err(io("write"))?;
    if let Some(permissions) = mode.and_then(permissions) {
        file.set_permissions(permissions)
            .map_err(io("set the mode of"))?;
    }
    file.sync_all().map_err(io("sync"))
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(path: &Path) -> Result<(), WorkspaceError> {
    let sync = || File::open(path)?.sync_all();
    sync().map_err(|e| WorkspaceError::io("sync", path, e))
}

pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), WorkspaceError> {
    fs::rename(from, to).map_err(|e| WorkspaceError::io("put in place", to, e))
}

/// Removes a file; that it is gone already is no error.
pub(crate) fn remove(path: &Path) -> Result<(), WorkspaceError> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
            Err(WorkspaceError::io("remove", path, e))
        }
        _ => Ok(()),
    }
}

#[cfg(unix)]
pub(crate) fn mode(path: &Path) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::metadata(path).ok()?.permissions().mode() & 0o7777)
}

#[cfg(not(unix))]
pub(crate) fn mode(_path: &Path) -> Option<u32> {
    None
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no modes")]
fn permissions(mode: u32) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn permissions(_mode: u32) -> Option<Permissions> {
    None
}
