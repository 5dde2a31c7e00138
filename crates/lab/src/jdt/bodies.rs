//! The requests of cases that select code in a body.

use super::case::Case;
use super::request::{main_file, text};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_java::Java;
use reweave_text::Span;
use serde_json::Value;

/// The request of a case whose refactoring is asked for at a selection.
pub fn of(case: &Case, session: &Session<Java>) -> Result<Request, String> {
    let selection = case.selection.as_ref().ok_or("no selection")?;
    let file = main_file(case, session)?;
    let markers = case.markers_before(selection.offset);
    let start = selection.offset - markers;
    let span = Span::new(start, start + selection.length);
    let request = Request::new(case.refactoring.as_str(), Target::Range(file, span));
    let flag = |name: &str| case.params.get(name) == Some(&Value::Bool(true));
    let yes = |request: Request, name: &str, on: bool| {
        if on {
            request.with(name, "yes")
        } else {
            request
        }
    };
    Ok(match case.refactoring.as_str() {
        "extract-local-variable" | "extract-constant" => {
            let request = request.with("name", text(case, "newName")?);
            let request = yes(request, "all", flag("replaceAll"));
            yes(request, "final", flag("final"))
        }
        "extract-method" => {
            let named = case.params.get("newName").and_then(Value::as_str);
            // As Eclipse's harness has it.
            let request = request
                .with("name", named.unwrap_or("extracted"))
                .with("visibility", "protected");
            yes(request, "duplicates", flag("replaceDuplicates"))
        }
        "inline-method" => match text(case, "mode") {
            Ok("inline-call-at-selection") => request,
            _ => request.with("all", "yes"),
        },
        "inline-local-variable" => request,
        other => return Err(format!("no {other} yet")),
    })
}
