//! The outcome of `replay` for scripts; `docs/replay.md` describes it.

use crate::diff;
use anyhow::Result;
use reweave_replay::Outcome;
use reweave_text::Sources;
use reweave_workspace::Entry;
use serde_json::{Value, json};

/// Goes up when a field changes its meaning or goes.
const VERSION: u32 = 1;

pub fn render(before: &Sources, outcome: &Outcome, written: Option<&Entry>) -> Result<String> {
    let done: Vec<Value> = outcome
        .done
        .iter()
        .map(|d| json!({"path": d.path, "line": d.line, "entry": d.entry, "what": d.what}))
        .collect();
    let left: Vec<Value> = outcome
        .left
        .iter()
        .map(|l| {
            let entry = (l.entry > 0).then_some(l.entry);
            json!({"path": l.path, "line": l.line, "entry": entry, "what": l.what, "why": l.why})
        })
        .collect();
    let offers: Vec<Value> = outcome
        .offers
        .iter()
        .map(|o| json!({"path": o.path, "line": o.line, "old": o.old, "new": o.new}))
        .collect();
    let files: Vec<Value> = outcome
        .after
        .changed_since(before)
        .into_iter()
        .map(|id| {
            let (b, a) = (before.get(id), outcome.after.get(id));
            json!({"path": a.map(|f| &*f.path), "diff": diff::file(b, a)})
        })
        .collect();
    let document = json!({
        "version": VERSION,
        "done": done,
        "left": left,
        "strings": offers,
        "unresolved": outcome.unresolved,
        "files": files,
        "written": written.map(|w| w.id),
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}
