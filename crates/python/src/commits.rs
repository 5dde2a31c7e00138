//! A history, commit by commit, analysed ahead of who asks.

use crate::ask::{Wish, list};
use crate::{failed, interrupt};
use pyo3::prelude::*;
use reweave_git::{Signature, Step};
use reweave_harvest::{Commit, Event, HarvestError, Named, Opened, each, open};
use reweave_text::STACK;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Commits that are analysed before they are asked for.
const AHEAD: usize = 256;

type Next = Result<String, String>;

/// The commits of a list of repositories, as JSON, in order.
#[pyclass(frozen)]
pub struct Commits {
    next: Mutex<Receiver<Next>>,
    stop: Arc<AtomicBool>,
}

#[pymethods]
impl Commits {
    #[new]
    fn new(repositories: &str, wish: &str) -> PyResult<Self> {
        let (list, stop) = (list(repositories)?, Arc::new(AtomicBool::new(false)));
        let mut wish = Wish::read(wish)?;
        let hashes = wish.only_commits.take().map(HashSet::from_iter);
        let ask = wish.ask(&stop)?;
        let (give, take) = sync_channel::<Next>(AHEAD);
        let work = move || {
            let mut pick = |named: &Named, opened: &Opened| chosen(hashes.as_ref(), named, opened);
            let render = |named: &Named, commit| told(&named.name, &commit);
            let ended = each(&list, &ask, &mut pick, &render, &mut |event| {
                let next = match event {
                    Event::Begin(_) | Event::End(_) => return Ok(()),
                    Event::Commit(commit) => Ok(commit.to_string()),
                    Event::Failed { why, .. } => Err(why),
                };
                // Where nobody takes it the rest is not wanted either.
                give.send(next).map_err(|_| HarvestError::Stopped)
            });
            if let Err(error) = ended {
                let _ = give.send(Err(error.to_string()));
            }
        };
        let thread = thread::Builder::new().stack_size(STACK);
        thread.spawn(work)?;
        Ok(Self {
            next: Mutex::new(take),
            stop,
        })
    }

    fn __iter__(this: Py<Self>) -> Py<Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let next = py.detach(|| {
            let next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            interrupt::wait(&next)
        });
        if next.is_err() {
            self.close();
        }
        next?.transpose().map_err(failed)
    }

    /// Ends the analysis; what was analysed already still comes.
    fn close(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Drop for Commits {
    fn drop(&mut self) {
        self.close();
    }
}

/// The positions of those commits that are asked for by name.
fn chosen(hashes: Option<&HashSet<String>>, named: &Named, opened: &Opened) -> Vec<Range<usize>> {
    let range = opened.range(named);
    let Some(hashes) = hashes else {
        return vec![range];
    };
    let is_wanted = |at: &usize| hashes.contains(&opened.steps()[*at].commit.to_string());
    let wanted = range.filter(is_wanted);
    wanted.map(|at| at..at + 1).collect()
}

/// The commits of a list of repositories with the names and addresses of their authors; nothing is analysed. What cannot be
/// read has none.
#[pyfunction]
pub fn authors(
    py: Python<'_>,
    repositories: &str,
    wish: &str,
) -> PyResult<Vec<(String, String, String)>> {
    let list = list(repositories)?;
    let ask = Wish::read(wish)?.ask(&Arc::default())?;
    Ok(py.detach(|| {
        let opened = list.iter().filter_map(|named| open(named, &ask).ok());
        let of = |opened: Opened| {
            let local = opened.repo.local();
            let author = |step: &Step| {
                let by = local.facts(step.commit).unwrap_or_default().author;
                (step.commit.to_string(), by.name, by.email)
            };
            opened.steps().iter().map(author).collect::<Vec<_>>()
        };
        opened.flat_map(of).collect()
    }))
}

fn told(repo: &str, commit: &Commit) -> Value {
    let row = commit.row(repo);
    let facts = &commit.facts;
    let by = |s: &Signature| json!({"name": s.name, "email": s.email, "time": s.time, "offset": s.offset});
    json!({
        "repo": repo,
        "hash": row.sha,
        "parent": row.parent,
        "parents": row.parents,
        "author": by(&facts.author),
        "committer": by(&facts.committer),
        "message": facts.message,
        "files": commit.size.files,
        "insertions": commit.size.added,
        "deletions": commit.size.removed,
        "ms": row.milliseconds,
        "record": row.record,
    })
}
