//! `reweave detect`: what was refactored in a commit, a range, a history, in what is not committed yet, or between two
//! trees.

mod progress;
mod resume;
mod sink;
pub mod units;

use crate::Outcome;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use progress::Progress;
use resume::Begun;
use reweave_change::{Analysis, Limits, Models, Record, Side, Status, read_change};
use reweave_git::{Base, History, Local, Merges, Repo, Selection, Step, Uncommitted};
use reweave_mine::{Done, Options, mine};
use reweave_output::{Entry, Filter, Format, Origin};
use sink::{Rendered, Sink};
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Args {
    /// A repository [default: the one here], and a commit or a range A..B [default: HEAD]
    #[arg(value_names = ["REPO", "REV"], num_args = 0..=2, conflicts_with_all = ["before", "after"])]
    what: Vec<String>,
    /// Every commit that any reference reaches, parents before children
    #[arg(long, group = "selection")]
    all: bool,
    /// What was changed since the last commit, new files included
    #[arg(long, group = "selection")]
    worktree: bool,
    /// What was staged since the last commit
    #[arg(long, group = "selection")]
    staged: bool,
    /// The old folder or file
    #[arg(
        long,
        value_name = "PATH",
        requires = "after",
        conflicts_with = "selection"
    )]
    before: Option<PathBuf>,
    /// The new folder or file
    #[arg(long, value_name = "PATH", requires = "before")]
    after: Option<PathBuf>,
    /// How to write what was found [default: text; jsonl with --resume]
    #[arg(long, value_enum)]
    format: Option<FormatName>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Show these types only, as `reweave list types` names them
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    only: Vec<String>,
    /// Do not show these types
    #[arg(long, value_name = "TYPE", value_delimiter = ',')]
    exclude: Vec<String>,
    /// Show what touches these paths only, before or after
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    paths: Vec<String>,
    /// What to compare merge commits with [default: skip in ranges, first-parent for one commit]
    #[arg(long, value_enum)]
    merges: Option<MergesName>,
    /// How many commits at a time [default: one a core]
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Time for one commit, as 500ms, 60s or 2m; the record says where it was over
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5m")]
    budget: Option<Duration>,
    /// Memory for the whole run, as 500M or 2G
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    max_memory: Option<usize>,
    /// Go on where the run that wrote this file was stopped; starts it where there is none
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    resume: Option<PathBuf>,
    /// Show the matched statements and replacements behind each finding, and what no finding explains
    #[arg(long)]
    explain: bool,
    /// End with exit code 1 where a change is more than its refactorings
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<FailOn>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FailOn {
    Impure,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FormatName {
    Text,
    Json,
    Jsonl,
    RmJson,
}

#[derive(Clone, Copy, ValueEnum)]
enum MergesName {
    Skip,
    FirstParent,
    All,
}

pub fn run(args: &Args) -> Result<Outcome> {
    let job = Job {
        fail_on: args.fail_on,
        filter: Filter::new(&args.only, &args.exclude, &args.paths)?,
        format: args.format()?,
        options: Options {
            jobs: args.jobs.unwrap_or_else(cores),
            budget: args.budget,
            max_memory: args.max_memory,
        },
    };
    match (&args.before, &args.after) {
        (Some(before), Some(after)) => job.two_trees(before, after, args),
        _ => job.repository(args),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Args {
    fn format(&self) -> Result<Format> {
        let name = match (self.format, &self.resume) {
            (None, Some(_)) => FormatName::Jsonl,
            (Some(other), Some(_)) if other != FormatName::Jsonl => {
                bail!("--resume goes on with --format jsonl only: one record a line")
            }
            (format, _) => format.unwrap_or(FormatName::Text),
        };
        Ok(match name {
            FormatName::Text => Format::Text {
                explain: self.explain,
            },
            FormatName::Json => Format::Json,
            FormatName::Jsonl => Format::JsonLines,
            FormatName::RmJson => Format::RefactoringMiner,
        })
    }

    /// Where the repository is, and which revision of it was asked for.
    fn place(&self) -> (&Path, Option<&str>) {
        match &self.what[..] {
            [] => (Path::new("."), None),
            [one] if Path::new(one).is_dir() => (Path::new(one), None),
            [one] => (Path::new("."), Some(one)),
            [repo, rev, ..] => (Path::new(repo), Some(rev)),
        }
    }

    /// The options that shape the records.
    fn begun(&self) -> Begun {
        let list = |values: &[String]| {
            let mut values = values.to_vec();
            values.sort();
            (!values.is_empty()).then(|| values.join(","))
        };
        let (_, rev) = self.place();
        let (selection, merges) = self.selection(rev);
        let commits = match selection {
            Selection::All => "--all".to_owned(),
            Selection::Revision(rev) => rev,
        };
        let options = [
            ("the commits", Some(commits)),
            ("--merges", Some(format!("{merges:?}"))),
            ("--only", list(&self.only)),
            ("--exclude", list(&self.exclude)),
            ("--paths", list(&self.paths)),
            (
                "--budget",
                self.budget.map(|b| format!("{}ms", b.as_millis())),
            ),
            ("--max-memory", self.max_memory.map(|m| m.to_string())),
        ];
        let given = options.into_iter();
        given
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect()
    }

    fn selection(&self, rev: Option<&str>) -> (Selection, Merges) {
        let range = self.all || rev.is_some_and(|r| r.contains(".."));
        let merges = match self.merges {
            Some(MergesName::Skip) => Merges::Skip,
            Some(MergesName::FirstParent) => Merges::FirstParent,
            Some(MergesName::All) => Merges::All,
            None if range => Merges::Skip,
            None => Merges::FirstParent,
        };
        let selection = if self.all {
            Selection::All
        } else {
            Selection::Revision(rev.unwrap_or("HEAD").to_owned())
        };
        (selection, merges)
    }
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
        let text = self.format.entry(&Entry { origin, record });
        Rendered {
            text,
            complete,
            refused,
        }
    }

    fn two_trees(&self, before: &Path, after: &Path, args: &Args) -> Result<Outcome> {
        let folders = read_change(before, after)?;
        let models = Models::default();
        let read = |_: Side, path: &str| folders.untouched(path);
        let record = self.options.limited(|limits| {
            let analysis = Analysis {
                models: &models,
                read: &read,
                limits,
            };
            analysis.run(&folders.change)
        });
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
        let (path, rev) = args.place();
        let repo = Repo::open(path)?;
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
            let record = self.uncommitted(&local, what)?;
            let origin = Origin::Uncommitted {
                uncommitted: name.to_owned(),
            };
            return self.single(args, origin, record);
        }
        if let (true, Some(rev)) = (args.all, rev) {
            bail!("--all looks at every commit; {rev} has no meaning beside it");
        }
        let (selection, merges) = args.selection(rev);
        let history = local.history(&selection, merges)?;
        for note in &history.notes {
            eprintln!("note: {note}");
        }
        if history.merges_skipped > 0 {
            let n = history.merges_skipped;
            eprintln!("note: {n} merge commits skipped; --merges first-parent looks at them");
        }
        self.history(&repo, &history, args)
    }

    fn uncommitted(&self, local: &Local, what: Uncommitted) -> Result<Record> {
        let models = Models::default();
        let read = |_: Side, path: &str| local.file_at_head(path);
        self.options.limited(|limits: &Limits<'_>| {
            let change = local.uncommitted(what, limits)?;
            let analysis = Analysis {
                models: &models,
                read: &read,
                limits,
            };
            Ok(analysis.run(&change))
        })
    }

    fn history(&self, repo: &Repo, history: &History, args: &Args) -> Result<Outcome> {
        let (mut sink, done) = match &args.resume {
            Some(file) => {
                let (mut sink, held) = resume::open(file, &history.steps, &args.begun())
                    .with_context(|| format!("cannot go on with {}", file.display()))?;
                sink.refused |= self.fail_on == Some(FailOn::Impure) && held.is_impure;
                (sink, held.records)
            }
            None => (Sink::open(self.format, args.output.as_deref())?, 0),
        };
        let steps = &history.steps[done..];
        let progress = Progress::new(history.steps.len(), done);
        let origin = repo.origin();
        let render = |local: &Local, step: &Step, done: Done| {
            self.render(commit_origin(local, step, origin.clone()), done.record)
        };
        mine(repo, steps, &self.options, &render, &mut |rendered| {
            progress.around(|| sink.take(rendered))
        })?;
        progress.finish();
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
