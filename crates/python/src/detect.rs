//! Two versions to a record.

use crate::{failed, interrupt};
use pyo3::prelude::*;
use reweave_change::{Analysis, Change, Limits, Models, Record, Rest, Shared, Source};
use reweave_sources::read_change;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The record between two sets of texts by path, as JSON.
#[pyfunction]
pub fn detect_texts(
    py: Python<'_>,
    before: BTreeMap<String, String>,
    after: BTreeMap<String, String>,
    budget: Option<f64>,
) -> PyResult<String> {
    let sources = |texts: BTreeMap<String, String>| -> Vec<Source> {
        let source = |(path, text)| Source {
            path,
            text,
            note: None,
        };
        texts.into_iter().map(source).collect()
    };
    let change = Change::new(sources(before), sources(after), Vec::new());
    let rest = Shared(&change.same);
    let record = interrupt::run(py, |stop| analyse(&change, &rest, budget, stop))?;
    json(&record)
}

/// The record between two folders or files, as JSON.
#[pyfunction]
pub fn detect_paths(
    py: Python<'_>,
    before: PathBuf,
    after: PathBuf,
    budget: Option<f64>,
) -> PyResult<String> {
    let record = interrupt::run(py, |stop| {
        let folders = read_change(&before, &after).map_err(|e| e.to_string())?;
        Ok::<_, String>(analyse(&folders.change, &folders.rest(), budget, stop))
    })?;
    json(&record.map_err(failed)?)
}

fn analyse(change: &Change, rest: &dyn Rest, budget: Option<f64>, stop: &AtomicBool) -> Record {
    let stopped = || stop.load(Ordering::Relaxed);
    let budget = budget.and_then(|s| Duration::try_from_secs_f64(s).ok());
    let limits = Limits {
        deadline: budget.and_then(|b| Instant::now().checked_add(b)),
        out_of_memory: Some(&stopped),
    };
    let models = Models::default();
    let analysis = Analysis {
        models: &models,
        rest,
        limits: &limits,
    };
    analysis.run(change)
}

fn json(record: &Record) -> PyResult<String> {
    serde_json::to_string(record).map_err(failed)
}
