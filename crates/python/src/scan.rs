//! A table as an Arrow stream, by the PyCapsule interface that pyarrow, polars, pandas and DuckDB read.

use crate::ask::{Wish, list};
use crate::{arrow, failed, interrupt};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use reweave_harvest::{Found, HarvestError, stream};
use reweave_tables::Table;
use reweave_text::STACK;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, ThreadId};

/// Commits whose rows wait for who reads.
const AHEAD: usize = 64;

/// One table of a list of repositories; each reading analyses them anew.
#[pyclass(frozen)]
pub struct Scan {
    repositories: String,
    wish: String,
    table: &'static Table,
}

#[pymethods]
impl Scan {
    #[new]
    fn new(repositories: String, wish: String, table: &str) -> PyResult<Self> {
        list(&repositories)?;
        Wish::read(&wish)?.ask(&Arc::default())?;
        let known = || reweave_tables::TABLES.iter().map(|t| t.name);
        let table = reweave_tables::table(table).ok_or_else(|| {
            let known: Vec<&str> = known().collect();
            failed(format!(
                "there is no table {table}; they are {}",
                known.join(", ")
            ))
        })?;
        Ok(Self {
            repositories,
            wish,
            table,
        })
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*arrow::schema(self.table)).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// Another schema may be asked for; the interface allows to give one's own.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let stream = FFI_ArrowArrayStream::new(Box::new(self.read()?));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }
}

impl Scan {
    fn read(&self) -> PyResult<Batches> {
        let stop = Arc::new(AtomicBool::new(false));
        let list = list(&self.repositories)?;
        let ask = Wish::read(&self.wish)?.ask(&stop)?;
        let table = self.table;
        let (give, take) = sync_channel(AHEAD);
        let schema = arrow::schema(table);
        let made = Arc::clone(&schema);
        let work = move || {
            let ended = stream(&list, &ask, table, &mut |found: Found| {
                if found.rows.is_empty() {
                    return Ok(());
                }
                // Where nobody takes it the rest is not wanted either.
                give.send(arrow::batch(&made, &found.rows))
                    .map_err(|_| HarvestError::Stopped)
            });
            if let Err(error) = ended {
                let _ = give.send(Err(ArrowError::ExternalError(Box::new(error))));
            }
        };
        thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Batches {
            schema,
            next: take,
            stop,
            asked_by: thread::current().id(),
        })
    }
}

/// The batches of a thread that analyses.
struct Batches {
    schema: SchemaRef,
    next: Receiver<Result<RecordBatch, ArrowError>>,
    stop: Arc<AtomicBool>,
    /// The thread that asked for the stream, which may hold the interpreter's lock, or get it.
    asked_by: ThreadId,
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        // Who reads on other threads looks itself for what the user pressed.
        if thread::current().id() != self.asked_by {
            return self.next.recv().ok();
        }
        interrupt::wait(&self.next).unwrap_or_else(|pressed| {
            self.stop.store(true, Ordering::Relaxed);
            let told = ArrowError::ExternalError(pressed.to_string().into());
            interrupt::again();
            Some(Err(told))
        })
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Drop for Batches {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
