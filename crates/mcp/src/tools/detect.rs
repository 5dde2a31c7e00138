//! `detect`: what was refactored in a change.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::paged;
use crate::source::{Source, schema, told};
use reweave_change::{Finding, Place};
use reweave_output::Filter;
use reweave_project::{ProjectError, Sought};
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "detect",
    title: "What was refactored",
    about,
    input,
    output,
    writes: false,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    source: Source,
    #[serde(default)]
    only: Vec<String>,
    #[serde(default)]
    exclude: Vec<String>,
    #[serde(default)]
    paths: Vec<String>,
    #[serde(default)]
    cursor: Option<String>,
}

fn about() -> String {
    "Finds the refactorings in a change of Java code: of the working tree, of what is staged, of a commit or a range, between two folders, or \
     between two texts. Use it to understand or describe a change; to check a change that you made against what you meant, use `verify`."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "required": ["source"],
        "additionalProperties": false,
        "properties": {
            "source": schema(),
            "only": {"type": "array", "items": {"type": "string"}, "description": "These types only, for example \"Rename Method\""},
            "exclude": {"type": "array", "items": {"type": "string"}},
            "paths": {"type": "array", "items": {"type": "string"}, "description": "Globs; only what touches these paths"},
            "cursor": {"type": "string"}
        }
    })
}

fn output() -> Value {
    let fields = json!({
        "changes": {"type": "integer", "description": "Commits, or 1"},
        "incomplete": {"type": "array", "items": {"type": "object"}, "description": "Changes that a budget cut short or that could not be read"},
        "leftOut": {"type": "integer", "description": "Files that could not be read"}
    });
    answers(&["done"], page_of("refactorings", fields))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    let filter = Filter::new(&arguments.only, &arguments.exclude, &arguments.paths)
        .map_err(|e| ProjectError::Request(e.to_string()))?;
    let mut sought = arguments.source.detect(call)?;
    for one in &mut sought {
        filter.apply(&mut one.record);
    }
    let mut answer = told(&sought);
    answer["status"] = json!("done");
    let all: Vec<(&Sought, &Finding)> = (sought.iter())
        .flat_map(|s| s.record.findings.iter().map(move |f| (s, f)))
        .collect();
    let items = all
        .into_iter()
        .map(|(s, f)| finding(s.commit.as_deref(), f));
    Ok(paged(answer, "refactorings", items, from))
}

/// A finding without its evidence.
pub fn finding(commit: Option<&str>, finding: &Finding) -> Value {
    let place = |p: &Place| json!({"file": p.path, "line": p.start.line, "endLine": p.end.line});
    let mut value = json!({
        "type": finding.kind,
        "description": finding.description,
        "before": finding.left.first().map(place),
        "after": finding.right.first().map(place),
        "pure": finding.pure,
    });
    if let Some(commit) = commit {
        value["commit"] = json!(commit);
    }
    value
}
