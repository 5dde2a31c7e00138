//! The walk over a folder.

use ignore::{DirEntry, WalkBuilder};
use std::io;
use std::path::{Path, PathBuf};

/// Folders that only tools look into.
const OF_TOOLS: [&str; 5] = [".git", ".hg", ".svn", ".jj", ".reweave"];

/// Which sources below a folder are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rule {
    /// Those that are neither hidden nor ignored.
    Reported,
    Everything,
}

#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    #[error("no source files under {0}; Reweave reads files that end with {1}")]
    Nothing(PathBuf, String),
}

/// A symbolic link with the name of a source: its path below the folder.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct NotFollowed(pub String);

/// What a folder holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Listing {
    /// Where each source is, and its path below the folder with `/`; in order of that path.
    pub files: Vec<(PathBuf, String)>,
    pub links: Vec<NotFollowed>,
    /// How many sources are hidden or ignored.
    pub passed_over: usize,
}

/// The sources below a folder: those with a path that `is_source` says yes to. A file is listed by its name.
pub fn walk(
    root: &Path,
    rule: Rule,
    is_source: impl Fn(&str) -> bool,
) -> Result<Listing, WalkError> {
    let fail = |source| WalkError::Read {
        path: root.to_path_buf(),
        source,
    };
    if !root.metadata().map_err(fail)?.is_dir() {
        let name = root.file_name().unwrap_or_default().to_string_lossy();
        return Ok(Listing {
            files: vec![(root.to_path_buf(), name.into_owned())],
            ..Listing::default()
        });
    }
    let mut listing = list(root, rule, &is_source)?;
    if rule == Rule::Reported {
        let all = list(root, Rule::Everything, &is_source)?;
        listing.passed_over = all.files.len() - listing.files.len();
    }
    Ok(listing)
}

fn list(root: &Path, rule: Rule, is_source: &impl Fn(&str) -> bool) -> Result<Listing, WalkError> {
    let mut listing = Listing::default();
    let narrows = rule == Rule::Reported;
    let walk = WalkBuilder::new(root)
        .standard_filters(false)
        .hidden(narrows)
        .ignore(narrows)
        .git_ignore(narrows)
        .git_exclude(narrows)
        .require_git(false)
        .filter_entry(|entry| !is_of_tools(entry))
        .build();
    for entry in walk {
        let entry = entry.map_err(|error| failed(root, error))?;
        let path = below(root, entry.path());
        let Some(kind) = entry.file_type().filter(|_| entry.depth() > 0) else {
            continue;
        };
        if kind.is_dir() || !is_source(&path) {
            continue;
        }
        if kind.is_symlink() {
            listing.links.push(NotFollowed(path));
        } else {
            listing.files.push((entry.into_path(), path));
        }
    }
    listing.files.sort_by(|a, b| a.1.cmp(&b.1));
    listing.links.sort();
    Ok(listing)
}

fn is_of_tools(entry: &DirEntry) -> bool {
    let is_dir = entry.file_type().is_some_and(|kind| kind.is_dir());
    let name = entry.file_name().to_string_lossy();
    is_dir && entry.depth() > 0 && OF_TOOLS.contains(&&*name)
}

fn failed(root: &Path, error: ignore::Error) -> WalkError {
    let path = match &error {
        ignore::Error::WithPath { path, .. } => path.clone(),
        _ => root.to_path_buf(),
    };
    let text = error.to_string();
    let source = error
        .into_io_error()
        .unwrap_or_else(|| io::Error::other(text));
    WalkError::Read { path, source }
}

/// A path below the folder, with `/`.
fn below(root: &Path, path: &Path) -> String {
    let inside = path.strip_prefix(root).unwrap_or(path);
    let parts: Vec<_> = inside.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder for the test");
        for (path, text) in files {
            let at = dir.path().join(path);
            std::fs::create_dir_all(at.parent().expect("inside")).expect("writable");
            std::fs::write(at, text).expect("writable");
        }
        dir
    }

    fn is_java(path: &str) -> bool {
        Path::new(path).extension().is_some_and(|e| e == "java")
    }

    fn paths(dir: &Path, rule: Rule) -> (Vec<String>, usize) {
        let listing = walk(dir, rule, is_java).expect("readable");
        let paths = listing.files.into_iter().map(|f| f.1).collect();
        (paths, listing.passed_over)
    }

    #[test]
    fn ignore_rules_narrow_only_what_is_reported() {
        let dir = folder(&[
            (".gitignore", "out/\n"),
            (".hidden/H.java", ""),
            (".git/G.java", ""),
            ("a/A.java", ""),
            ("out/O.java", ""),
            ("out/o.txt", ""),
        ]);
        assert_eq!(
            paths(dir.path(), Rule::Reported),
            (vec!["a/A.java".to_owned()], 2)
        );
        let (all, passed_over) = paths(dir.path(), Rule::Everything);
        assert_eq!(all, [".hidden/H.java", "a/A.java", "out/O.java"]);
        assert_eq!(passed_over, 0);
    }

    #[test]
    fn what_is_named_is_read_though_its_folder_is_ignored_or_hidden() {
        let dir = folder(&[(".gitignore", "*.java\n"), (".x/B.java", "")]);
        let file = dir.path().join(".x/B.java");
        assert_eq!(paths(&file, Rule::Reported).0, ["B.java"]);
        assert_eq!(
            paths(&dir.path().join(".x"), Rule::Everything).0,
            ["B.java"]
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_reported_and_not_followed() {
        let dir = folder(&[("a/A.java", "")]);
        std::os::unix::fs::symlink(dir.path().join("a"), dir.path().join("b")).expect("linked");
        std::os::unix::fs::symlink("a/A.java", dir.path().join("L.java")).expect("linked");
        let listing = walk(dir.path(), Rule::Everything, is_java).expect("readable");
        assert_eq!(listing.files.len(), 1);
        assert_eq!(listing.links, [NotFollowed("L.java".to_owned())]);
    }
}
