//! `reweave detect`: what was refactored in a commit, a range, a history, in what is not committed yet, or between two
//! trees.

mod args;
mod resume;
mod sink;
mod tables;
mod tally;
pub mod units;

use crate::Outcome;
use crate::console::progress::Progress;
use crate::console::{self, stage};
use anyhow::{Context, Result, anyhow, bail};
pub use args::{Args, MergesName};
use args::{FailOn, FormatName, Select};
use reweave_change::{Analysis, Limits, Models, Record, Status};
use reweave_git::{Base, GitError, History, Local, Repo, Step, Uncommitted};
use reweave_mine::{Done, Options, mine};
use reweave_output::{Entry, Filter, Format, Origin};
use reweave_sources::read_change;
use sink::{Rendered, Sink};
use std::path::Path;
use tally::Tally;

fn run(args: &Args) -> Result<Outcome> {
    let job = Job {
        fail_on: args.fail_on,
        filter: Filter::new(&args.only, &args.exclude, &args.paths)?
            .from_confidence(args.min_confidence),
        format: args.format()?,
        options: Options {
            jobs: args.jobs.unwrap_or_else(cores),
            budget: args.budget,
            max_memory: args.max_memory,
            verify: args.verify.then_some(reweave_verify::verify),
            ..Options::default()
        },
    };
    if args.format == Some(FormatName::Parquet) {
        return tables::run(&job, args);
    }
    match (&args.before, &args.after) {
        (Some(before), Some(after)) => job.two_trees(before, after, args),
        _ => job.repository(args),
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// What holds for every kind of comparison.
struct Job {
    fail_on: Option<FailOn>,
    filter: Filter,
    format: Format,
    options: Options,
}

impl Job {
    fn render(&self, origin: Origin, mut record: Record) -> Rendered {
        self.filter.apply(&mut record);
        let complete = record.status == Status::Complete;
        // Nothing changed that detection reads: nothing is mixed with a refactoring.
        let impure = self.fail_on == Some(FailOn::Impure) && record.pure == Some(false);
        let refused = impure.then(|| not_pure(&origin, &record));
        let tally = Tally::of(&record);
        let text = self.format.entry(&Entry { origin, record });
        Rendered {
            text,
            complete,
            refused,
            tally,
        }
    }

    fn two_trees(&self, before: &Path, after: &Path, args: &Args) -> Result<Outcome> {
        let folders = stage("reading", || read_change(before, after))?;
        crate::output::passed_over(folders.passed_over);
        let models = Models::default();
        let analyse = |limits: &Limits<'_>| {
            let analysis = Analysis {
                models: &models,
                rest: &folders.rest(),
                limits,
            };
            self.options.record(&analysis, &folders.change)
        };
        let record = stage("comparing", || self.options.limited(analyse));
        let origin = Origin::Paths {
            before: before.display().to_string(),
            after: after.display().to_string(),
        };
        self.single(args, origin, record)
    }

    /// A run of one record.
    fn single(&self, args: &Args, origin: Origin, record: Record) -> Result<Outcome> {
        let mut sink = Sink::open(self.format, args.output.as_deref())?;
        sink.take(self.render(origin, record))?;
        sink.close()
    }

    fn repository(&self, args: &Args) -> Result<Outcome> {
        let (path, rev) = args.named();
        let repo = open(path, rev)?;
        let local = repo.local();
        let uncommitted = match (args.worktree, args.staged) {
            (true, _) => Some((Uncommitted::Worktree, "worktree")),
            (_, true) => Some((Uncommitted::Staged, "staged")),
            _ => None,
        };
        if let Some((what, name)) = uncommitted {
            if let Some(rev) = rev {
                bail!("--{name} compares with the last commit; {rev} has no meaning beside it");
            }
            let record = stage("comparing with the last commit", || {
                self.uncommitted(&local, what)
            })?;
            let origin = Origin::Uncommitted {
                uncommitted: name.to_owned(),
            };
            return self.single(args, origin, record);
        }
        let select = args.select()?;
        let history = local.history_of(&select.selection, select.merges, &select.wanted);
        let history = history.map_err(|error| not_found(error, path, rev))?;
        for note in &history.notes {
            console::note(format_args!("note: {note}"));
        }
        if history.merges_skipped > 0 {
            let n = history.merges_skipped;
            console::note(format_args!(
                "note: {n} merge commits skipped; --merges first-parent looks at them"
            ));
        }
        if let ([step], true) = (&history.steps[..], select.is_one)
            && let Base::Unreadable(why) = &step.base
        {
            bail!("{why}");
        }
        self.history(&repo, &history, (args, &select))
    }

    fn uncommitted(&self, local: &Local, what: Uncommitted) -> Result<Record> {
        let models = Models::default();
        self.options.limited(|limits: &Limits<'_>| {
            let change = local.uncommitted(what, limits)?;
            let analysis = Analysis {
                models: &models,
                rest: &local.rest_of_head(),
                limits,
            };
            Ok(self.options.record(&analysis, &change))
        })
    }

    fn history(
        &self,
        repo: &Repo,
        history: &History,
        (args, select): (&Args, &Select),
    ) -> Result<Outcome> {
        let (mut sink, done) = if let Some(file) = &args.resume {
            let (mut sink, held) = resume::open(file, &history.steps, &args.begun(select))
                .with_context(|| format!("cannot go on with {}", file.display()))?;
            sink.refused |= self.fail_on == Some(FailOn::Impure) && held.is_impure;
            (sink, held.records)
        } else {
            let sink = Sink::open(self.format, args.output.as_deref())?;
            (sink.folding(!select.is_one), 0)
        };
        let steps = &history.steps[done..];
        let progress = Progress::count(history.steps.len(), done, "commits");
        let origin = repo.origin();
        let render = |local: &Local, step: &Step, done: Done| {
            self.render(commit_origin(local, step, origin.clone()), done.record)
        };
        // One commit has no bar; its work is one stage.
        let only = (history.steps.len() == 1).then(|| Progress::stage("looking at the commit"));
        mine(repo, steps, &self.options, &render, &mut |rendered| {
            progress.around(|| sink.take(rendered))
        })?;
        progress.finish();
        if let Some(only) = only {
            only.finish();
        }
        sink.close()
    }
}

fn commit_origin(local: &Local, step: &Step, repository: Option<String>) -> Origin {
    Origin::Commit {
        commit: step.commit.to_string(),
        parent: match &step.base {
            Base::Parent(parent) => Some(parent.to_string()),
            Base::Root | Base::Unreadable(_) => None,
        },
        repository,
        subject: local.subject(step.commit),
        merged: match step.base {
            Base::Parent(parent) => local.merged(step.commit, parent),
            Base::Root | Base::Unreadable(_) => None,
        },
    }
}

/// So many edits are told on standard error; the record has all of them.
const MOST_TOLD: usize = 5;

/// Which change is more than its refactorings, and where.
fn not_pure(origin: &Origin, record: &Record) -> String {
    let edits = record.left_over.iter().map(reweave_output::edit);
    let mut told: Vec<String> = edits.take(MOST_TOLD).collect();
    let more = record.left_over.len().saturating_sub(MOST_TOLD);
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    let told = told.join(", ");
    format!("{origin}: not a pure refactoring: no finding explains {told}")
}

/// The repository that was named, or the one here.
fn open(path: &Path, rev: Option<&str>) -> Result<Repo> {
    if !path.is_dir() {
        bail!(
            "{} is no folder: write reweave detect [REPO] [REV]",
            path.display()
        );
    }
    Repo::open(path).map_err(|error| match rev {
        // One word was given, and it was taken for a revision.
        Some(rev) if path == Path::new(".") => {
            anyhow!("{rev} is no folder, and as a revision it has no repository: {error}")
        }
        _ => error.into(),
    })
}

/// A word that is neither a folder nor a revision is told as such.
fn not_found(error: GitError, path: &Path, rev: Option<&str>) -> anyhow::Error {
    match (error, rev) {
        (GitError::Revision { spec, .. }, Some(rev))
            if path == Path::new(".") && !rev.contains("..") =>
        {
            anyhow!("{spec} is neither a folder nor a revision of the repository here")
        }
        (error, _) => error.into(),
    }
}
