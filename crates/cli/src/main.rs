//! The `reweave` command line: parses arguments, calls one command, turns its outcome into an exit code.

mod commands;
mod diff;
mod output;
mod release;

use clap::Parser;
use std::process::ExitCode;

/// What a command ended with, as `reweave --help` documents it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    Done,
    /// A refactoring was refused, or a `--fail-on` gate found something.
    Refused,
    /// Done, but something was cut short; the output names it.
    CutShort,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Done => Self::SUCCESS,
            Outcome::Refused => Self::from(1),
            Outcome::CutShort => Self::from(3),
        }
    }
}

/// Bad usage or bad input: what, where, and what to do are on stderr.
const BAD_INPUT: u8 = 2;

#[derive(Parser)]
#[command(
    name = "reweave",
    version,
    about = "Finds, suggests, checks and performs refactorings",
    after_help = "Exit codes: 0 done; 1 refused, or a --fail-on gate found something; 2 bad usage or input; 3 done, but cut short"
)]
struct Cli {
    #[command(subcommand)]
    command: commands::Command,
}

fn main() -> ExitCode {
    match commands::run(Cli::parse().command) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}
