//! Work on threads of its own. A thread of rayon's that waits for a part of one piece of work takes up another meanwhile, on
//! the same stack: pieces that ask for whole analyses would pile up on it.

use reweave_text::STACK;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` gives for each number, in order; on as many threads as there are processors.
pub fn on_threads<T: Send>(numbers: &[usize], work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let some = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&number) = numbers.get(at) else {
                return done;
            };
            done.push((at, work(number)));
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<(usize, T)> = thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|_| {
                let builder = thread::Builder::new().stack_size(STACK);
                let started = builder.spawn_scoped(scope, some);
                started.expect("threads can be started")
            })
            .collect();
        let ended = started.into_iter().map(thread::ScopedJoinHandle::join);
        ended
            .flat_map(|done| done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    });
    all.sort_by_key(|(at, _)| *at);
    all.into_iter().map(|(_, done)| done).collect()
}

#[cfg(test)]
mod tests {
    use super::on_threads;

    #[test]
    fn results_come_in_order() {
        let numbers: Vec<usize> = (0..100).rev().collect();
        let doubled = on_threads(&numbers, |n| 2 * n);
        assert_eq!(doubled, numbers.iter().map(|n| 2 * n).collect::<Vec<_>>());
    }
}
