//! `cargo xtask storm-fortran`: seeded random refactorings of real programs, built and run before and after by the real tool.
//!
//! `unsound`: accepted, and the build or the output changed. `too_many`: refused, and forced it would have built and
//! printed the same. A program whose two unrefactored runs differ is left out, and where a rename changed names that a
//! program prints, its output is compared after the same renames.

mod field;
mod fortran;
mod fortran_ask;
mod fortran_variants;
mod rng;
mod tally;

use anyhow::{Result, bail};
pub use field::Output;
use field::{Field, Subject};
use rayon::prelude::*;
use reweave_refactor::{Request, Session};
use reweave_text::Sources;
use rng::Rng;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use tally::{Ending, Tally};

#[derive(clap::Args)]
pub struct Args {
    /// The language whose programs are refactored
    #[arg(default_value = "fortran")]
    language: String,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Attempts in all
    #[arg(long, default_value_t = 200)]
    attempts: u64,
    /// Only this refactoring
    #[arg(long)]
    only: Option<String>,
    /// `plain`, `split` (modules in files of their own) or `fixed` (converted to fixed form)
    #[arg(long, default_value = "plain")]
    variant: String,
    /// Only programs whose name holds this
    #[arg(long, default_value = "")]
    program: String,
    /// At most so many programs
    #[arg(long)]
    limit: Option<usize>,
    /// Where to leave the programs of unsound and needlessly refused attempts
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Tell of every refusal too many
    #[arg(long)]
    verbose: bool,
}

pub fn run(args: &Args) -> Result<()> {
    match args.language.as_str() {
        "fortran" => match fortran::Fortran::new(&args.variant)? {
            Some(field) => storm(&field, args),
            None => Ok(()),
        },
        other => bail!("no storm for {other} yet"),
    }
}

/// Tries to make a request that fits a program before giving up on it.
const TRIES: usize = 8;

fn storm<F: Field>(field: &F, args: &Args) -> Result<()> {
    let mut subjects: Vec<Subject> = field.subjects()?;
    subjects.retain(|s| s.name.contains(&args.program));
    if let Some(limit) = args.limit {
        subjects.truncate(limit);
    }
    let refactorings: Vec<&'static str> = field
        .refactorings()
        .into_iter()
        .filter(|r| args.only.as_deref().is_none_or(|o| o == *r))
        .collect();
    if subjects.is_empty() || refactorings.is_empty() {
        bail!("no program or no refactoring to storm");
    }
    let storm = Storm {
        field,
        args,
        subjects,
        refactorings,
        outputs: Mutex::new(BTreeMap::new()),
    };
    let tallies: Vec<Tally> = (0..args.attempts)
        .into_par_iter()
        .map(|i| storm.attempt(i))
        .collect::<Result<_>>()?;
    let total = tallies.into_iter().fold(Tally::default(), Tally::join);
    print!("{}", total.table());
    println!("{}", total.line());
    if total.unsound() > 0 {
        bail!("{} unsound", total.unsound());
    }
    Ok(())
}

struct Storm<'a, F: Field> {
    field: &'a F,
    args: &'a Args,
    subjects: Vec<Subject>,
    refactorings: Vec<&'static str>,
    /// What each unrefactored program prints; `None` where it does not build or not always prints the same.
    outputs: Mutex<BTreeMap<usize, Option<Output>>>,
}

impl<F: Field> Storm<'_, F> {
    fn original(&self, subject: usize) -> Result<Option<Output>> {
        if let Some(known) = self
            .outputs
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .get(&subject)
        {
            return Ok(known.clone());
        }
        let files = &self.subjects[subject].files;
        let first = self.field.run(files)?;
        let output = match first {
            Some(first) if self.field.run_again(files)?.as_ref() == Some(&first) => Some(first),
            _ => None,
        };
        self.outputs
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .insert(subject, output.clone());
        Ok(output)
    }

    fn attempt(&self, number: u64) -> Result<Tally> {
        let mut rng = Rng::new(self.args.seed.wrapping_mul(1_000_003).wrapping_add(number));
        let refactoring = self.refactorings[number as usize % self.refactorings.len()];
        for _ in 0..TRIES {
            let subject = self.field.choose(&self.subjects, refactoring, &mut rng);
            let files = &self.subjects[subject].files;
            let session = Session::<F::Language>::new(Sources::new(files.clone()));
            let Some(request) = self.field.request(&session, refactoring, &mut rng) else {
                continue;
            };
            // Bad input is no attempt: ask for something else.
            let Ok(outcome) = session.apply(&request) else {
                continue;
            };
            let Some(before) = self.original(subject)? else {
                continue;
            };
            let changed: Vec<(String, String)> = outcome
                .after
                .iter()
                .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
                .collect();
            let accepted = outcome.is_accepted();
            let after = self.field.run(&changed)?;
            let same = after.is_some_and(|a| a.is_same(&before, &outcome.renames));
            let ending = match (accepted, same) {
                (true, true) => Ending::Accepted,
                (true, false) => Ending::Unsound,
                (false, true) => Ending::TooMany,
                (false, false) => Ending::Refused,
            };
            if ending == Ending::Unsound || ending == Ending::TooMany && self.args.verbose {
                let why = outcome.refusals().next().map_or("accepted", |c| &c.message);
                self.tell(number, ending, subject, &request, why, &changed)?;
            }
            return Ok(Tally::one(refactoring, ending));
        }
        Ok(Tally::default())
    }

    fn tell(
        &self,
        number: u64,
        ending: Ending,
        subject: usize,
        request: &Request,
        why: &str,
        changed: &[(String, String)],
    ) -> Result<()> {
        let name = &self.subjects[subject].name;
        println!(
            "{ending:?} seed={} attempt={number} {name} {:?} {:?}: {why}",
            self.args.seed, request.target, request.params
        );
        if let Some(dir) = &self.args.keep {
            let dir = dir.join(format!("{}-{number}-{}", request.refactoring, name));
            for (side, files) in [
                ("before", &self.subjects[subject].files),
                ("after", &changed.to_vec()),
            ] {
                crate::gfortran::write(&dir.join(side), files)?;
            }
        }
        Ok(())
    }
}
