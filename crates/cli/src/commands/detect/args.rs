//! What `reweave detect` is asked for.

use super::resume::Begun;
use super::units;
use crate::Outcome;
use crate::commands::Run;
use crate::settings::Settings;
use anyhow::{Result, bail};
use clap::ValueEnum;
use reweave_detect::RefactoringType;
use reweave_git::{Merges, Selection, Wanted};
use reweave_output::Format;
use reweave_text::did_you_mean;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What was refactored in a commit, a range, a history, or between two trees
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub struct Args {
    /// A repository [default: the one here], and a commit or a range A..B [default: HEAD]
    #[arg(value_names = ["REPO", "REV"], num_args = 0..=2, conflicts_with_all = ["before", "after"])]
    pub what: Vec<String>,
    /// Every commit that any reference reaches, parents before children
    #[arg(long, group = "selection")]
    pub all: bool,
    /// What was changed since the last commit, new files included
    #[arg(long, group = "selection")]
    pub worktree: bool,
    /// What was staged since the last commit
    #[arg(long, group = "selection")]
    pub staged: bool,
    /// The old folder or file
    #[arg(
        long,
        value_name = "PATH",
        requires = "after",
        conflicts_with = "selection"
    )]
    pub before: Option<PathBuf>,
    /// The new folder or file
    #[arg(long, value_name = "PATH", requires = "before")]
    pub after: Option<PathBuf>,
    /// How to write what was found [default: text; jsonl with --resume]
    #[arg(long, value_enum)]
    pub format: Option<FormatName>,
    /// Write to this file instead of standard output; with --format parquet, to this folder
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show these types only, as `reweave list types` names them
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = kind)]
    pub only: Vec<String>,
    /// Do not show these types
    #[arg(long, value_name = "TYPE", value_delimiter = ',', value_parser = kind)]
    pub exclude: Vec<String>,
    /// Show what touches these paths only, before or after
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub paths: Vec<String>,
    /// Show findings only that are at least so likely, in percent; those without a confidence stay
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100), default_value_t = 0)]
    pub min_confidence: u8,
    /// Commits of this time or later: 2026-01-31, "2 weeks ago"; with a REV, of the history that it reaches
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub since: Option<i64>,
    /// Commits of this time or earlier
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub until: Option<i64>,
    /// Commits whose author's name or address has this in it
    #[arg(long, value_name = "NAME")]
    pub author: Option<String>,
    /// Follow of merge commits only the parent that was merged into, and compare them with it
    #[arg(long)]
    pub first_parent: bool,
    /// What to compare merge commits with [default: skip in ranges, first-parent for one commit]
    #[arg(long, value_enum)]
    pub merges: Option<MergesName>,
    /// How many commits at a time [default: one a core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Time for one commit, as 500ms, 60s or 2m; the record says where it was over
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5m")]
    pub budget: Option<Duration>,
    /// Memory for the whole run, as 500M or 2G [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub max_memory: Option<usize>,
    /// Go on where the run that wrote this file was stopped; starts it where there is none
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub resume: Option<PathBuf>,
    /// Show the matched statements and replacements behind each finding, and what no finding explains
    #[arg(long)]
    pub explain: bool,
    /// Perform each finding on the version before and compare it with the version after
    #[arg(long)]
    pub verify: bool,
    /// End with exit code 1 where a change is more than its refactorings
    #[arg(long, value_enum, value_name = "WHAT")]
    pub fail_on: Option<FailOn>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FailOn {
    Impure,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FormatName {
    Text,
    Json,
    Jsonl,
    RmJson,
    /// A folder of tables, docs/mining.md
    Parquet,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum MergesName {
    Skip,
    FirstParent,
    All,
}

impl From<MergesName> for Merges {
    fn from(name: MergesName) -> Self {
        match name {
            MergesName::Skip => Self::Skip,
            MergesName::FirstParent => Self::FirstParent,
            MergesName::All => Self::All,
        }
    }
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave detect", "the last commit of the repository here"),
        (
            "reweave detect v1.0..v2.0 --only \"Rename Method\"",
            "one type, in a range of commits",
        ),
        (
            "reweave detect --since \"2 weeks ago\" --author ada",
            "what one author refactored lately",
        ),
        (
            "reweave detect ../repo --all --format jsonl --resume all.jsonl",
            "a whole history, which may be stopped and resumed",
        ),
        (
            "reweave detect --all --format parquet -o tables",
            "a whole history as tables, which may be stopped and resumed, too",
        ),
        (
            "reweave detect --before old/src --after new/src",
            "two folders",
        ),
        (
            "reweave detect HEAD --verify",
            "the last commit, each finding performed and compared",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &[
        "format",
        "only",
        "exclude",
        "paths",
        "min-confidence",
        "merges",
        "jobs",
        "budget",
        "max-memory",
        "explain",
    ];

    fn place(&self) -> &Path {
        self.repository()
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        super::run(self)
    }
}

impl Args {
    pub fn format(&self) -> Result<Format> {
        let name = match (self.format, &self.resume) {
            (None, Some(_)) => FormatName::Jsonl,
            (Some(FormatName::Parquet), Some(_)) => {
                bail!(
                    "--format parquet goes on in the folder that --output names, without --resume"
                )
            }
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
            // Its records go another way, and none of them is written so.
            FormatName::Parquet => Format::JsonLines,
        })
    }

    /// Where the repository is.
    fn repository(&self) -> &Path {
        self.named().0
    }

    /// Where the repository is, and which revision of it was asked for.
    pub fn named(&self) -> (&Path, Option<&str>) {
        match &self.what[..] {
            [] => (Path::new("."), None),
            [one] if Path::new(one).is_dir() => (Path::new(one), None),
            [one] => (Path::new("."), Some(one)),
            [repo, rev, ..] => (Path::new(repo), Some(rev)),
        }
    }

    /// The options that shape the records.
    pub fn begun(&self, select: &Select) -> Begun {
        let list = |values: &[String]| {
            let mut values = values.to_vec();
            values.sort();
            (!values.is_empty()).then(|| values.join(","))
        };
        let wanted = &select.wanted;
        let options = [
            ("the commits", Some(select.selection.to_string())),
            ("--merges", Some(format!("{:?}", select.merges))),
            ("--first-parent", wanted.first_parent.then(String::new)),
            ("--since", wanted.since.map(|time| time.to_string())),
            ("--until", wanted.until.map(|time| time.to_string())),
            ("--author", wanted.author.clone()),
            ("--only", list(&self.only)),
            ("--exclude", list(&self.exclude)),
            ("--paths", list(&self.paths)),
            (
                "--min-confidence",
                (self.min_confidence > 0).then(|| self.min_confidence.to_string()),
            ),
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

    /// Which commits were asked for.
    pub fn select(&self) -> Result<Select> {
        let (_, rev) = self.named();
        if let (true, Some(rev)) = (self.all, rev) {
            bail!("--all looks at every commit; {rev} has no meaning beside it");
        }
        let wanted = Wanted {
            first_parent: self.first_parent,
            since: self.since,
            until: self.until,
            author: self.author.as_ref().map(|author| author.to_lowercase()),
            ..Wanted::default()
        };
        let restricted = wanted != Wanted::default();
        let is_range = rev.is_some_and(|r| r.contains(".."));
        let is_one = !self.all && !is_range && !restricted;
        let merges = match self.merges {
            Some(merges) => merges.into(),
            None if is_one || self.first_parent => Merges::FirstParent,
            None => Merges::Skip,
        };
        let rev = rev.unwrap_or("HEAD").to_owned();
        let selection = match (self.all, is_range) {
            (true, _) => Selection::All,
            (false, false) if restricted => Selection::Reachable(rev),
            _ => Selection::Revision(rev),
        };
        Ok(Select {
            selection,
            merges,
            wanted,
            is_one,
        })
    }
}

/// The commits that were asked for.
pub struct Select {
    pub selection: Selection,
    pub merges: Merges,
    pub wanted: Wanted,
    /// One commit, and no range or history.
    pub is_one: bool,
}

/// A type by its name.
fn kind(name: &str) -> Result<String, String> {
    let names = || RefactoringType::ALL.iter().map(|t| t.name());
    match RefactoringType::of_name(name) {
        Some(_) => Ok(name.to_owned()),
        None => Err(format!(
            "no such type{}; `reweave list types` shows them",
            did_you_mean(name, names())
        )),
    }
}

fn time(text: &str) -> Result<i64, String> {
    Wanted::time(text).map_err(|error| error.to_string())
}
