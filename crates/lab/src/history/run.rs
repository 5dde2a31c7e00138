//! The `reweave` binary on a repository, and what it wrote.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::process::Command;

/// What a run wrote.
pub struct Mined {
    pub bytes: Vec<u8>,
    pub records: Vec<Line>,
    by_commit: HashMap<String, usize>,
}

#[derive(Deserialize)]
pub struct Line {
    pub commit: String,
    pub status: String,
    findings: Vec<Finding>,
}

#[derive(Deserialize)]
struct Finding {
    description: String,
}

impl Line {
    pub fn descriptions(&self) -> BTreeSet<String> {
        self.findings
            .iter()
            .map(|f| f.description.clone())
            .collect()
    }
}

impl Mined {
    pub fn read(bytes: Vec<u8>) -> Result<Self> {
        let text = std::str::from_utf8(&bytes)?;
        let records: Vec<Line> = text
            .lines()
            .map(|l| serde_json::from_str(l).context("a line is no record"))
            .collect::<Result<_>>()?;
        let by_commit = records
            .iter()
            .enumerate()
            .map(|(i, r)| (r.commit.clone(), i))
            .collect();
        Ok(Self {
            bytes,
            records,
            by_commit,
        })
    }

    pub fn of(&self, commit: &str) -> Option<&Line> {
        self.records.get(*self.by_commit.get(commit)?)
    }
}

/// `reweave detect --all --format jsonl`, ready for more arguments.
pub fn command(binary: &Path, repository: &Path, jobs: usize) -> Command {
    let mut command = Command::new(binary);
    command.arg("detect").arg(repository).args([
        "--all",
        "--format",
        "jsonl",
        "--jobs",
        &jobs.to_string(),
    ]);
    command
}

pub fn mine(binary: &Path, repository: &Path, jobs: usize, more: &[&str]) -> Result<Mined> {
    let output = command(binary, repository, jobs).args(more).output()?;
    let code = output.status.code();
    ensure!(
        code == Some(0) || code == Some(3),
        "reweave detect --all ended with {code:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    Mined::read(output.stdout)
}
