//! The commits of many repositories, one after the other, on several threads.

use crate::open::{Opened, open};
use crate::{Ask, HarvestError, Named};
use reweave_change::{Record, Size};
use reweave_git::{Base, Facts, Local, Repo, Step};
use reweave_mine::{Done, Item, mine_all};
use reweave_tables::Person;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// One analysed commit.
pub struct Commit {
    pub step: Step,
    pub position: usize,
    pub facts: Facts,
    pub size: Size,
    pub took: Duration,
    pub record: Record,
}

impl Commit {
    /// As the tables take it.
    pub fn row<'a>(&'a self, repo: &'a str) -> reweave_tables::Commit<'a> {
        let person = |s: &reweave_git::Signature| Person {
            name: s.name.clone(),
            email: s.email.clone(),
            time: s.time,
        };
        let facts = &self.facts;
        reweave_tables::Commit {
            repo,
            sha: self.step.commit.to_string(),
            parent: match self.step.base {
                Base::Parent(parent) => Some(parent.to_string()),
                Base::Root | Base::Unreadable(_) => None,
            },
            position: self.position,
            parents: facts.parents.iter().map(ToString::to_string).collect(),
            author: person(&facts.author),
            committer: person(&facts.committer),
            subject: facts.subject.clone(),
            body: facts.body.clone(),
            size: self.size,
            milliseconds: self.took.as_millis() as u64,
            record: &self.record,
        }
    }
}

/// What happens, in order.
pub enum Event<'e, T> {
    /// The commits of a repository begin; how many there are, and how many of them are wanted.
    Begin(&'e Begun<'e>),
    Commit(T),
    /// The commits of the repository are over.
    End(&'e Begun<'e>),
    /// There are none, and why.
    Failed {
        named: &'e Named,
        why: String,
    },
}

/// A repository whose commits come.
pub struct Begun<'e> {
    /// Its number in the list.
    pub number: usize,
    pub named: &'e Named,
    pub opened: &'e Facets,
    /// The positions that come, in order.
    pub wanted: &'e [Range<usize>],
}

/// What stays known of a repository while its commits are analysed.
pub struct Facets {
    pub steps: Vec<Step>,
    pub merges_skipped: usize,
    pub origin: Option<String>,
    pub notes: Vec<String>,
}

/// Commits of several repositories that are shared out among the threads at once, so that none waits for the last commit of
/// a small repository.
const BATCH: usize = 4096;

/// Analyses the commits of `list`. `pick` says which positions of a repository come, `render` turns a commit into what
/// `sink` takes, on the thread that analysed it. The first error of the sink ends the run.
pub fn each<T: Send>(
    list: &[Named],
    ask: &Ask,
    pick: &mut dyn FnMut(&Named, &Opened) -> Vec<Range<usize>>,
    render: &(dyn Fn(&Named, Commit) -> T + Sync),
    sink: &mut dyn FnMut(Event<'_, T>) -> Result<(), HarvestError>,
) -> Result<(), HarvestError> {
    let mut known: HashMap<PathBuf, String> = HashMap::new();
    let mut ranged: HashSet<&str> = HashSet::new();
    let mut batch = Batch::default();
    for (number, named) in list.iter().enumerate() {
        let opened = open(named, ask).and_then(|opened| {
            let first = known
                .entry(opened.repo.folder())
                .or_insert_with(|| named.name.clone());
            // Parts of one repository may stand in several rows of a list; the whole of it only once.
            let again =
                named.range.is_none() && (*first != named.name || !ranged.insert(&named.name));
            if again {
                Err(format!(
                    "it is in the list already, as {first}; it was looked at once"
                ))
            } else {
                Ok(opened)
            }
        });
        match opened {
            Ok(opened) => {
                let wanted = pick(named, &opened);
                batch.add(number, named, opened, wanted);
            }
            Err(why) => {
                batch.work(ask, render, sink)?;
                sink(Event::Failed { named, why })?;
            }
        }
        if batch.items.len() >= BATCH {
            batch.work(ask, render, sink)?;
        }
    }
    batch.work(ask, render, sink)
}

/// Repositories whose commits are analysed together.
#[derive(Default)]
struct Batch<'l> {
    repos: Vec<Repo>,
    of: Vec<(usize, &'l Named, Facets, Vec<Range<usize>>)>,
    items: Vec<Item>,
    positions: Vec<usize>,
}

impl<'l> Batch<'l> {
    fn add(&mut self, number: usize, named: &'l Named, opened: Opened, wanted: Vec<Range<usize>>) {
        let Opened {
            repo,
            history,
            origin,
        } = opened;
        for position in wanted.iter().cloned().flatten() {
            self.items.push(Item {
                repo: self.repos.len(),
                step: history.steps[position].clone(),
            });
            self.positions.push(position);
        }
        self.repos.push(repo);
        let facets = Facets {
            steps: history.steps,
            merges_skipped: history.merges_skipped,
            origin,
            notes: history.notes,
        };
        self.of.push((number, named, facets, wanted));
    }

    fn work<T: Send>(
        &mut self,
        ask: &Ask,
        render: &(dyn Fn(&Named, Commit) -> T + Sync),
        sink: &mut dyn FnMut(Event<'_, T>) -> Result<(), HarvestError>,
    ) -> Result<(), HarvestError> {
        let batch = std::mem::take(self);
        let made = |local: &Local, i: usize, done: Done| {
            let item = &batch.items[i];
            let commit = commit(local, &item.step, batch.positions[i], done, ask);
            (item.repo, render(batch.of[item.repo].1, commit))
        };
        let begun = |repo: usize| {
            let (number, named, opened, wanted) = &batch.of[repo];
            Begun {
                number: *number,
                named,
                opened,
                wanted,
            }
        };
        // The repository whose commits come now: those before it are over.
        let mut now = None;
        let mut turn_to =
            |repo: usize, sink: &mut dyn FnMut(Event<'_, T>) -> Result<(), HarvestError>| {
                while now != Some(repo) {
                    if let Some(over) = now {
                        sink(Event::End(&begun(over)))?;
                    }
                    let next = now.map_or(0, |n| n + 1);
                    now = Some(next);
                    if next < batch.of.len() {
                        sink(Event::Begin(&begun(next)))?;
                    }
                }
                Ok(())
            };
        mine_all(
            &batch.repos,
            &batch.items,
            &ask.options,
            &made,
            &mut |(repo, made)| {
                turn_to(repo, sink)?;
                sink(Event::Commit(made))
            },
        )?;
        if batch.of.is_empty() {
            return Ok(());
        }
        turn_to(batch.of.len(), sink)
    }
}

fn commit(local: &Local, step: &Step, position: usize, done: Done, ask: &Ask) -> Commit {
    let Done {
        mut record,
        size,
        took,
    } = done;
    if let Some(shown) = &ask.shown {
        shown(&mut record);
    }
    Commit {
        step: step.clone(),
        position,
        // What cannot be read is in the record already.
        facts: local.facts(step.commit).unwrap_or_default(),
        size,
        took,
        record,
    }
}
