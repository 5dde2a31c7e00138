//! The Python package `reweave`, its native part: what `python/reweave` wraps in Python's words.
//!
//! Long work runs on a thread of its own without the interpreter's lock; the calling thread asks for signals meanwhile, so that
//! Ctrl-C ends it. Records cross as JSON, tables as Arrow streams.

mod arrow;
mod ask;
mod commits;
mod detect;
mod interrupt;
mod mine;
mod project;
mod scan;
mod search;

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(
    reweave,
    ReweaveError,
    PyException,
    "What could not be done, why, and what to do."
);

/// A failure in the words of the crate that met it.
fn failed(error: impl std::fmt::Display) -> PyErr {
    ReweaveError::new_err(error.to_string())
}

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("ReweaveError", module.py().get_type::<ReweaveError>())?;
    module.add("__version__", reweave_tables::VERSION)?;
    let tables: Vec<&str> = reweave_tables::TABLES.iter().map(|t| t.name).collect();
    module.add("TABLES", tables)?;
    module.add_class::<commits::Commits>()?;
    module.add_class::<scan::Scan>()?;
    module.add_class::<project::Project>()?;
    module.add_function(wrap_pyfunction!(commits::authors, module)?)?;
    module.add_function(wrap_pyfunction!(detect::detect_texts, module)?)?;
    module.add_function(wrap_pyfunction!(detect::detect_paths, module)?)?;
    module.add_function(wrap_pyfunction!(mine::mine, module)?)?;
    module.add_function(wrap_pyfunction!(mine::steps, module)?)?;
    module.add_function(wrap_pyfunction!(mine::read_list, module)?)?;
    module.add_function(wrap_pyfunction!(search::suggest, module)?)?;
    module.add_function(wrap_pyfunction!(search::compare, module)?)?;
    Ok(())
}
