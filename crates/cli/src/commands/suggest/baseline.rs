//! `--baseline-rev`: the same folders as they were at a revision.

use anyhow::{Context, Result};
use reweave_advise::Folder;
use reweave_git::Repo;
use std::path::{Path, PathBuf};

/// Each path as it was, under the name that it has now.
pub fn folders(paths: &[PathBuf], rev: &str) -> Result<Vec<Folder>> {
    paths.iter().map(|path| at_revision(path, rev)).collect()
}

fn at_revision(path: &Path, rev: &str) -> Result<Folder> {
    let full = path
        .canonicalize()
        .with_context(|| format!("cannot read {}", path.display()))?;
    let root = full
        .ancestors()
        .find(|dir| dir.join(".git").exists())
        .with_context(|| format!("{} is in no Git repository", path.display()))?;
    let inside = full.strip_prefix(root).unwrap_or(&full);
    let (folder, file) = if full.is_dir() {
        (inside, None)
    } else {
        let name = inside.file_name().map(|n| n.to_string_lossy().into_owned());
        (inside.parent().unwrap_or(inside), name)
    };
    let folder = folder.to_string_lossy().replace('\\', "/");
    let spec = if folder.is_empty() {
        rev.to_owned()
    } else {
        format!("{rev}:{folder}")
    };
    let (sources, _) = Repo::open(root)?.local().snapshot(&spec)?;
    let wanted = sources
        .into_iter()
        .filter(|s| file.as_ref().is_none_or(|f| s.path == *f));
    Ok(Folder::held(
        path,
        wanted.map(|s| (s.path, s.text)).collect(),
    ))
}
