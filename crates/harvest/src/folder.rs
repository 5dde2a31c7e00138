//! The folder that tables are written to: a folder a table, a file of each for every piece.
//!
//! A file is written under a hidden name and renamed when it is complete and on disk. The file of `runs` comes last: a piece
//! is there when that file is.

use crate::done::{self, Held};
use crate::{HarvestError, Named};
use reweave_tables::{Rows, TABLES, TableError, encode};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter};
use std::ops::Range;
use std::path::{Path, PathBuf};

pub struct Folder {
    path: PathBuf,
    /// The pieces that were there at the start, by stem.
    held: BTreeMap<String, Vec<Held>>,
}

/// How the hidden names end.
const UNFINISHED: &str = ".unfinished";

impl Folder {
    /// Makes the folder, or goes on with it. `alone` says that no other process writes to it: what a killed one left behind
    /// then goes away.
    pub fn open(path: &Path, begun: &str, alone: bool) -> Result<Self, HarvestError> {
        let disk = |source: io::Error| HarvestError::Folder {
            path: path.to_path_buf(),
            source,
        };
        for table in TABLES {
            fs::create_dir_all(path.join(table.name)).map_err(disk)?;
        }
        let folder = Self {
            path: path.to_path_buf(),
            held: done::read(path, begun)?,
        };
        if alone {
            folder.tidy().map_err(disk)?;
        }
        Ok(folder)
    }

    /// Takes away files that were not finished, and those of pieces that `runs` does not have.
    fn tidy(&self) -> io::Result<()> {
        for table in TABLES {
            for entry in fs::read_dir(self.path.join(table.name))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let is_orphan = done::parse(&name).is_some_and(|(stem, range)| {
                    let held = self.held.get(stem);
                    !held.is_some_and(|h| h.iter().any(|h| h.range == range))
                });
                if name.ends_with(UNFINISHED) || is_orphan {
                    fs::remove_file(entry.path())?;
                }
            }
        }
        Ok(())
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The pieces of a repository that are there.
    pub fn held(&self, stem: &str) -> &[Held] {
        self.held.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Forgets and removes a piece whose commits are no longer those of the repository.
    pub fn drop_piece(&mut self, stem: &str, range: &Range<usize>) {
        if let Some(held) = self.held.get_mut(stem) {
            held.retain(|h| h.range != *range);
        }
        self.remove(&done::name(stem, range));
    }

    /// Removes a file of every table, that of `runs` first.
    pub fn remove(&self, file: &str) {
        for table in TABLES.iter().rev() {
            // What is not there need not go.
            let _ = fs::remove_file(self.path.join(table.name).join(file));
        }
    }

    /// Writes a file of every table: `batches` are in the order of [`TABLES`]. After an error nothing of it is left.
    pub fn write(
        &self,
        file: &str,
        batches: &[Vec<Rows>],
        more: &[(&str, String)],
    ) -> Result<(), TableError> {
        // Several processes, on several machines, may write to one folder.
        let mine = RandomState::new().hash_one(std::process::id());
        let hidden = format!(".{file}.{mine:016x}{UNFINISHED}");
        let written = self.write_hidden(&hidden, batches, more);
        let result = written.and_then(|()| {
            let renamed = TABLES.iter().try_for_each(|table| {
                let folder = self.path.join(table.name);
                fs::rename(folder.join(&hidden), folder.join(file))
            });
            renamed.inspect_err(|_| self.remove(file))?;
            Ok(())
        });
        if result.is_err() {
            self.remove(&hidden);
        }
        result
    }

    fn write_hidden(
        &self,
        hidden: &str,
        batches: &[Vec<Rows>],
        more: &[(&str, String)],
    ) -> Result<(), TableError> {
        for (table, batches) in TABLES.iter().zip(batches) {
            let to = File::create(self.path.join(table.name).join(hidden))?;
            let mut to = BufWriter::new(to);
            encode(table, batches, more, &mut to)?;
            let file = to.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.sync_all()?;
        }
        Ok(())
    }
}

/// What the names of a repository's files start with: its last name, for people, and a digest of the whole, since several
/// may end alike.
pub fn stem(named: &Named) -> String {
    let last = named.name.trim_end_matches('/').rsplit('/').next();
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let plain: String = last
        .unwrap_or_default()
        .chars()
        .filter(is_plain)
        .take(LONGEST_SLUG)
        .collect();
    let digest = blake3::hash(named.name.as_bytes()).to_hex();
    let short: String = digest.chars().take(DIGEST).collect();
    format!("{plain}-{short}")
}

const LONGEST_SLUG: usize = 40;
const DIGEST: usize = 12;
