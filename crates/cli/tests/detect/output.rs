//! Formats, filters, two trees.

use crate::repository::{Repository, class, detect_in, git_is_here};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Two folders with a renamed method.
fn folders() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a folder");
    for (side, method) in [("old", "first"), ("new", "second")] {
        let folder = dir.path().join(side).join("src/p");
        fs::create_dir_all(&folder).expect("folders");
        fs::write(folder.join("A.java"), class("A", method)).expect("a file");
    }
    dir
}

fn two_trees(dir: &Path, more: &[&str]) -> String {
    let run = detect_in(
        dir,
        &[&["--before", "old", "--after", "new"], more].concat(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

#[test]
fn text_has_types_and_places_and_no_colour_in_a_file() {
    let dir = folders();
    let text = two_trees(dir.path(), &[]);
    assert!(text.contains("1 Rename Method"), "{text}");
    assert!(text.contains("src/p/A.java:6"), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
    assert!(two_trees(dir.path(), &["-o", "out.txt"]).is_empty());
    let written = fs::read_to_string(dir.path().join("out.txt")).expect("a file");
    assert_eq!(written, text);
}

#[test]
fn json_documents_are_whole_and_filtered() {
    let dir = folders();
    let json: Value =
        serde_json::from_str(&two_trees(dir.path(), &["--format", "json"])).expect("JSON");
    let finding = &json["records"][0]["findings"][0];
    assert_eq!(finding["type"], "Rename Method");
    assert_eq!(finding["left"][0]["start"]["line"], 6);
    let rm: Value =
        serde_json::from_str(&two_trees(dir.path(), &["--format", "rm-json"])).expect("JSON");
    let location = &rm["commits"][0]["refactorings"][0]["leftSideLocations"][0];
    assert_eq!(location["codeElementType"], "METHOD_DECLARATION");
    assert_eq!(
        (&location["startLine"], &location["endLine"]),
        (&6.into(), &13.into())
    );
    assert_eq!(
        (&location["startColumn"], &location["endColumn"]),
        (&5.into(), &6.into())
    );
    for none in [
        ["--only", "Move Class"],
        ["--exclude", "rename-method"],
        ["--paths", "test/**"],
    ] {
        let lines = two_trees(dir.path(), &[&["--format", "jsonl"], &none[..]].concat());
        let record: Value = serde_json::from_str(&lines).expect("a record");
        assert_eq!(record["findings"], Value::Array(Vec::new()), "{none:?}");
    }
    let kept = two_trees(
        dir.path(),
        &["--format", "jsonl", "--paths", "src/**/*.java"],
    );
    assert!(kept.contains("Rename Method"));
}

#[test]
fn two_files_and_bad_input() {
    let dir = folders();
    let run = detect_in(
        dir.path(),
        &[
            "--before",
            "old/src/p/A.java",
            "--after",
            "new/src/p/A.java",
            "--format",
            "jsonl",
        ],
    );
    assert_eq!(run.records().len(), 1);
    for bad in [
        &["--before", "old"][..],
        &["--before", "old", "--after", "nowhere"],
        &[
            "--before",
            "old",
            "--after",
            "new",
            "--only",
            "Rename Everything",
        ],
        &["--before", "old", "--after", "new", "--all"],
    ] {
        assert_eq!(detect_in(dir.path(), bad).code, 2, "{bad:?}");
    }
}

#[test]
fn rm_json_names_the_commit() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    repo.git(&["remote", "add", "origin", "https://host.example/a/b.git"]);
    let head = repo.git(&["rev-parse", "HEAD"]);
    let rm: Value = serde_json::from_str(&repo.detect(&["--format", "rm-json"]).out).expect("JSON");
    let commit = &rm["commits"][0];
    assert_eq!(commit["sha1"], head.as_str());
    assert_eq!(
        commit["url"],
        format!("https://host.example/a/b/commit/{head}")
    );
}

#[test]
fn findings_have_a_confidence_and_less_likely_ones_can_be_left_out() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let all = repo.detect(&["HEAD", "--format", "jsonl"]);
    let records = all.records();
    let finding = &records[0]["findings"][0];
    let confidence = finding["confidence"].as_u64().expect("a confidence");
    assert!((50..100).contains(&confidence), "{finding}");
    let sure = repo.detect(&["HEAD", "--format", "jsonl", "--min-confidence", "100"]);
    assert_eq!(
        sure.records()[0]["findings"].as_array().map(Vec::len),
        Some(0)
    );
    let explained = repo.detect(&["HEAD", "--explain"]);
    let told = format!("confidence {confidence} %: ");
    assert!(explained.out.contains(&told), "{}", explained.out);
}
