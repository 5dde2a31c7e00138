//! Work that Ctrl-C ends.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use reweave_text::STACK;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Between two looks at what the user pressed.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// Runs `work` on a thread whose stack holds the deepest code that is read, without the interpreter's lock. `work` is given
/// what becomes true when nobody waits any more.
pub fn run<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    py.detach(|| {
        thread::scope(|scope| {
            let (give, take) = channel();
            let told = Arc::clone(&stop);
            let body = move || drop(give.send(work(&told)));
            let thread = thread::Builder::new().stack_size(STACK);
            let thread = thread.spawn_scoped(scope, body)?;
            let result = wait(&take);
            stop.store(true, Ordering::Relaxed);
            let ended = thread.join();
            match (result, ended) {
                (Ok(Some(value)), Ok(())) => Ok(value),
                (Err(pressed), _) => Err(pressed),
                _ => Err(panicked()),
            }
        })
    })
}

/// Runs `work` as [`run`] does, where it cannot be told to stop: nobody waits for it once Ctrl-C was pressed, and it ends on
/// its own.
pub fn leave<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    py.detach(|| {
        let (give, take) = channel();
        let body = move || drop(give.send(work()));
        thread::Builder::new().stack_size(STACK).spawn(body)?;
        wait(&take)?.ok_or_else(panicked)
    })
}

/// The next value; none when nobody gives one any more. What was pressed meanwhile is an error. Called without the lock.
pub fn wait<T>(from: &Receiver<T>) -> PyResult<Option<T>> {
    loop {
        match from.recv_timeout(BETWEEN_LOOKS) {
            Ok(value) => return Ok(Some(value)),
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => Python::attach(pressed)?,
        }
    }
}

/// As if Ctrl-C was pressed once more, for those whose caller makes an error of its own of what comes back.
pub fn again() {
    Python::attach(|py| {
        let main = py.import("_thread");
        // Where even that fails the error that was given remains.
        let _ = main.and_then(|main| main.call_method0("interrupt_main"));
    });
}

fn panicked() -> PyErr {
    PyRuntimeError::new_err("internal error: the analysis panicked")
}

/// What the user pressed, as an exception.
fn pressed(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}
