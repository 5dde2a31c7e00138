//! `cargo xtask test`: everything a change must pass, the same here and in CI.

use crate::{
    crash, fuzz, history, install as installed, mined, page, python, score, servers, shared, storm,
};
use anyhow::{Result, bail};
use std::process::{Command, Stdio};

#[derive(clap::Args)]
pub struct Args {
    /// Install the tools that tests judge by, where they are missing (with apt-get; changes the system)
    #[arg(long)]
    install: bool,
    /// Also what is too long for every change: ten times the samples, and the variants of the Fortran programs
    #[arg(long)]
    all: bool,
}

/// Attempts for each refactoring: enough to meet a gross mistake, few enough that every change can wait for them.
const SAMPLES: [(&str, usize); 5] = [
    ("bc", 20),
    ("fortran", 6),
    ("php", 15),
    ("java-programs", 30),
    // In all.
    ("java-tiny", 300),
];

/// Only with `--all`.
const VARIANTS: [(&str, usize); 2] = [("fortran-split", 60), ("fortran-fixed", 60)];

/// How many times the sample `--all` takes.
const ALL: usize = 10;

/// A program that tests judge by, the package that has it, and what is skipped without it.
const TOOLS: [(&str, &str, &str); 6] = [
    ("bc", "bc", "random refactorings of BC"),
    ("gfortran", "gfortran", "random refactorings of Fortran"),
    ("php", "php-cli", "random refactorings of PHP"),
    (
        "javac",
        "openjdk-17-jdk-headless",
        "random refactorings of Java, and comparisons with javac",
    ),
    (
        "chromium",
        "chromium",
        "the report of `suggest` in a browser",
    ),
    ("python3", "python3", "the scores of detection"),
];

pub fn run(args: &Args) -> Result<()> {
    let missing = missing(args.install);
    let status = Command::new(env!("CARGO"))
        .args(["test", "--workspace", "--quiet"])
        .current_dir(shared::root())
        .status()?;
    if !status.success() {
        bail!("cargo test failed");
    }
    crash::run(&crash::Args::sample()?)?;
    let (times, variants) = if args.all {
        (ALL, &VARIANTS[..])
    } else {
        (1, &[][..])
    };
    let samples = SAMPLES.iter().map(|(name, count)| (name, count * times));
    for (name, attempts) in samples.chain(variants.iter().map(|(name, count)| (name, *count))) {
        storm::run(&storm::Args::sample(name, attempts))?;
    }
    fuzz::run(&fuzz::Args::sample(times))?;
    page::run(&page::Args {})?;
    servers::check(args.all)?;
    if args.all {
        installed::run(&installed::Args {})?;
        python::run(&python::Args::all())?;
    }
    // Both skip loudly where there is no ../shared. The crates on their path are optimised in the dev profile, too.
    score::check(&score::Args::test())?;
    history::check(&history::Args::sample()?)?;
    mined::check(&mined::Args::sample()?)?;
    for line in missing {
        println!("{line}");
    }
    Ok(())
}

/// The tools that are missing, a line each that tells what is skipped without them and how to install them.
fn missing(install: bool) -> Vec<String> {
    let missing = TOOLS.iter().filter(|(tool, _, _)| !is_installed(tool));
    let left = missing.filter(|(_, package, _)| !install || !installed(package));
    let lines = left.map(|(tool, package, skipped)| {
        format!(
            "SKIPPED for want of {tool}: {skipped}. To install it: apt-get install {package}, or cargo xtask test --install"
        )
    });
    lines.collect()
}

fn is_installed(tool: &str) -> bool {
    let status = Command::new(tool)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|s| s.success())
}

/// Installs a package, where this system lets us.
fn installed(package: &str) -> bool {
    let status = Command::new("apt-get")
        .args(["install", "--yes", "--quiet", package])
        .stdout(Stdio::null())
        .status();
    status.is_ok_and(|s| s.success())
}
