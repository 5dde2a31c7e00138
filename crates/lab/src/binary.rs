//! The `reweave` binary that tasks run.

use anyhow::{Result, ensure};
use std::path::PathBuf;

/// This program. A build that ran meanwhile may have put a new file at its path; the system then calls the old one deleted.
pub fn own() -> Result<PathBuf> {
    let here = std::env::current_exe()?;
    let text = here.to_string_lossy();
    Ok(match text.strip_suffix(" (deleted)") {
        Some(path) if !here.exists() => PathBuf::from(path),
        _ => here.clone(),
    })
}

/// The binary that was built together with this task.
pub fn beside() -> Result<PathBuf> {
    let here = own()?;
    let binary = here.with_file_name(format!("reweave{}", std::env::consts::EXE_SUFFIX));
    ensure!(
        binary.is_file(),
        "no {}: `cargo xtask` builds it",
        binary.display()
    );
    Ok(binary)
}
