//! `--worktree` and `--staged`.

use crate::repository::{Repository, class, found, git_is_here};

const RENAME: &str = "Rename Method public first(count int) : int renamed to public second(count int) : int in class p.A";

fn with_a() -> Repository {
    let repo = Repository::new();
    repo.write("src/p/A.java", &class("A", "first"));
    repo.commit("add A");
    repo
}

#[test]
fn the_working_tree_and_the_index_differ() {
    if !git_is_here() {
        return;
    }
    let repo = with_a();
    let one = |flag| {
        repo.detect(&[flag, "--format", "jsonl"])
            .records()
            .remove(0)
    };
    assert_eq!(one("--worktree")["uncommitted"], "worktree");
    repo.write("src/p/A.java", &class("A", "second"));
    let (disk, index) = (one("--worktree"), one("--staged"));
    assert_eq!(found(&disk), [RENAME]);
    assert!(found(&index).is_empty());
    repo.git(&["add", "-A"]);
    let staged = one("--staged");
    assert_eq!(found(&staged), [RENAME]);
    let path = &staged["findings"][0]["right"][0]["path"];
    assert_eq!(path, "src/p/A.java");
}

#[test]
fn new_and_moved_files_count_before_they_are_added() {
    if !git_is_here() {
        return;
    }
    let repo = with_a();
    repo.write(".gitignore", "ignored/\n");
    repo.write("ignored/A.java", &class("A", "first"));
    repo.write(
        "src/p/q/A.java",
        &class("A", "first").replace("package p", "package p.q"),
    );
    repo.remove("src/p/A.java");
    let run = repo.detect(&["--worktree", "--format", "jsonl"]);
    let records = run.records();
    assert_eq!(found(&records[0]), ["Move Class p.A moved to p.q.A"]);
}

#[cfg(unix)]
#[test]
fn a_filter_that_the_repository_brings_is_not_run() {
    if !git_is_here() {
        return;
    }
    let repo = with_a();
    let trace = repo.beside("trace");
    let command = format!("sh -c 'touch {}; cat'", trace.display());
    for key in ["filter.x.clean", "filter.x.smudge"] {
        repo.git(&["config", key, &command]);
    }
    repo.write(".gitattributes", "*.java filter=x\n");
    repo.write("src/p/A.java", &class("A", "secon"));
    repo.write("src/p/A.java", &class("A", "third"));
    let run = repo.detect(&["--worktree", "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(!trace.exists(), "a command of the repository was run");
}
