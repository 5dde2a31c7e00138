//! `--fail-on impure`: the gate for a change that claims to be nothing but a refactoring.

use crate::repository::{Repository, class, detect_in, git_is_here};

/// The class of [`class`] with another sum in it: no refactoring.
fn doubled(method: &str) -> String {
    class("A", method).replace("sum += i * total;", "sum += 2 * i * total;")
}

/// Renames a method; then renames it again and changes what it computes; then changes something that is no Java.
fn history() -> Repository {
    let repo = Repository::with_a_rename();
    repo.write("src/p/A.java", &doubled("third"));
    repo.commit("rename second, and something else");
    repo.write("notes.txt", "nothing to judge\n");
    repo.commit("take notes");
    repo
}

#[test]
fn a_mere_refactoring_passes_the_gate() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    let run = repo.detect(&["HEAD~2", "--fail-on", "impure", "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let records = run.records();
    assert_eq!(records[0]["pure"], true);
    assert_eq!(records[0]["findings"][0]["pure"], true);
    assert_eq!(records[0]["version"], 2);
}

#[test]
fn what_no_finding_explains_ends_with_1() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    let gated = repo.detect(&["HEAD~1", "--fail-on", "impure", "--format", "jsonl"]);
    assert_eq!(gated.code, 1, "{}", gated.err);
    assert!(gated.out.contains("Rename Method"), "{}", gated.out);
    let free = repo.detect(&["HEAD~1", "--format", "jsonl"]);
    assert_eq!(free.code, 0, "the gate is asked for");
    assert_eq!(free.out, gated.out, "the gate changes no record");
    let record = &free.records()[0];
    assert_eq!(record["pure"], false);
    let left = &record["left_over"][0];
    assert_eq!(left["before"]["path"], "src/p/A.java");
    assert_eq!(left["before"]["start"]["line"], 9, "{left}");
}

#[test]
fn one_impure_commit_of_a_range_is_enough() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    assert_eq!(
        repo.detect(&["HEAD~2..HEAD", "--fail-on", "impure"]).code,
        1
    );
    assert_eq!(repo.detect(&["--all", "--fail-on", "impure"]).code, 1);
    assert_eq!(repo.detect(&["HEAD", "--fail-on", "impure"]).code, 0);
}

#[test]
fn uncommitted_changes_and_trees_are_gated_too() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    repo.write("src/p/A.java", &class("A", "third"));
    assert_eq!(repo.detect(&["--worktree", "--fail-on", "impure"]).code, 0);
    repo.write("src/p/A.java", &doubled("third"));
    assert_eq!(repo.detect(&["--worktree", "--fail-on", "impure"]).code, 1);
    let dir = tempfile::tempdir().expect("a folder");
    for (side, text) in [("old", class("A", "first")), ("new", doubled("first"))] {
        let folder = dir.path().join(side);
        std::fs::create_dir(&folder).expect("a folder");
        std::fs::write(folder.join("A.java"), text).expect("a file");
    }
    let trees = ["--before", "old", "--after", "new", "--fail-on", "impure"];
    assert_eq!(detect_in(dir.path(), &trees).code, 1);
}
