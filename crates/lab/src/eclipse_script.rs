//! `cargo xtask eclipse-script FILE`: Eclipse's own classes on a script that `compare --format eclipse-xml` wrote. Its session
//! reader reads the file; each step is made a descriptor of its kind, which checks its arguments. Descriptors that look
//! their elements up in a workspace cannot go on without one, and are counted apart.

use crate::{corpus, javac};
use anyhow::{Context, Result, ensure};
use std::path::PathBuf;
use std::process::Command;

const ECLIPSE: &str = "org.eclipse.jdt:org.eclipse.jdt.core.manipulation:1.21.300";

#[derive(clap::Args)]
pub struct Args {
    /// The script
    script: PathBuf,
}

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() {
        return Ok(());
    }
    let mut jars = corpus::class_path(ECLIPSE, &[])?;
    jars.push(corpus::class_jar(ECLIPSE)?);
    let work = tempfile::tempdir()?;
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/java/EclipseScript.java");
    let status = Command::new("javac")
        .arg("-cp")
        .arg(std::env::join_paths(&jars)?)
        .arg("-d")
        .arg(work.path())
        .arg(source)
        .status()
        .context("running javac")?;
    ensure!(status.success(), "{source} does not compile");
    jars.push(work.path().to_path_buf());
    let status = Command::new("java")
        .arg("-cp")
        .arg(std::env::join_paths(&jars)?)
        .arg("EclipseScript")
        .arg(&args.script)
        .status()
        .context("running java")?;
    ensure!(status.success(), "Eclipse does not take the script");
    Ok(())
}
