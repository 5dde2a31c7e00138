//! `--resume`, budgets and memory.

use crate::repository::{Repository, class, detect_in, git_is_here};
use reweave_text::Part;
use std::fs;

fn many() -> Repository {
    let repo = Repository::new();
    for i in 0..12 {
        repo.write("src/p/A.java", &class("A", &format!("method{i}")));
        repo.commit("rename");
    }
    repo
}

#[test]
fn a_cut_file_is_completed_to_the_same_bytes() {
    if !git_is_here() {
        return;
    }
    let repo = many();
    let whole = repo.detect(&["--all", "--format", "jsonl"]).out;
    assert_eq!(
        repo.detect(&["--all", "--format", "jsonl", "--jobs", "1"])
            .out,
        whole
    );
    let file = repo.beside("out.jsonl");
    let name = file.display().to_string();
    assert_eq!(repo.detect(&["--all", "--resume", &name]).code, 0);
    let written = fs::read_to_string(&file).expect("a file");
    let (header, records) = written.split_once('\n').expect("a header");
    assert!(header.contains("\"begun\""), "{header}");
    assert_eq!(records, whole);
    let whole = written.clone();
    for cut in [
        None,
        Some(0),
        Some(1),
        Some(whole.len() / 2),
        Some(whole.len() - 1),
        Some(whole.len()),
    ] {
        if let Some(cut) = cut {
            fs::write(&file, whole.part(..cut)).expect("a file");
        }
        let run = repo.detect(&["--all", "--resume", &name]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(
            fs::read_to_string(&file).expect("a file"),
            whole,
            "cut at {cut:?}"
        );
    }
}

#[test]
fn a_file_of_another_history_is_not_touched() {
    if !git_is_here() {
        return;
    }
    let repo = many();
    let file = repo.beside("out.jsonl");
    let name = file.display().to_string();
    assert_eq!(repo.detect(&["--all", "--resume", &name]).code, 0);
    let held = fs::read_to_string(&file).expect("a file");
    let other = Repository::with_a_rename();
    let run = detect_in(&other.path, &["--all", "--resume", &name]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("another repository"), "{}", run.err);
    assert_eq!(fs::read_to_string(&file).expect("a file"), held);
    assert_eq!(
        repo.detect(&["--all", "--resume", &name, "--format", "text"])
            .code,
        2
    );
}

#[test]
fn a_file_is_not_gone_on_with_under_other_options() {
    if !git_is_here() {
        return;
    }
    let repo = many();
    let file = repo.beside("out.jsonl");
    let name = file.display().to_string();
    let begun = ["--all", "--resume", &name, "--only", "Rename Method"];
    assert_eq!(repo.detect(&begun).code, 0);
    let held = fs::read_to_string(&file).expect("a file");
    for (options, told) in [
        (
            &["--all"][..],
            "begun with --only Rename Method, and now there is no --only",
        ),
        (
            &["--all", "--only", "Move Class"],
            "now there is --only Move Class",
        ),
        (
            &["HEAD~3..HEAD", "--only", "Rename Method"],
            "the commits --all",
        ),
        (
            &["--all", "--only", "Rename Method", "--budget", "1h"],
            "now there is --budget 3600000ms",
        ),
        (
            &["--all", "--only", "Rename Method", "--paths", "src/**"],
            "now there is --paths src/**",
        ),
        (
            &["--all", "--only", "Rename Method", "--merges", "all"],
            "--merges",
        ),
    ] {
        let run = repo.detect(&[options, &["--resume", &name]].concat());
        assert_eq!(run.code, 1, "{options:?}: {}", run.err);
        assert!(run.err.contains(told), "{options:?}: {}", run.err);
        assert_eq!(fs::read_to_string(&file).expect("a file"), held);
    }
    // What shapes no record may differ.
    let run = repo.detect(&[&begun[..], &["--jobs", "1"]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    // An earlier version wrote no header.
    let (_, records) = held.split_once('\n').expect("a header");
    fs::write(&file, records).expect("a file");
    let run = repo.detect(&begun);
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("give another name to start anew"),
        "{}",
        run.err
    );
    assert_eq!(fs::read_to_string(&file).expect("a file"), records);
}

#[test]
fn what_a_limit_cuts_short_says_so() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    for (limit, status) in [
        (["--budget", "0ms"], "timeout"),
        (["--max-memory", "1K"], "partial"),
    ] {
        let run = repo.detect(&[&limit[..], &["--format", "jsonl"]].concat());
        assert_eq!(run.records()[0]["status"], status, "{limit:?}");
    }
}
