//! `reweave recover`: show what a crash left in the middle of a write, and finish it.

use crate::changes::Format;
use crate::commands::Run;
use crate::settings::Settings;
use crate::{Outcome, diff, output};
use anyhow::Result;
use reweave_project::{was_done, will_do};
use reweave_workspace::{FileChange, Interrupted, Trust, Workspace};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Finish a write that was interrupted
#[derive(clap::Args)]
pub struct Args {
    /// The folder in which the write was interrupted
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// Do it, whoever began it; without it nothing is written
    #[arg(long)]
    write: bool,
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Run for Args {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("reweave recover --root src", "show what is left to do"),
        ("reweave recover --root src --write", "do it"),
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
    let workspace = Workspace::open(&args.root)?;
    let mut found = Vec::new();
    for one in workspace.interrupted()? {
        let changes = workspace.remaining(&one)?;
        found.push((one, changes));
    }
    let done = if args.write {
        workspace.recover_all()?
    } else {
        Vec::new()
    };
    let diffs: String = found
        .iter()
        .flat_map(|(_, changes)| changes)
        .map(diff::of_change)
        .collect();
    match args.format {
        Format::Json => {
            let interrupted: Vec<Value> = found.iter().map(document).collect();
            let document = json!({
                "version": 1,
                "interrupted": interrupted,
                "diff": diffs,
                "written": args.write && !done.is_empty(),
            });
            output::print(&(serde_json::to_string_pretty(&document)? + "\n"))?;
        }
        Format::Diff => output::print(&diff::coloured(&diffs))?,
        Format::Text => {
            let mut out = diff::coloured(&diffs);
            for (one, changes) in &found {
                let _ = writeln!(out, "{}", will_do(one, changes));
                if let Trust::Unknown(why) = one.trust {
                    let _ = writeln!(out, "  not known to be yours: {why}");
                }
            }
            for recovery in &done {
                let _ = writeln!(out, "{}", was_done(recovery));
            }
            out.push_str(match (found.is_empty(), args.write) {
                (true, _) => "nothing was interrupted here\n",
                (false, true) => "",
                (false, false) => "nothing was written; --write does it\n",
            });
            output::print(&out)?;
        }
    }
    Ok(Outcome::Done)
}

fn document((one, changes): &(Interrupted, Vec<FileChange>)) -> Value {
    let files: Vec<&str> = changes.iter().map(|c| c.path.as_str()).collect();
    json!({
        "id": one.id,
        "decided": one.is_decided,
        "title": one.entry.as_ref().map(|e| &e.title),
        "own": one.trust == Trust::Own,
        "why": one.trust.to_string(),
        "files": files,
    })
}
