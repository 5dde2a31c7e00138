//! The root as a handle: every step below it is taken by name from an open folder and through no symbolic link, so that
//! nothing outside can be reached, whatever is put into the tree while a change is written.

use crate::WorkspaceError;
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, OpenOptions};
use reweave_disk::ReadError;
use reweave_text::Part as _;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::{Component, Path, PathBuf};

/// The most that is read of one file of a change: also what moves along with a package, such as pictures.
const LARGEST_FILE: u64 = 1 << 30;

/// Paths are relative to the root, with `/`, and without `.` and `..`; see [`is_plain`].
#[derive(Debug)]
pub(crate) struct Tree {
    root: PathBuf,
    dir: Dir,
}

/// Whether a path names something below the root by its parts alone.
pub(crate) fn is_plain(path: &str) -> bool {
    let is_part = |part: &str| !part.is_empty() && part != "." && part != "..";
    // The system may have more ways out than these: drives, other separators.
    let mut parts = Path::new(path).components();
    path.split('/').all(is_part) && parts.all(|part| matches!(part, Component::Normal(_)))
}

impl Tree {
    pub fn open(root: &Path) -> Result<Self, WorkspaceError> {
        let dir = Dir::open_ambient_dir(root, ambient_authority())
            .map_err(|e| WorkspaceError::io("open", root, e))?;
        Ok(Self {
            root: root.to_owned(),
            dir,
        })
    }

    /// The bytes of a regular file; `None` where there is nothing.
    pub fn read(&self, path: &str) -> Result<Option<Vec<u8>>, WorkspaceError> {
        let Some((dir, name)) = self.parent(path)? else {
            return Ok(None);
        };
        let file = match open_file(&dir, name, OpenOptions::new().read(true)) {
            Err(ReadError::Io(e)) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(ReadError::Io(e)) => return Err(self.io("read", path, e)),
            Err(error) => return Err(self.unfit(path, &error)),
            Ok(file) => file,
        };
        match reweave_disk::bounded(file, LARGEST_FILE) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(ReadError::Io(e)) => Err(self.io("read", path, e)),
            Err(error) => Err(self.unfit(path, &error)),
        }
    }

    /// Writes a file that must not be there yet, and makes it durable.
    pub fn create(
        &self,
        path: &str,
        bytes: &[u8],
        mode: Option<u32>,
    ) -> Result<(), WorkspaceError> {
        let (dir, name) = self.present_parent(path)?;
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        if mode.is_some() {
            owner_only(&mut options);
        }
        let mut file = match open_file(&dir, name, &mut options) {
            Err(ReadError::Io(e)) => return Err(self.io("create", path, e)),
            Err(error) => return Err(self.unfit(path, &error)),
            Ok(file) => file,
        };
        let io = |what| move |e| self.io(what, path, e);
        file.write_all(bytes).map_err(io("write"))?;
        if let Some(permissions) = mode.and_then(permissions) {
            file.set_permissions(permissions)
                .map_err(io("set the mode of"))?;
        }
        file.sync_all().map_err(io("sync"))
    }

    /// A file to lock, made where there is none.
    pub fn lock_file(&self, path: &str) -> Result<File, WorkspaceError> {
        let (dir, name) = self.present_parent(path)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        open_file(&dir, name, &mut options).map_err(|error| match error {
            ReadError::Io(e) => self.io("create", path, e),
            error => self.unfit(path, &error),
        })
    }

    /// Puts a file or folder in the place of another name in one move.
    pub fn rename(&self, from: &str, to: &str) -> Result<(), WorkspaceError> {
        let (from_dir, from_name) = self.present_parent(from)?;
        let (to_dir, to_name) = self.present_parent(to)?;
        from_dir
            .rename(from_name, &to_dir, to_name)
            .map_err(|e| self.io("put in place", to, e))
    }

    /// Removes a file; that it is gone already is no error.
    pub fn remove(&self, path: &str) -> Result<(), WorkspaceError> {
        let Some((dir, name)) = self.parent(path)? else {
            return Ok(());
        };
        match dir.remove_file(name) {
            Err(e) if e.kind() != ErrorKind::NotFound => Err(self.io("remove", path, e)),
            _ => Ok(()),
        }
    }

    /// Makes a folder and those that it lies in.
    pub fn make_folders(&self, path: &str) -> Result<(), WorkspaceError> {
        let mut dir = self.dir.try_clone().map_err(|e| self.io("open", "", e))?;
        for (at, name) in steps(path) {
            match dir.create_dir(name) {
                Err(e) if e.kind() != ErrorKind::AlreadyExists => {
                    return Err(self.io("create", at, e));
                }
                _ => {}
            }
            dir = self.enter(&dir, name, at)?;
        }
        Ok(())
    }

    /// Removes a folder if it is empty; whether it is gone.
    pub fn remove_empty(&self, path: &str) -> bool {
        let parent = self.parent(path).ok().flatten();
        parent.is_some_and(|(dir, name)| dir.remove_dir(name).is_ok())
    }

    /// Removes a folder with all that it holds.
    pub fn remove_all(&self, path: &str) -> Result<(), WorkspaceError> {
        let (dir, name) = self.present_parent(path)?;
        self.enter(&dir, name, path)?;
        dir.remove_dir_all(name)
            .map_err(|e| self.io("remove", path, e))
    }

    /// Makes the names in a folder durable; `""` is the root.
    pub fn sync(&self, folder: &str) -> Result<(), WorkspaceError> {
        let sync = |dir: Dir| {
            let mut options = OpenOptions::new();
            dir.open_with(".", options.read(true))?.sync_all()
        };
        match self.folder(folder)? {
            Some(dir) => sync(dir).map_err(|e| self.io("sync", folder, e)),
            None => Ok(()),
        }
    }

    /// The names in a folder, in order; none where there is no such folder.
    pub fn names(&self, folder: &str) -> Result<Vec<String>, WorkspaceError> {
        let Some(dir) = self.folder(folder)? else {
            return Ok(Vec::new());
        };
        let read = || -> io::Result<Vec<String>> {
            let mut names = Vec::new();
            for entry in dir.entries()? {
                // A name that is no text is none that was given here.
                names.extend(entry?.file_name().into_string().ok());
            }
            names.sort_unstable();
            Ok(names)
        };
        read().map_err(|e| self.io("read", folder, e))
    }

    /// The permissions of a file, where the system has them.
    pub fn mode(&self, path: &str) -> Option<u32> {
        let (dir, name) = self.parent(path).ok()??;
        let meta = dir.symlink_metadata(name).ok()?;
        meta.is_file().then(|| mode_of(&meta))?
    }

    /// Whether the user of this process owns it.
    pub fn is_own(&self, path: &str) -> bool {
        let Ok(Some((dir, name))) = self.parent(path) else {
            return false;
        };
        dir.symlink_metadata(name).is_ok_and(|meta| is_owned(&meta))
    }

    fn folder(&self, path: &str) -> Result<Option<Dir>, WorkspaceError> {
        let mut dir = self.dir.try_clone().map_err(|e| self.io("open", "", e))?;
        for (at, name) in steps(path) {
            match dir.symlink_metadata(name) {
                Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
                Err(e) => return Err(self.io("open", at, e)),
                Ok(_) => dir = self.enter(&dir, name, at)?,
            }
        }
        Ok(Some(dir))
    }

    fn enter(&self, dir: &Dir, name: &str, at: &str) -> Result<Dir, WorkspaceError> {
        let is_link = || dir.symlink_metadata(name).is_ok_and(|m| m.is_symlink());
        dir.open_dir_nofollow(name).map_err(|e| {
            if is_link() {
                WorkspaceError::Link(self.root.join(at))
            } else {
                self.io("open", at, e)
            }
        })
    }

    fn parent<'p>(&self, path: &'p str) -> Result<Option<(Dir, &'p str)>, WorkspaceError> {
        if !is_plain(path) {
            return Err(WorkspaceError::OutsideRoot {
                path: path.to_owned(),
                root: self.root.clone(),
            });
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        Ok(self.folder(folder)?.map(|dir| (dir, name)))
    }

    fn present_parent<'p>(&self, path: &'p str) -> Result<(Dir, &'p str), WorkspaceError> {
        let missing = || self.io("open the folder of", path, ErrorKind::NotFound.into());
        self.parent(path)?.ok_or_else(missing)
    }

    fn io(&self, what: &'static str, path: &str, error: io::Error) -> WorkspaceError {
        WorkspaceError::io(what, &self.root.join(path), error)
    }

    fn unfit(&self, path: &str, error: &ReadError) -> WorkspaceError {
        match error {
            ReadError::NotRegular("a symbolic link") => WorkspaceError::Link(self.root.join(path)),
            _ => WorkspaceError::NotText {
                path: path.to_owned(),
                why: error.to_string(),
            },
        }
    }
}

/// Each folder on the way to a path, with its own path.
fn steps(path: &str) -> impl Iterator<Item = (&str, &str)> {
    let ends = path.match_indices('/').map(|(at, _)| at);
    let ends = ends.chain((!path.is_empty()).then_some(path.len()));
    ends.map(|end| {
        let at = path.part(..end);
        (at, at.rsplit_once('/').map_or(at, |(_, name)| name))
    })
}

/// Opens a regular file in a folder, following no link and waiting for nothing.
fn open_file(dir: &Dir, name: &str, options: &mut OpenOptions) -> Result<File, ReadError> {
    options.follow(FollowSymlinks::No).nonblock(true);
    let opened = dir.open_with(name, options);
    let file = match opened {
        Ok(file) => file.into_std(),
        Err(error) => {
            let meta = dir.symlink_metadata(name).ok();
            return Err(match meta {
                Some(meta) if meta.is_symlink() => ReadError::NotRegular("a symbolic link"),
                Some(meta) if meta.is_dir() => ReadError::NotRegular("a folder"),
                _ => error.into(),
            });
        }
    };
    let meta = file.metadata()?;
    if meta.is_file() {
        Ok(file)
    } else {
        Err(ReadError::NotRegular(reweave_disk::kind(&meta)))
    }
}

#[cfg(unix)]
fn owner_only(options: &mut OpenOptions) {
    use cap_std::fs::OpenOptionsExt;
    options.mode(0o600);
}

#[cfg(not(unix))]
fn owner_only(_options: &mut OpenOptions) {}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no mode")]
fn mode_of(meta: &cap_std::fs::Metadata) -> Option<u32> {
    use cap_std::fs::MetadataExt;
    Some(meta.mode() & 0o7777)
}

#[cfg(not(unix))]
fn mode_of(_meta: &cap_std::fs::Metadata) -> Option<u32> {
    None
}

#[cfg(unix)]
fn is_owned(meta: &cap_std::fs::Metadata) -> bool {
    use cap_std::fs::MetadataExt;
    meta.uid() == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_owned(_meta: &cap_std::fs::Metadata) -> bool {
    true
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems have no modes")]
fn permissions(mode: u32) -> Option<std::fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn permissions(_mode: u32) -> Option<std::fs::Permissions> {
    None
}
