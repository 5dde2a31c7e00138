//! `reweave gate`: whether a branch keeps the rules of its project.

use super::review::{Overlay, Versions};
use crate::commands::Run;
use crate::settings::FILE;
use crate::settings::Settings;
use crate::{Outcome, Refusal};
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use reweave_git::{Merges, Repo, Selection};
use reweave_mine::Options;
use reweave_project::{review_step, step_title};
use reweave_review::gate::{self, Commit, Format, Report, Rules};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Whether a branch keeps the rules of its project
#[derive(clap::Args)]
#[command(after_help = RULES)]
pub struct Args {
    /// The branch that this one is to be merged into
    #[arg(long, value_name = "REF")]
    base: String,
    /// The repository
    #[arg(long, value_name = "DIR", default_value = ".")]
    repo: PathBuf,
    #[arg(long, value_enum, default_value = "text")]
    format: FormatName,
    /// Time for the analysis of one commit, as 500ms, 60s or 2m
    #[arg(long, value_name = "TIME", value_parser = super::detect::units::duration, default_value = "5m")]
    budget: Duration,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Text,
    Markdown,
    Github,
    Gitlab,
    Sarif,
    Json,
}

impl From<FormatName> for Format {
    fn from(name: FormatName) -> Self {
        match name {
            FormatName::Text => Self::Text,
            FormatName::Markdown => Self::Markdown,
            FormatName::Github => Self::Github,
            FormatName::Gitlab => Self::Gitlab,
            FormatName::Sarif => Self::Sarif,
            FormatName::Json => Self::Json,
        }
    }
}

/// The rules in `[gate]` of the configuration.
fn rules(args: &Args, settings: &Settings) -> Result<Rules> {
    let Some(file) = &settings.file else {
        bail!(
            "there is no {FILE} at {} or above it: write the rules into its section [gate], see reweave gate --help",
            args.repo.display()
        );
    };
    let section = settings.table.get("gate").cloned();
    let rules = section.map(toml::Value::try_into).transpose();
    let rules: Rules = rules
        .with_context(|| format!("{}: [gate] cannot be read", file.display()))?
        .unwrap_or_default();
    if rules.is_empty() {
        let names = Rules::NAMES.join(", ");
        bail!("{} sets no rule in [gate]: {names}", file.display());
    }
    Ok(rules)
}

/// What the rules are called in `[gate]`, for the help page.
const RULES: &str = "Rules, in [gate] of reweave.toml:
  refactor-commits-pure = true   a commit whose title says that it refactors must be pure
  no-mixed = true                warn of commits that refactor and change something else
  review-lines = 400             the most lines that may be left to read
  new-suggestions = 0            the most suggestions that the change may bring
  api-breaks = 0                 the most changes of the public API that break clients";

impl Run for Args {
    const OWN_SECTION: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave gate --base main", "judge the branch here"),
        (
            "reweave gate --base origin/main --format github",
            "for the log of a build",
        ),
    ];

    fn place(&self) -> &Path {
        &self.repo
    }

    fn run(&self, settings: &Settings) -> Result<Outcome> {
        run(self, settings)
    }
}

fn run(args: &Args, settings: &Settings) -> Result<Outcome> {
    let rules = rules(args, settings)?;
    let options = Options {
        jobs: 1,
        budget: Some(args.budget),
        max_memory: None,
        ..Options::default()
    };
    let repo = Repo::open(&args.repo)?;
    let local = repo.local();
    let ends = local.ends(&format!("{}...HEAD", args.base));
    let ends = ends.map_err(|error| Refusal(error.to_string()))?;
    let range = Selection::Revision(format!("{}..HEAD", args.base));
    let history = local.history(&range, Merges::Skip)?;
    let mut whole = review_step(&local, &format!("{}...HEAD", args.base), &ends, &options)?;
    let mut overlays = Vec::new();
    overlays.extend(rules.api_breaks.map(|_| Overlay::Breaks));
    overlays.extend(rules.new_suggestions.map(|_| Overlay::Suggestions));
    Versions::of_step(&args.repo, &ends).annotate(&mut whole, &overlays)?;
    let mut commits = Vec::new();
    for step in &history.steps {
        let id: String = step.commit.to_string().chars().take(10).collect();
        let review = review_step(&local, &step_title(&local, step), step, &options)?;
        let title = local.subject(step.commit);
        commits.push(Commit { id, title, review });
    }
    let violations = gate::judge(rules, &commits, &whole);
    let report = Report {
        violations: &violations,
        commits: &commits,
        whole: &whole,
    };
    crate::output::print(&gate::write(&report, args.format.into()))?;
    let all = commits.iter().map(|c| &c.review).chain([&whole]);
    let is_cut = all
        .into_iter()
        .any(|r| r.record.status != reweave_change::Status::Complete);
    Ok(match (report.is_closed(), is_cut) {
        (true, _) => Outcome::Refused,
        (_, true) => Outcome::CutShort,
        _ => Outcome::Done,
    })
}
