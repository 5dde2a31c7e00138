//! `cargo xtask storm LANGUAGE`: seeded random refactorings over real programs, judged by the language's own tool.
//!
//! Every attempt takes a program, asks for a refactoring at a random place, and runs the program before and after with the
//! real tool. `unsound` counts what was accepted although the build or the output changed; `too_many` what was refused
//! although, forced, it would have built and printed the same. An attempt is known by its seed, refactoring and number:
//! `--seed S --only NAME --index I --show` does that one again and prints it.
//!
//! To add a language, write one file with a [`Storm`] and list it in [`storms`].

mod baseline;
mod bc;
mod bc_programs;
mod fortran;
mod fortran_ask;
mod fortran_variants;
mod java;
mod java_ask;
mod java_places;
mod java_programs;
mod java_tiny;
mod php;
pub mod random;
mod run;
mod samples;
mod sandbox;
mod tally;

use fortran_variants::Variant;
pub use java_ask::{Known as JavaKnown, request as java_request};
pub use java_programs::own as java_programs_folder;
pub use random::Random;
pub use samples::{Sample, TESTS, samples};
pub use sandbox::{Limits, Ran, run_limited};

use anyhow::{Result, bail};
use reweave_refactor::{Around, Outcome, Request};
use std::path::{Path, PathBuf};

/// What the storm needs of a language.
pub trait Storm: Sync {
    /// As `reweave_languages::LANGUAGES` names it.
    fn language(&self) -> &'static str;

    /// As the command names it: the language, and the variant of its programs where there are several.
    fn name(&self) -> &'static str {
        self.language()
    }

    /// Whether the real tool is there; says so when it is not.
    fn is_installed(&self) -> bool;

    /// The programs to refactor. Those whose two unrefactored runs differ are left out later, by running them.
    fn programs(&self) -> Result<Vec<Program>>;

    /// A request at a random place of a program, with the files that it is for: the program's own, or prepared so that the
    /// refactoring has something to do. `None` when the program has no place for it.
    fn attempt(&self, program: &Program, refactoring: &str, random: &mut Random)
    -> Option<Attempt>;

    /// Every group of programs gets its share of the attempts, however few programs it has.
    fn group(&self, program: &Program) -> &'static str {
        let _ = program;
        "all"
    }

    /// Whether every attempt is for a program's own files: then a program is read once for all of them.
    fn reads_once(&self) -> bool {
        false
    }

    /// What the programs stand on beside their own files.
    fn around(&self) -> Around {
        Around::default()
    }

    /// What an unrefactored program may use; those that need more are left out. A refactored one may use several times as
    /// much, so that a busy machine is not taken for a changed program.
    fn limits(&self) -> Limits {
        Limits::default()
    }

    /// Builds and runs in a scratch folder that has the files. What it gives must not depend on the folder.
    fn run(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran>;

    /// Runs an unrefactored program a second time, in a way that shows whether it prints by chance.
    fn run_again(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran> {
        self.run(files, folder, limits)
    }

    /// Whether an unrefactored program that seems changed is one that prints by chance after all; too dear to ask of all.
    fn is_chance(&self, files: &Files, before: &Ran) -> Result<bool> {
        let _ = (files, before);
        Ok(false)
    }

    /// What the tool's output shows of an accepted refactoring that only changes which parts of it the program runs.
    fn differs(
        &self,
        program: &Program,
        request: &Request,
        outcome: &Outcome,
    ) -> Result<Option<String>> {
        let _ = (program, request, outcome);
        Ok(None)
    }

    /// Whether the tool itself shows that a refused refactoring would change what runs, though forced it builds: for tools that
    /// only build.
    fn shows_change(&self, refused: &Refused<'_>) -> Result<bool> {
        let _ = refused;
        Ok(false)
    }

    /// Makes the two outputs comparable, where a rename shows in what the program prints about itself.
    fn normalise(&self, ran: &mut Ran, renames: &[(String, String)]) {
        let _ = (ran, renames);
    }

    /// Whether the two print the same, but for the names that were changed on purpose.
    fn same(&self, before: &Ran, after: &Ran, renames: &[(String, String)]) -> bool {
        let (mut before, mut after) = (before.clone(), after.clone());
        self.normalise(&mut before, renames);
        self.normalise(&mut after, &[]);
        before == after
    }
}

/// A refactoring that was refused, and its forced result.
pub struct Refused<'a> {
    pub refactoring: &'a str,
    /// The words for the reasons.
    pub kinds: Vec<&'static str>,
    pub before: &'a Files,
    pub after: &'a Files,
}

/// Path and text of each file.
pub type Files = Vec<(String, String)>;

#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub files: Files,
}

pub struct Attempt {
    pub files: Files,
    pub request: Request,
}

/// One line a language or variant.
fn storms(args: &Args) -> Vec<Box<dyn Storm>> {
    let taken = args.taken;
    let fortran = |variant| Box::new(fortran::Fortran { variant, taken });
    vec![
        Box::new(bc::Bc),
        fortran(Variant::Plain),
        fortran(Variant::Split),
        fortran(Variant::Fixed),
        Box::new(java::Java::over(&args.libraries)),
        Box::new(java_programs::JavaPrograms::below(args.programs.as_deref())),
        Box::new(php::Php),
    ]
}

#[derive(clap::Args)]
pub struct Args {
    /// The language: bc, fortran, fortran-split, fortran-fixed, java, java-programs, java-tiny, php
    language: String,
    /// Attempts for each refactoring; with java-tiny in all
    #[arg(long, default_value_t = 500)]
    attempts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this refactoring; with java-tiny several, with commas between them
    #[arg(long)]
    only: Option<String>,
    /// All but these refactorings, with commas between them
    #[arg(long, value_delimiter = ',')]
    except: Vec<String>,
    /// Only the attempt of this number
    #[arg(long)]
    index: Option<usize>,
    /// Print each attempt that is unsound or refused too much, with its texts
    #[arg(long)]
    show: bool,
    /// Only the first programs
    #[arg(long)]
    limit: Option<usize>,
    /// Ask for no new name that is free (Fortran): all are taken nearby or words of the language
    #[arg(long)]
    taken: bool,
    /// Over these libraries instead of the usual ones (Java): GROUP:NAME:VERSION, with commas between them
    #[arg(long, value_delimiter = ',')]
    libraries: Vec<String>,
    /// The programs of this folder instead of the project's own (java-programs): a folder for each
    #[arg(long)]
    programs: Option<PathBuf>,
    /// Keep what came of each program in this file, and go on where it ends (java-tiny)
    #[arg(long)]
    resume: Option<PathBuf>,
    /// Fail when anything is unsound
    #[arg(long)]
    strict: bool,
}

impl Args {
    /// What every change is tested with: few attempts, always the same.
    pub fn sample(language: &str, attempts: usize) -> Self {
        Self {
            language: language.to_owned(),
            attempts,
            seed: 1,
            only: None,
            except: Vec::new(),
            index: None,
            show: false,
            limit: None,
            taken: false,
            libraries: Vec::new(),
            programs: None,
            resume: None,
            strict: true,
        }
    }
}

pub fn run(args: &Args) -> Result<()> {
    if args.language == "java-tiny" {
        return java_tiny::run(args);
    }
    let all = storms(args);
    let Some(storm) = all.iter().find(|s| s.name() == args.language) else {
        let names: Vec<_> = all.iter().map(|s| s.name()).collect();
        bail!(
            "no storm for {}; there are {}",
            args.language,
            names.join(", ")
        );
    };
    let unsound = run::Run::new(&**storm, args)?.map_or(Ok(0), run::Run::all)?;
    if args.strict && unsound > 0 {
        bail!("{unsound} unsound");
    }
    Ok(())
}

/// A new folder with the files in it.
pub fn scratch(files: &Files) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir()?;
    write(folder.path(), files)?;
    Ok(folder)
}

/// Puts files into a folder.
pub fn write(folder: &Path, files: &Files) -> Result<()> {
    for (path, text) in files {
        let at = folder.join(path);
        if let Some(parent) = at.parent() {
            std::fs::create_dir_all(parent)?;
        }
        std::fs::write(at, text)?;
    }
    Ok(())
}
