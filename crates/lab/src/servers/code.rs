//! The bundle of the VS Code extension, driven by node against the server, and its package.

use super::clients;
use crate::{binary, shared};
use anyhow::{Context, Result, ensure};
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Args {}

/// What a package has, among others.
const INSIDE: [&str; 3] = [
    "extension/dist/extension.js",
    "extension/package.json",
    "extension/bin/reweave",
];

pub fn run(_: &Args) -> Result<()> {
    let folder = shared::root().join("editors/vscode");
    if !clients::runs("node") || !folder.join("node_modules").is_dir() {
        println!(
            "SKIPPED: the VS Code extension, since node or its packages are missing (npm ci in editors/vscode)"
        );
        return Ok(());
    }
    let binary = binary::beside()?;
    for script in ["check", "test"] {
        npm(Command::new("npm"), script, &folder, &binary)?;
    }
    packaged(&folder, &binary)
}

fn npm(mut npm: Command, script: &str, folder: &Path, binary: &Path) -> Result<()> {
    let status = npm
        .args(["run", "--silent", script])
        .env("REWEAVE_BINARY", binary)
        .current_dir(folder)
        .status()?;
    ensure!(status.success(), "npm run {script} failed");
    Ok(())
}

/// Makes the package, without a network where the system can take it away, and looks for what must be inside.
fn packaged(folder: &Path, binary: &Path) -> Result<()> {
    let alone = ["--map-root-user", "--net"];
    let can = Command::new("unshare")
        .args(alone)
        .arg("true")
        .stderr(Stdio::null())
        .status();
    let is_alone = can.is_ok_and(|s| s.success());
    let mut command = Command::new(if is_alone { "unshare" } else { "npm" });
    if is_alone {
        command.args(alone).arg("npm");
    }
    npm(command, "package", folder, binary)?;
    let made = fs::read_dir(folder)?.filter_map(|e| Some(e.ok()?.path()));
    let mut made = made.filter(|p| p.extension().is_some_and(|e| e == "vsix"));
    let package = made.next().context("npm run package left no .vsix")?;
    let archive = zip::ZipArchive::new(File::open(&package)?)?;
    let has = |name: &str| archive.file_names().any(|n| n.is_ok_and(|n| n == name));
    for name in INSIDE {
        ensure!(has(name), "{} has no {name}", package.display());
    }
    fs::remove_file(&package)?;
    println!("package files={} without_network={is_alone}", archive.len());
    Ok(())
}
