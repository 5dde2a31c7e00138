//! What a repository may hold beside sources: links, submodules, pointers, odd bytes, damaged objects.

use crate::repository::{Repository, class, git_is_here, left_out};
use reweave_text::Part;
use std::fs;

#[test]
#[cfg(unix)]
fn links_submodules_and_lfs_pointers_are_left_out_and_said_so() {
    if !git_is_here() {
        return;
    }
    let other = Repository::with_a_rename();
    let repo = Repository::with_a_rename();
    std::os::unix::fs::symlink("A.java", repo.path.join("src/p/Link.java")).expect("a link");
    repo.write(
        "src/p/Big.java",
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n",
    );
    repo.write("src/p/A.java", &class("A", "third"));
    repo.git(&[
        "submodule",
        "--quiet",
        "add",
        &other.path.display().to_string(),
        "sub",
    ]);
    repo.commit("odd things");
    let run = repo.detect(&["--format", "jsonl"]);
    assert_eq!(run.code, 0);
    let gaps = left_out(&run.records()[0]);
    assert!(
        gaps.iter()
            .any(|g| g.starts_with("src/p/Link.java: a symbolic link")),
        "{gaps:?}"
    );
    assert!(
        gaps.iter()
            .any(|g| g.starts_with("src/p/Big.java: a Git LFS pointer")),
        "{gaps:?}"
    );
    assert!(
        gaps.iter().any(|g| g.starts_with("sub: a submodule")),
        "{gaps:?}"
    );
}

#[test]
fn odd_bytes_and_names_are_read() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::new();
    let latin = |method: &str| {
        let mut bytes = class("A", method).into_bytes();
        bytes.splice(0..0, *b"// caf\xe9\r\n");
        bytes
    };
    fs::create_dir_all(repo.path.join("src/p")).expect("folders");
    fs::write(repo.path.join("src/p/A.java"), latin("first")).expect("a file");
    repo.write(
        "src/p/Größe and more.java",
        "\u{feff}class G { int a() { return 1; } }",
    );
    repo.write("src/p/Empty.java", "");
    repo.commit("add");
    fs::write(repo.path.join("src/p/A.java"), latin("second")).expect("a file");
    repo.write(
        "src/p/Größe and more.java",
        "\u{feff}class G { int b() { return 1; } }",
    );
    repo.write("src/p/Empty.java", "class Empty {");
    repo.write("src/p/package-info.java", "/** About p. */\npackage p;\n");
    repo.commit("change");
    let run = repo.detect(&["--format", "jsonl"]);
    let gaps = left_out(&run.records()[0]);
    assert!(gaps.iter().any(|g| g.contains("Latin-1")), "{gaps:?}");
    assert_eq!(run.code, 0);
}

#[test]
fn a_damaged_object_costs_its_commits_only() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    repo.write("src/p/A.java", &class("A", "third"));
    let damaged = repo.commit("rename second");
    repo.write("src/p/B.java", &class("B", "fourth"));
    let after = repo.commit("add B");
    let blob = repo.git(&["rev-parse", &format!("{damaged}:src/p/A.java")]);
    let object = repo
        .path
        .join(".git/objects")
        .join(blob.part(..2))
        .join(blob.part(2..));
    let mut permissions = fs::metadata(&object).expect("a loose object").permissions();
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "a file of the test's own"
    )]
    permissions.set_readonly(false);
    fs::set_permissions(&object, permissions).expect("it may be written");
    fs::write(&object, b"not an object").expect("it may be written");
    let run = repo.detect(&["--all", "--format", "jsonl"]);
    assert_eq!(run.code, 3);
    let records = run.records();
    let status = |id: &str| {
        let record = records
            .iter()
            .find(|r| r["commit"] == id)
            .expect("a record");
        record["status"].as_str().expect("a status").to_owned()
    };
    assert_eq!(records.len(), 4);
    assert_eq!(status(&damaged), "error");
    assert_eq!(status(&after), "complete", "it did not touch that file");
}

#[test]
fn an_empty_repository_has_no_commit() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::new();
    assert_eq!(
        repo.detect(&["--all", "--format", "jsonl"]).records().len(),
        0
    );
    assert_eq!(repo.detect(&[]).code, 2);
    repo.write("src/p/A.java", &class("A", "first"));
    let run = repo.detect(&["--worktree", "--format", "jsonl"]);
    assert_eq!(run.records().len(), 1, "everything is new");
}
