//! `cargo xtask servers WHAT`: the servers for agents and editors, driven by clients that others wrote, and asked with random
//! attempts through every surface. What needs a client that is not installed is skipped aloud.

mod agent;
mod clients;
mod code;
mod conformance;
mod drawn;
mod editor;
pub mod in_memory;
mod neovim;
mod rpc;
mod sequences;
mod surfaces;

use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Install the clients into the cache, with npm and pip
    Install(clients::Args),
    /// The official conformance suite of MCP against `reweave mcp --http`
    Conformance(conformance::Args),
    /// The Python client of MCP on a real library: detect, plan, apply, undo
    Agent(agent::Args),
    /// A foreign client of LSP: open, edit, code action, resolve, apply, undo
    Editor(editor::Args),
    /// Neovim without a screen: edit, rename, code action, resolve, undo
    Neovim(neovim::Args),
    /// The bundle of the VS Code extension, driven by node, and its package
    Code(code::Args),
    /// The same random attempts through the command line, MCP and LSP: same bytes, same conflicts
    Surfaces(surfaces::Args),
    /// Random sequences of edits to open files: the warm program equals one that is read afresh
    Sequences(sequences::Args),
}

pub fn run(args: &Args) -> Result<()> {
    match &args.what {
        What::Install(args) => clients::run(args),
        What::Conformance(args) => conformance::run(args),
        What::Agent(args) => agent::run(args),
        What::Editor(args) => editor::run(args),
        What::Neovim(args) => neovim::run(args),
        What::Code(args) => code::run(args),
        What::Surfaces(args) => surfaces::run(args),
        What::Sequences(args) => sequences::run(args),
    }
}

/// A few of each, for every change; with `all` also what needs clients of others.
pub fn check(all: bool) -> Result<()> {
    surfaces::run(&surfaces::Args::sample(if all { 60 } else { 4 })?)?;
    sequences::run(&sequences::Args::sample(if all { 200 } else { 12 }))?;
    if all {
        conformance::run(&conformance::Args {})?;
        agent::run(&agent::Args::default())?;
        editor::run(&editor::Args {})?;
        neovim::run(&neovim::Args {})?;
        code::run(&code::Args {})?;
    }
    Ok(())
}
