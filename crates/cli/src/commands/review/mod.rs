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
use reweave_change::Status;
use reweave_git::Repo;
use reweave_mine::Options;
use reweave_project::{Changed, review};
use reweave_review::{Bucket, Count, Review, page};
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
        ..Options::default()
    };
    let (changed, versions) = selected(args)?;
    let mut review = stage("looking at the change", || {
        review(&args.repo, &changed, &options)
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

/// What a review compares, and where its two versions are.
fn selected(args: &Args) -> Result<(Changed, Versions)> {
    if let (Some(before), Some(after)) = (&args.before, &args.after) {
        let versions = Versions {
            repo: after.clone(),
            before: Version::Disk(before.clone()),
            after: Version::Disk(after.clone()),
        };
        let (before, after) = (before.clone(), after.clone());
        return Ok((Changed::Folders { before, after }, versions));
    }
    let local = Repo::open(&args.repo)?.local();
    let root = local.workdir().unwrap_or_else(|| args.repo.clone());
    let uncommitted = match (args.worktree, args.staged) {
        (true, _) => Some(Changed::Worktree),
        (_, true) => Some(Changed::Staged),
        _ => None,
    };
    if let Some(changed) = uncommitted {
        let versions = Versions {
            repo: root.clone(),
            before: Version::Revision("HEAD".to_owned()),
            after: Version::Disk(root),
        };
        return Ok((changed, versions));
    }
    let spec = args.rev.clone().unwrap_or_else(|| "HEAD".to_owned());
    let versions = Versions::of_step(&root, &local.ends(&spec)?);
    Ok((Changed::Range(spec), versions))
}
