//! Opening a root whose last write may have been interrupted.

use reweave_workspace::{FileChange, Interrupted, Recovery, Workspace, WorkspaceError};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Seconds since 1970, for the history.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |d| d.as_secs())
}

/// Opens a root. Whoever writes finishes first what this user's own processes had begun, and says so before it does; whoever
/// reads only tells of it.
pub fn open_workspace(
    root: &Path,
    writes: bool,
    tell: &mut dyn FnMut(&str),
) -> Result<Workspace, WorkspaceError> {
    let workspace = Workspace::open(root)?;
    recover(&workspace, writes, tell)?;
    Ok(workspace)
}

pub(crate) fn recover(
    workspace: &Workspace,
    writes: bool,
    tell: &mut dyn FnMut(&str),
) -> Result<(), WorkspaceError> {
    for one in workspace.interrupted()? {
        let is_cleared = one.is_cleared_unasked();
        if writes && is_cleared {
            let changes = workspace.remaining(&one)?;
            tell(&will_do(&one, &changes));
        } else if one.is_decided {
            let next = if is_cleared {
                "the next command that writes finishes it"
            } else {
                "it is not known to be yours and never finished unasked"
            };
            tell(&format!(
                "warning: a write was interrupted (change {}), and files may be as before or as after it; {next}; \
                 `reweave recover` shows it",
                one.id
            ));
        }
    }
    if writes {
        for recovery in workspace.recover_own()? {
            tell(&was_done(&recovery));
        }
    }
    Ok(())
}

/// What finishing an interrupted write would do, in a line.
pub fn will_do(one: &Interrupted, changes: &[FileChange]) -> String {
    let (id, entry) = (one.id, one.entry.as_ref());
    let title = plain(entry.map_or("without a record", |e| &e.title));
    if !one.is_decided {
        return format!(
            "an interrupted write that had touched no file is to be dropped: {id} ({title})"
        );
    }
    let files: Vec<&str> = changes.iter().map(|c| c.path.as_str()).collect();
    let files = match files[..] {
        [] => "every file is in place".to_owned(),
        _ => format!("still to be put in place: {}", plain(&files.join(" "))),
    };
    format!("an interrupted write is to be finished: {id} ({title}); {files}")
}

/// What was done about one, in a line.
pub fn was_done(recovery: &Recovery) -> String {
    match recovery {
        Recovery::Finished(entry) => format!(
            "finished an interrupted write: {} ({}); take it back with `reweave undo {0} --write`",
            entry.id,
            plain(&entry.title)
        ),
        Recovery::Dropped(id) => {
            format!("dropped an interrupted write ({id}) that had not touched any file")
        }
    }
}

/// One line that somebody else wrote, without what a terminal would obey.
fn plain(text: &str) -> String {
    let shown = |c: char| if c.is_control() { '\u{FFFD}' } else { c };
    text.chars().map(shown).collect()
}
