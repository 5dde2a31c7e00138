//! A plan as a document for programs: `docs/schema/apply.schema.json` describes it, `docs/apply.md` explains it.

use crate::diff;
use crate::edits::edits;
use crate::plan::Plan;
use reweave_preserve::Interval;
use reweave_refactor::{Conflict, Outcome, Standing};
use reweave_text::{FileId, LineCol, LineIndex, SourceFile, Sources};
use reweave_workspace::{Encoding, Folder};
use serde_json::{Value, json};

/// Goes up when a field changes its meaning or goes.
pub const VERSION: u32 = 2;

/// The published schema of the document.
pub const SCHEMA: &str = include_str!("../../../docs/schema/apply.schema.json");

/// The document of a plan. `accepted` is the verdict of the surface, which may be stricter; `written` the number in the history.
pub fn document(plan: &Plan, accepted: bool, written: Option<u32>) -> Value {
    let outcome = &plan.outcome;
    let steps: Vec<Value> = (outcome.steps.iter())
        .map(|s| json!({"title": s.title, "rule": s.rule, "conflicts": s.conflicts}))
        .collect();
    let told = |warnings| -> Vec<Value> {
        let all = plan.conflicts(warnings);
        all.map(|c| conflict(c, outcome, plan.folder())).collect()
    };
    let left_out: Vec<Value> = (plan.folder().skipped.iter())
        .map(|s| json!({"path": s.path, "why": s.why}))
        .collect();
    let unresolved: Vec<&String> = plan.unresolved().iter().map(|u| &u.name).collect();
    json!({
        "version": VERSION,
        "plan": plan.id,
        "refactoring": plan.ask.refactoring,
        "language": plan.language(),
        "request": plan.ask.title(),
        "allow": plan.ask.allow,
        "status": if accepted { "accepted" } else { "refused" },
        "written": written,
        "steps": steps,
        "conflicts": told(false),
        "warnings": told(true),
        "files": files(plan),
        "base": {"files": plan.base().len(), "hash": plan.base().digest().to_hex().as_str()},
        "leftOut": left_out,
        "unresolvedTypes": {"count": unresolved.len(), "names": unresolved},
    })
}

fn conflict(conflict: &Conflict, outcome: &Outcome, folder: &Folder) -> Value {
    let places: Vec<Value> = (conflict.places.iter())
        .map(|p| {
            json!({
                "original": p.original.map(|at| place(&outcome.before, folder, at)),
                "result": place(&outcome.after, folder, p.result),
            })
        })
        .collect();
    let standing = match conflict.standing {
        Standing::Refuses => "refuses",
        Standing::Allowed => "allowed",
        Standing::Warns => "warns",
    };
    json!({"kind": conflict.kind, "standing": standing, "message": conflict.message, "places": places})
}

/// Lines and columns for people, byte offsets in the file for programs.
fn place(sources: &Sources, folder: &Folder, at: Interval) -> Value {
    let text = sources.text(at.file);
    let mut value = Lines::of(text, folder.encoding(at.file)).range(at.span.start, at.span.end);
    value["path"] = json!(sources.path(at.file));
    value
}

/// The files that change, by what becomes of them.
fn files(plan: &Plan) -> Vec<Value> {
    let outcome = &plan.outcome;
    let sides = [
        (&outcome.before, &outcome.after, plan.folder()),
        (&outcome.beside_before, &outcome.beside, plan.beside()),
    ];
    let mut all = Vec::new();
    for (before, after, folder) in sides {
        for id in after.changed_since(before) {
            all.push(file(plan, (before.get(id), after.get(id)), (folder, id)));
        }
    }
    all.sort_by(|a, b| a.0.cmp(&b.0));
    all.into_iter().map(|(_, value)| value).collect()
}

fn file(
    plan: &Plan,
    (before, after): (Option<&SourceFile>, Option<&SourceFile>),
    (folder, id): (&Folder, FileId),
) -> (String, Value) {
    let encoding = folder.encoding(id);
    let what = match (before, after) {
        (None, _) => "created",
        (_, None) => "deleted",
        (Some(b), Some(a)) if b.path != a.path => "moved",
        _ => "changed",
    };
    let hash = |path: &str, side: fn(&reweave_workspace::FileChange) -> Option<&[u8]>| {
        let change = plan.changes.iter().find(|c| c.path == path)?;
        Some(blake3::hash(side(change)?).to_hex().to_string())
    };
    let path = before.or(after).map_or("", |f| &*f.path).to_owned();
    let value = json!({
        "status": what,
        "before": before.map(|f| &*f.path),
        "after": after.map(|f| &*f.path),
        "encoding": encoding.name(),
        "hashBefore": before.and_then(|f| hash(&f.path, |c| c.before.as_deref())),
        "hashAfter": after.and_then(|f| hash(&f.path, |c| c.after.as_deref())),
        "edits": after.map(|a| changes(before.map_or("", |b| &*b.text), &a.text, encoding)),
        "diff": diff::file(before, after),
    });
    (path, value)
}

fn changes(old: &str, new: &str, encoding: Encoding) -> Vec<Value> {
    let lines = Lines::of(old, encoding);
    let told = edits(old, new).into_iter().map(|edit| {
        let mut value = lines.range(edit.span.start, edit.span.end);
        value["old"] = json!(edit.span.text(old));
        value["new"] = json!(edit.text);
        value
    });
    told.collect()
}

/// The lines of one text, for many places in it.
struct Lines<'a> {
    text: &'a str,
    index: LineIndex,
    encoding: Encoding,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str, encoding: Encoding) -> Self {
        Self {
            text,
            index: LineIndex::new(text),
            encoding,
        }
    }

    fn range(&self, start: u32, end: u32) -> Value {
        let at = |offset| -> (LineCol, u32) {
            let pos = self.index.line_col(self.text, offset);
            (pos, self.encoding.file_offset(self.text, offset))
        };
        let ((from, offset), (to, end_offset)) = (at(start), at(end));
        json!({
            "line": from.line,
            "column": from.col,
            "endLine": to.line,
            "endColumn": to.col,
            "offset": offset,
            "endOffset": end_offset,
        })
    }
}
