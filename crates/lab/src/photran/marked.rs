//! The marked cases of the refactorings that both have.

use super::rename::offset_of;
use super::{Args, Score};
use anyhow::{Context, Result};
use reweave_refactor::{Request, Session, Target};
use reweave_refactor_fortran::Fortran;
use reweave_text::{FileId, LineCol, Sources, Span};
use serde_json::Value;
use std::path::Path;

/// The cases that count; others are Photran's own or have no counterpart.
const REFACTORINGS: [&str; 5] = [
    "intro-implicit-none",
    "Safe-Delete-Internal-Subprogram",
    "permute-subroutine-args",
    "add-subroutine-parameter",
    "extract-local-variable",
];

pub fn run(dir: &Path, args: &Args) -> Result<Score> {
    let lines = std::fs::read_to_string(dir.join("marked.jsonl"))?;
    let mut score = Score::default();
    for line in lines.lines() {
        let case: Value = serde_json::from_str(line)?;
        let name = format!("{} {}", text(&case, "refactoring"), text(&case, "file"));
        if !REFACTORINGS.contains(&text(&case, "refactoring")) || !name.contains(&args.only) {
            continue;
        }
        score.cases += 1;
        match judge(dir, &case, args)? {
            None => score.equal += 1,
            Some(why) => println!("differs: {name}: {why}"),
        }
    }
    Ok(score)
}

fn text<'a>(case: &'a Value, key: &str) -> &'a str {
    case[key].as_str().unwrap_or_default()
}

/// What differs from the expectation, if anything does.
fn judge(dir: &Path, case: &Value, args: &Args) -> Result<Option<String>> {
    let path = dir.join(text(case, "file"));
    let folder = path.parent().context("a case lies in a folder")?;
    let mut files = Vec::new();
    for file in case["project_files"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        files.push((file.to_owned(), std::fs::read_to_string(folder.join(file))?));
    }
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    let session = Session::<Fortran>::new(Sources::new(files));
    let file = session.sources().find(&name).context("the case's file")?;
    let fields: Vec<&str> = case["fields"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    let Some(request) = request(&session, text(case, "refactoring"), file, &fields) else {
        return Ok(Some("the marker was not understood".to_owned()));
    };
    let outcome = session.apply(&request);
    let refusal = match &outcome {
        Err(bad) => Some(bad.message.clone()),
        Ok(o) => o.refusals().next().map(|c| c.message.clone()),
    };
    let fails = text(case, "expected").starts_with("fail");
    match (fails, refusal) {
        (true, Some(_)) => return Ok(None),
        (true, None) => return Ok(Some("accepted, should be refused".to_owned())),
        (false, Some(why)) => return Ok(Some(format!("refused: {why}"))),
        (false, None) => {}
    }
    let Some(result) = case["result"].as_str() else {
        return Ok(None);
    };
    let expected = std::fs::read_to_string(dir.join(result))?;
    let outcome = outcome.expect("it was accepted");
    let got = outcome.after.text(file);
    if normal(got) == normal(&expected) {
        return Ok(None);
    }
    if args.verbose {
        println!("--- expected\n{expected}\n--- got\n{got}");
    }
    Ok(Some("another text".to_owned()))
}

/// The lines without blanks and case, in any order: declarations may be inserted in another one.
fn normal(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|l| {
            l.chars()
                .filter(|c| !c.is_whitespace())
                .collect::<String>()
                .to_ascii_lowercase()
        })
        .filter(|l| !l.is_empty())
        .collect();
    lines.sort();
    lines
}

fn request(
    session: &Session<Fortran>,
    refactoring: &str,
    file: FileId,
    fields: &[&str],
) -> Option<Request> {
    let place = |at: usize| {
        let line = fields.get(at)?.parse().ok()?;
        let col = fields.get(at + 1)?.parse().ok()?;
        offset_of(session.sources(), file, LineCol { line, col })
    };
    let caret = Target::At(file, place(0)?);
    let commas = |text: &str| text.replace(';', ",");
    Some(match refactoring {
        "intro-implicit-none" => Request::new("introduce-implicit-none", caret),
        "Safe-Delete-Internal-Subprogram" => Request::new("safe-delete", caret),
        "permute-subroutine-args" => {
            let order: Option<Vec<String>> = fields[4..fields.len() - 1]
                .iter()
                .map(|f| f.parse::<usize>().ok().map(|n| (n + 1).to_string()))
                .collect();
            Request::new("change-signature", caret).with("order", order?.join(","))
        }
        "add-subroutine-parameter" => {
            let at: i64 = fields.get(5)?.parse().ok()?;
            Request::new("change-signature", caret)
                .with("add", commas(fields.get(4)?))
                .with("at", (at + 1).to_string())
                .with("value", commas(fields.get(6)?))
        }
        "extract-local-variable" => {
            let (ty, name) = fields.get(4)?.split_once("::")?;
            Request::new(
                "extract-local-variable",
                Target::Range(file, Span::new(place(0)?, place(2)?)),
            )
            .with("name", name.trim())
            .with("type", ty.trim())
        }
        _ => return None,
    })
}
