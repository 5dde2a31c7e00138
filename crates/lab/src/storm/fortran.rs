//! Random tests of Fortran: the suite `fortran-programs`, or the project's own programs without it, as they are, with modules in files of their own, and in fixed form, built and
//! run by `gfortran`.

use super::fortran_variants::{self, Variant};
use super::{Attempt, Files, Limits, Program, Ran, Random, Storm, fortran_ask, run_limited};
use crate::{fortran_read, gfortran, shared, suite};
use anyhow::Result;
use reweave_refactor::Session;
use reweave_refactor_fortran::Fortran as Language;
use reweave_text::{Part, Sources};
use std::path::Path;

pub struct Fortran {
    pub variant: Variant,
    /// Whether no new name is free.
    pub taken: bool,
}

/// What the compiler makes.
const PROGRAM: &str = "program";

/// What the compiler may use.
const BUILDING: Limits = Limits {
    seconds: 30,
    memory_mb: 2048,
    file_mb: 64,
};

/// Other values in what a program never sets: one that prints them prints by chance.
const OTHER_VALUES: [&str; 4] = [
    "-finit-integer=-77",
    "-finit-real=inf",
    "-finit-logical=true",
    "-finit-character=88",
];

/// Other places for the same variables, and how often to look what stands beside them.
const LAYOUTS: [&str; 3] = ["-O0", "-O2", "-fstack-protector-all"];
const LOOKS: usize = 6;

impl Storm for Fortran {
    fn language(&self) -> &'static str {
        "fortran"
    }

    fn name(&self) -> &'static str {
        match self.variant {
            Variant::Plain => "fortran",
            Variant::Split => "fortran-split",
            Variant::Fixed => "fortran-fixed",
        }
    }

    fn is_installed(&self) -> bool {
        gfortran::is_installed()
    }

    fn programs(&self) -> Result<Vec<Program>> {
        let own = || shared::root().join("crates/lab/fortran/programs");
        let folder = suite::unpacked("fortran-programs")?.unwrap_or_else(own);
        let mut programs = Vec::new();
        for path in fortran_read::fortran_files(&folder)? {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            let files = fortran_variants::files(self.variant, &name, text);
            programs.extend(files.map(|files| Program { name, files }));
        }
        Ok(programs)
    }

    fn group(&self, program: &Program) -> &'static str {
        let has_modules = |(_, text): &(String, String)| fortran_variants::modules(text) > 0;
        if program.files.iter().any(has_modules) {
            "with modules"
        } else {
            "without modules"
        }
    }

    fn attempt(
        &self,
        program: &Program,
        refactoring: &str,
        random: &mut Random,
    ) -> Option<Attempt> {
        let files = program.files.clone();
        let session = Session::<Language>::new(Sources::new(files.clone()));
        let request = fortran_ask::request(&session, refactoring, self.taken, random)?;
        Some(Attempt { files, request })
    }

    fn run(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran> {
        build_and_run(files, folder, limits, &[])
    }

    fn run_again(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran> {
        build_and_run(files, folder, limits, &OTHER_VALUES)
    }

    /// One that reads beside its variables prints something else when the compiler lays them out otherwise.
    fn is_chance(&self, files: &Files, before: &Ran) -> Result<bool> {
        for layout in LAYOUTS {
            let home = super::scratch(files)?;
            if build(files, home.path(), &[layout])?.code != Some(0) {
                continue;
            }
            for _ in 0..LOOKS {
                let folder = super::scratch(files)?;
                std::fs::copy(home.path().join(PROGRAM), folder.path().join(PROGRAM))?;
                if run_built(folder.path(), self.limits())? != *before {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Equal, or equal once the names that were changed on purpose are changed in what was printed before (a namelist
    /// prints its names, in columns that move with them).
    fn same(&self, before: &Ran, after: &Ran, renames: &[(String, String)]) -> bool {
        if before == after {
            return true;
        }
        let squeezed = |ran: &Ran, renames: &[(String, String)]| {
            let mut text = String::from_utf8_lossy(&ran.output).to_ascii_lowercase();
            for (old, new) in renames {
                let (old, new) = (old.to_ascii_lowercase(), new.to_ascii_lowercase());
                text = with_word(&text, &old, &new);
            }
            text.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        !renames.is_empty()
            && before.code == after.code
            && after.is_whole
            && squeezed(before, renames) == squeezed(after, &[])
    }
}

fn build_and_run(files: &Files, folder: &Path, limits: Limits, flags: &[&str]) -> Result<Ran> {
    let built = build(files, folder, flags)?;
    if built.code == Some(0) {
        return run_built(folder, limits);
    }
    Ok(Ran {
        is_whole: false,
        ..built
    })
}

fn build(files: &Files, folder: &Path, flags: &[&str]) -> Result<Ran> {
    let sources = gfortran::in_order(files);
    let mut command = vec!["gfortran", "-w", "-O0", "-pipe", "-o", PROGRAM];
    command.extend(flags);
    command.extend(sources.iter().map(String::as_str));
    run_limited(&command, folder, BUILDING)
}

fn run_built(folder: &Path, limits: Limits) -> Result<Ran> {
    let mut ran = run_limited(&[&format!("./{PROGRAM}")], folder, limits)?;
    ran.errors = without_places(&ran.errors);
    Ok(ran)
}

/// What the program complains about, without lines and addresses: those change with the text.
fn without_places(errors: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(errors);
    let is_place = |l: &str| l.starts_with("At line ") || l.starts_with('#');
    let told: Vec<&str> = text.lines().filter(|l| !is_place(l)).collect();
    told.join("\n").into_bytes()
}

/// With every word that is the old name as the new one.
fn with_word(text: &str, old: &str, new: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let parts = text.split_inclusive(|c| !is_word(c));
    let renamed = parts.map(|part| {
        let word = part.trim_end_matches(|c| !is_word(c));
        if word == old {
            format!("{new}{}", part.part(word.len()..))
        } else {
            part.to_owned()
        }
    });
    renamed.collect()
}
