//! `cargo xtask releases`: the releases of ten libraries from Maven Central as one Git repository, each release's sources a commit.

use crate::corpus::{self, Source};
use crate::history::repository::import;
use crate::shared;
use crate::silver::versions::{Library, libraries};
use anyhow::{Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(clap::Args)]
pub struct Args {
    /// Where the bare repository is made [default: in the cache]
    #[arg(long)]
    output: Option<PathBuf>,
}

/// Kept in one language for a decade or more, of different sizes, and with their sources published.
const LIBRARIES: &[&str] = &[
    "ch.qos.logback:logback-core",
    "com.fasterxml.jackson.core:jackson-annotations",
    "com.fasterxml.jackson.core:jackson-core",
    "com.google.code.gson:gson",
    "com.zaxxer:HikariCP",
    "joda-time:joda-time",
    "org.assertj:assertj-core",
    "org.jsoup:jsoup",
    "org.mockito:mockito-core",
    "org.slf4j:slf4j-api",
];

/// Fewer are no history.
const LEAST: usize = 600;

pub fn run(args: &Args) -> Result<()> {
    let path = args.output.clone().unwrap_or_else(place);
    let commits = make(&path)?;
    println!(
        "releases commits={commits} libraries={} repository={}",
        LIBRARIES.len(),
        path.display()
    );
    Ok(())
}

fn place() -> PathBuf {
    shared::cache().join("releases.git")
}

/// The repository in the cache; made where it is not there.
pub fn repository() -> Result<PathBuf> {
    let path = place();
    if !path.join("HEAD").is_file() {
        make(&path)?;
    }
    Ok(path)
}

/// A branch for each library, its releases in order of their numbers; how many commits that are.
fn make(path: &Path) -> Result<usize> {
    ensure!(
        !path.exists(),
        "{} is there already; remove it, or give --output",
        path.display()
    );
    let unfinished = path.with_extension("unfinished");
    if unfinished.exists() {
        fs::remove_dir_all(&unfinished)?;
    }
    let mut count = 0;
    import(&unfinished, &mut |to| {
        for library in libraries(LIBRARIES)? {
            let (branch, releases) = releases(&library)?;
            to.begin(&branch)?;
            for (number, release) in releases.iter().enumerate() {
                // A day apart, so that no two of a branch have the same time.
                let time = FIRST + number as u64 * DAY;
                to.commit(
                    &branch,
                    &format!("Release {}", release.coordinates),
                    time,
                    &release.dir,
                )?;
                count += 1;
            }
        }
        Ok(())
    })?;
    ensure!(
        count >= LEAST,
        "only {count} releases have sources; {LEAST} are needed"
    );
    // One pack with good deltas, as a clone has it.
    let packed = Command::new("git")
        .arg("-C")
        .arg(&unfinished)
        .args(["repack", "-adfq", "--depth=50"])
        .status()?;
    ensure!(packed.success(), "git repack failed");
    fs::rename(&unfinished, path)?;
    Ok(count)
}

const FIRST: u64 = 1_000_000_000;
const DAY: u64 = 86_400;

fn releases(library: &Library) -> Result<(String, Vec<Source>)> {
    let all: Vec<String> = library
        .releases
        .iter()
        .map(|version| format!("{}:{version}", library.name))
        .collect();
    let branch = library.name.replace(':', "/");
    Ok((branch, corpus::available(&all)?))
}
