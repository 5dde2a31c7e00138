//! The bundle of the VS Code extension, driven by node against the server.

use super::clients;
use crate::{binary, shared};
use anyhow::{Result, ensure};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_: &Args) -> Result<()> {
    let folder = shared::root().join("editors/vscode");
    if !clients::has_node() || !folder.join("node_modules").is_dir() {
        println!(
            "SKIPPED: the VS Code extension, since node or its packages are missing (npm ci in editors/vscode)"
        );
        return Ok(());
    }
    for script in ["check", "test"] {
        let status = Command::new("npm")
            .args(["run", "--silent", script])
            .env("REWEAVE_BINARY", binary::beside()?)
            .current_dir(&folder)
            .status()?;
        ensure!(status.success(), "npm run {script} failed");
    }
    Ok(())
}
