//! A history's changes analysed in parallel, within limits, in order.
//!
//! [`mine`] works through the steps of a history on several threads and hands each record to a sink in history order,
//! whatever the number of threads; [`mine_all`] through those of several repositories. Files that neighbouring commits
//! share are lowered once.

mod memory;
mod ordered;

pub use ordered::ordered;

use memory::Watch;
use reweave_change::{Analysis, Change, Limits, Models, Record, Size, Status};
use reweave_git::{Base, GitError, Local, Repo, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much each commit and the whole run may take.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub jobs: usize,
    /// Time for one commit.
    pub budget: Option<Duration>,
    /// Bytes that the whole process may hold, C allocations included.
    pub max_memory: Option<usize>,
    /// Looks once more at what was found in a change.
    pub verify: Option<Verify>,
    /// Counts the lines that each change touches.
    pub sizes: bool,
    /// Becomes true when nobody waits any more: what runs ends soon, and its records are worth nothing.
    pub stop: Option<Arc<AtomicBool>>,
}

pub type Verify = fn(&Change, &mut Record, &Limits<'_>);

/// One analysed step.
pub struct Done {
    pub record: Record,
    /// Zero where it was not asked for.
    pub size: Size,
    pub took: Duration,
}

/// A step in one of several repositories.
#[derive(Clone, Debug)]
pub struct Item {
    /// Its number in the list of repositories.
    pub repo: usize,
    pub step: Step,
}

impl Options {
    /// The record of a change, verified where that is asked for.
    pub fn record(&self, analysis: &Analysis<'_>, change: &Change) -> Record {
        let mut record = analysis.run(change);
        if let Some(verify) = self.verify {
            verify(change, &mut record, analysis.limits);
        }
        record
    }

    /// Whether nobody waits any more.
    pub fn is_stopped(&self) -> bool {
        let stop = self.stop.as_ref();
        stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Runs `work` within the limits of one commit.
    pub fn limited<T>(&self, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let watch = self.max_memory.map(Watch::new);
        let out_of_memory = || self.is_stopped() || watch.as_ref().is_some_and(Watch::is_over);
        work(&Limits {
            deadline: self.budget.map(|b| Instant::now() + b),
            out_of_memory: Some(&out_of_memory),
        })
    }
}

/// Analyses `steps`; `render` turns each record into what `sink` takes, on the thread that made it.
///
/// The sink is called in the order of the steps. Its first error ends the run.
pub fn mine<T: Send, E>(
    repo: &Repo,
    steps: &[Step],
    options: &Options,
    render: &(dyn Fn(&Local, &Step, Done) -> T + Sync),
    sink: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let models = SharedModels::default();
    let work = |local: &mut Local, step: &Step| {
        let done = one(local, step, options, &models.current());
        render(local, step, done)
    };
    ordered(steps, options.jobs, || repo.local(), work, sink)
}

/// Analyses the items of several repositories as [`mine`] does: a thread that is done with one repository goes on with the
/// next. `render` is also given the number of the item.
pub fn mine_all<T: Send, E>(
    repos: &[Repo],
    items: &[Item],
    options: &Options,
    render: &(dyn Fn(&Local, usize, Done) -> T + Sync),
    sink: &mut dyn FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let models = SharedModels::default();
    let numbers: Vec<usize> = (0..items.len()).collect();
    let work = |held: &mut Option<(usize, Local)>, &number: &usize| {
        let item = &items[number];
        let here = held.take().filter(|(repo, _)| *repo == item.repo);
        let (_, local) = held.insert(here.unwrap_or_else(|| (item.repo, repos[item.repo].local())));
        let done = one(local, &item.step, options, &models.current());
        render(local, number, done)
    };
    ordered(&numbers, options.jobs, || None, work, sink)
}

/// The record of one step, whatever happens.
fn one(local: &Local, step: &Step, options: &Options, models: &Models) -> Done {
    let start = Instant::now();
    // A defect that one commit meets must not lose the rest of a history.
    let work = || options.limited(|limits| analyse(local, step, options, (models, limits)));
    let (record, size) = catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| error("internal error: the analysis panicked".into()));
    Done {
        record,
        size,
        took: start.elapsed(),
    }
}

fn analyse(
    local: &Local,
    step: &Step,
    options: &Options,
    (models, limits): (&Models, &Limits<'_>),
) -> (Record, Size) {
    let change = match (&step.base, local.change(step, limits)) {
        (Base::Unreadable(why), _) => return error(why.clone()),
        (_, Ok(change)) => change,
        (_, Err(GitError::CutShort)) => {
            let record = Record {
                status: limits.status(),
                ..Record::default()
            };
            return (record, Size::default());
        }
        (_, Err(why)) => return error(why.to_string()),
    };
    let analysis = Analysis {
        models,
        rest: &local.rest(step),
        limits,
    };
    let size = if options.sizes {
        change.size()
    } else {
        Size::default()
    };
    (options.record(&analysis, &change), size)
}

fn error(why: String) -> (Record, Size) {
    let record = Record {
        status: Status::Error,
        error: Some(why),
        ..Record::default()
    };
    (record, Size::default())
}

/// The models of the run, begun anew when their names have grown too many: a history holds more names than memory should.
#[derive(Default)]
struct SharedModels(Mutex<Option<Arc<Models>>>);

/// Some 100 MB of names.
const MAX_NAMES: usize = 1 << 20;

impl SharedModels {
    fn current(&self) -> Arc<Models> {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let usable = current.take().filter(|m| m.names().len() < MAX_NAMES);
        let models = usable.unwrap_or_else(|| Arc::new(Models::keeping()));
        Arc::clone(current.insert(models))
    }
}
