//! The oracle's scorer, asked for what it counts in each case.

use super::Counts;
use crate::{oracle, shared};
use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// What was counted in one case.
#[derive(Deserialize)]
pub struct Case {
    pub id: String,
    pub status: String,
    pub types: BTreeMap<String, Counts>,
    pub wrong: Vec<Wrong>,
    /// What the reference has and the labels have not.
    pub only_reference: Vec<Wrong>,
}

/// A report that is false or missing, or that only the reference has.
#[derive(Deserialize)]
#[serde(from = "[String; 4]")]
pub struct Wrong {
    /// `false`, `missed` or `only`.
    pub how: String,
    pub kind: String,
    pub description: String,
    /// File and line, where they are known.
    pub at: String,
}

impl From<[String; 4]> for Wrong {
    fn from([how, kind, description, at]: [String; 4]) -> Self {
        Self {
            how,
            kind,
            description,
            at,
        }
    }
}

impl Case {
    pub fn counts(&self) -> Counts {
        self.types.values().copied().sum()
    }

    pub fn project(&self) -> &str {
        oracle::project(&self.id)
    }
}

const PROGRAM: &str = include_str!("../../python/tally.py");

/// Counts the results of a folder of cases; None where there is no scorer or no Python.
pub fn tally(cases: &Path, results: &Path, reference: Option<&Path>) -> Result<Option<Vec<Case>>> {
    let Some(shared) = shared::shared() else {
        return Ok(None);
    };
    let mut python = Command::new("python3");
    python
        .args(["-c", PROGRAM])
        .arg(shared.join("tools"))
        .arg(cases)
        .arg(results)
        .args(reference)
        // The scorer's folder is only read.
        .env("PYTHONDONTWRITEBYTECODE", "1");
    let Ok(output) = python.output() else {
        return Ok(None);
    };
    ensure!(
        output.status.success(),
        "the scorer failed: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let lines = String::from_utf8(output.stdout)?;
    let cases: Result<Vec<Case>, _> = lines.lines().map(serde_json::from_str).collect();
    Ok(Some(cases.context("a line of the scorer is no count")?))
}
