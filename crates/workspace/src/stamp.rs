//! What tells without reading that a file is still the one that was read.

use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

/// Within this time a file can change twice and keep its time.
const COARSEST: Duration = Duration::from_secs(2);

/// Length and time of a regular file, and where the system has them its number and the time at which that was changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    len: u64,
    modified: SystemTime,
    inode: (u64, i64, i64),
    /// The file had been left alone for so long that a later change shows in its time.
    is_settled: bool,
}

impl Stamp {
    pub fn of(path: &Path) -> Option<Self> {
        Self::of_meta(&fs::symlink_metadata(path).ok()?)
    }

    pub fn of_meta(meta: &fs::Metadata) -> Option<Self> {
        if !meta.is_file() {
            return None;
        }
        let modified = meta.modified().ok()?;
        let age = SystemTime::now().duration_since(modified);
        Some(Self {
            len: meta.len(),
            modified,
            inode: inode(meta),
            is_settled: age.is_ok_and(|age| age > COARSEST),
        })
    }

    /// Whether a later stamp can be compared with this one.
    pub const fn is_settled(self) -> bool {
        self.is_settled
    }

    /// Whether the file of a later stamp has the bytes of this one for sure.
    pub fn still_holds(self, later: Self) -> bool {
        self.is_settled
            && (self.len, self.modified, self.inode) == (later.len, later.modified, later.inode)
    }
}

#[cfg(unix)]
fn inode(meta: &fs::Metadata) -> (u64, i64, i64) {
    use std::os::unix::fs::MetadataExt;
    (meta.ino(), meta.ctime(), meta.ctime_nsec())
}

#[cfg(not(unix))]
fn inode(_: &fs::Metadata) -> (u64, i64, i64) {
    (0, 0, 0)
}
