//! The Python client of the Model Context Protocol drives detect, plan, apply and undo on a real library.

use super::clients;
use crate::{binary, corpus};
use anyhow::{Context, Result};

#[derive(clap::Args, Default)]
pub struct Args {
    /// The library, by its Maven coordinates
    #[arg(long, default_value = LIBRARY)]
    library: Option<String>,
}

const LIBRARY: &str = "commons-cli:commons-cli:1.9.0";

pub fn run(args: &Args) -> Result<()> {
    let Some(python) = clients::python("the Python client of MCP") else {
        return Ok(());
    };
    let library = args.library.as_deref().unwrap_or(LIBRARY);
    let sources = corpus::sources(library)?;
    let folder = &sources.first().context("it has sources")?.dir;
    let binary = binary::beside()?;
    let paths = [binary.display().to_string(), folder.display().to_string()];
    let written = clients::script(&python, "agent.py", &[&paths[0], &paths[1]])?;
    clients::compare(&written, "agent.transcript.jsonl")?;
    println!("agent library={library} calls={}", written.lines().count());
    Ok(())
}
