//! Suggestions, and comparisons of releases.

use crate::{failed, interrupt};
use pyo3::prelude::*;
use reweave_project::Watch;
use reweave_text::STACK;
use std::path::PathBuf;
use std::sync::Once;

/// What could be refactored below a folder, as JSON.
#[pyfunction]
pub fn suggest(
    py: Python<'_>,
    path: PathBuf,
    types: Vec<String>,
    config: Option<PathBuf>,
) -> PyResult<String> {
    deep_stacks();
    let report = interrupt::leave(py, move || {
        reweave_project::suggest(&path, &types, config.as_deref(), Watch::NOBODY)
    })?;
    serde_json::to_string(&report.map_err(failed)?).map_err(failed)
}

/// What was refactored between two releases, as JSON.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    old: String,
    new: String,
    repository: PathBuf,
    all: bool,
) -> PyResult<String> {
    deep_stacks();
    let log = interrupt::leave(py, move || {
        reweave_project::compare_releases(&repository, [&old, &new], all, Watch::NOBODY)
    })?;
    Ok(reweave_log::json::write(&log.map_err(failed)?))
}

/// Parts of this work run on shared threads: their stacks must hold the deepest code, too. Not before they are needed, since
/// threads do not survive a fork of the process.
pub fn deep_stacks() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where the host has set them up already they stay as they are.
        let _ = rayon::ThreadPoolBuilder::new()
            .stack_size(STACK)
            .build_global();
    });
}
