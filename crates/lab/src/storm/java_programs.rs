//! Small Java programs in the storm: dense with what libraries have rarely, compiled and run before and after.
//!
//! Each folder below `crates/lab/java/programs` is one program: it prints what it computes, and nothing of its own names.

use super::java::{around, program};
use super::java_ask::{self, Known};
use super::{Attempt, Files, Limits, Program, Ran, Random, Refused, Storm};
use crate::javac::{self, Judges};
use crate::shared;
use anyhow::{Context, Result};
use reweave_refactor::Around;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Where the project's own programs are.
pub fn own() -> PathBuf {
    shared::root().join("crates/lab/java/programs")
}

#[derive(Default)]
pub struct JavaPrograms {
    /// Another folder of programs.
    folder: Option<PathBuf>,
    around: OnceLock<Around>,
    judges: Judges,
}

impl JavaPrograms {
    /// The programs of another folder, or the project's own.
    pub fn below(folder: Option<&Path>) -> Self {
        Self {
            folder: folder.map(Path::to_owned),
            ..Self::default()
        }
    }
}

impl Storm for JavaPrograms {
    fn language(&self) -> &'static str {
        "java"
    }

    fn name(&self) -> &'static str {
        "java-programs"
    }

    fn is_installed(&self) -> bool {
        javac::is_installed()
    }

    fn programs(&self) -> Result<Vec<Program>> {
        let own = own();
        let all = self.folder.as_ref().unwrap_or(&own);
        let mut folders = Vec::new();
        for entry in fs::read_dir(all).with_context(|| all.display().to_string())? {
            folders.push(entry?.path());
        }
        folders.sort();
        let mut programs = Vec::new();
        for folder in folders.iter().filter(|f| f.is_dir()) {
            let name = folder.file_name().unwrap_or_default();
            programs.push(program(name.to_string_lossy().into_owned(), folder)?);
        }
        Ok(programs)
    }

    fn reads_once(&self) -> bool {
        true
    }

    fn around(&self) -> Around {
        self.around.get_or_init(|| around(&[])).clone()
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        java_ask::attempt(program, &Known::of(&program.files), refactoring, random)
    }

    /// The judge looks for `main` in all classes; the `java` command is told one.
    fn shows_change(&self, refused: &Refused<'_>) -> Result<bool> {
        Ok(refused.kinds.iter().all(|&kind| kind == "runtime"))
    }

    fn run(&self, _files: &Files, folder: &Path, _limits: Limits) -> Result<Ran> {
        let judged = self.judges.ask(|judge| judge.run("", folder))?;
        Ok(Ran {
            output: judged.printed.into_bytes(),
            errors: judged.first.into_bytes(),
            code: Some(i32::from(judged.errors > 0)),
            is_whole: judged.errors == 0,
            is_late: false,
        })
    }
}
