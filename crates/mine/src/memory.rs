//! How much memory the process holds, C allocations included.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Whether a piece of work takes the process over its limit.
///
/// An allocator seldom gives memory back, so a process that once was over the limit stays there: work is stopped only when
/// the process is over the limit and grew since the work began.
pub struct Watch {
    limit: usize,
    /// What the process held when the work began.
    base: usize,
    looked: Cell<Option<Instant>>,
    over: Cell<bool>,
}

/// The system's figure costs some microseconds.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);

impl Watch {
    pub fn new(limit: usize) -> Self {
        Self {
            limit,
            base: held(),
            looked: Cell::new(None),
            over: Cell::new(false),
        }
    }

    pub fn is_over(&self) -> bool {
        let now = Instant::now();
        let fresh = |at: Instant| now.duration_since(at) < BETWEEN_LOOKS;
        if !self.over.get() && !self.looked.get().is_some_and(fresh) {
            self.looked.set(Some(now));
            let held = held();
            self.over.set(held > self.limit && held > self.base);
        }
        self.over.get()
    }
}

/// 0 where the system does not say.
fn held() -> usize {
    memory_stats::memory_stats().map_or(0, |m| m.physical_mem)
}
