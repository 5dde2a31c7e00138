//! `reweave review`: what is left to read of a change once its refactorings are taken out, as one page.

mod approvals;
mod overlays;
mod serve;

pub use overlays::{Overlay, Versions};

use crate::commands::Run;
use crate::console::stage;
use crate::settings::Settings;
use crate::{Outcome, console};
use anyhow::{Context, Result, bail};
use approvals::Approvals;
use overlays::Version;
use reweave_change::{Analysis, Change, Limits, Models, Record, Side, Status};
use reweave_git::{Base, ChangedLines, Local, Repo, Step, Uncommitted};
use reweave_mine::Options;
use reweave_review::{Bucket, Count, FileDiff, Review, page};
use reweave_sources::read_change;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is left to read of a change once its refactorings are taken out
#[derive(clap::Args)]
pub struct Args {
    /// A commit, a range A..B, or A...B from where the two parted [default: HEAD]
    #[arg(value_name = "REV", conflicts_with_all = ["before", "after"])]
    rev: Option<String>,
    /// The repository
    #[arg(long, value_name = "DIR", default_value = ".")]
    repo: PathBuf,
    /// What was changed since the last commit, new files included
    #[arg(long, group = "selection", conflicts_with = "rev")]
    worktree: bool,
    /// What was staged since the last commit
    #[arg(long, group = "selection", conflicts_with = "rev")]
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
    /// Write the page to this file; without it, the ledger is printed as text
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Serve the page on this machine only, on this port or on a free one; approvals are kept in the Git folder
    #[arg(long, value_name = "PORT", num_args = 0..=1, default_missing_value = "0", conflicts_with = "output")]
    serve: Option<u16>,
    /// Show beside the lines what these say: breaks of the API, suggestions that the change brings
    #[arg(
        long,
        value_enum,
        value_name = "OVERLAY",
        value_delimiter = ',',
        conflicts_with = "staged"
    )]
    overlay: Vec<Overlay>,
    /// Show beside the lines what a report in SARIF says about them
    #[arg(long, value_name = "FILE")]
    sarif: Vec<PathBuf>,
    /// Perform each refactoring on the version before and compare it with the version after
    #[arg(long)]
    verify: bool,
    /// Time for the analysis, as 500ms, 60s or 2m; what it did not reach is left over
    #[arg(long, value_name = "TIME", value_parser = super::detect::units::duration, default_value = "5m")]
    budget: Duration,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave review -o review.html",
            "the last commit, as a page",
        ),
        (
            "reweave review main...HEAD -o review.html",
            "what a branch changed since it left main",
        ),
        (
            "reweave review --worktree",
            "what is not committed yet, as text",
        ),
        (
            "reweave review main...HEAD --serve --overlay breaks,suggestions",
            "the page with what compare and suggest say about it, approvals kept",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["budget"];

    fn place(&self) -> &Path {
        &self.repo
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let options = Options {
        jobs: 1,
        budget: Some(args.budget),
        max_memory: None,
        verify: args.verify.then_some(reweave_verify::verify),
    };
    let (mut review, versions) = stage("looking at the change", || {
        match (&args.before, &args.after) {
            (Some(before), Some(after)) => two_trees(before, after, &options),
            _ => repository(args, &options),
        }
    })?;
    versions.annotate(&mut review, &args.overlay)?;
    for report in &args.sarif {
        overlays::report(&mut review, report, versions.root())?;
    }
    let is_complete = review.record.status == Status::Complete;
    if let Some(port) = args.serve {
        let approvals = Approvals::read(&approvals_folder(args)?)?;
        serve::serve(&review, port, approvals)?;
    }
    match &args.output {
        Some(file) => {
            let text = page::write(&review, None);
            std::fs::write(file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
            console::note(format_args!("{}: {}", file.display(), sum(&review)));
        }
        None => crate::output::print(&ledger(&review))?,
    }
    Ok(if is_complete {
        Outcome::Done
    } else {
        Outcome::CutShort
    })
}

fn sum(review: &Review) -> String {
    let (to_read, total) = (
        review.ledger.to_read().lines(),
        review.ledger.total().lines(),
    );
    let rows = review.rows.len();
    format!("{to_read} of {total} changed lines are left to read, {rows} refactorings")
}

fn ledger(review: &Review) -> String {
    let ledger = &review.ledger;
    let names = Bucket::ALL.iter().map(|b| b.name());
    let width = names.map(str::len).max().unwrap_or(0);
    let row = |name: &str, count: Count| {
        let (added, removed) = (count.added, count.removed);
        format!("  {name:width$}  +{added:<7} -{removed}")
    };
    let mut lines = vec![
        review.title.clone(),
        format!("  {}", sum(review)),
        String::new(),
    ];
    lines.extend(Bucket::ALL.iter().map(|&b| row(b.name(), ledger.count(b))));
    lines.push(row("all", ledger.total()));
    if ledger.binary_files() > 0 {
        lines.push(format!(
            "  binary files, not compared: {}",
            ledger.binary_files()
        ));
    }
    lines.join("\n") + "\n"
}

/// Where approvals are kept: in the Git folder, or for two folders nowhere that a reader would look for.
fn approvals_folder(args: &Args) -> Result<PathBuf> {
    if args.before.is_some() {
        bail!(
            "--serve keeps approvals in the Git folder: two folders have none, write the page with --output"
        );
    }
    Ok(Repo::open(&args.repo)?.local().own_folder())
}

type Seen = (Review, Versions);

fn two_trees(before: &Path, after: &Path, options: &Options) -> Result<Seen> {
    let folders = read_change(before, after)?;
    let read = |_: Side, path: &str| folders.untouched(path);
    let record = analyse(&folders.change, &read, options);
    let lines = reweave_git::between(before, after)?;
    let title = format!("{} → {}", before.display(), after.display());
    let versions = Versions {
        repo: after.to_path_buf(),
        before: Version::Disk(before.to_path_buf()),
        after: Version::Disk(after.to_path_buf()),
    };
    Ok((review(title, &folders.change, record, &lines)?, versions))
}

fn repository(args: &Args, options: &Options) -> Result<Seen> {
    let repo = Repo::open(&args.repo)?;
    let local = repo.local();
    let root = local.workdir().unwrap_or_else(|| args.repo.clone());
    let uncommitted = match (args.worktree, args.staged) {
        (true, _) => Some((Uncommitted::Worktree, "working tree")),
        (_, true) => Some((Uncommitted::Staged, "staged changes")),
        _ => None,
    };
    if let Some((what, title)) = uncommitted {
        let change = local.uncommitted(what, &Limits::within(options.budget))?;
        let read = |_: Side, path: &str| local.file_at_head(path);
        let record = analyse(&change, &read, options);
        let lines = local.uncommitted_lines(what)?;
        let versions = Versions {
            repo: root.clone(),
            before: Version::Revision("HEAD".to_owned()),
            after: Version::Disk(root),
        };
        let review = review(title.to_owned(), &change, record, &lines)?;
        return Ok((review, versions));
    }
    let spec = args.rev.as_deref().unwrap_or("HEAD");
    let step = local.ends(spec)?;
    let title = if spec.contains("..") {
        spec.to_owned()
    } else {
        step_title(&local, &step)
    };
    let review = of_step(&local, &title, &step, options)?;
    Ok((review, Versions::of_step(&root, &step)))
}

/// The review of one step of a history.
pub fn of_step(local: &Local, title: &str, step: &Step, options: &Options) -> Result<Review> {
    let change = local.change(step, &Limits::within(options.budget))?;
    let read = |side: Side, path: &str| match (side, &step.base) {
        (Side::Before, Base::Parent(parent)) => local.file_at(*parent, path),
        (Side::Before, _) => None,
        (Side::After, _) => local.file_at(step.commit, path),
    };
    let record = analyse(&change, &read, options);
    let lines = local.changed_lines(step)?;
    review(title.to_owned(), &change, record, &lines)
}

/// A commit's short id and the first line of its message.
pub fn step_title(local: &Local, step: &Step) -> String {
    let id: String = step.commit.to_string().chars().take(10).collect();
    format!("{id} {}", local.subject(step.commit))
}

fn analyse(change: &Change, read: reweave_change::Read<'_>, options: &Options) -> Record {
    let models = Models::default();
    options.limited(|limits| {
        let analysis = Analysis {
            models: &models,
            read,
            limits,
        };
        options.record(&analysis, change)
    })
}

fn review(title: String, change: &Change, record: Record, lines: &ChangedLines) -> Result<Review> {
    let roots: Vec<String> = lines
        .roots
        .iter()
        .map(|r| r.display().to_string())
        .collect();
    let roots: Vec<&str> = roots.iter().map(String::as_str).collect();
    let Some(diff) = FileDiff::below(&lines.numstat, &lines.patch, &roots) else {
        bail!(
            "what git diff and git diff --numstat print of {title} does not agree; did it change meanwhile?"
        );
    };
    Ok(Review::new(title, change, record, &diff))
}
