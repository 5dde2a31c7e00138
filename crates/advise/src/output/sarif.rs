//! The report as SARIF 2.1.0, for code scanning services. Fingerprints are made of names, so they stay when other code
//! changes.

use crate::report::{Location, Report, Suggestion};
use reweave_manual::Page;
use reweave_suggest::{RefactoringType, types};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Where the schema of these documents is published.
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

pub fn write(report: &Report) -> String {
    let kinds: BTreeSet<&str> = report.suggestions.iter().map(|s| s.kind.as_str()).collect();
    let rules: Vec<Value> = kinds
        .iter()
        .map(|kind| {
            let page = page_of(kind);
            json!({
                "id": rule_id(kind),
                "name": kind.replace(' ', ""),
                "shortDescription": { "text": kind },
                "fullDescription": { "text": page.summary },
                "help": { "text": plain(kind, &page), "markdown": markdown(kind, &page) },
                "defaultConfiguration": { "level": "note" }
            })
        })
        .collect();
    let results: Vec<Value> = report
        .suggestions
        .iter()
        .map(|s| {
            let related = std::iter::once(&s.example).chain(&s.callees).enumerate();
            let mut result = json!({
                "ruleId": rule_id(&s.kind),
                "ruleIndex": kinds.iter().position(|k| *k == s.kind),
                "level": "note",
                "message": { "text": message(s) },
                "locations": [{
                    "physicalLocation": physical(&s.missed),
                    "logicalLocations": [{ "fullyQualifiedName": s.missed.method, "kind": "function" }]
                }],
                "relatedLocations": related.map(|(id, l)| json!({
                    "id": id,
                    "physicalLocation": physical(l),
                    "message": { "text": l.method }
                })).collect::<Vec<Value>>(),
                "partialFingerprints": { "reweaveNames/v1": s.fingerprint },
                "rank": s.score * 100.0,
                "properties": { "linesSaved": s.lines_saved, "ways": s.ways, "ready": s.ready }
            });
            if !s.fixes.is_empty() {
                result["fixes"] = fixes(s);
            }
            result
        })
        .collect();
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Reweave",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules
            }},
            "columnKind": "unicodeCodePoints",
            "results": results
        }]
    });
    let mut text = serde_json::to_string_pretty(&document).expect("only plain data");
    text.push('\n');
    text
}

/// What to do in a sentence, with the example as the first related location.
fn message(s: &Suggestion) -> String {
    if s.what.is_empty() {
        format!("{}: do as [{}](0) does.", s.kind, s.example.method)
    } else {
        format!("{}: {} ([{}](0)).", s.kind, s.what, s.example.method)
    }
}

/// The change of all places as one fix.
fn fixes(s: &Suggestion) -> Value {
    let mut by_file: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for fix in &s.fixes {
        by_file.entry(&fix.file).or_default().push(json!({
            "deletedRegion": {
                "startLine": fix.start.0, "startColumn": fix.start.1,
                "endLine": fix.end.0, "endColumn": fix.end.1
            },
            "insertedContent": { "text": fix.text }
        }));
    }
    let changes: Vec<Value> = by_file
        .into_iter()
        .map(|(file, replacements)| {
            json!({ "artifactLocation": { "uri": uri(file) }, "replacements": replacements })
        })
        .collect();
    json!([{
        "description": { "text": s.apply.as_deref().unwrap_or(&s.kind) },
        "artifactChanges": changes
    }])
}

/// What a type is; of a learned one only its name is known.
fn page_of(kind: &str) -> Page {
    let mut pages = types::ALL.iter().map(RefactoringType::page);
    pages
        .find(|page| page.title == kind)
        .unwrap_or_else(|| Page {
            title: kind.to_owned(),
            summary: "Code that could be changed in the way of learned examples.".to_owned(),
            ..Page::default()
        })
}

/// The page of a rule, as `reweave explain` shows it.
fn markdown(kind: &str, page: &Page) -> String {
    let body = page.body.replace("```before", "Before:\n\n```java");
    let body = body.replace("```after", "After:\n\n```java");
    let all = format!("# {kind}\n\n{}\n\n{}", page.summary, body.trim());
    all.trim_end().to_owned()
}

fn plain(kind: &str, page: &Page) -> String {
    format!(
        "{kind}: {} `reweave explain \"{kind}\"` shows it with an example.",
        page.summary
    )
}

fn rule_id(kind: &str) -> String {
    kind.to_lowercase().replace(' ', "-")
}

fn physical(location: &Location) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&location.file) },
        "region": { "startLine": location.start_line, "endLine": location.end_line.max(location.start_line) }
    })
}

/// A relative reference stays one; what a URI may not hold is escaped.
fn uri(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.trim_start_matches("./").bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-~+@$,".contains(&byte) {
            out.push(char::from(byte));
        } else {
            use std::fmt::Write;
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}
