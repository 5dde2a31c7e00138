//! The example that ships with the project, as a user sees it, and its log against the published schema.

use reweave_log::{eclipse, html, json, text};
use reweave_release::{Input, Options, compare};
use std::path::Path;

fn log() -> reweave_log::Log {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/compare");
    let read = |side: &str| Input::read(&root.join(side)).expect("the example is there");
    compare(&read("old"), &read("new"), &Options::default(), false)
}

#[test]
fn text_names_everything_that_changed() {
    let text = text::write(&log());
    for line in [
        "move-class Words -> lib.text.words.Words",
        "rename-method Words.number(String) -> count(CharSequence)",
        "rename-method Words.concat(String,String) -> join(String,String)",
        "replace Words.empty(String) -> isEmpty(String)",
        "removed method Words.dump()",
    ] {
        assert!(text.contains(line), "{line} is not in\n{text}");
    }
}

#[test]
fn both_forms_of_the_log_say_the_same() {
    let log = log();
    let again = json::read(&json::write(&log)).expect("our own log");
    assert_eq!(again, log);
    let script = eclipse::read(&eclipse::write(&log)).expect("our own script");
    let names = |l: &reweave_log::Log| -> Vec<_> {
        let entries = l.entries.iter();
        entries
            .map(|e| (e.kind, e.old.clone(), e.new.clone(), e.parameters.clone()))
            .collect()
    };
    assert_eq!(names(&script), names(&log));
}

#[test]
fn the_schema_knows_every_kind_and_field() {
    let schema = include_str!("../../../docs/schema/log.schema.json");
    let schema: serde_json::Value = serde_json::from_str(schema).expect("the schema is JSON");
    let entry = &schema["$defs"]["entry"]["properties"];
    let kinds: Vec<&str> = reweave_log::Kind::ALL.iter().map(|k| k.word()).collect();
    assert_eq!(entry["kind"]["enum"], serde_json::json!(kinds));
    let log: serde_json::Value = serde_json::from_str(&json::write(&log())).expect("our own log");
    for written in log["entries"].as_array().expect("a list") {
        for field in written.as_object().expect("an entry").keys() {
            assert!(entry.get(field).is_some(), "`{field}` is not in the schema");
        }
    }
}

#[test]
fn the_page_stands_alone() {
    let page = html::write(&log());
    assert!(page.starts_with("<!doctype html>"));
    let whole = page.replace("<wbr>", "");
    assert!(whole.contains("lib.text.words.Words"), "{page}");
    assert!(!page.contains("http"), "nothing is fetched");
}
