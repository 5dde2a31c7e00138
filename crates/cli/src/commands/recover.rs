//! `reweave recover`: show what a crash left in the middle of a write, and finish it.

use super::apply::Format;
use super::undo::shown;
use crate::{Outcome, diff, output};
use anyhow::Result;
use reweave_workspace::{FileChange, Interrupted, Recovery, Trust, Workspace};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

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

pub fn run(args: &Args) -> Result<Outcome> {
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
        .map(shown)
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

/// Opens a root. A command that writes finishes first what this user's own processes had begun, and says so before it
/// does; one that reads only tells of it.
pub fn open(root: &Path, writes: bool) -> Result<Workspace> {
    let workspace = Workspace::open(root)?;
    for one in workspace.interrupted()? {
        let is_cleared = one.is_cleared_unasked();
        if writes && is_cleared {
            let changes = workspace.remaining(&one)?;
            eprintln!("{}", will_do(&one, &changes));
        } else if one.is_decided {
            let next = if is_cleared {
                "the next command that writes finishes it"
            } else {
                "it is not known to be yours and never finished unasked"
            };
            eprintln!(
                "warning: a write was interrupted (change {}), and files may be as before or as after it; {next}; \
                 `reweave recover` shows it",
                one.id
            );
        }
    }
    if writes {
        for recovery in workspace.recover_own()? {
            eprintln!("{}", was_done(&recovery));
        }
    }
    Ok(workspace)
}

fn will_do(one: &Interrupted, changes: &[FileChange]) -> String {
    let (id, entry) = (one.id, one.entry.as_ref());
    let title = output::plain(entry.map_or("without a record", |e| &e.title));
    if !one.is_decided {
        return format!(
            "an interrupted write that had touched no file is to be dropped: {id} ({title})"
        );
    }
    let files: Vec<&str> = changes.iter().map(|c| c.path.as_str()).collect();
    let files = match files[..] {
        [] => "every file is in place".to_owned(),
        _ => format!(
            "still to be put in place: {}",
            output::plain(&files.join(" "))
        ),
    };
    format!("an interrupted write is to be finished: {id} ({title}); {files}")
}

fn was_done(recovery: &Recovery) -> String {
    match recovery {
        Recovery::Finished(entry) => format!(
            "finished an interrupted write: {} ({}); take it back with `reweave undo {0} --write`",
            entry.id,
            output::plain(&entry.title)
        ),
        Recovery::Dropped(id) => {
            format!("dropped an interrupted write ({id}) that had not touched any file")
        }
    }
}
