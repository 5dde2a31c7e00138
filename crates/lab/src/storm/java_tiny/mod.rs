//! `storm java-tiny`: generated small programs over two packages, refactored at random, compiled and run before and after.
//!
//! The generator shares nothing with the engine: it writes text, and javac says what of it is Java. Names are few and chosen to
//! collide; every method, field and initializer prints a number of its own, so that another binding shows in the output. What is
//! unsound is reduced and told once for each kind.

mod ask;
mod attempt;
mod bodies;
mod exprs;
mod extras;
mod features;
mod forms;
mod judge;
mod made;
mod marks;
mod objects;
mod plan;
mod record;
mod reduce;
mod runner;
mod stmts;
mod write;

use super::{Args, Attempt, Random, Sample};
use crate::javac;
use crate::threads::on_threads;
use anyhow::{Result, bail};
use ask::{Asked, Asker, REFACTORINGS};
use attempt::{Bench, Ready, Verdict};
use bodies::IN_BODIES;
use made::MADE;
use record::{Found, Record, Results};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Requests for each refactoring and program.
const EACH: usize = 3;

/// Programs between two looks at the results.
const ROUND: usize = 16;

/// One refusal in so many is judged, too.
const FORCED: usize = 4;

/// So many of a kind are reduced.
const MOST_OF_A_KIND: usize = 2;

struct Tiny<'a> {
    args: &'a Args,
    bench: Bench,
    kinds: Mutex<BTreeMap<String, usize>>,
}

pub fn run(args: &Args) -> Result<()> {
    if !javac::is_installed() {
        return Ok(());
    }
    let started = Instant::now();
    let mut results = Results::open(args)?;
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    let tiny = Tiny {
        args,
        bench: Bench::new(workers)?,
        kinds: Mutex::new(results.kinds()),
    };
    if let Some(index) = args.index {
        results.add(tiny.program(index)?)?;
    } else {
        while results.attempts() < args.attempts {
            let next = results.programs();
            let round: Vec<usize> = (next..next + ROUND).collect();
            for record in on_threads(&round, |number| tiny.program(number)) {
                results.add(record?)?;
            }
        }
    }
    let unsound = results.tell(started.elapsed());
    if args.strict && unsound > 0 {
        bail!("{unsound} unsound");
    }
    Ok(())
}

/// Requests for generated programs that compile, in order of refactoring: of each as many as asked for, one a program at most.
pub fn samples(seed: u64, attempts: usize) -> Result<Vec<Sample>> {
    /// A program that cannot be repaired is passed over; most can.
    const TRIES: usize = 4;
    let mut all = Vec::new();
    if !javac::is_installed() {
        return Ok(all);
    }
    let bench = Bench::new(1)?;
    let mut programs = 0;
    for number in 0..attempts * TRIES {
        let mut random = Random::new(seed, "java-tiny", number);
        let Some(ready) = bench.repair(write::program(&mut random))? else {
            continue;
        };
        let mut asker = Asker::new(&ready.text, Random::new(seed, "requests", number));
        for refactoring in REFACTORINGS.into_iter().chain(IN_BODIES).chain(MADE) {
            all.extend(asker.ask(refactoring).map(|asked| {
                let files = ready.text.files.clone();
                let request = asked.request;
                bench.sample(format!("java-tiny {number}"), Attempt { files, request })
            }));
        }
        programs += 1;
        if programs == attempts {
            break;
        }
    }
    all.sort_by(|a, b| {
        let name = |s: &Sample| s.attempt.request.refactoring.clone();
        name(a).cmp(&name(b))
    });
    Ok(all)
}

impl Tiny<'_> {
    /// All attempts on one program.
    fn program(&self, number: usize) -> Result<Record> {
        let mut random = Random::new(self.args.seed, "java-tiny", number);
        let mut record = Record::new(number);
        let Some(ready) = self.bench.repair(write::program(&mut random))? else {
            return Ok(record);
        };
        if self.args.show {
            println!("{}", record::shown(&ready.text.files));
        }
        record.runs = true;
        record.features = features::features(&ready.text.files)
            .map(str::to_owned)
            .collect();
        let session = self.bench.open(&ready.text.files);
        let asker_random = Random::new(self.args.seed, "requests", number);
        let mut asker = Asker::new(&ready.text, asker_random);
        for refactoring in REFACTORINGS.into_iter().chain(IN_BODIES).chain(MADE) {
            let is_wanted = |only: &String| only.split(',').any(|o| o == refactoring);
            for _ in 0..EACH {
                let asked = asker.ask(refactoring);
                let forced = asker.random.one_in(FORCED);
                if let Some(asked) = asked.filter(|_| self.args.only.as_ref().is_none_or(is_wanted))
                {
                    let verdict =
                        self.bench
                            .attempt(&*session, &asked.request, &ready.printed, forced)?;
                    self.count(&mut record, (&ready, &asked), verdict, forced)?;
                }
            }
        }
        Ok(record)
    }

    fn count(
        &self,
        record: &mut Record,
        (ready, asked): (&Ready, &Asked),
        verdict: Verdict,
        forced: bool,
    ) -> Result<()> {
        let counts = record.counts(&asked.request.refactoring);
        match verdict {
            Verdict::Bad => counts.bad += 1,
            Verdict::Accepted => counts.accepted += 1,
            Verdict::Refused => {
                counts.refused += 1;
                counts.forced += usize::from(forced);
            }
            Verdict::NotMade => {
                counts.refused += 1;
                counts.not_made += 1;
            }
            Verdict::TooMany(why) => {
                counts.refused += 1;
                counts.forced += 1;
                counts.too_many += 1;
                if self.args.show {
                    println!(
                        "too many: {} {:?}",
                        record::request(asked, &ready.text),
                        why
                    );
                }
            }
            Verdict::Unsound(defect) => {
                counts.accepted += 1;
                counts.unsound += 1;
                let key = record::key(asked, &defect.kind);
                let mut found = Found {
                    story: format!(
                        "{}\n{}",
                        record::request(asked, &ready.text),
                        defect.message
                    ),
                    size: usize::MAX,
                    key,
                };
                if self.is_new(&found.key)
                    && let Some(reduced) = reduce::reduce(&self.bench, ready, asked, &defect.kind)?
                {
                    found = record::found(found.key, asked, &reduced);
                }
                record.found.push(found);
            }
        }
        Ok(())
    }

    fn is_new(&self, key: &str) -> bool {
        let mut kinds = self.kinds.lock().unwrap_or_else(PoisonError::into_inner);
        let seen = kinds.entry(key.to_owned()).or_default();
        *seen += 1;
        *seen <= MOST_OF_A_KIND
    }
}
