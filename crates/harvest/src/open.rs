//! A repository, opened, with the comparisons that are wanted of it.

use crate::{Ask, Named};
use reweave_git::{Base, History, Repo, Selection, Step, Wanted};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

pub struct Opened {
    pub repo: Repo,
    pub history: History,
    pub origin: Option<String>,
}

/// Opens a repository, or says why it cannot be read.
pub fn open(named: &Named, ask: &Ask) -> Result<Opened, String> {
    // A damaged pack must not end the run, whatever it does to who reads it.
    let work = || try_open(named, ask);
    let opened = catch_unwind(AssertUnwindSafe(work));
    opened.unwrap_or_else(|_| Err("internal error: reading the repository panicked".to_owned()))
}

fn try_open(named: &Named, ask: &Ask) -> Result<Opened, String> {
    let path = &named.path;
    if !path.is_dir() {
        return Err(format!("{} is no folder", path.display()));
    }
    if !is_repository(path) {
        return Err(format!(
            "{} is no Git repository: it has neither .git nor, as a bare one, HEAD and objects",
            path.display()
        ));
    }
    let repo = Repo::open(path).map_err(|error| error.to_string())?;
    let local = repo.local();
    let history = local.history_in(ask.order, &ask.selection, ask.merges, &ask.wanted);
    let mut history = history.map_err(|error| error.to_string())?;
    if ask.empty_merges {
        for step in &mut history.steps {
            if let Base::Parent(parent) = step.base
                && local.merged(step.commit, parent).is_some()
            {
                step.base = Base::Root;
            }
        }
    }
    // That nothing of it was asked for is no failure.
    let is_all = matches!(ask.selection, Selection::All) && ask.wanted == Wanted::default();
    if is_all && history.steps.is_empty() && history.merges_skipped == 0 {
        return Err(match history.notes.first() {
            Some(note) => format!("no commit can be reached: {note}"),
            None => "no commit: the repository is empty".to_owned(),
        });
    }
    let origin = repo.origin();
    Ok(Opened {
        repo,
        history,
        origin,
    })
}

/// Whether the folder itself is one: a repository above it is not what was listed.
pub fn is_repository(path: &Path) -> bool {
    path.join(".git").exists() || path.join("HEAD").is_file() && path.join("objects").is_dir()
}

/// How many comparisons are wanted of a repository, for those who share them out.
pub fn steps(named: &Named, ask: &Ask) -> Result<usize, String> {
    Ok(open(named, ask)?.history.steps.len())
}

impl Opened {
    /// The positions that are wanted.
    pub fn range(&self, named: &Named) -> std::ops::Range<usize> {
        let all = self.history.steps.len();
        let range = named.range.clone().unwrap_or(0..all);
        range.start.min(all)..range.end.min(all)
    }

    pub fn steps(&self) -> &[Step] {
        &self.history.steps
    }
}
