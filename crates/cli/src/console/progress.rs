//! Progress on standard error, where that is a terminal and nobody asked for quiet. One bar or stage is shown at a time.

use super::is_quiet;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Mutex;
use std::time::Duration;

/// What is shown now, so that other lines do not run into it.
static SHOWN: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Between two frames.
const TICK: Duration = Duration::from_millis(120);

pub struct Progress(ProgressBar);

impl Progress {
    /// A bar with an estimate; of `all` things the first `done` were worked through by an earlier run.
    pub fn count(all: usize, done: usize, what: &str) -> Self {
        if all < 2 {
            return Self(ProgressBar::hidden());
        }
        let template = format!("{{bar:32.cyan}} {{pos}}/{{len}} {what}, {{eta}} left");
        let bar = bar(Some(all as u64), &template).with_position(done as u64);
        // The estimate is over what this run does.
        bar.reset_eta();
        Self::shown(bar)
    }

    /// Something whose end cannot be told: its name and the time that it has taken so far.
    pub fn stage(what: &str) -> Self {
        let bar = bar(None, "{spinner:.cyan} {msg} {elapsed}").with_message(what.to_owned());
        // The name stands there from the start, however soon the stage is over.
        bar.tick();
        bar.enable_steady_tick(TICK);
        Self::shown(bar)
    }

    fn shown(bar: ProgressBar) -> Self {
        *shown() = Some(bar.clone());
        Self(bar)
    }

    /// Prints one result without the bar in its way, and moves the bar.
    pub fn around<T>(&self, print: impl FnOnce() -> T) -> T {
        // Nobody else may suspend it meanwhile: the print itself may warn of something.
        let was_shown = shown().take();
        let result = self.0.suspend(print);
        *shown() = was_shown;
        self.0.inc(1);
        result
    }

    /// Says how far a stage is.
    pub fn tell(&self, what: &str) {
        self.0.set_message(what.to_owned());
    }

    pub fn finish(self) {
        self.0.finish_and_clear();
        *shown() = None;
    }
}

fn bar(length: Option<u64>, template: &str) -> ProgressBar {
    let target = if is_quiet() {
        ProgressDrawTarget::hidden()
    } else {
        ProgressDrawTarget::stderr()
    };
    let style = ProgressStyle::with_template(template).expect("the template is well formed");
    ProgressBar::with_draw_target(length, target).with_style(style)
}

fn shown() -> std::sync::MutexGuard<'static, Option<ProgressBar>> {
    SHOWN
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Prints something while progress may be shown.
pub fn aside<T>(print: impl FnOnce() -> T) -> T {
    let bar = shown().clone();
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}

/// Takes away what is shown for good: a pager has the terminal now.
pub fn hide() {
    if let Some(bar) = &*shown() {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
}
