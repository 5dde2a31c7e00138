//! `review`: what is left to read of a change once its refactorings are taken out.

use super::{Call, Tool, answers, page_of};
use crate::arguments::{cursor, read};
use crate::page::paged;
use crate::source::{Source, schema};
use reweave_change::{Place, Status};
use reweave_project::ProjectError;
use reweave_review::{Bucket, ChangedLine, Count, Review, Row};
use serde::Deserialize;
use serde_json::{Value, json};

pub const TOOL: Tool = Tool {
    name: "review",
    title: "What is left to read",
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
    verify: bool,
    #[serde(default)]
    cursor: Option<String>,
}

/// Places of one refactoring that are listed.
const MOST_PLACES: usize = 5;

fn about() -> String {
    "Takes the refactorings out of a change and says what is left to read. Every line that git counts is in exactly one bucket. `rows` has first \
     the lines that no refactoring accounts for, file by file, then one row for each refactoring with its places. Use it before reading or \
     describing a large change."
        .to_owned()
}

fn input() -> Value {
    json!({
        "type": "object",
        "required": ["source"],
        "additionalProperties": false,
        "properties": {
            "source": schema(),
            "verify": {"type": "boolean", "description": "Perform each refactoring on the version before and compare it with the version after"},
            "cursor": {"type": "string", "description": "`next` of an earlier answer, for the rest of the rows"}
        }
    })
}

fn output() -> Value {
    let fields = json!({
        "title": {"type": "string"},
        "toRead": {"type": "integer", "description": "Changed lines that are left to read"},
        "lines": {"type": "integer", "description": "All changed lines, as git counts them"},
        "buckets": {"type": "array", "items": {"type": "object"}},
        "binaryFiles": {"type": "integer"},
        "isWhole": {"type": "boolean", "description": "Whether no budget cut the analysis short"}
    });
    answers(&["done"], page_of("rows", fields))
}

fn run(call: &mut Call<'_>) -> Result<Value, ProjectError> {
    let arguments: Arguments = read(call.arguments)?;
    let from = cursor(arguments.cursor.as_deref())?;
    let review = arguments.source.review(call, arguments.verify)?;
    let ledger = &review.ledger;
    let bucket = |b: &Bucket| {
        let Count { added, removed } = ledger.count(*b);
        json!({"name": b.name(), "added": added, "removed": removed, "toRead": b.is_to_read()})
    };
    let answer = json!({
        "status": "done",
        "title": review.title,
        "toRead": ledger.to_read().lines(),
        "lines": ledger.total().lines(),
        "buckets": Bucket::ALL.iter().map(bucket).collect::<Vec<_>>(),
        "binaryFiles": ledger.binary_files(),
        "isWhole": review.record.status == Status::Complete,
    });
    let mut rows = left(&review);
    rows.extend(review.rows.iter().map(|row| refactoring(&review, row)));
    Ok(paged(answer, "rows", rows.into_iter(), from))
}

/// The lines to read of each file, most first.
fn left(review: &Review) -> Vec<Value> {
    let mut files: Vec<(usize, Value)> = Vec::new();
    for file in &review.ledger.files {
        let (before, after) = (runs(&file.removed), runs(&file.added));
        let lines = before.iter().chain(&after).map(|r| r.1 - r.0 + 1).sum();
        if lines > 0 {
            files.push((
                lines,
                json!({"kind": "left over", "file": file.path, "lines": lines, "before": before, "after": after}),
            ));
        }
    }
    files.sort_by_key(|(lines, _)| std::cmp::Reverse(*lines));
    files.into_iter().map(|(_, value)| value).collect()
}

/// First and last of neighbouring lines that are to be read, from 1.
fn runs(lines: &[ChangedLine]) -> Vec<(usize, usize)> {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for line in lines.iter().filter(|l| l.bucket.is_to_read()) {
        let number = line.line + 1;
        match all.last_mut() {
            Some(last) if last.1 + 1 == number => last.1 = number,
            _ => all.push((number, number)),
        }
    }
    all
}

fn refactoring(review: &Review, row: &Row) -> Value {
    let place = |p: &Place| json!({"file": p.path, "line": p.start.line, "endLine": p.end.line});
    let places: Vec<Value> = (review.findings(row).take(MOST_PLACES))
        .map(|f| json!({"before": f.left.first().map(place), "after": f.right.first().map(place)}))
        .collect();
    json!({
        "kind": "refactoring",
        "id": row.id,
        "type": row.kind,
        "change": row.change,
        "pure": row.pure,
        "performed": row.performed,
        "lines": row.lines.lines(),
        "places": places,
        "placesTotal": row.findings.len(),
    })
}
