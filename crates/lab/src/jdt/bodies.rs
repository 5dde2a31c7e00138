//! The requests of cases that select code in a body.

use super::case::Case;
use super::request::{main_file, text};
use reweave_model::{Kind, TypeKind};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_java::Java;
use reweave_text::{FileId, Part, Span};
use serde_json::Value;
use std::path::Path;

/// The request of a case whose refactoring is asked for at a selection.
pub fn of(case: &Case, session: &Session<Java>, dir: &Path) -> Result<Request, String> {
    let file = main_file(case, session)?;
    let Some(selection) = case.selection.as_ref() else {
        return all_calls(case, session, file);
    };
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
            // Eclipse's harness always has duplicates replaced.
            let request = request
                .with("name", named.unwrap_or("extracted"))
                .with("duplicates", "yes");
            extract_method(case, session, request, dir)?
        }
        "inline-method" => match text(case, "mode") {
            Ok("inline-call-at-selection") => request,
            _ => request.with("all", "yes"),
        },
        "inline-local-variable" => request,
        other => return Err(format!("no {other} yet")),
    })
}

/// `inline-declaration:NAME`: the method is named, not selected.
fn all_calls(case: &Case, session: &Session<Java>, file: FileId) -> Result<Request, String> {
    let mode = text(case, "mode")?;
    let name = mode
        .strip_prefix("inline-declaration:")
        .ok_or("no selection")?;
    let program = session.program();
    let number = program.number(file).ok_or("the file was not read")?;
    let mut callables = program.model(number).callables.iter();
    let method = callables
        .find(|c| program.world().text(c.name) == name)
        .ok_or_else(|| format!("no method {name} in the input"))?;
    let at = program.token(number, method.node);
    let target = Target::At(at.file, at.span.start);
    Ok(Request::new("inline-method", target).with("all", "yes"))
}

/// Names of parameters, or the number of the type around that gets the method; the visibility, which the suite does not have, is that of the
/// result.
fn extract_method(
    case: &Case,
    session: &Session<Java>,
    request: Request,
    dir: &Path,
) -> Result<Request, String> {
    let Target::Range(file, span) = request.target else {
        return Ok(request);
    };
    let destination = case.params.get("destination");
    let names: Vec<&str> = destination
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let request = if names.is_empty() {
        request
    } else {
        request.with("parameters", names.join(", "))
    };
    let index = destination.and_then(Value::as_u64).unwrap_or(0) as usize;
    let program = session.program();
    let number = program.number(file).ok_or("the file was not read")?;
    let model = program.model(number);
    let tree = &model.tree;
    let inner = tree.covering(span);
    let mut around = std::iter::once(inner)
        .chain(tree.ancestors(inner))
        .filter(|&n| tree.kind(n) == Kind::Type)
        .filter_map(|n| model.types.iter().find(|t| t.node == n))
        .filter(|t| t.kind != TypeKind::Annotation);
    let Some(to) = around.nth(index) else {
        return Ok(request);
    };
    let name = program.world().text(to.name);
    let request = if index > 0 {
        request.with("to", name)
    } else {
        request
    };
    let before = session.sources().text(file);
    let said = case
        .outputs(dir)
        .map_or("protected", |files| said(&files, before));
    let visibility = match said {
        "" if to.kind == TypeKind::Interface => "public",
        "" => "package",
        said => said,
    };
    Ok(request.with("visibility", visibility))
}

/// The first word of the head that only the result has.
fn said(files: &[(String, String)], text: &str) -> &'static str {
    let mut lines = files.iter().flat_map(|f| f.1.lines());
    let head = lines.find_map(|line| {
        let at = line.find("extracted(")?;
        let before = line.part(..at);
        let is_declared = !before.contains(['=', '(', '.']) && before.trim().contains(' ');
        let is_new = !text.contains(line.trim());
        (is_declared && is_new && !before.contains("return")).then_some(before)
    });
    let words = ["public", "protected", "private"];
    let head = head.unwrap_or("protected");
    words
        .into_iter()
        .find(|w| head.split_whitespace().any(|h| h == *w))
        .unwrap_or_default()
}
