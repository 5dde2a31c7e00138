//! What was refactored, over the same root: one way to name a change, whatever it lies in.

use crate::ProjectError;
use crate::watch::Watch;
use reweave_change::{Analysis, Change, Limits, Models, Record, Source};
use reweave_git::{Local, Merges, Repo, Selection, Step, Uncommitted};
use reweave_mine::{Done, Options, mine};
use reweave_sources::read_change;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Commits of a range that are looked at in one request.
pub const MOST_COMMITS: usize = 200;

/// Time for one commit.
const BUDGET: Duration = Duration::from_mins(5);

/// A change, by where its two sides are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Changed {
    /// What was changed since the last commit.
    Worktree,
    Staged,
    Commit(String),
    /// `A..B`.
    Range(String),
    /// Folders or files in the root.
    Folders {
        before: PathBuf,
        after: PathBuf,
    },
    /// Two versions of one file.
    Texts {
        path: String,
        before: String,
        after: String,
    },
}

/// The record of one change, with the commit where it is one.
pub struct Sought {
    pub commit: Option<String>,
    pub subject: Option<String>,
    pub record: Record,
}

/// What was refactored in a change, commit by commit. `root` lies in the repository.
pub fn detect(root: &Path, what: &Changed, watch: Watch<'_>) -> Result<Vec<Sought>, ProjectError> {
    match what {
        Changed::Worktree => Ok(one(uncommitted(root, Uncommitted::Worktree, watch)?)),
        Changed::Staged => Ok(one(uncommitted(root, Uncommitted::Staged, watch)?)),
        Changed::Commit(rev) => commits(root, rev, Merges::FirstParent, watch),
        Changed::Range(range) => commits(root, range, Merges::Skip, watch),
        Changed::Folders { before, after } => Ok(one(folders(before, after, watch)?)),
        Changed::Texts {
            path,
            before,
            after,
        } => {
            let side = |text: &String| Source {
                path: path.clone(),
                text: text.clone(),
                note: None,
            };
            let change = Change::new(vec![side(before)], vec![side(after)], Vec::new());
            let analyse = |limits: &Limits<'_>| reweave_change::analyse(&change, limits);
            Ok(one(within(watch, analyse)))
        }
    }
}

fn one(record: Record) -> Vec<Sought> {
    vec![Sought {
        commit: None,
        subject: None,
        record,
    }]
}

fn refused(error: impl std::fmt::Display) -> ProjectError {
    ProjectError::Request(error.to_string())
}

/// Runs one analysis until its time is over or nobody waits for it.
fn within<T>(watch: Watch<'_>, work: impl FnOnce(&Limits<'_>) -> T) -> T {
    let is_over = || (watch.is_cancelled)();
    work(&Limits {
        deadline: Some(Instant::now() + BUDGET),
        out_of_memory: Some(&is_over),
    })
}

fn uncommitted(root: &Path, what: Uncommitted, watch: Watch<'_>) -> Result<Record, ProjectError> {
    let local = Repo::open(root).map_err(refused)?.local();
    let models = Models::default();
    within(watch, |limits| {
        let change = local.uncommitted(what, limits).map_err(refused)?;
        let analysis = Analysis {
            models: &models,
            rest: &local.rest_of_head(),
            limits,
        };
        Ok(analysis.run(&change))
    })
}

fn folders(before: &Path, after: &Path, watch: Watch<'_>) -> Result<Record, ProjectError> {
    let folders = read_change(before, after).map_err(refused)?;
    let models = Models::default();
    Ok(within(watch, |limits| {
        let analysis = Analysis {
            models: &models,
            rest: &folders.rest(),
            limits,
        };
        analysis.run(&folders.change)
    }))
}

fn commits(
    root: &Path,
    revision: &str,
    merges: Merges,
    watch: Watch<'_>,
) -> Result<Vec<Sought>, ProjectError> {
    let repo = Repo::open(root).map_err(refused)?;
    let selection = Selection::Revision(revision.to_owned());
    let history = repo.local().history(&selection, merges).map_err(refused)?;
    let steps = &history.steps;
    if steps.len() > MOST_COMMITS {
        return Err(ProjectError::Request(format!(
            "{revision} has {} commits; {MOST_COMMITS} are looked at in one request: name a shorter range",
            steps.len()
        )));
    }
    let options = Options {
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
        budget: Some(BUDGET),
        max_memory: None,
        ..Options::default()
    };
    let render = |local: &Local, step: &Step, done: Done| Sought {
        commit: Some(step.commit.to_string()),
        subject: Some(local.subject(step.commit)),
        record: done.record,
    };
    let mut all = Vec::new();
    mine(&repo, steps, &options, &render, &mut |sought| {
        all.push(sought);
        (watch.tell)(&format!("{} of {} commits", all.len(), steps.len()));
        if (watch.is_cancelled)() {
            return Err(ProjectError::Cancelled);
        }
        Ok(())
    })?;
    Ok(all)
}
