//! `cargo xtask storm LANGUAGE`: seeded random refactorings over real programs, judged by the language's own tool.
//!
//! Every attempt takes a program, asks for a refactoring at a random place, and runs the program before and after with the
//! real tool. `unsound` counts what was accepted although the build or the output changed; `too_many` what was refused
//! although, forced, it would have built and printed the same. An attempt is known by its seed, refactoring and number:
//! `--seed S --only NAME --index I --show` does that one again and prints it.
//!
//! To add a language, write one file with a [`Storm`] and list it in [`storms`].

mod bc;
mod bc_programs;
mod php;
mod random;
mod sandbox;

pub use random::Random;
pub use sandbox::{Limits, Ran, run_limited};

use anyhow::{Result, bail};
use rayon::prelude::*;
use reweave_refactor::{AnyLanguage, LANGUAGES, Request};
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::Mutex;

/// What the storm needs of a language.
pub trait Storm: Sync {
    /// As `reweave_refactor::LANGUAGES` names it.
    fn language(&self) -> &'static str;

    /// Whether the real tool is there; says so when it is not.
    fn is_installed(&self) -> bool;

    /// The programs to refactor. Those whose two unrefactored runs differ are left out later, by running them.
    fn programs(&self) -> Result<Vec<Program>>;

    /// A request at a random place of a program, with the files that it is for: the program's own, or prepared so that the
    /// refactoring has something to do. `None` when the program has no place for it.
    fn attempt(&self, program: &Program, refactoring: &str, random: &mut Random)
    -> Option<Attempt>;

    /// What an unrefactored program may use; those that need more are left out. A refactored one may use several times as
    /// much, so that a busy machine is not taken for a changed program.
    fn limits(&self) -> Limits {
        Limits::default()
    }

    /// Builds and runs in a scratch folder that has the files. What it gives must not depend on the folder.
    fn run(&self, files: &Files, folder: &Path, limits: Limits) -> Result<Ran>;

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

/// How many times as much a refactored program may use.
const PATIENCE: u64 = 5;

/// One line a language.
fn storms() -> Vec<Box<dyn Storm>> {
    vec![Box::new(bc::Bc), Box::new(php::Php)]
}

#[derive(clap::Args)]
pub struct Args {
    /// The language
    language: String,
    /// Attempts for each refactoring
    #[arg(long, default_value_t = 500)]
    attempts: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this refactoring
    #[arg(long)]
    only: Option<String>,
    /// Only the attempt of this number
    #[arg(long)]
    index: Option<usize>,
    /// Print each attempt that is unsound or refused too much, with its texts
    #[arg(long)]
    show: bool,
    /// Only the first programs
    #[arg(long)]
    limit: Option<usize>,
    /// Fail when anything is unsound
    #[arg(long)]
    strict: bool,
}

impl Args {
    /// What every change is tested with: few attempts, always the same.
    pub fn sample(language: &str) -> Self {
        Self {
            language: language.to_owned(),
            attempts: 20,
            seed: 1,
            only: None,
            index: None,
            show: false,
            limit: None,
            strict: true,
        }
    }
}

pub fn run(args: &Args) -> Result<()> {
    let all = storms();
    let Some(storm) = all.iter().find(|s| s.language() == args.language) else {
        let names: Vec<_> = all.iter().map(|s| s.language()).collect();
        bail!(
            "no storm for {}; there are {}",
            args.language,
            names.join(", ")
        );
    };
    let unsound = Run::new(&**storm, args)?.map_or(Ok(0), Run::all)?;
    if args.strict && unsound > 0 {
        bail!("{unsound} unsound");
    }
    Ok(())
}

/// What came of an attempt.
enum Result1 {
    /// No place for it, bad input, or a program that does not run the same twice.
    Void,
    Accepted,
    Unsound(String),
    Refused,
    TooMany(String),
}

#[derive(Default)]
struct Counts {
    attempts: usize,
    accepted: usize,
    refused: usize,
    unsound: usize,
    too_many: usize,
}

struct Run<'a> {
    storm: &'a dyn Storm,
    language: &'static dyn AnyLanguage,
    args: &'a Args,
    programs: Vec<Program>,
    /// What unrefactored programs print, by hash; `None` when two runs differ.
    known: Mutex<BTreeMap<u64, Option<Ran>>>,
}

impl<'a> Run<'a> {
    fn new(storm: &'a dyn Storm, args: &'a Args) -> Result<Option<Self>> {
        let Some(language) = LANGUAGES.iter().find(|l| l.name() == storm.language()) else {
            bail!("{} has no refactorings yet", storm.language());
        };
        if !storm.is_installed() {
            return Ok(None);
        }
        let mut programs = storm.programs()?;
        programs.truncate(args.limit.unwrap_or(usize::MAX));
        let run = Self {
            storm,
            language: *language,
            args,
            programs,
            known: Mutex::default(),
        };
        Ok(Some(run))
    }

    fn all(mut self) -> Result<usize> {
        let total = self.programs.len();
        let steady: Vec<bool> = self
            .programs
            .par_iter()
            .map(|p| self.baseline(&p.files).map(|ran| ran.is_some()))
            .collect::<Result<_>>()?;
        let mut keep = steady.iter();
        self.programs.retain(|_| *keep.next().unwrap_or(&false));
        println!(
            "{} of {total} programs run the same twice",
            self.programs.len()
        );
        if self.programs.is_empty() {
            bail!("no program to refactor");
        }
        let mut whole = Counts::default();
        let mut table = Vec::new();
        for entry in self.language.refactorings() {
            if self
                .args
                .only
                .as_deref()
                .is_some_and(|only| only != entry.name)
            {
                continue;
            }
            let counts = self.refactoring(entry.name)?;
            whole.add(&counts);
            table.push((entry.name, counts));
        }
        println!(
            "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8}",
            "refactoring", "attempts", "accepted", "refused", "unsound", "too many"
        );
        for (name, c) in &table {
            let percent =
                |n: usize| format!("{:.1} %", 100.0 * n as f64 / c.attempts.max(1) as f64);
            println!(
                "{name:<28} {:>8} {:>8} {:>8} {:>8} {:>8}   accepted {}, too many {}",
                c.attempts,
                c.accepted,
                c.refused,
                c.unsound,
                c.too_many,
                percent(c.accepted),
                percent(c.too_many)
            );
        }
        println!(
            "storm attempts={} accepted={} refused={} unsound={} too_many={}",
            whole.attempts, whole.accepted, whole.refused, whole.unsound, whole.too_many
        );
        Ok(whole.unsound)
    }

    /// Goes on until there are enough attempts that mean something, in rounds so that all cores work and the result is the
    /// same on any number of them.
    fn refactoring(&self, name: &str) -> Result<Counts> {
        const MOST_VOID: usize = 40;
        let mut counts = Counts::default();
        let wanted = if self.args.index.is_some() {
            1
        } else {
            self.args.attempts
        };
        let mut next = 0;
        while counts.attempts < wanted && next < wanted.saturating_mul(MOST_VOID) {
            let round: Vec<usize> = match self.args.index {
                Some(index) => vec![index],
                None => (next..next + (wanted - counts.attempts)).collect(),
            };
            next += round.len();
            let results: Vec<(usize, Result1)> = round
                .into_par_iter()
                .map(|index| Ok((index, self.attempt(name, index)?)))
                .collect::<Result<_>>()?;
            for (index, result) in results {
                self.count(name, index, result, &mut counts);
            }
            if self.args.index.is_some() {
                break;
            }
        }
        Ok(counts)
    }

    fn count(&self, name: &str, index: usize, result: Result1, counts: &mut Counts) {
        let tell = |what: &str, story: &str| {
            if what == "unsound" || self.args.show {
                println!(
                    "{what}: --seed {} --only {name} --index {index}",
                    self.args.seed
                );
                println!("{story}");
            }
        };
        counts.attempts += usize::from(!matches!(result, Result1::Void));
        match result {
            Result1::Void => {}
            Result1::Accepted => counts.accepted += 1,
            Result1::Unsound(story) => {
                counts.accepted += 1;
                counts.unsound += 1;
                tell("unsound", &story);
            }
            Result1::Refused => counts.refused += 1,
            Result1::TooMany(story) => {
                counts.refused += 1;
                counts.too_many += 1;
                tell("too many", &story);
            }
        }
    }

    fn attempt(&self, refactoring: &str, index: usize) -> Result<Result1> {
        let mut random = Random::new(self.args.seed, refactoring, index);
        let program = &self.programs[random.below(self.programs.len())];
        let Some(attempt) = self.storm.attempt(program, refactoring, &mut random) else {
            return Ok(Result1::Void);
        };
        let sources = Sources::new(attempt.files.iter().map(|(p, t)| (p.as_str(), t.as_str())));
        let session = self.language.open(sources);
        let Ok(outcome) = session.apply(&attempt.request) else {
            return Ok(Result1::Void);
        };
        let Some(before) = self.baseline(&attempt.files)? else {
            return Ok(Result1::Void);
        };
        let changed: Files = outcome
            .after
            .iter()
            .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
            .collect();
        let after = self.ran(&changed, self.storm.limits().times(PATIENCE))?;
        let same = self.storm.same(&before, &after, &outcome.renames);
        let story = || {
            let why: Vec<_> = outcome
                .refusals()
                .map(|c| format!("  {}: {}", c.kind, c.message))
                .collect();
            format!(
                "{} {:?} {:?}\n{}\n--- before\n{}\n--- after\n{}\n--- printed before\n{}\n--- printed after\n{}",
                program.name,
                attempt.request.target,
                attempt.request.params,
                why.join("\n"),
                shown(&attempt.files),
                shown(&changed),
                before.shown(),
                after.shown()
            )
        };
        Ok(match (outcome.is_accepted(), same) {
            (true, true) => Result1::Accepted,
            (true, false) => Result1::Unsound(story()),
            (false, true) => Result1::TooMany(story()),
            (false, false) => Result1::Refused,
        })
    }

    fn baseline(&self, files: &Files) -> Result<Option<Ran>> {
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let key = hasher.finish();
        let locked = || {
            self.known
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
        };
        if let Some(known) = locked().get(&key) {
            return Ok(known.clone());
        }
        let limits = self.storm.limits();
        let first = self.ran(files, limits)?;
        let steady = first.is_whole && first == self.ran(files, limits)?;
        let known = steady.then_some(first);
        locked().insert(key, known.clone());
        Ok(known)
    }

    fn ran(&self, files: &Files, limits: Limits) -> Result<Ran> {
        let folder = tempfile::tempdir()?;
        for (path, text) in files {
            let at = folder.path().join(path);
            if let Some(parent) = at.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(at, text)?;
        }
        self.storm.run(files, folder.path(), limits)
    }
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.attempts += other.attempts;
        self.accepted += other.accepted;
        self.refused += other.refused;
        self.unsound += other.unsound;
        self.too_many += other.too_many;
    }
}

fn shown(files: &Files) -> String {
    let list: Vec<_> = files
        .iter()
        .map(|(path, text)| format!("//- {path}\n{text}"))
        .collect();
    list.concat()
}
