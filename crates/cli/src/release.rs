//! A release as the command line names it: a folder, an archive, or a revision of a repository.

use anyhow::{Context, Result};
use reweave_git::Repo;
use reweave_release::Input;
use std::path::Path;

/// What is there on disk is read from disk; everything else is a revision, or a folder of one, of the repository at `repo`.
pub fn read(what: &str, repo: &Path) -> Result<Input> {
    let path = Path::new(what);
    if path.exists() {
        return Ok(Input::read(path)?);
    }
    revision(what, repo)
        .with_context(|| format!("{what} is neither a folder, nor an archive, nor a revision"))
}

fn revision(spec: &str, repo: &Path) -> Result<Input> {
    let (sources, left_out) = Repo::open(repo)?.local().snapshot(spec)?;
    let left_out = left_out
        .into_iter()
        .map(|l| format!("{}: {}", l.path, l.what));
    Ok(Input::new(spec, sources, left_out.collect())?)
}
