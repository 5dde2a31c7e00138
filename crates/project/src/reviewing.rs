//! What is left to read of a change once its refactorings are taken out, whatever the change lies in.

use crate::ProjectError;
use crate::seek::Changed;
use reweave_change::{Analysis, Change, Limits, Models, Record, Rest};
use reweave_git::{ChangedLines, Local, Repo, Step, Uncommitted, between};
use reweave_mine::Options;
use reweave_review::{FileDiff, Review};
use reweave_sources::read_change;
use std::path::{Path, PathBuf};

/// Characters of a commit's name that are shown.
const SHORT: usize = 10;

fn refused(error: impl std::fmt::Display) -> ProjectError {
    ProjectError::Request(error.to_string())
}

/// The review of a change; `root` lies in the repository. A range is one change, from its one end to its other.
pub fn review(root: &Path, what: &Changed, options: &Options) -> Result<Review, ProjectError> {
    match what {
        Changed::Worktree => uncommitted(root, Uncommitted::Worktree, "working tree", options),
        Changed::Staged => uncommitted(root, Uncommitted::Staged, "staged changes", options),
        Changed::Commit(spec) | Changed::Range(spec) => {
            let repo = Repo::open(root).map_err(refused)?;
            let local = repo.local();
            let step = local.ends(spec).map_err(refused)?;
            let title = if spec.contains("..") {
                spec.clone()
            } else {
                step_title(&local, &step)
            };
            review_step(&local, &title, &step, options)
        }
        Changed::Folders { before, after } => {
            let title = format!("{} → {}", before.display(), after.display());
            two_trees(title, before, after, options)
        }
        Changed::Texts {
            path,
            before,
            after,
        } => {
            let folder = tempfile::tempdir().map_err(refused)?;
            let name = Path::new(path).file_name().unwrap_or_default();
            let side = |side: &str, text: &str| -> std::io::Result<PathBuf> {
                let at = folder.path().join(side);
                std::fs::create_dir(&at)?;
                std::fs::write(at.join(name), text)?;
                Ok(at)
            };
            let (old, new) = (side("before", before), side("after", after));
            let (old, new) = (old.map_err(refused)?, new.map_err(refused)?);
            two_trees(path.clone(), &old, &new, options)
        }
    }
}

/// The record of a change that is one step, from where `base` and the commit that is checked out parted.
pub fn since(root: &Path, base: &str, options: &Options) -> Result<Record, ProjectError> {
    let repo = Repo::open(root).map_err(refused)?;
    let local = repo.local();
    let step = local.ends(&format!("{base}...HEAD")).map_err(refused)?;
    Ok(of_step(&local, &step, options)?.1)
}

/// The review of one step of a history.
pub fn review_step(
    local: &Local,
    title: &str,
    step: &Step,
    options: &Options,
) -> Result<Review, ProjectError> {
    let (change, record) = of_step(local, step, options)?;
    let lines = local.changed_lines(step).map_err(refused)?;
    joined(title.to_owned(), &change, record, &lines)
}

/// A commit's short name and the first line of its message.
pub fn step_title(local: &Local, step: &Step) -> String {
    let id: String = step.commit.to_string().chars().take(SHORT).collect();
    format!("{id} {}", local.subject(step.commit))
}

fn of_step(
    local: &Local,
    step: &Step,
    options: &Options,
) -> Result<(Change, Record), ProjectError> {
    let limits = Limits::within(options.budget);
    let change = local.change(step, &limits).map_err(refused)?;
    let record = analyse(&change, &local.rest(step), options);
    Ok((change, record))
}

fn uncommitted(
    root: &Path,
    what: Uncommitted,
    title: &str,
    options: &Options,
) -> Result<Review, ProjectError> {
    let local = Repo::open(root).map_err(refused)?.local();
    let limits = Limits::within(options.budget);
    let change = local.uncommitted(what, &limits).map_err(refused)?;
    let record = analyse(&change, &local.rest_of_head(), options);
    let lines = local.uncommitted_lines(what).map_err(refused)?;
    joined(title.to_owned(), &change, record, &lines)
}

fn two_trees(
    title: String,
    before: &Path,
    after: &Path,
    options: &Options,
) -> Result<Review, ProjectError> {
    let folders = read_change(before, after).map_err(refused)?;
    let record = analyse(&folders.change, &folders.rest(), options);
    let lines = between(before, after).map_err(refused)?;
    joined(title, &folders.change, record, &lines)
}

fn analyse(change: &Change, rest: &dyn Rest, options: &Options) -> Record {
    let models = Models::default();
    options.limited(|limits| {
        let analysis = Analysis {
            models: &models,
            rest,
            limits,
        };
        options.record(&analysis, change)
    })
}

fn joined(
    title: String,
    change: &Change,
    record: Record,
    lines: &ChangedLines,
) -> Result<Review, ProjectError> {
    let roots: Vec<String> = (lines.roots.iter())
        .map(|r| r.display().to_string())
        .collect();
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    let Some(diff) = FileDiff::below(&lines.numstat, &lines.patch, &roots) else {
        return Err(ProjectError::Request(format!(
            "what git diff and git diff --numstat print of {title} does not agree; did it change meanwhile?"
        )));
    };
    Ok(Review::new(title, change, record, &diff))
}
