//! `apply`: a plan is written, all files or none.

use super::{Call, Tool, answers, paths};
use crate::arguments::read;
use reweave_project::ProjectError;
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "apply",
    title: "Write a plan",
    about,
    input,
    output,
    writes: true,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    plan: String,
}

fn about() -> String {
    "Writes an accepted plan, all files or none, and records it so that `undo` can take it back. Refuses a plan when a file that its verdict \
     rests on has changed since; plan again then."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "required": ["plan"],
        "additionalProperties": false,
        "properties": {"plan": {"type": "string", "description": "The id that `plan` gave"}}
    })
}

fn output() -> Value {
    answers(
        &["written"],
        json!({
            "change": {"type": "integer", "description": "The number that `undo` takes"},
            "title": {"type": "string"},
            "files": {"type": "array", "items": {"type": "string"}},
            "filesTotal": {"type": "integer"},
            "notes": {"type": "array", "items": {"type": "string"}}
        }),
    )
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let mut project = call.project();
    let plan = project.kept(&arguments.plan)?;
    let written = plan.changes.iter().map(|c| c.path.as_str());
    call.may_write(project.root(), written)?;
    let mut notes = Vec::new();
    let entry = project.apply(&plan, &mut |note| notes.push(note.to_owned()))?;
    let (files, count) = paths(entry.files.iter().map(|f| f.path.as_str()));
    Ok(json!({
        "status": "written",
        "change": entry.id,
        "title": entry.title,
        "files": files,
        "filesTotal": count,
        "notes": notes,
    }))
}
