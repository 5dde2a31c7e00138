//! How the program talks: colours, how much is said, the pager, and progress. What was asked for goes to standard output,
//! everything said about it to standard error.

mod pager;
pub mod progress;

use anstream::ColorChoice;
use clap::ArgAction;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

pub use pager::{end, write};

/// The options of every command.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub struct ConsoleArgs {
    /// When to use colours; auto is on terminals, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", env = "REWEAVE_COLOR", default_value_t = When::Auto)]
    pub color: When,
    /// Show long output in a pager; auto is on terminals
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Paging::Auto)]
    pub pager: Paging,
    /// Say only what was asked for, warnings and errors: no notes, no progress
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Say what is read and how long each stage takes
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub verbose: bool,
    /// The configuration, instead of the nearest reweave.toml upwards
    #[arg(long, global = true, value_name = "FILE", env = "REWEAVE_CONFIG")]
    pub config: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Paging {
    Auto,
    Never,
}

const QUIET: u8 = 0;
const NORMAL: u8 = 1;
const VERBOSE: u8 = 2;

static LEVEL: AtomicU8 = AtomicU8::new(NORMAL);

impl ConsoleArgs {
    /// Takes the options into force; `pages` is whether the command's output may go to a pager.
    pub fn set_up(&self, pages: bool) {
        let choice = match self.color {
            When::Auto => ColorChoice::Auto,
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        choice.write_global();
        let level = match (self.quiet, self.verbose) {
            (true, _) => QUIET,
            (_, true) => VERBOSE,
            _ => NORMAL,
        };
        LEVEL.store(level, Ordering::Relaxed);
        if pages && self.pager == Paging::Auto && std::io::stdout().is_terminal() {
            pager::allow();
        }
    }
}

pub fn is_quiet() -> bool {
    LEVEL.load(Ordering::Relaxed) == QUIET
}

pub fn is_verbose() -> bool {
    LEVEL.load(Ordering::Relaxed) == VERBOSE
}

/// Something to know; `--quiet` leaves it out.
pub fn note(text: impl std::fmt::Display) {
    if !is_quiet() {
        progress::aside(|| anstream::eprintln!("{text}"));
    }
}

/// Something to act on, whatever was asked for.
pub fn warn(text: impl std::fmt::Display) {
    progress::aside(|| anstream::eprintln!("{text}"));
}

/// What `--verbose` asks for.
pub fn detail(text: impl std::fmt::Display) {
    if is_verbose() {
        progress::aside(|| anstream::eprintln!("{text}"));
    }
}

/// One part of a longer work: shown while it runs, where somebody watches, and told with its time under `--verbose`.
pub fn stage<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let shown = progress::Progress::stage(what);
    let result = work();
    shown.finish();
    detail(format_args!("{what}: {}", seconds(start.elapsed())));
    result
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
