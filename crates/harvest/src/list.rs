//! The repositories of a run.

use crate::HarvestError;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A repository by the name that its rows have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Named {
    pub name: String,
    pub path: PathBuf,
    /// The positions in its history that are wanted; none for all of them.
    pub range: Option<Range<usize>>,
}

impl Named {
    /// Named as its path is written.
    pub fn at(path: &Path) -> Self {
        Self {
            name: path.display().to_string(),
            path: path.to_path_buf(),
            range: None,
        }
    }
}

/// A list is never longer; what is is another file.
const LARGEST_LIST: u64 = 256 << 20;

/// The repositories of a file: a path a line, or a name, a tab and a path. Paths are relative to the file's folder; empty
/// lines and those that start with `#` say nothing.
pub fn read_list(file: &Path) -> Result<Vec<Named>, HarvestError> {
    let text = reweave_disk::read_text(file, LARGEST_LIST).map_err(|error| HarvestError::List {
        path: file.to_path_buf(),
        why: error.to_string(),
    })?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let lines = text.lines().map(str::trim);
    let said = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let named = said.map(|line| {
        let (name, path) = line.split_once('\t').unwrap_or((line, line));
        Named {
            name: name.trim().to_owned(),
            path: folder.join(path.trim()),
            range: None,
        }
    });
    Ok(named.collect())
}
