//! Histories into a folder of tables.

use crate::ask::{Wish, list};
use crate::{failed, interrupt};
use pyo3::prelude::*;
use reweave_harvest::{Folder, HarvestError, Summary, into_folder};
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Writes the tables; `alone` says that nobody else writes to the folder. Gives the summary as JSON.
#[pyfunction]
pub fn mine(
    py: Python<'_>,
    repositories: &str,
    output: PathBuf,
    wish: &str,
    alone: bool,
) -> PyResult<String> {
    let list = list(repositories)?;
    let wish = Wish::read(wish)?;
    let told = interrupt::run(py, |stop| {
        let ask = wish.ask(stop)?;
        let work = || -> Result<Summary, HarvestError> {
            let folder = Folder::open(&output, &ask.begun, alone)?;
            into_folder(&list, &ask, folder, &mut |_, _| {})
        };
        work().map_err(failed)
    })?;
    let summary = told?;
    Ok(json!({
        "repositories": summary.repositories,
        "failed": summary.failed,
        "commits": summary.commits,
        "held": summary.held,
        "cut_short": summary.cut_short,
        "findings": summary.findings,
        "unwritten": summary.unwritten,
        "whole": summary.is_whole(),
    })
    .to_string())
}

/// How many comparisons are wanted of a repository.
#[pyfunction]
pub fn steps(py: Python<'_>, repository: &str, wish: &str) -> PyResult<usize> {
    let list = list(repository)?;
    let ask = Wish::read(wish)?.ask(&Arc::new(AtomicBool::new(false)))?;
    let counts = py.detach(|| {
        let all = list.iter().map(|named| reweave_harvest::steps(named, &ask));
        all.sum::<Result<usize, String>>()
    });
    counts.map_err(failed)
}

/// The names and paths in a file with a list of repositories.
#[pyfunction]
pub fn read_list(file: PathBuf) -> PyResult<Vec<(String, PathBuf)>> {
    let list = reweave_harvest::read_list(&file).map_err(failed)?;
    Ok(list.into_iter().map(|n| (n.name, n.path)).collect())
}
