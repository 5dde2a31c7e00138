//! `reweave mine`: the histories of many repositories as tables.

use super::detect::{MergesName, cores, units};
use crate::commands::Run;
use crate::console::{self, progress::Progress};
use crate::settings::Settings;
use crate::{Outcome, Refusal};
use anyhow::Result;
use reweave_git::{Merges, Selection, Wanted};
use reweave_harvest::{Ask, Folder, HarvestError, Named, Summary, into_folder, read_list};
use reweave_mine::Options;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What was refactored in the histories of many repositories, as Parquet tables
#[derive(clap::Args)]
pub struct Args {
    /// Repositories, and files with a list of them: a path a line, or a name, a tab and a path
    #[arg(value_name = "REPOS", required = true)]
    pub repos: Vec<PathBuf>,
    /// The folder of the tables; a run that was stopped goes on there
    #[arg(short, long, value_name = "DIR", required = true)]
    pub output: PathBuf,
    /// Commits of this time or later: 2026-01-31, "2 weeks ago"
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub since: Option<i64>,
    /// Commits of this time or earlier
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub until: Option<i64>,
    /// Commits whose author's name or address has this in it
    #[arg(long, value_name = "NAME")]
    pub author: Option<String>,
    /// What to compare merge commits with
    #[arg(long, value_enum, default_value = "skip")]
    pub merges: MergesName,
    /// How many commits at a time [default: one a core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Time for one commit, as 500ms, 60s or 2m; its row says where it was over
    #[arg(long, value_name = "TIME", value_parser = units::duration, default_value = "5m")]
    pub budget: Option<Duration>,
    /// Memory for the whole run, as 500M or 2G [default: no limit]
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    pub max_memory: Option<usize>,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave mine repos.txt -o tables",
            "every repository of a list; again, to go on or to add new commits",
        ),
        (
            "reweave mine ../one ../two -o tables --since 2020-01-01",
            "two repositories, the commits of some years",
        ),
    ];
    const SETTINGS: &'static [&'static str] = &["merges", "jobs", "budget", "max-memory"];
    const PAGES: bool = false;

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        let mut list = Vec::new();
        for path in &self.repos {
            if path.is_file() {
                list.extend(read_list(path)?);
            } else {
                list.push(Named::at(path));
            }
        }
        write(&list, &self.ask(), &self.output)
    }
}

impl Args {
    fn ask(&self) -> Ask {
        let wanted = Wanted {
            since: self.since,
            until: self.until,
            author: self.author.as_ref().map(|author| author.to_lowercase()),
            ..Wanted::default()
        };
        let merges = Merges::from(self.merges);
        let said = [
            ("--merges", Some(format!("{merges:?}"))),
            ("--since", self.since.map(|time| time.to_string())),
            ("--until", self.until.map(|time| time.to_string())),
            ("--author", wanted.author.clone()),
            (
                "--budget",
                self.budget.map(|b| format!("{}ms", b.as_millis())),
            ),
            ("--max-memory", self.max_memory.map(|m| m.to_string())),
        ];
        let said = said
            .into_iter()
            .filter_map(|(name, value)| Some(format!("{name} {}", value?)));
        let begun = std::iter::once("--all".to_owned()).chain(said);
        Ask {
            selection: Selection::All,
            merges,
            wanted,
            options: Options {
                jobs: self.jobs.unwrap_or_else(cores),
                budget: self.budget,
                max_memory: self.max_memory,
                sizes: true,
                ..Options::default()
            },
            shown: None,
            begun: begun.collect::<Vec<_>>().join(" "),
            ..Ask::default()
        }
    }
}

/// Writes the tables, and says what there is of them.
pub fn write(list: &[Named], ask: &Ask, to: &Path) -> Result<Outcome> {
    let refused = |error: HarvestError| {
        if error.is_refusal() {
            Refusal(error.to_string()).into()
        } else {
            anyhow::Error::from(error)
        }
    };
    let folder = Folder::open(to, &ask.begun, true).map_err(refused)?;
    let progress = Progress::stage("mining");
    let told = into_folder(list, ask, folder, &mut |all, done| {
        progress.tell(&format!("mining: {done} of {all} commits"));
    });
    progress.finish();
    let summary = told.map_err(refused)?;
    console::note(tell(&summary, to));
    Ok(if summary.is_whole() {
        Outcome::Done
    } else {
        console::warn(format_args!(
            "something is missing: {} repositories and {} commits that could not be looked at as a whole, {} files that \
             could not be written; {} has a row for each",
            summary.failed,
            summary.cut_short,
            summary.unwritten,
            to.join("errors").display()
        ));
        Outcome::CutShort
    })
}

fn tell(summary: &Summary, to: &Path) -> String {
    let held = match summary.held {
        0 => String::new(),
        n => format!(", {n} were there already"),
    };
    format!(
        "{} repositories, {} commits{held}, {} refactorings: {}",
        summary.repositories,
        summary.commits,
        summary.findings,
        to.display()
    )
}

fn time(text: &str) -> Result<i64, String> {
    Wanted::time(text).map_err(|error| error.to_string())
}
