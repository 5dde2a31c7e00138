//! Folders of sources: which files they hold, and their texts.

use reweave_change::language::{self, Job, Language};
use reweave_change::{LeftOut, Side, decode};
use reweave_disk::LARGEST_SOURCE;
use reweave_sources::{Rule, WalkError, walk};
use std::path::{Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error(transparent)]
    Read(#[from] WalkError),
    #[error("no source files under {0}; suggestions are made for files that end with {1}")]
    Nothing(String, String),
    /// Nobody waits for the report.
    #[error("given up")]
    GivenUp,
}

/// One folder, or one file: a project.
pub struct Folder {
    pub root: PathBuf,
    /// What reports call it.
    pub name: String,
    /// Paths and texts, where the folder is not read from disk.
    held: Option<Vec<(String, String)>>,
}

impl Folder {
    pub fn new(root: &Path) -> Self {
        let full = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let name = full.file_name().map_or_else(
            || root.display().to_string(),
            |n| n.to_string_lossy().into_owned(),
        );
        Self {
            root: root.to_path_buf(),
            name,
            held: None,
        }
    }

    /// A folder whose files are given, each with its path inside.
    pub fn held(root: &Path, files: Vec<(String, String)>) -> Self {
        Self {
            held: Some(files),
            ..Self::new(root)
        }
    }
}

/// A file to read: its project, where it is, and its path inside the project.
pub struct Found {
    pub project: u16,
    pub file: PathBuf,
    pub path: String,
    pub language: &'static Language,
    held: Option<String>,
}

/// The source files of all folders, each folder in order of path, and how many are hidden or ignored.
pub fn find(
    folders: &[Folder],
    left_out: &mut Vec<LeftOut>,
) -> Result<(Vec<Found>, usize), ReadError> {
    let (mut all, mut passed_over) = (Vec::new(), 0);
    for (project, folder) in folders.iter().enumerate() {
        let first = all.len();
        passed_over += find_in(folder, project as u16, &mut all, left_out)?;
        all[first..].sort_by(|a: &Found, b: &Found| a.path.cmp(&b.path));
    }
    if all.is_empty() {
        let names: Vec<_> = folders
            .iter()
            .map(|f| f.root.display().to_string())
            .collect();
        let known = language::extensions(Job::Suggest);
        return Err(ReadError::Nothing(names.join(", "), known));
    }
    Ok((all, passed_over))
}

/// How many sources of a folder are hidden or ignored; the others are found.
fn find_in(
    folder: &Folder,
    project: u16,
    all: &mut Vec<Found>,
    left_out: &mut Vec<LeftOut>,
) -> Result<usize, ReadError> {
    let mut add = |file: PathBuf, path: String, held: Option<String>| {
        if let Some(language) = language::of_path(&path, Job::Suggest) {
            all.push(Found {
                project,
                file,
                path,
                language,
                held,
            });
        }
    };
    let root = &folder.root;
    if let Some(files) = &folder.held {
        for (path, text) in files {
            add(root.join(path), path.clone(), Some(text.clone()));
        }
        return Ok(0);
    }
    let listing = walk(root, Rule::Reported, |path| {
        language::of_path(path, Job::Suggest).is_some()
    })?;
    for link in listing.links {
        left_out.push(LeftOut::file(Side::After, link.0, "a symbolic link"));
    }
    for (file, path) in listing.files {
        add(file, path, None);
    }
    Ok(listing.passed_over)
}

impl Found {
    /// The text of the file, or why it cannot be had.
    pub fn text(&self) -> Result<String, String> {
        if let Some(text) = &self.held {
            return Ok(text.clone());
        }
        let bytes = reweave_disk::read(&self.file, LARGEST_SOURCE).map_err(|e| e.to_string())?;
        decode(self.path.clone(), bytes)
            .map(|s| s.text)
            .map_err(|(_, why)| why.to_owned())
    }
}
