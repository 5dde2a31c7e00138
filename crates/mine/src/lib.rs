//! A history's changes analysed in parallel, within limits, in order.
//!
//! [`mine`] works through the steps of a history on several threads and hands each record to a sink in history order,
//! whatever the number of threads. Files that neighbouring commits share are lowered once.

mod memory;
mod ordered;

pub use ordered::ordered;

use memory::Watch;
use reweave_change::{Analysis, Change, Limits, Models, Record, Side, Status};
use reweave_git::{Base, GitError, Local, Repo, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How much each commit and the whole run may take.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    pub jobs: usize,
    /// Time for one commit.
    pub budget: Option<Duration>,
    /// Bytes that the whole process may hold, C allocations included.
    pub max_memory: Option<usize>,
    /// Looks once more at what was found in a change.
    pub verify: Option<Verify>,
}

pub type Verify = fn(&Change, &mut Record, &Limits<'_>);

/// One analysed step.
pub struct Done {
    pub record: Record,
    pub took: Duration,
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

    /// Runs `work` within the limits of one commit.
    pub fn limited<T>(&self, work: impl FnOnce(&Limits<'_>) -> T) -> T {
        let watch = self.max_memory.map(Watch::new);
        let out_of_memory = || watch.as_ref().is_some_and(Watch::is_over);
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
        let start = Instant::now();
        let record = one(local, step, options, &models.current());
        let took = start.elapsed();
        render(local, step, Done { record, took })
    };
    ordered(steps, options.jobs, || repo.local(), work, sink)
}

/// The record of one step, whatever happens.
fn one(local: &Local, step: &Step, options: &Options, models: &Models) -> Record {
    // A defect that one commit meets must not lose the rest of a history.
    let work = || options.limited(|limits| analyse(local, step, options, (models, limits)));
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| error("internal error: the analysis panicked".into()))
}

fn analyse(
    local: &Local,
    step: &Step,
    options: &Options,
    (models, limits): (&Models, &Limits<'_>),
) -> Record {
    let change = match (&step.base, local.change(step, limits)) {
        (Base::Unreadable(why), _) => return error(why.clone()),
        (_, Ok(change)) => change,
        (_, Err(GitError::CutShort)) => {
            return Record {
                status: limits.status(),
                ..Record::default()
            };
        }
        (_, Err(why)) => return error(why.to_string()),
    };
    let read = |side, path: &str| match (side, &step.base) {
        (Side::After, _) => local.file_at(step.commit, path),
        (Side::Before, Base::Parent(parent)) => local.file_at(*parent, path),
        (Side::Before, _) => None,
    };
    let analysis = Analysis {
        models,
        read: &read,
        limits,
    };
    options.record(&analysis, &change)
}

fn error(why: String) -> Record {
    Record {
        status: Status::Error,
        error: Some(why),
        ..Record::default()
    }
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
