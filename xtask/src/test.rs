//! `cargo xtask test`: everything a change must pass, the same here and in CI.

use crate::shared;
use anyhow::{Result, bail};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {}

pub fn run(_args: &Args) -> Result<()> {
    let status = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--quiet"])
        .current_dir(shared::root())
        .status()?;
    if !status.success() {
        bail!("cargo test failed");
    }
    if shared::shared().is_none() {
        println!(
            "SKIPPED: no ../shared beside the project, so nothing was scored against the oracles"
        );
    }
    Ok(())
}
