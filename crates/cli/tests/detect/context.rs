//! What a change does not touch, but its answer depends on.

use crate::repository::{Repository, found, git_is_here};

const METHOD: &str = "    public int total(int count) {\n        int sum = 0;\n        for (int i = 0; i < count; i++) {\n            sum += i * count;\n        }\n        return sum;\n    }\n";

/// `Leaf` extends `Middle` extends `Top`, each in a package of its own.
fn three_levels() -> Repository {
    let repo = Repository::new();
    repo.write("src/a/Top.java", "package a;\n\npublic class Top {\n}\n");
    repo.write(
        "src/b/Middle.java",
        "package b;\n\nimport a.*;\n\npublic class Middle extends Top {\n}\n",
    );
    repo.write(
        "src/c/Leaf.java",
        &format!(
            "package c;\n\nimport b.Middle;\n\npublic class Leaf extends Middle {{\n{METHOD}}}\n"
        ),
    );
    repo.commit("add three levels");
    repo
}

fn pull_up(repo: &Repository) {
    repo.write(
        "src/a/Top.java",
        &format!("package a;\n\npublic class Top {{\n{METHOD}}}\n"),
    );
    repo.write(
        "src/c/Leaf.java",
        "package c;\n\nimport b.Middle;\n\npublic class Leaf extends Middle {\n}\n",
    );
}

const PULLED_UP: &str = "Pull Up Method public total(count int) : int from class c.Leaf to public total(count int) : int from class a.Top";

#[test]
fn a_superclass_in_an_untouched_file_is_read_from_the_commit() {
    if !git_is_here() {
        return;
    }
    let repo = three_levels();
    pull_up(&repo);
    repo.commit("pull up total");
    let records = repo.detect(&["--format", "jsonl"]).records();
    assert_eq!(found(&records[0]), [PULLED_UP]);
}

#[test]
fn a_superclass_in_an_untouched_file_is_read_for_uncommitted_changes() {
    if !git_is_here() {
        return;
    }
    let repo = three_levels();
    pull_up(&repo);
    for flag in ["--worktree", "--staged"] {
        repo.git(&["add", "-A"]);
        let records = repo.detect(&[flag, "--format", "jsonl"]).records();
        assert_eq!(found(&records[0]), [PULLED_UP], "{flag}");
    }
}

#[test]
fn without_that_file_the_method_moved() {
    if !git_is_here() {
        return;
    }
    let repo = three_levels();
    repo.remove("src/b/Middle.java");
    repo.commit("lose the class between");
    pull_up(&repo);
    repo.commit("move total");
    let records = repo.detect(&["--format", "jsonl"]).records();
    assert!(found(&records[0]).iter().all(|f| !f.starts_with("Pull Up")));
}
