//! Work on several threads, results in order.

use reweave_text::STACK;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

/// How far the threads may run ahead of a slow item, so that waiting results stay few.
const WINDOW: usize = 2048;

/// Neighbouring items that one thread takes: two threads at neighbouring commits would both read what these share.
const RUN: usize = 8;

/// So many runs a thread at least, so that none is idle at the end.
const LEAST_RUNS: usize = 16;

/// Applies `work` to every item on `jobs` threads and hands the results to `sink` in the order of the items. Each thread
/// works with what `own` gives it. The first error of the sink ends the run.
pub fn ordered<I: Sync, W, O: Send, E>(
    items: &[I],
    jobs: usize,
    own: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &I) -> O + Sync,
    sink: &mut dyn FnMut(O) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let stop = AtomicBool::new(false);
    let done = Mutex::new(0_usize);
    let moved = Condvar::new();
    let (results, arrived) = channel();
    let run = (items.len() / (jobs.max(1) * LEAST_RUNS)).clamp(1, RUN);
    thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            let results = results.clone();
            let work_through = || {
                let results = results;
                let mut mine = own();
                let runs = std::iter::repeat_with(|| next.fetch_add(run, Ordering::Relaxed));
                let runs = runs.take_while(|first| *first < items.len());
                let numbers = runs.flat_map(|first| first..items.len().min(first + run));
                for i in numbers {
                    let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
                    let too_far =
                        |done: &mut usize| i >= *done + WINDOW && !stop.load(Ordering::Relaxed);
                    drop(
                        moved
                            .wait_while(guard, too_far)
                            .unwrap_or_else(PoisonError::into_inner),
                    );
                    if stop.load(Ordering::Relaxed)
                        || results.send((i, work(&mut mine, &items[i]))).is_err()
                    {
                        break;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work_through)
                .expect("the system gives a thread");
        }
        drop(results);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (i, result) in arrived {
            waiting.insert(i, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                if let Err(error) = sink(result) {
                    // Under the lock, so that no thread goes to sleep between its question and this answer.
                    let guard = done.lock().unwrap_or_else(PoisonError::into_inner);
                    stop.store(true, Ordering::Relaxed);
                    drop(guard);
                    moved.notify_all();
                    return Err(error);
                }
            }
            *done.lock().unwrap_or_else(PoisonError::into_inner) = expected;
            moved.notify_all();
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..5000).collect();
        for jobs in [1, 3] {
            let mut seen = Vec::new();
            let slow_first = |(): &mut (), &i: &u64| {
                if i == 0 {
                    thread::sleep(Duration::from_millis(20));
                }
                i * 2
            };
            let sink = &mut |o| {
                seen.push(o);
                Ok::<(), ()>(())
            };
            ordered(&items, jobs, || (), slow_first, sink).expect("no error");
            assert!(seen.iter().copied().eq((0..5000).map(|i| i * 2)));
        }
    }

    #[test]
    fn an_error_of_the_sink_ends_the_run() {
        let items: Vec<u32> = (0..100_000).collect();
        let sink = &mut |o| if o == 10 { Err("full") } else { Ok(()) };
        let result = ordered(&items, 2, || (), |(), &i| i, sink);
        assert_eq!(result, Err("full"));
    }
}
