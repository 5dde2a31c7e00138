//! `cargo xtask test`: everything a change must pass, the same here and in CI.

use crate::{crash, fuzz, history, page, score, shared, storm};
use anyhow::{Result, bail};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Args {}

/// Attempts for each refactoring: enough to meet a gross mistake, few enough that every change can wait for them.
const BC_SAMPLE: usize = 20;
const FORTRAN_SAMPLE: usize = 6;
const PHP_SAMPLE: usize = 15;
const JAVA_SAMPLE: usize = 30;
/// Attempts in all.
const JAVA_TINY_SAMPLE: usize = 300;

pub fn run(_: &Args) -> Result<()> {
    let status = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--quiet"])
        .current_dir(shared::root())
        .status()?;
    if !status.success() {
        bail!("cargo test failed");
    }
    install("bc", "bc");
    install("gfortran", "gfortran");
    install("php", "php-cli");
    install("chromium", "chromium");
    crash::run(&crash::Args::sample()?)?;
    storm::run(&storm::Args::sample("bc", BC_SAMPLE))?;
    storm::run(&storm::Args::sample("fortran", FORTRAN_SAMPLE))?;
    storm::run(&storm::Args::sample("php", PHP_SAMPLE))?;
    storm::run(&storm::Args::sample("java-programs", JAVA_SAMPLE))?;
    storm::run(&storm::Args::sample("java-tiny", JAVA_TINY_SAMPLE))?;
    fuzz::run(&fuzz::Args::sample())?;
    page::run(&page::Args {})?;
    // Both skip loudly where there is no ../shared. The crates on their path are optimised in the dev profile, too.
    score::check(&score::Args::test())?;
    history::check(&history::Args::sample()?)?;
    Ok(())
}

/// Installs a tool that the tests judge by, where it is missing and this system lets us; without it they say that they
/// were skipped.
fn install(tool: &str, package: &str) {
    let is_there = Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success());
    if !is_there {
        let installed = Command::new("apt-get")
            .args(["install", "--yes", "--quiet", package])
            .stdout(Stdio::null())
            .status();
        if !installed.is_ok_and(|s| s.success()) {
            println!("{tool} is missing and could not be installed");
        }
    }
}
