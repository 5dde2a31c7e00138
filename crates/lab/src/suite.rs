//! The suites beside the project, unpacked once into the cache outside the repository.

use crate::shared;
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;

/// The folder of the suite `name`, unpacked; `None`, said aloud, where there is none.
pub fn unpacked(name: &str) -> Result<Option<PathBuf>> {
    let Some(shared) = shared::shared() else {
        println!("SKIPPED: no ../shared beside the project, so the suite {name} was not run");
        return Ok(None);
    };
    let archive = shared.join("suites").join(format!("{name}.tar.zst"));
    if !archive.is_file() {
        println!("SKIPPED: the suite {name} is not among the shared ones");
        return Ok(None);
    }
    let dir = shared::cache().join("suites").join(name);
    if dir.is_dir() {
        return Ok(Some(dir));
    }
    let fresh = tempfile_beside(&dir)?;
    let status = Command::new("tar")
        .args(["--zstd", "-xf"])
        .arg(&archive)
        .arg("-C")
        .arg(&fresh)
        .status()
        .context("starting tar")?;
    ensure!(status.success(), "unpacking {}", archive.display());
    let inner = fresh.join(name);
    let whole = if inner.is_dir() { inner } else { fresh };
    std::fs::rename(&whole, &dir).or_else(|e| if dir.is_dir() { Ok(()) } else { Err(e) })?;
    Ok(Some(dir))
}

/// A folder of this process only, on the same file system, so that a half-unpacked suite is never taken for a whole.
fn tempfile_beside(dir: &std::path::Path) -> Result<PathBuf> {
    let fresh = dir.with_extension(format!("unpacking-{}", std::process::id()));
    std::fs::create_dir_all(&fresh)?;
    Ok(fresh)
}
