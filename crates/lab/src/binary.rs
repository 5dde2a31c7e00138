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

/// This program. A build that ran meanwhile may have put a new file at its path; the system then calls the old one deleted.
pub fn own() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let text = here.to_string_lossy();
    Ok(match text.strip_suffix(" (deleted)") {
        Some(path) if !here.exists() => PathBuf::from(path),
        _ => here.clone(),
    })
}

/// The binary that was built in the same profile as this task.
pub fn beside() -> Result<PathBuf> {
    let here = own()?;
    let binary = here.with_file_name(format!("reweave{}", std::env::consts::EXE_SUFFIX));
    ensure!(binary.is_file(), "no {}", binary.display());
    Ok(binary)
}
