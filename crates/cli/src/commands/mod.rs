//! One file a command; this list is all that `main` knows of them.

mod apply;
mod compare;
mod demo;
mod detect;
mod doctor;
mod explain;
mod history;
mod list;
mod lsp;
mod mcp;
mod recover;
mod replay;
mod suggest;
mod symbols;
mod undo;

use crate::Outcome;
use anyhow::Result;
use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    /// Check one refactoring, show it, do it
    Apply(apply::Args),
    /// What was refactored between two releases of a library
    Compare(compare::Args),
    /// Show every job on the small examples that ship with Reweave
    Demo(demo::Args),
    /// What was refactored in a commit, a range, a history, or between two trees
    Detect(detect::Args),
    /// What was found of a project: JDK, class path, what is read and what is not
    Doctor(doctor::Args),
    /// Explain one thing it knows, with a before and an after
    Explain(explain::Args),
    /// What was written in a folder
    History(history::Args),
    /// What it knows, a line each
    List(list::Args),
    /// Serve editors over the Language Server Protocol
    Lsp(lsp::Args),
    /// Serve agents over the Model Context Protocol
    Mcp(mcp::Args),
    /// Finish a write that was interrupted
    Recover(recover::Args),
    /// Bring a client of a library's old release to the new one
    Replay(replay::Args),
    /// What could be refactored, and into what
    Suggest(suggest::Args),
    /// Find declarations by name
    Symbols(symbols::Args),
    /// Take a written change back, whole
    Undo(undo::Args),
}

pub fn run(command: Command) -> Result<Outcome> {
    match command {
        Command::Apply(args) => apply::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Demo(args) => demo::run(&args),
        Command::Detect(args) => detect::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::History(args) => history::run(&args),
        Command::List(args) => list::run(&args),
        Command::Lsp(args) => lsp::run(&args),
        Command::Mcp(args) => mcp::run(&args),
        Command::Recover(args) => recover::run(&args),
        Command::Replay(args) => replay::run(&args),
        Command::Suggest(args) => suggest::run(&args),
        Command::Symbols(args) => symbols::run(&args),
        Command::Undo(args) => undo::run(&args),
    }
}
