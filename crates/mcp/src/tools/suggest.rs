//! `suggest`: what could be refactored, and into what.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::{cut, paged};
use reweave_project::{ProjectError, suggest};
use serde::Deserialize;
use serde_json::{Value, json};

/// Bytes of a suggested text.
const MOST_TEXT: usize = 1_000;

pub const TOOL: Tool = Tool {
    name: "suggest",
    title: "What could be refactored",
    about,
    input,
    output,
    writes: false,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    path: Option<String>,
    #[serde(default)]
    types: Vec<String>,
    #[serde(default)]
    cursor: Option<String>,
}

fn about() -> String {
    "Finds Java methods that could be written as others in the same code base already are, best first. Use it to look for duplicated or outdated code."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "path": {"type": "string", "description": "A folder or file in the root; all of it by default"},
            "types": {"type": "array", "items": {"type": "string"}},
            "cursor": {"type": "string"}
        }
    })
}

fn output() -> Value {
    let fields = json!({
        "files": {"type": "integer"},
        "methods": {"type": "integer"},
        "leftOut": {"type": "integer"}
    });
    answers(&["done"], page_of("suggestions", fields))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    let path = call.inside(arguments.path.as_deref().unwrap_or("."))?;
    let config = call.project().config_file();
    let report = suggest(&path, &arguments.types, config.as_deref(), call.watch)?;
    let place = |l: &reweave_project::Location| json!({"file": l.file, "method": l.method, "line": l.start_line, "endLine": l.end_line});
    let items: Vec<Value> = (report.suggestions.iter())
        .map(|s| {
            json!({
                "type": s.kind,
                "score": s.score,
                "linesSaved": s.lines_saved,
                "place": place(&s.missed),
                "example": place(&s.example),
                "exampleText": cut(&s.example.text, MOST_TEXT).0,
                "fingerprint": s.fingerprint,
                "apply": s.apply,
            })
        })
        .collect();
    let answer = json!({
        "status": "done",
        "files": report.files,
        "methods": report.methods,
        "leftOut": report.left_out.len(),
    });
    Ok(paged(answer, "suggestions", items.into_iter(), from))
}
