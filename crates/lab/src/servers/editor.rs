//! A foreign client of the Language Server Protocol (pytest-lsp) drives open, an unsaved edit, code action, resolve, apply, undo.

use super::clients;
use crate::binary;
use anyhow::Result;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<()> {
    let Some(python) = clients::python("the foreign client of LSP") else {
        return Ok(());
    };
    let binary = binary::beside()?.display().to_string();
    let written = clients::script(&python, "editor.py", &[&binary])?;
    clients::compare(&written, "editor.transcript.jsonl")?;
    println!("editor steps={}", written.lines().count());
    Ok(())
}
