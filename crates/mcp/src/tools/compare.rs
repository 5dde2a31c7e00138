//! `compare`: what was refactored between two releases of a library.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::paged;
use reweave_project::{ProjectError, compare_releases};
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "compare",
    title: "What a release refactored",
    about,
    input,
    output,
    writes: false,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    old: String,
    new: String,
    #[serde(default)]
    all: bool,
    #[serde(default)]
    cursor: Option<String>,
}

fn about() -> String {
    "Finds what was refactored between two releases of a Java library, as its clients see it. Use it to migrate a client or to write release notes."
        .to_owned()
}

fn input() -> Value {
    let release = "A folder or archive of sources in the root, or a revision (v1.2, v1.2:src/main)";
    json!({
        "type": "object",
        "required": ["old", "new"],
        "additionalProperties": false,
        "properties": {
            "old": {"type": "string", "description": release},
            "new": {"type": "string", "description": release},
            "all": {"type": "boolean", "description": "Also what clients cannot see"},
            "cursor": {"type": "string"}
        }
    })
}

fn output() -> Value {
    answers(
        &["done"],
        page_of("entries", json!({"leftOut": {"type": "integer"}})),
    )
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    let root = call.project().root().to_owned();
    // What is there on disk must lie in the root; everything else is a revision.
    let side = |what: &str| {
        let is_path = root.join(what).exists() || std::path::Path::new(what).is_absolute();
        if is_path {
            return Ok(call.inside(what)?.to_string_lossy().into_owned());
        }
        Ok::<_, ProjectError>(what.to_owned())
    };
    let (old, new) = (side(&arguments.old)?, side(&arguments.new)?);
    let log = compare_releases(&root, [&old, &new], arguments.all, call.watch)?;
    let document: Value = serde_json::from_str(&reweave_log::json::write(&log))
        .map_err(|e| ProjectError::Request(e.to_string()))?;
    let entries = document["entries"].as_array().cloned().unwrap_or_default();
    let answer = json!({"status": "done", "leftOut": log.left_out.len()});
    Ok(paged(answer, "entries", entries.into_iter(), from))
}
