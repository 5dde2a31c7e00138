//! The outcome of `apply` for scripts; `docs/apply.md` describes it.

use super::Shown;
use crate::diff;
use anyhow::Result;
use reweave_preserve::Interval;
use reweave_refactor::Standing;
use reweave_text::Sources;
use reweave_workspace::Folder;
use serde_json::{Value, json};

/// Goes up when a field changes its meaning or goes.
const VERSION: u32 = 1;

pub fn render(shown: &Shown<'_>) -> Result<String> {
    let outcome = shown.outcome;
    let steps: Vec<Value> = outcome
        .steps
        .iter()
        .map(|s| json!({"title": s.title, "rule": s.rule, "conflicts": s.conflicts}))
        .collect();
    let conflicts: Vec<Value> = outcome
        .conflicts
        .iter()
        .map(|c| {
            let places: Vec<Value> = c
                .places
                .iter()
                .map(|p| {
                    json!({
                        "original": p.original.map(|at| place(&outcome.before, shown.folder, at)),
                        "result": place(&outcome.after, shown.folder, p.result),
                    })
                })
                .collect();
            let standing = match c.standing {
                Standing::Refuses => "refuses",
                Standing::Allowed => "allowed",
                Standing::Warns => "warns",
            };
            json!({"kind": c.kind, "standing": standing, "message": c.message, "places": places})
        })
        .collect();
    let files: Vec<Value> = outcome
        .changed()
        .map(|(before, after)| {
            json!({
                "before": before.map(|f| &*f.path),
                "after": after.map(|f| &*f.path),
                "diff": diff::file(before, after),
            })
        })
        .collect();
    let left_out: Vec<Value> = shown
        .folder
        .skipped
        .iter()
        .map(|s| json!({"path": s.path, "why": s.why}))
        .collect();
    let document = json!({
        "version": VERSION,
        "refactoring": shown.args.refactoring,
        "language": shown.language.name(),
        "status": if shown.accepted { "accepted" } else { "refused" },
        "written": shown.written.map(|entry| entry.id),
        "steps": steps,
        "conflicts": conflicts,
        "files": files,
        "leftOut": left_out,
        "unresolvedTypes": {
            "count": shown.unresolved.len(),
            "names": shown.unresolved.iter().map(|u| &u.name).collect::<Vec<_>>(),
        },
    });
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// Lines and columns for people, byte offsets in the file for programs.
fn place(sources: &Sources, folder: &Folder, at: Interval) -> Value {
    let text = sources.text(at.file);
    let encoding = folder.encoding(at.file);
    let (start, end) = (
        sources.line_col(at.file, at.span.start),
        sources.line_col(at.file, at.span.end),
    );
    json!({
        "path": sources.path(at.file),
        "line": start.line,
        "column": start.col,
        "endLine": end.line,
        "endColumn": end.col,
        "offset": encoding.file_offset(text, at.span.start),
        "endOffset": encoding.file_offset(text, at.span.end),
    })
}
