//! An opened root: plans and their writing.

use crate::search::deep_stacks;
use crate::{failed, interrupt};
use pyo3::prelude::*;
use reweave_project::{Ask, At, Place, ProjectError, Setup, Watch, diff_of_outcome, document};
use serde::Deserialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

/// What a plan is asked for.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    refactoring: String,
    symbol: Option<String>,
    at: Option<String>,
    params: BTreeMap<String, String>,
    allow: Vec<String>,
    language: Option<String>,
}

impl Request {
    fn ask(self) -> PyResult<Ask> {
        let place = match (self.symbol, self.at) {
            (Some(_), Some(_)) => {
                return Err(failed("a symbol and a place were given: give one of them"));
            }
            (Some(symbol), None) => Place::Symbol(symbol),
            (None, Some(at)) => {
                let found = At::range(&at).or_else(|_| At::caret(&at));
                Place::At(found.map_err(failed)?)
            }
            (None, None) => Place::Nothing,
        };
        Ok(Ask {
            refactoring: self.refactoring,
            language: self.language,
            place,
            params: self.params,
            allow: self.allow,
        })
    }
}

/// A folder whose programs are read when they are first asked for, and kept.
#[pyclass(frozen)]
pub struct Project(Mutex<reweave_project::Project>);

#[pymethods]
impl Project {
    #[new]
    fn new(root: PathBuf, classpath: Option<String>) -> PyResult<Self> {
        let setup = Setup {
            classpath,
            ..Setup::default()
        };
        let project = reweave_project::Project::open(&root, setup).map_err(failed)?;
        Ok(Self(Mutex::new(project)))
    }

    /// Performs a refactoring in memory and judges it: the document of `reweave apply --format json`, and the diff.
    fn plan(&self, py: Python<'_>, request: &str) -> PyResult<String> {
        deep_stacks();
        let request: Request = serde_json::from_str(request).map_err(failed)?;
        let ask = request.ask()?;
        let answer = interrupt::run(py, |stop| {
            let is_cancelled = || stop.load(Ordering::Relaxed);
            let watch = Watch {
                is_cancelled: &is_cancelled,
                tell: &|_| {},
            };
            let plan = self.lock().plan(&ask, watch)?;
            let mut answer = document(&plan, plan.is_accepted(), None);
            answer["diff"] = json!(diff_of_outcome(&plan.outcome));
            Ok::<_, ProjectError>(answer.to_string())
        })?;
        answer.map_err(failed)
    }

    /// Writes a plan by its id, all files or none.
    fn apply(&self, py: Python<'_>, id: &str) -> PyResult<String> {
        let written = interrupt::run(py, |_| {
            let mut project = self.lock();
            let plan = project.kept(id)?;
            let mut notes = Vec::new();
            let entry = project.apply(&plan, &mut |note| notes.push(note.to_owned()))?;
            Ok::<_, ProjectError>((entry, notes))
        })?;
        let (entry, notes) = written.map_err(failed)?;
        let files: Vec<&str> = entry.files.iter().map(|f| f.path.as_str()).collect();
        let answer =
            json!({"change": entry.id, "title": entry.title, "files": files, "notes": notes});
        Ok(answer.to_string())
    }

    /// Takes a change back: the given one, or the last. Gives the number of the change that does it.
    fn undo(&self, py: Python<'_>, change: Option<u32>) -> PyResult<u32> {
        let undone = interrupt::run(py, |_| {
            let (_, entry) = self.lock().undo(change, &mut |_| {})?;
            Ok::<_, ProjectError>(entry.id)
        })?;
        undone.map_err(failed)
    }
}

impl Project {
    fn lock(&self) -> std::sync::MutexGuard<'_, reweave_project::Project> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
