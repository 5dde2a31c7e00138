//! A bar with an estimate on standard error, where that is a terminal.

use indicatif::{ProgressBar, ProgressStyle};

pub struct Progress(ProgressBar);

impl Progress {
    /// Of `all` commits, the first `done` were looked at by an earlier run.
    pub fn new(all: usize, done: usize) -> Self {
        if all < 2 {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(all as u64)
            .with_position(done as u64)
            .with_style(
                ProgressStyle::with_template("{bar:32.cyan} {pos}/{len} commits, {eta} left")
                    .expect("the template is well formed"),
            );
        // The estimate is over what this run does.
        bar.reset_eta();
        Self(bar)
    }

    /// Prints one result without the bar in its way, and moves the bar.
    pub fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        let result = self.0.suspend(print);
        self.0.inc(1);
        result
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}
