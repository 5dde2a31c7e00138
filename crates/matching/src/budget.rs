//! When to stop: asked inside every loop that can grow.

use std::cell::Cell;
use std::time::Instant;

/// A deadline and a way to call the work off. Asking is cheap: the clock is read once in a while only.
pub struct Budget<'a> {
    deadline: Option<Instant>,
    called_off: Option<&'a dyn Fn() -> bool>,
    asked: Cell<u32>,
    over: Cell<bool>,
}

/// Reading the clock costs some 25 ns; the work between two questions, about as much.
const QUESTIONS_PER_LOOK: u32 = 64;

impl<'a> Budget<'a> {
    pub const fn unlimited() -> Self {
        Self::new(None, None)
    }

    /// Over at `deadline`, or as soon as `called_off` says so.
    pub const fn new(deadline: Option<Instant>, called_off: Option<&'a dyn Fn() -> bool>) -> Self {
        Self {
            deadline,
            called_off,
            asked: Cell::new(0),
            over: Cell::new(false),
        }
    }

    /// Whether to stop now and keep what there is. Once true, it stays true.
    pub fn is_over(&self) -> bool {
        if self.over.get() {
            return true;
        }
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(QUESTIONS_PER_LOOK) {
            self.look()
        } else {
            false
        }
    }

    /// Like [`Self::is_over`], but reads the clock now: for the borders between large steps.
    pub fn look(&self) -> bool {
        let over = self.over.get()
            || self.deadline.is_some_and(|d| Instant::now() >= d)
            || self.called_off.is_some_and(|c| c());
        self.over.set(over);
        over
    }
}
