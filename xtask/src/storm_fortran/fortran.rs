//! Fortran's programs in the storm: `fortran-programs` with `gfortran`.

use super::field::{Field, Output, Subject};
use super::fortran_ask;
use super::fortran_variants::{self, Variant};
use super::rng::Rng;
use crate::{fortran_read, gfortran, suite};
use anyhow::{Result, bail};
use reweave_refactor::{Request, Session};
use std::path::PathBuf;

pub struct Fortran {
    dir: PathBuf,
    variant: Variant,
}

impl Fortran {
    /// `None`, said aloud, where the suite or the compiler is missing.
    pub fn new(variant: &str) -> Result<Option<Self>> {
        let variant = match variant {
            "plain" => Variant::Plain,
            "split" => Variant::Split,
            "fixed" => Variant::Fixed,
            other => bail!("no variant {other}: plain, split or fixed"),
        };
        let Some(dir) = suite::unpacked("fortran-programs")? else {
            return Ok(None);
        };
        Ok(gfortran::is_installed().then_some(Self { dir, variant }))
    }
}

impl Field for Fortran {
    type Language = reweave_refactor::fortran::Fortran;

    fn subjects(&self) -> Result<Vec<Subject>> {
        let mut subjects = Vec::new();
        for path in fortran_read::fortran_files(&self.dir)? {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let files = fortran_variants::files(self.variant, &name, text);
            subjects.extend(files.map(|files| Subject { name, files }));
        }
        Ok(subjects)
    }

    /// Every other attempt is made in a program with modules; to move something takes two of them.
    fn choose(&self, subjects: &[Subject], refactoring: &'static str, rng: &mut Rng) -> usize {
        let modules = if refactoring == "move" {
            2
        } else {
            rng.below(2)
        };
        for _ in 0..100 {
            let i = rng.below(subjects.len());
            let count: usize = subjects[i]
                .files
                .iter()
                .map(|(_, t)| fortran_variants::modules(t))
                .sum();
            if count >= modules && (modules > 0 || count == 0) {
                return i;
            }
        }
        rng.below(subjects.len())
    }

    fn request(
        &self,
        session: &Session<Self::Language>,
        refactoring: &'static str,
        rng: &mut Rng,
    ) -> Option<Request> {
        fortran_ask::request(session, refactoring, rng)
    }

    fn run(&self, files: &[(String, String)]) -> Result<Option<Output>> {
        gfortran::run(files, &[])
    }

    /// Other values in what the program never sets: one that prints them prints by chance.
    fn run_again(&self, files: &[(String, String)]) -> Result<Option<Output>> {
        let flags = [
            "-finit-integer=-77",
            "-finit-real=inf",
            "-finit-logical=true",
            "-finit-character=88",
        ];
        gfortran::run(files, &flags)
    }
}
