//! `symbols`: declarations by name, with the addresses that other tools take.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::paged;
use reweave_project::ProjectError;
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "symbols",
    title: "Find declarations",
    about,
    input,
    output,
    writes: false,
    run,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    query: String,
    #[serde(default)]
    language: Option<String>,
    #[serde(default)]
    cursor: Option<String>,
}

fn about() -> String {
    "Finds declarations by name, by the end of their address, or with * for any characters. Answers with addresses such as org.a.B.run(int), \
     org.a.B#field, mod_x::solve, App\\Service::run. A query that ends with an address and / lists its parameters and local variables."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "required": ["query"],
        "additionalProperties": false,
        "properties": {
            "query": {"type": "string"},
            "language": {"type": "string"},
            "cursor": {"type": "string"}
        }
    })
}

fn output() -> Value {
    answers(&["done"], page_of("symbols", json!({})))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    let found = (call.project()).symbols(&arguments.query, arguments.language.as_deref())?;
    let items = found.iter().map(reweave_project::Found::document);
    let answer = json!({"status": "done"});
    Ok(paged(answer, "symbols", items, from))
}
