//! A library's own tests, run by phpunit before and after a change.
//!
//! The library lies with its tests and `composer.json` as its source package unpacks it; a copy is changed and tested.

use super::Library;
use anyhow::{Context, Result};
use reweave_refactor::Outcome;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

const AUTOLOAD: &str = include_str!("autoload.php");

pub struct OwnTests {
    copy: TempDir,
    autoload: tempfile::NamedTempFile,
    folder: &'static str,
    /// What phpunit counts in the library as it is.
    expected: String,
}

impl OwnTests {
    /// `None`, said aloud, when there are none or two runs of them differ.
    pub fn of(library: &Library) -> Result<Option<Self>> {
        let Some(folder) = super::tests_folder(&library.folder) else {
            return Ok(None);
        };
        let autoload = tempfile::Builder::new().suffix(".php").tempfile()?;
        std::fs::write(autoload.path(), AUTOLOAD)?;
        let mut tests = Self {
            copy: tempfile::tempdir()?,
            autoload,
            folder,
            expected: String::new(),
        };
        copy_tree(&library.folder, tests.copy.path())?;
        let first = tests.run()?;
        match first {
            Some(counts) if Some(&counts) == tests.run()?.as_ref() => {
                println!("{}: its own tests: {counts}", library.name);
                tests.expected = counts;
                Ok(Some(tests))
            }
            _ => {
                println!(
                    "SKIPPED: the tests of {} do not run the same twice here",
                    library.name
                );
                Ok(None)
            }
        }
    }

    /// Whether the changed library passes as many tests as before; otherwise what phpunit counts then.
    pub fn pass(&self, outcome: &Outcome) -> Result<Result<(), String>> {
        let changed = outcome.after.changed_since(&outcome.before);
        for &file in &changed {
            std::fs::remove_file(self.at(outcome.before.path(file)))?;
        }
        for &file in &changed {
            let at = self.at(outcome.after.path(file));
            if let Some(folder) = at.parent() {
                std::fs::create_dir_all(folder)?;
            }
            std::fs::write(at, outcome.after.text(file))?;
        }
        let counts = self.run()?;
        for &file in &changed {
            std::fs::remove_file(self.at(outcome.after.path(file)))?;
        }
        for &file in &changed {
            std::fs::write(
                self.at(outcome.before.path(file)),
                outcome.before.text(file),
            )?;
        }
        Ok(if counts.as_ref() == Some(&self.expected) {
            Ok(())
        } else {
            Err(counts.unwrap_or_else(|| "phpunit did not get to its end".to_owned()))
        })
    }

    fn at(&self, path: &str) -> PathBuf {
        self.copy.path().join(path)
    }

    /// The last line of phpunit: how many tests and assertions, and how many failed.
    fn run(&self) -> Result<Option<String>> {
        let output = Command::new("timeout")
            .args(["300", "phpunit", "--no-configuration", "--bootstrap"])
            .arg(self.autoload.path())
            .arg(self.folder)
            .current_dir(self.copy.path())
            .output()
            .context("running phpunit")?;
        let text = String::from_utf8_lossy(&output.stdout);
        let last = text.lines().rev().find(|l| !l.trim().is_empty());
        Ok(last
            .filter(|l| l.starts_with("Tests: ") || l.starts_with("OK ("))
            .map(str::to_owned))
    }
}

fn copy_tree(from: &Path, to: &Path) -> Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_tree(&path, &target)?;
        } else if entry.file_type()?.is_file() {
            std::fs::copy(&path, &target)?;
        }
    }
    Ok(())
}
