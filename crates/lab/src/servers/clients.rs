//! Clients that others wrote, in the cache beside the project.

use crate::shared;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Of npm; the last version of the conformance suite that runs on Node 20.
const NODE: [&str; 1] = ["@modelcontextprotocol/conformance@0.1.13"];

/// Of PyPI.
const PYTHON: [&str; 2] = ["mcp==2.3.0", "pytest-lsp==1.0.1"];

#[derive(clap::Args)]
pub struct Args {}

fn folder() -> PathBuf {
    shared::cache().join("clients")
}

pub fn run(_: &Args) -> Result<()> {
    let folder = folder();
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("package.json"), "{\"private\": true}\n")?;
    let step = |command: &mut Command| -> Result<()> {
        let status = command.current_dir(&folder).status()?;
        ensure!(status.success(), "{command:?} failed");
        Ok(())
    };
    step(Command::new("npm").args(["install", "--silent"]).args(NODE))?;
    step(Command::new("python3").args(["-m", "venv", "python"]))?;
    let pip = folder.join("python/bin/pip");
    step(Command::new(pip).args(["install", "--quiet"]).args(PYTHON))?;
    println!("clients in {}", folder.display());
    Ok(())
}

/// A file of the clients; `None`, said aloud, where they are not installed.
pub fn find(path: &str, what: &str) -> Option<PathBuf> {
    let at = folder().join(path);
    if at.is_file() {
        return Some(at);
    }
    println!("SKIPPED: {what}, since its client is missing; cargo xtask servers install brings it");
    None
}

/// The Python that has the clients.
pub fn python(what: &str) -> Option<PathBuf> {
    find("python/bin/python", what)
}

/// Whether a program can be started.
pub fn runs(program: &str) -> bool {
    let quiet = || Stdio::null();
    let status = Command::new(program)
        .arg("--version")
        .stdout(quiet())
        .stderr(quiet())
        .status();
    status.is_ok_and(|s| s.success())
}

/// Compares what a client wrote down with what is kept; `REWEAVE_UPDATE` keeps it anew.
pub fn compare(written: &str, kept: &str) -> Result<()> {
    let at = shared::root().join("crates/lab/servers").join(kept);
    if std::env::var_os("REWEAVE_UPDATE").is_some() {
        return Ok(fs::write(at, written)?);
    }
    let before = fs::read_to_string(&at).with_context(|| format!("no {}", at.display()))?;
    if before != written {
        let differing = before.lines().zip(written.lines()).find(|(a, b)| a != b);
        let (old, new) = differing.unwrap_or(("its end", "its end"));
        bail!("{kept} differs: {old}\n  now {new}\nREWEAVE_UPDATE=1 keeps it anew");
    }
    Ok(())
}

/// Runs a script of the project with a client; what it printed.
pub fn script(python: &PathBuf, script: &str, args: &[&str]) -> Result<String> {
    let at = shared::root().join("crates/lab/servers").join(script);
    let ran = Command::new(python)
        .arg(at)
        .args(args)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(ran.status.success(), "{script} failed");
    Ok(String::from_utf8(ran.stdout)?)
}
