//! One file a command; this list is all that `main` knows of them.

mod demo;

use crate::Outcome;
use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    /// Show every job on the small examples that ship with Reweave
    Demo(demo::Args),
}

pub fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Demo(args) => demo::run(&args),
    }
}
