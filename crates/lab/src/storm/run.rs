//! One storm: attempts in rounds until there are enough, each run before and after, counted.

use super::baseline::Baselines;
use super::tally::{self, Counts, Ending};
use super::{Args, Attempt, Files, Program, Ran, Random, Refused, Storm};
use crate::threads::on_threads;
use anyhow::{Result, bail};
use reweave_languages::LANGUAGES;
use reweave_refactor::{AnyLanguage, AnySession, Outcome};
use reweave_text::Sources;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// How many times as much a refactored program may use; a forced one, which often runs for ever, only twice as much.
const PATIENCE: u64 = 5;
const PATIENCE_WHEN_FORCED: u64 = 2;

/// How many times as many places as wanted attempts are looked at.
const MOST_VOID: usize = 60;

/// Programs of more bytes are told as differences.
const LONG_STORY: usize = 2_000;

pub struct Run<'a> {
    storm: &'a dyn Storm,
    language: &'static dyn AnyLanguage,
    args: &'a Args,
    programs: Vec<Program>,
    /// The programs of each group: every group has as many attempts as the others.
    groups: BTreeMap<&'static str, Vec<usize>>,
    baselines: Baselines,
    /// By the number of the program, where programs are read once.
    sessions: Mutex<BTreeMap<usize, Arc<dyn AnySession>>>,
}

impl<'a> Run<'a> {
    /// `None`, said aloud, where the tool or all programs are missing.
    pub fn new(storm: &'a dyn Storm, args: &'a Args) -> Result<Option<Self>> {
        let Some(language) = LANGUAGES.iter().find(|l| l.name() == storm.language()) else {
            bail!("{} has no refactorings yet", storm.language());
        };
        if !storm.is_installed() {
            return Ok(None);
        }
        let mut programs = storm.programs()?;
        programs.truncate(args.limit.unwrap_or(usize::MAX));
        if programs.is_empty() {
            println!("SKIPPED: no {} program to refactor", storm.name());
            return Ok(None);
        }
        let mut groups: BTreeMap<&'static str, Vec<usize>> = BTreeMap::new();
        for (i, program) in programs.iter().enumerate() {
            groups.entry(storm.group(program)).or_default().push(i);
        }
        Ok(Some(Self {
            storm,
            language: *language,
            args,
            programs,
            groups,
            baselines: Baselines::default(),
            sessions: Mutex::default(),
        }))
    }

    /// The number of unsound attempts.
    pub fn all(self) -> Result<usize> {
        let mut table = Vec::new();
        let mut by_group = BTreeMap::new();
        for entry in self.language.refactorings() {
            let is_named = |name: &String| name == entry.name;
            let is_wanted = self.args.only.as_ref().is_none_or(is_named);
            if is_wanted && !self.args.except.iter().any(is_named) {
                let counts = self.refactoring(entry.name, &mut by_group)?;
                eprintln!("{}: {}", entry.name, counts.line());
                table.push((entry.name, counts));
            }
        }
        let whole = Counts::sum(table.iter().map(|(_, counts)| counts));
        let (tried, left_out) = self.baselines.counts();
        println!(
            "{} programs; of {tried} that were tried, as they are or prepared, {left_out} left out: they do not run, or not the same twice",
            self.programs.len()
        );
        if self.groups.len() > 1 {
            for (group, counts) in &by_group {
                println!(
                    "{group}: {} attempts, {} accepted",
                    counts.attempts, counts.accepted
                );
            }
        }
        if whole.undecided > 0 {
            println!(
                "{} left out: the refactored program met the limit of time, or printed the same when run again",
                whole.undecided
            );
        }
        print!("{}", tally::table(&table));
        println!("{}", whole.line());
        Ok(whole.unsound)
    }

    /// Goes on until there are enough attempts that mean something, in rounds so that all cores work and the result is the
    /// same on any number of them.
    fn refactoring(
        &self,
        name: &str,
        by_group: &mut BTreeMap<&'static str, Counts>,
    ) -> Result<Counts> {
        let mut counts = Counts::default();
        let wanted = match self.args.index {
            Some(_) => 1,
            None => self.args.attempts,
        };
        let mut next = 0;
        while counts.attempts < wanted && next < wanted.saturating_mul(MOST_VOID) {
            let round: Vec<usize> = match self.args.index {
                Some(index) => vec![index],
                None => (next..next + (wanted - counts.attempts)).collect(),
            };
            next += round.len();
            let endings = on_threads(&round, |index| self.attempt(name, index));
            for (index, ended) in round.into_iter().zip(endings) {
                let (group, ending) = ended?;
                counts.count(&ending);
                by_group.entry(group).or_default().count(&ending);
                self.tell(name, index, &ending);
            }
            if self.args.index.is_some() {
                break;
            }
        }
        Ok(counts)
    }

    fn tell(&self, name: &str, index: usize, ending: &Ending) {
        let (what, story) = match ending {
            Ending::Unsound(story) => ("unsound", story),
            Ending::TooMany(story) if self.args.show => ("too many", story),
            Ending::Undecided(story) if self.args.show => ("undecided", story),
            _ => return,
        };
        let seed = self.args.seed;
        let taken = if self.args.taken { " --taken" } else { "" };
        let libraries = match &self.args.libraries[..] {
            [] => String::new(),
            named => format!(" --libraries {}", named.join(",")),
        };
        println!(
            "{what}: storm {}{taken}{libraries} --seed {seed} --only {name} --index {index}",
            self.storm.name()
        );
        println!("{story}");
    }

    /// How an attempt ended, and in which group of programs it was.
    fn attempt(&self, refactoring: &str, index: usize) -> Result<(&'static str, Ending)> {
        let mut random = Random::new(self.args.seed, refactoring, index);
        let at = random.below(self.groups.len());
        let (group, members) = self.groups.iter().nth(at).expect("there are programs");
        let number = members[random.below(members.len())];
        let program = &self.programs[number];
        let ending = match self.storm.attempt(program, refactoring, &mut random) {
            Some(attempt) => self.judge(number, &attempt)?,
            None => Ending::Void,
        };
        Ok((*group, ending))
    }

    /// Whether what printed something else does not when it is run again.
    fn is_moody(&self, changed: &Files, before: &Ran, outcome: &Outcome) -> Result<bool> {
        let folder = super::scratch(changed)?;
        let limits = self.storm.limits().times(PATIENCE);
        let again = self.storm.run(changed, folder.path(), limits)?;
        Ok(self.storm.same(before, &again, &outcome.renames))
    }

    /// The attempt's files, read; kept where all attempts are for the same.
    fn session(&self, number: usize, attempt: &Attempt) -> Arc<dyn AnySession> {
        let open = || {
            let files = attempt.files.iter().map(|(p, t)| (p.as_str(), t.as_str()));
            let sources = Sources::new(files);
            Arc::from(self.language.open_within(sources, self.storm.around()))
        };
        if !self.storm.reads_once() {
            return open();
        }
        let locked = || self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(session) = locked().get(&number) {
            return Arc::clone(session);
        }
        let session = open();
        locked().insert(number, Arc::clone(&session));
        session
    }

    fn judge(&self, number: usize, attempt: &Attempt) -> Result<Ending> {
        let program = &self.programs[number];
        let session = self.session(number, attempt);
        let outcome = session.apply(&attempt.request).ok();
        let Some(outcome) = outcome.filter(Outcome::was_made) else {
            return Ok(Ending::Void);
        };
        let Some(before) = self.baselines.of(self.storm, &attempt.files)? else {
            return Ok(Ending::Void);
        };
        let changed: Files = outcome
            .after
            .iter()
            .map(|(_, f)| (f.path.to_string(), f.text.to_string()))
            .collect();
        let folder = super::scratch(&changed)?;
        let patience = if outcome.is_accepted() {
            PATIENCE
        } else {
            PATIENCE_WHEN_FORCED
        };
        let limits = self.storm.limits().times(patience);
        let after = self.storm.run(&changed, folder.path(), limits)?;
        let story = || story(program, attempt, &outcome, &changed, &before, &after);
        if outcome.is_accepted() && after.is_late && before.output.starts_with(&after.output) {
            return Ok(Ending::Undecided(story()));
        }
        let same = self.storm.same(&before, &after, &outcome.renames);
        let refused = Refused {
            refactoring: &attempt.request.refactoring,
            kinds: outcome.refusals().map(|c| c.kind).collect(),
            before: &attempt.files,
            after: &changed,
        };
        if outcome.is_accepted()
            && same
            && let Some(how) = self.storm.differs(program, &attempt.request, &outcome)?
        {
            return Ok(Ending::Unsound(format!("{how}\n{}", story())));
        }
        Ok(match (outcome.is_accepted(), same) {
            (true, true) => Ending::Accepted,
            (true, false) if self.storm.is_chance(&attempt.files, &before)? => Ending::Void,
            (true, false) if self.is_moody(&changed, &before, &outcome)? => {
                Ending::Undecided(story())
            }
            (true, false) => Ending::Unsound(story()),
            (false, true) if self.storm.shows_change(&refused)? => Ending::Refused,
            (false, true) => Ending::TooMany(story()),
            (false, false) => Ending::Refused,
        })
    }
}

fn story(
    program: &Program,
    attempt: &Attempt,
    outcome: &Outcome,
    changed: &Files,
    before: &Ran,
    after: &Ran,
) -> String {
    let why: Vec<_> = outcome
        .refusals()
        .map(|c| format!("  {}: {}", c.kind, c.message))
        .collect();
    let size: usize = attempt.files.iter().map(|f| f.1.len()).sum();
    let texts = if size > LONG_STORY {
        differences(&attempt.files, changed)
    } else {
        let (before, after) = (shown(&attempt.files), shown(changed));
        format!("--- before\n{before}\n--- after\n{after}")
    };
    format!(
        "{} {:?} {:?}\n{}\n{texts}\n--- printed before\n{}\n--- printed after\n{}",
        program.name,
        attempt.request.target,
        attempt.request.params,
        why.join("\n"),
        before.shown(),
        after.shown()
    )
}

/// The changed lines with some around them.
fn differences(before: &Files, after: &Files) -> String {
    let mut all = String::new();
    let paths: BTreeSet<&String> = before.iter().chain(after).map(|f| &f.0).collect();
    for path in paths {
        let text = |files: &Files| {
            let found = files.iter().find(|f| f.0 == *path);
            found.map(|f| f.1.clone()).unwrap_or_default()
        };
        let (old, new) = (text(before), text(after));
        if old != new {
            let diff = similar::TextDiff::from_lines(&old, &new);
            all.push_str(&diff.unified_diff().header(path, path).to_string());
        }
    }
    all
}

fn shown(files: &Files) -> String {
    let list: Vec<_> = files
        .iter()
        .map(|(path, text)| format!("//- {path}\n{text}"))
        .collect();
    list.concat()
}
