//! Suggestions and comparisons of releases over the same root.

use crate::{ProjectError, Watch};
use reweave_advise::{Config, Folder, ReadError, Report, advise_until, built_in_types};
use reweave_git::Repo;
use reweave_log::Log;
use reweave_release::{Input, Options, compare_until};
use std::path::Path;

/// What could be refactored below a folder or in a file. Types that do not exist are refused by name.
pub fn suggest(
    path: &Path,
    types: &[String],
    config: Option<&Path>,
    watch: Watch<'_>,
) -> Result<Report, ProjectError> {
    let config = match config {
        Some(path) => Config::read(path)?,
        None => Config::default(),
    };
    let built_in = built_in_types();
    if let Some(unknown) = built_in.unknown(types) {
        return Err(ProjectError::Request(format!(
            "no type is called `{unknown}`; `reweave list suggestions` names them all"
        )));
    }
    let mut options = config.options();
    options.types = types.to_vec();
    (watch.tell)("searching");
    let folders = [Folder::new(path)];
    let advice = advise_until(&folders, &built_in, &options, &config, watch.is_cancelled);
    match advice {
        Ok(advice) => Ok(advice.report),
        Err(ReadError::GivenUp) => Err(ProjectError::Cancelled),
        Err(error) => Err(ProjectError::Request(error.to_string())),
    }
}

/// What was refactored between two releases: folders or archives, or revisions of the repository at `root`.
pub fn compare_releases(
    root: &Path,
    [old, new]: [&str; 2],
    all: bool,
    watch: Watch<'_>,
) -> Result<Log, ProjectError> {
    (watch.tell)("reading both releases");
    let (old, new) = (release(old, root)?, release(new, root)?);
    (watch.tell)("comparing");
    let log = compare_until([&old, &new], &Options::default(), all, watch.is_cancelled);
    log.ok_or(ProjectError::Cancelled)
}

/// A release: what is on disk is read from disk; everything else is a revision, or a folder of one, of the repository.
pub fn release(what: &str, repo: &Path) -> Result<Input, ProjectError> {
    let refused = |e: String| {
        ProjectError::Request(format!(
            "{what} is neither a folder, nor an archive, nor a revision: {e}"
        ))
    };
    let path = Path::new(what);
    if path.exists() {
        return Input::read(path).map_err(|e| ProjectError::Request(e.to_string()));
    }
    let repo = Repo::open(repo).map_err(|e| refused(e.to_string()))?;
    let (sources, left_out) = (repo.local().snapshot(what)).map_err(|e| refused(e.to_string()))?;
    let left_out = left_out
        .into_iter()
        .map(|l| format!("{}: {}", l.path, l.what));
    Input::new(what, sources, left_out.collect()).map_err(|e| refused(e.to_string()))
}
