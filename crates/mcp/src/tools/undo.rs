//! `undo`: a written change is taken back, whole.

use super::{Call, Tool, answers, paths};
use crate::arguments::read;
use reweave_project::ProjectError;
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "undo",
    title: "Take a change back",
    about,
    input,
    output,
    writes: true,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    #[serde(default)]
    change: Option<u32>,
}

fn about() -> String {
    "Takes a written change back, whole, byte for byte: the given one, or the last that was not taken back. Refuses when a file has changed since."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {"change": {"type": "integer", "minimum": 1, "description": "The number that `apply` gave"}}
    })
}

fn output() -> Value {
    answers(
        &["undone"],
        json!({
            "undoes": {"type": "integer"},
            "change": {"type": "integer"},
            "files": {"type": "array", "items": {"type": "string"}},
            "filesTotal": {"type": "integer"},
            "notes": {"type": "array", "items": {"type": "string"}}
        }),
    )
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let mut notes = Vec::new();
    let mut project = call.project();
    let reversal = project.reversal(arguments.change)?;
    let written = reversal.changes.iter().map(|c| c.path.as_str());
    call.may_write(project.root(), written)?;
    let (undone, entry) =
        project.undo(arguments.change, &mut |note| notes.push(note.to_owned()))?;
    let (files, count) = paths(undone.changes.iter().map(|c| c.path.as_str()));
    Ok(json!({
        "status": "undone",
        "undoes": undone.entry.id,
        "change": entry.id,
        "files": files,
        "filesTotal": count,
        "notes": notes,
    }))
}
