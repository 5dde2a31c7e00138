//! `reweave history`: what was written in a folder, oldest first.

use crate::changes::open;
use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, output};
use anyhow::Result;
use reweave_project::{Project, Setup};
use reweave_workspace::{Entry, Past, Trust};
use serde_json::json;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What was written in a folder, oldest first
#[derive(clap::Args)]
pub struct Args {
    /// The folder in which the changes were made
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[(
        "reweave history --root src",
        "the changes, with the numbers that `reweave undo` takes",
    )];
    const SETTINGS: &'static [&'static str] = &["format"];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let history = Project::within(open(&args.root, false)?, Setup::default()).history()?;
    let taken_back = |entry: &Entry| {
        let by = history.iter().find(|p| p.entry.undoes == Some(entry.id));
        by.map(|p| p.entry.id)
    };
    let out = match args.format {
        Format::Json => {
            let entries: Vec<_> = history
                .iter()
                .map(|Past { entry, trust }| {
                    let own = *trust == Trust::Own;
                    json!({"entry": entry, "undoneBy": taken_back(entry), "own": own})
                })
                .collect();
            serde_json::to_string_pretty(&json!({"version": 1, "entries": entries}))? + "\n"
        }
        Format::Text => {
            let mut out = String::new();
            for Past { entry, trust } in &history {
                let files: Vec<_> = entry.files.iter().map(|f| f.path.as_str()).collect();
                let allowed = match entry.allowed.join(",") {
                    kinds if kinds.is_empty() => String::new(),
                    kinds => format!("  allowed {kinds}"),
                };
                let back =
                    taken_back(entry).map_or(String::new(), |by| format!("  taken back by {by}"));
                let foreign = match trust {
                    Trust::Own => String::new(),
                    Trust::Unknown(why) => format!("  not known to be yours ({why})"),
                };
                let _ = writeln!(
                    out,
                    "{:>4}  {}  {}  [{}]{allowed}{back}{foreign}",
                    entry.id,
                    utc(entry.time),
                    output::plain(&entry.title),
                    output::plain(&files.join(" "))
                );
            }
            if history.is_empty() {
                out.push_str("nothing was written here yet\n");
            }
            out
        }
    };
    output::print(&out)?;
    Ok(Outcome::Done)
}

/// Date and time in UTC, from seconds since 1970.
fn utc(seconds: u64) -> String {
    const DAY: u64 = 86_400;
    let (days, rest) = (seconds / DAY, seconds % DAY);
    let (hour, minute) = (rest / 3600, rest / 60 % 60);
    // Years from March, so that the leap day comes last (the civil calendar repeats every 146,097 days).
    let days = days + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 {
        month_from_march + 3
    } else {
        month_from_march - 9
    };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn dates_of_leap_years() {
        assert_eq!(super::utc(0), "1970-01-01 00:00");
        assert_eq!(super::utc(951_782_400), "2000-02-29 00:00");
        assert_eq!(super::utc(1_772_323_199), "2026-02-28 23:59");
    }
}
