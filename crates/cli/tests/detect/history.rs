//! Commits, ranges, whole histories, merges.

use crate::repository::{Repository, class, detect_in, git_in, git_is_here};
use serde_json::Value;

fn commits(records: &[Value]) -> Vec<&str> {
    records
        .iter()
        .map(|r| r["commit"].as_str().expect("a commit"))
        .collect()
}

/// main: a - b - m, side: a - c - m
fn merged() -> (Repository, [String; 4]) {
    let repo = Repository::new();
    repo.write("src/p/A.java", &class("A", "first"));
    let a = repo.commit("add A");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("src/p/C.java", &class("C", "third"));
    let c = repo.commit("add C");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("src/p/A.java", &class("A", "second"));
    let b = repo.commit("rename first");
    repo.git(&["merge", "-q", "--no-ff", "-m", "join", "side"]);
    let m = repo.git(&["rev-parse", "HEAD"]);
    (repo, [a, b, c, m])
}

#[test]
fn one_commit_a_range_and_everything() {
    if !git_is_here() {
        return;
    }
    let (repo, [a, b, c, m]) = merged();
    let one = repo.detect(&["--format", "jsonl", &b]).records();
    assert_eq!(commits(&one), [b.as_str()]);
    assert_eq!(one[0]["parent"], a.as_str());
    let range = repo
        .detect(&["--format", "jsonl", &format!("{a}..main")])
        .records();
    let mut expected = [b.as_str(), &c];
    expected.sort_unstable();
    assert_eq!(commits(&range), expected, "ties by id, the merge skipped");
    let symmetric = repo
        .detect(&["--format", "jsonl", &format!("{b}...side")])
        .records();
    assert_eq!(commits(&symmetric), expected);
    let all = repo.detect(&["--all", "--format", "jsonl"]);
    assert_eq!(
        commits(&all.records()),
        [&[a.as_str()], &expected[..]].concat()
    );
    assert!(all.err.contains("1 merge commits skipped"), "{}", all.err);
    let tip = repo.detect(&["--format", "jsonl"]).records();
    assert_eq!(
        commits(&tip),
        [m.as_str()],
        "one merge is compared with its first parent"
    );
}

#[test]
fn merges_as_asked() {
    if !git_is_here() {
        return;
    }
    let (repo, [_, b, c, m]) = merged();
    let run = |merges| {
        repo.detect(&["--all", "--merges", merges, "--format", "jsonl"])
            .records()
    };
    let first = run("first-parent");
    assert_eq!(first.len(), 4);
    assert_eq!(first[3]["commit"], m.as_str());
    assert_eq!(first[3]["parent"], b.as_str());
    let all = run("all");
    let parents: Vec<_> = all[3..].iter().map(|r| r["parent"].as_str()).collect();
    assert_eq!(parents, [Some(b.as_str()), Some(c.as_str())]);
}

#[test]
fn packed_refs_tags_bare_repositories_and_linked_worktrees() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    repo.git(&["tag", "-a", "-m", "one", "v1"]);
    let expected = repo.detect(&["--all", "--format", "jsonl"]).out;
    repo.git(&["pack-refs", "--all"]);
    repo.git(&["gc", "-q"]);
    assert_eq!(repo.detect(&["--all", "--format", "jsonl"]).out, expected);
    let tag = repo.detect(&["v1", "--format", "jsonl"]).records();
    assert_eq!(tag.len(), 1);

    let bare = repo.beside("bare.git");
    repo.git(&["clone", "-q", "--bare", ".", &bare.display().to_string()]);
    let remote = detect_in(&bare, &["--all", "--format", "jsonl"]);
    assert_eq!(remote.records().len(), 2);
    let refused = detect_in(&bare, &["--worktree"]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("bare"), "{}", refused.err);

    let linked = repo.beside("linked");
    repo.git(&["worktree", "add", "-q", &linked.display().to_string()]);
    assert_eq!(
        detect_in(&linked, &["--all", "--format", "jsonl"]).out,
        expected
    );
    let beside = detect_in(
        linked.parent().expect("a parent"),
        &["linked", "HEAD", "--format", "jsonl"],
    );
    assert_eq!(beside.records().len(), 1, "REPO and REV");
}

#[test]
fn a_shallow_clone_names_the_missing_parent() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let parent = repo.git(&["rev-parse", "HEAD~1"]);
    let shallow = repo.beside("shallow");
    let url = format!("file://{}", repo.path.display());
    git_in(
        &repo.path,
        &[
            "clone",
            "-q",
            "--depth",
            "1",
            &url,
            &shallow.display().to_string(),
        ],
    );
    let run = detect_in(&shallow, &["--all", "--format", "jsonl"]);
    assert_eq!(run.code, 3);
    let records = run.records();
    assert_eq!(records[0]["status"], "error");
    let error = records[0]["error"].as_str().expect("an error");
    assert!(
        error.contains(&parent) && error.contains("shallow"),
        "{error}"
    );
}

#[test]
fn what_is_no_commit_is_said() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let unknown = repo.detect(&["nowhere"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("nowhere"), "{}", unknown.err);
    let outside = tempfile::tempdir().expect("a folder");
    let none = detect_in(outside.path(), &[]);
    assert_eq!(none.code, 2);
    assert!(none.err.contains("no Git repository"), "{}", none.err);
}
