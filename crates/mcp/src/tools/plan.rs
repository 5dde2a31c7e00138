//! `plan`: one refactoring performed in memory and judged.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{Wish, cursor, read, wish_schema};
use crate::page::{cut, paged};
use reweave_project::{Plan, ProjectError, diff_of_outcome, document};
use serde_json::{Value, json};
use std::fmt::Write;

/// Bytes of a diff that are shown; the whole change is what `apply` does.
const MOST_DIFF: usize = 8_000;

/// Files that are listed; the count tells the rest.
const MOST_FILES: usize = 40;

/// Places of one conflict.
const MOST_PLACES: usize = 4;

pub const TOOL: Tool = Tool {
    name: "plan",
    title: "Plan a refactoring",
    about,
    input: wish_schema,
    output,
    writes: false,
    run,
};

fn about() -> String {
    let mut out = "Performs one refactoring in memory and checks that the program keeps its behaviour. Writes nothing. Answers with an id for \
                   `apply`, the verdict, conflicts and warnings with their places, and a diff. Refactorings and their parameters:"
        .to_owned();
    let mut seen = Vec::new();
    for entry in reweave_languages::refactorings() {
        let params: Vec<String> = (entry.params.iter())
            .map(reweave_refactor::Param::usage)
            .collect();
        let line = format!("{}({})", entry.name, params.join(" "));
        if !seen.contains(&line) {
            let _ = write!(out, " {line} [{}]", entry.language);
            seen.push(line);
        }
    }
    out
}

fn output() -> Value {
    let fields = json!({
        "plan": {"type": "string", "description": "The id that `apply` takes"},
        "language": {"type": "string"},
        "files": {"type": "array", "items": {"type": "object"}},
        "filesTotal": {"type": "integer"},
        "warnings": {"type": "array", "items": {"type": "object"}},
        "warningsTotal": {"type": "integer"},
        "diff": {"type": "string"},
        "diffIsWhole": {"type": "boolean"},
        "unresolvedTypes": {"type": "integer"},
        "leftOut": {"type": "integer"}
    });
    answers(&["accepted"], page_of("conflicts", fields))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let wish: Wish = read(call.arguments)?;
    let from = cursor(wish.cursor.as_deref())?;
    let ask = wish.ask()?;
    let plan = call.project().plan(&ask, call.watch)?;
    Ok(answer(&plan, from))
}

fn answer(plan: &Plan, from: usize) -> Value {
    let document = document(plan, plan.is_accepted(), None);
    let list = |name: &str| document[name].as_array().cloned().unwrap_or_default();
    let files = list("files");
    let listed: Vec<Value> = (files.iter().take(MOST_FILES))
        .map(|f| {
            let edits = f["edits"].as_array().map_or(0, Vec::len);
            json!({"status": f["status"], "before": f["before"], "after": f["after"], "edits": edits})
        })
        .collect();
    let warnings = list("warnings");
    let (diff, is_whole) = cut(&diff_of_outcome(&plan.outcome), MOST_DIFF);
    let answer = json!({
        "status": if plan.is_accepted() && plan.changes.is_empty() { "error" } else { status(plan) },
        "message": message(plan),
        "plan": plan.id,
        "language": plan.language(),
        "files": listed,
        "filesTotal": files.len(),
        "warnings": warnings.iter().take(5).map(brief).collect::<Vec<_>>(),
        "warningsTotal": warnings.len(),
        "diff": diff,
        "diffIsWhole": is_whole,
        "unresolvedTypes": plan.unresolved().len(),
        "leftOut": plan.folder().skipped.len(),
    });
    let conflicts = list("conflicts");
    paged(answer, "conflicts", conflicts.iter().map(brief), from)
}

fn status(plan: &Plan) -> &'static str {
    if plan.is_accepted() {
        "accepted"
    } else {
        "refused"
    }
}

fn message(plan: &Plan) -> String {
    if !plan.is_accepted() {
        return "behaviour could change, or the result would not compile; nothing was written"
            .to_owned();
    }
    if plan.changes.is_empty() {
        return "the plan changes nothing: name another place or other parameters".to_owned();
    }
    "`apply` with this plan writes all files or none".to_owned()
}

/// A conflict with its message and first places.
fn brief(conflict: &Value) -> Value {
    let places = conflict["places"].as_array().cloned().unwrap_or_default();
    let places: Vec<Value> = (places.iter().take(MOST_PLACES))
        .map(|p| {
            let is_original = !p["original"].is_null();
            let at = if is_original {
                &p["original"]
            } else {
                &p["result"]
            };
            json!({
                "file": at["path"],
                "line": at["line"],
                "column": at["column"],
                "in": if is_original { "original" } else { "result" },
            })
        })
        .collect();
    json!({
        "kind": conflict["kind"],
        "standing": conflict["standing"],
        "message": conflict["message"],
        "places": places,
    })
}
