//! `cargo xtask install`: what the README says about installing, done in a home with nothing in it, and its commands run with what was
//! installed.

use crate::shared;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {}

/// The largest binary that is handed out.
const LARGEST: u64 = 30 << 20;

pub fn run(_: &Args) -> Result<()> {
    let readme = std::fs::read_to_string(shared::root().join("README.md"))?;
    let home = tempfile::tempdir()?;
    let line = readme
        .lines()
        .find_map(|line| line.trim().strip_prefix("cargo install "))
        .context("the README has no line that installs")?;
    let status = clean(env!("CARGO"), home.path())
        .arg("install")
        .args(line.split_whitespace())
        .args(["--quiet", "--root"])
        .arg(home.path())
        // Built beside the other release builds, which spares most of the work.
        .env("CARGO_TARGET_DIR", target()?)
        .current_dir(shared::root())
        .status()?;
    ensure!(status.success(), "`cargo install {line}` failed");
    let name = format!("reweave{}", std::env::consts::EXE_SUFFIX);
    let binary = home.path().join("bin").join(name);
    let bytes = std::fs::metadata(&binary)?.len();
    ensure!(
        bytes < LARGEST,
        "the binary has {bytes} bytes, more than {LARGEST}"
    );
    println!("install bytes={bytes}");
    let shop = shop(home.path())?;
    for line in readme
        .lines()
        .filter_map(|line| line.strip_prefix("$ reweave "))
    {
        let start = Instant::now();
        let output = clean(&binary.to_string_lossy(), home.path())
            .args(words(line))
            .current_dir(&shop)
            .output()?;
        let code = output.status.code();
        println!(
            "command seconds={:.2} exit={} reweave {line}",
            start.elapsed().as_secs_f64(),
            code.unwrap_or(-1)
        );
        ensure!(matches!(code, Some(0 | 1)), "{}", told(&output));
        ensure!(!output.stdout.is_empty(), "reweave {line} printed nothing");
    }
    Ok(())
}

/// A program with an empty home; of the environment only what finds the tools.
fn clean(program: &str, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("HOME", home);
    let own = std::env::var_os("HOME")
        .map(PathBuf::from)
        .unwrap_or_default();
    for (name, below) in [("CARGO_HOME", ".cargo"), ("RUSTUP_HOME", ".rustup")] {
        let place = std::env::var_os(name).map_or_else(|| own.join(below), PathBuf::from);
        command.env(name, place);
    }
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command
}

/// Where this very task was built.
fn target() -> Result<PathBuf> {
    let here = crate::binary::own()?;
    let folder = here.ancestors().nth(2).context("the folder of builds")?;
    Ok(folder.to_path_buf())
}

/// The examples as a repository with a commit that refactored them.
fn shop(home: &Path) -> Result<PathBuf> {
    let shop = home.join("shop");
    let sources = shop.join("src/shop");
    std::fs::create_dir_all(&sources)?;
    git(home, &shop, &["init", "-q"])?;
    for (folder, message) in [("before", "first"), ("after", "second")] {
        let from = shared::root()
            .join("examples/detect")
            .join(folder)
            .join("shop");
        for entry in std::fs::read_dir(from)? {
            let entry = entry?;
            std::fs::copy(entry.path(), sources.join(entry.file_name()))?;
        }
        git(home, &shop, &["add", "-A"])?;
        git(home, &shop, &["commit", "-q", "-m", message])?;
    }
    Ok(shop)
}

fn git(home: &Path, folder: &Path, args: &[&str]) -> Result<()> {
    let output = clean("git", home)
        .args([
            "-c",
            "user.name=Ada",
            "-c",
            "user.email=ada@example.invalid",
        ])
        .args(args)
        .current_dir(folder)
        .output()
        .context("running git")?;
    ensure!(output.status.success(), "git {args:?}: {}", told(&output));
    Ok(())
}

fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Words as a shell takes them, with double quotes.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    parts
        .flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        })
        .collect()
}
