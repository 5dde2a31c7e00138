//! `reweave undo`: take a written change back, whole.

use crate::changes::{Format, open};
use crate::commands::Run;
use crate::console;
use crate::settings::Settings;
use crate::{Outcome, diff, output};
use anyhow::Result;
use reweave_project::{Project, Setup, Undone};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Take a written change back, whole
#[derive(clap::Args)]
pub struct Args {
    /// The change, as `reweave history` numbers it; the last one that was not taken back, if none is given
    id: Option<u32>,
    /// The folder in which it was made
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Do it, all files or none; without it nothing is written
    #[arg(long)]
    write: bool,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        (
            "reweave undo",
            "show what taking back the last change would do",
        ),
        ("reweave undo 3 --root src --write", "take back change 3"),
    ];
    const SETTINGS: &'static [&'static str] = &["format"];

    fn place(&self) -> &Path {
        &self.root
    }

    fn run(&self, _settings: &Settings) -> Result<Outcome> {
        run(self)
    }
}

fn run(args: &Args) -> Result<Outcome> {
    let workspace = open(&args.root, args.write)?;
    let mut project = Project::within(workspace, Setup::default());
    let (Undone { entry, changes }, written) = if args.write {
        let (undone, written) = project.undo(args.id, &mut |told| console::warn(told))?;
        (undone, Some(written))
    } else {
        (project.reversal(args.id)?, None)
    };
    let diffs: Vec<String> = changes.iter().map(diff::of_change).collect();
    let diffs = diffs.concat();
    match args.format {
        Format::Json => {
            let files: Vec<_> = changes.iter().map(|c| &c.path).collect();
            let document = json!({
                "version": 1,
                "undoes": entry.id,
                "title": entry.title,
                "files": files,
                "diff": diffs,
                "written": written.map(|w| w.id),
            });
            output::print(&(serde_json::to_string_pretty(&document)? + "\n"))?;
        }
        Format::Diff => output::print(&diff::coloured(&diffs))?,
        Format::Text => {
            let end = match &written {
                Some(w) => format!(
                    "taken back: change {} ({}), as change {}\n",
                    entry.id, entry.title, w.id
                ),
                None => format!(
                    "change {} ({}) would be taken back; --write does it\n",
                    entry.id, entry.title
                ),
            };
            output::print(&(diff::coloured(&diffs) + &end))?;
        }
    }
    Ok(Outcome::Done)
}
