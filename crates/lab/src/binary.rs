//! The `reweave` binary that tasks run.

use crate::shared;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::process::Command;

/// Builds the binary in the profile of this task, and says where it is.
pub fn build() -> Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--package", "reweave"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let status = cargo.current_dir(shared::root()).status()?;
    ensure!(status.success(), "the binary does not build");
    beside()
}

/// The binary that was built in the same profile as this task.
pub fn beside() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let binary = here.with_file_name(format!("reweave{}", std::env::consts::EXE_SUFFIX));
    ensure!(binary.is_file(), "no {}", binary.display());
    Ok(binary)
}
