//! What is written is what the published schema says.

use reweave_change::{
    Evidence, EvidencePlace, Finding, Group, LeftOut, LeftOver, Place, Point, Record, Replaced,
    Side, Status,
};
use reweave_output::{Entry, Format, Origin};
use serde_json::Value;

fn schema() -> jsonschema::Validator {
    let text = include_str!("../../../docs/schema/detect.schema.json");
    let schema: Value = serde_json::from_str(text).expect("the schema is JSON");
    jsonschema::validator_for(&schema).expect("the schema is a schema")
}

fn point(line: u32) -> Point {
    Point {
        line,
        column: 5,
        byte: 40,
    }
}

fn place(line: u32, code: Option<&str>) -> Place {
    Place {
        path: "src/A.java".into(),
        start: point(line),
        end: point(line + 3),
        element: "METHOD_DECLARATION".into(),
        role: "original method declaration".into(),
        code: code.map(Into::into),
    }
}

fn record() -> Record {
    let at = |line| {
        Some(EvidencePlace {
            path: "src/A.java".into(),
            start: point(line),
            end: point(line),
        })
    };
    let left_over = LeftOver {
        before: None,
        after: at(4),
    };
    Record {
        status: Status::Complete,
        error: None,
        findings: vec![Finding {
            kind: "Rename Method".into(),
            description: "Rename Method a() : int renamed to b() : int in class A".into(),
            left: vec![place(2, Some("a() : int"))],
            right: vec![place(2, None)],
            evidence: vec![Evidence {
                before: at(3),
                after: at(3),
                replacements: vec![Replaced {
                    old: "x".into(),
                    new: "y".into(),
                    before: at(3),
                    after: None,
                }],
            }],
            pure: Some(false),
            left_over: vec![left_over.clone()],
            confidence: Some(93),
            numbers: vec![("matched", 4)],
            performed: None,
        }],
        groups: vec![Group {
            kind: "Rename Method".into(),
            change: "a() : int".into(),
            findings: vec![0, 0],
        }],
        pure: Some(false),
        left_over: vec![left_over],
        explained: Vec::new(),
        left_out: vec![LeftOut::file(Side::After, "src/B.java", "a symbolic link")],
        unread: [("Ruby".to_owned(), 2)].into(),
    }
}

fn origins() -> [Origin; 3] {
    [
        Origin::Commit {
            commit: "0".repeat(40),
            parent: Some("1".repeat(40)),
            repository: Some("https://host.example/a".into()),
            subject: "rename a".into(),
            merged: None,
        },
        Origin::Uncommitted {
            uncommitted: "staged".into(),
        },
        Origin::Paths {
            before: "old".into(),
            after: "new".into(),
        },
    ]
}

#[test]
fn every_kind_of_record_fits_the_schema() {
    let schema = schema();
    let failed = Record {
        status: Status::Error,
        error: Some("damaged".into()),
        ..Record::default()
    };
    for origin in origins() {
        for record in [record(), failed.clone(), Record::default()] {
            let entry = Entry {
                origin: origin.clone(),
                record,
            };
            let line: Value =
                serde_json::from_str(&Format::JsonLines.entry(&entry)).expect("a line is JSON");
            let errors: Vec<String> = schema.iter_errors(&line).map(|e| e.to_string()).collect();
            assert!(errors.is_empty(), "{errors:?} in {line}");
        }
    }
    assert!(!schema.is_valid(&serde_json::json!({"version": 2, "status": "done"})));
}

#[test]
fn documents_are_whole_with_any_number_of_entries() {
    for format in [Format::Json, Format::RefactoringMiner] {
        for n in 0..3 {
            let entries: Vec<String> = origins()
                .into_iter()
                .take(n)
                .map(|origin| {
                    format.entry(&Entry {
                        origin,
                        record: record(),
                    })
                })
                .collect();
            let text = format!(
                "{}{}{}",
                format.begin(),
                entries.join(format.separator()),
                format.end()
            );
            let document: Value = serde_json::from_str(&text).expect("one document");
            let list = document
                .get("records")
                .or(document.get("commits"))
                .expect("a list");
            assert_eq!(list.as_array().map(Vec::len), Some(n));
        }
    }
}

fn plain(record: Record, explain: bool) -> String {
    let entry = Entry {
        origin: origins()[0].clone(),
        record,
    };
    let text = Format::Text { explain }.entry(&entry);
    anstream::adapter::strip_str(&text).to_string()
}

#[test]
fn text_groups_by_type_and_shows_both_places() {
    let mut record = record();
    record.groups.clear();
    assert_eq!(
        plain(record, true),
        "0000000000 rename a\n  1 Rename Method (not pure: 1 other edit)\n\n  Rename Method\n    a() : int renamed to b() : int in class A\n      \
         src/A.java:2\n        confidence 93 %: matched 4\n        line 3 matches line 3, with x replaced by y\n        \
         not explained: src/A.java:4 added\n\n  not explained: src/A.java:4 added\n\n  left out src/B.java: a symbolic link\n  not read 2 Ruby files\n"
    );
}

#[test]
fn text_tells_one_change_at_several_sites_once() {
    let mut record = record();
    record.left_out.clear();
    record.findings.push(record.findings[0].clone());
    record.groups[0].findings = vec![0, 1];
    let site = "      renamed to b() : int in class A\n        src/A.java:2\n";
    assert_eq!(
        plain(record, false),
        format!(
            "0000000000 rename a\n  2 Rename Method (not pure: 1 other edit)\n\n  Rename Method\n    a() : int (2 sites)\n{site}{site}  not read 2 Ruby files\n"
        )
    );
}
