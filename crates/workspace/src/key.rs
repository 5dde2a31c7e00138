//! The key with which this user's processes seal what they write into `.reweave`.
//!
//! A tree may come from anywhere, and its `.reweave` with it. The key lies outside of every tree, in the user's own folder
//! for state, where nobody else reads or writes; a record whose seal fits was written here, by this user, for this root.

use blake3::{Hash, Hasher};
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

const LENGTH: usize = 32;
/// What is sealed begins with this; another meaning of the bytes would be another purpose.
const PURPOSE: &[u8] = b"reweave journal 1";

pub(crate) struct Key([u8; LENGTH]);

/// Where this user's programs keep state: `$XDG_STATE_HOME`, `~/.local/state`, or the platform's own.
pub(crate) fn state_folder() -> Option<PathBuf> {
    let var = |name| std::env::var_os(name).map(PathBuf::from);
    let absolute = |path: &PathBuf| path.is_absolute();
    var("XDG_STATE_HOME")
        .filter(absolute)
        .or_else(|| var("LOCALAPPDATA").filter(absolute))
        .or_else(|| {
            var("HOME")
                .filter(absolute)
                .map(|home| home.join(".local/state"))
        })
        .map(|folder| folder.join("reweave"))
}

impl Key {
    /// The key, if there is one that only this user can read and write, and that is no part of the tree.
    pub fn load(folder: &Path, root: &Path) -> Option<Self> {
        let path = folder.join("key");
        if folder.canonicalize().ok()?.starts_with(root) || !is_private(&path) {
            return None;
        }
        let bytes = reweave_disk::read(&path, LENGTH as u64).ok()?;
        Some(Self(bytes.try_into().ok()?))
    }

    /// The same, made where there is none; `None` where it cannot be kept.
    pub fn load_or_make(folder: &Path, root: &Path) -> Option<Self> {
        Self::load(folder, root).or_else(|| {
            make(folder)?;
            Self::load(folder, root)
        })
    }

    /// The seal of a record that lies in this root.
    pub fn seal(&self, root: &Path, record: &[u8]) -> String {
        self.hash(root, record).to_hex().to_string()
    }

    /// Whether this key made the seal.
    pub fn fits(&self, root: &Path, record: &[u8], seal: &[u8]) -> bool {
        // Comparing hashes takes the same time wherever they differ.
        Hash::from_hex(seal.trim_ascii()).is_ok_and(|seal| seal == self.hash(root, record))
    }

    fn hash(&self, root: &Path, record: &[u8]) -> Hash {
        let mut hasher = Hasher::new_keyed(&self.0);
        for part in [PURPOSE, root.as_os_str().as_encoded_bytes(), record] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        hasher.finalize()
    }
}

fn make(folder: &Path) -> Option<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
        builder.mode(0o700);
        options.mode(0o600);
    }
    builder.create(folder).ok()?;
    let mut key = [0; LENGTH];
    getrandom::fill(&mut key).ok()?;
    // Beside its place first: two processes that start together must not end with two keys, nor with half of one.
    let beside = folder.join(random_name("key-", "")?);
    let mut file = options.open(&beside).ok()?;
    let written = file.write_all(&key).and_then(|()| file.sync_all());
    let placed = written.and_then(|()| fs::hard_link(&beside, folder.join("key")));
    let _ = fs::remove_file(&beside);
    match placed {
        Err(e) if e.kind() != std::io::ErrorKind::AlreadyExists => None,
        _ => Some(()),
    }
}

/// A name that nobody can guess.
pub(crate) fn random_name(start: &str, end: &str) -> Option<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(format!("{start}{:032x}{end}", u128::from_le_bytes(bytes)))
}

#[cfg(unix)]
fn is_private(path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let me = rustix::process::geteuid().as_raw();
    path.symlink_metadata()
        .is_ok_and(|meta| meta.is_file() && meta.uid() == me && meta.mode().trailing_zeros() >= 6)
}

#[cfg(not(unix))]
fn is_private(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|meta| meta.is_file())
}
