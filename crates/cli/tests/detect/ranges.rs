//! Ranges as people read them: what holds nothing is folded, a total ends them, and they can be narrowed.

use crate::repository::{Repository, class, detect_in, git_in, git_is_here};

/// A commit at a day of January 2026 by somebody.
fn commit(repo: &Repository, message: &str, day: u8, author: &str) -> String {
    repo.git(&["add", "-A"]);
    let date = format!("2026-01-{day:02}T12:00:00Z");
    // `git_in` fixes the dates; a plain amend with others sets these.
    repo.git(&["commit", "-q", "--allow-empty", "-m", message]);
    let who = format!("{author} <{}@example.invalid>", author.to_lowercase());
    let output = std::process::Command::new("git")
        .current_dir(&repo.path)
        .args([
            "-c",
            "user.name=Tester",
            "-c",
            "user.email=t@example.invalid",
            "-c",
            "commit.gpgsign=false",
        ])
        .args([
            "commit",
            "-q",
            "--amend",
            "--allow-empty",
            "--no-edit",
            "--author",
            &who,
            "--date",
            &date,
        ])
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_COMMITTER_DATE", &date)
        .output()
        .expect("git runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    repo.git(&["rev-parse", "HEAD"])
}

/// Ada adds and renames, Bob writes notes in between.
fn repository() -> (Repository, Vec<String>) {
    let repo = Repository::new();
    let mut ids = Vec::new();
    let mut write = |name: &str, message: &str, day, author| {
        repo.write("src/p/A.java", &class("A", name));
        ids.push(commit(&repo, message, day, author));
    };
    write("first", "add A", 1, "Ada");
    write("first", "notes", 5, "Bob");
    write("first", "more notes", 6, "Bob");
    write("second", "rename first", 10, "Ada");
    write("third", "rename second", 20, "Bob");
    write("third", "last notes", 25, "Bob");
    (repo, ids)
}

#[test]
fn what_holds_nothing_is_folded_and_a_total_ends_it() {
    if !git_is_here() {
        return;
    }
    let (repo, ids) = repository();
    let run = repo.detect(&["--all"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let short = |i: usize| ids[i].get(..10).expect("an id");
    let expected = [
        "3 commits without refactorings\n",
        &format!("\n{} rename first\n", short(3)),
        &format!("\n{} rename second\n", short(4)),
        "\n1 commit without refactorings\n",
        "\ntotal: 6 commits, 2 with refactorings; 2 refactorings: 2 Rename Method\n",
    ];
    let mut at = 0;
    for part in expected {
        let found = run.out.get(at..).and_then(|rest| rest.find(part));
        at += found.unwrap_or_else(|| panic!("{part:?} in {}", run.out)) + part.len();
    }
    assert_eq!(at, run.out.len(), "{}", run.out);
    let one = repo.detect(&[]);
    assert!(
        one.out.contains("no refactorings") && !one.out.contains("total"),
        "{}",
        one.out
    );
    let json = repo.detect(&["--all", "--format", "jsonl"]);
    assert_eq!(json.records().len(), 6, "programs get every record");
}

#[test]
fn times_and_authors_narrow_a_history() {
    if !git_is_here() {
        return;
    }
    let (repo, ids) = repository();
    let commits = |args: &[&str]| -> Vec<String> {
        let run = repo.detect(&[args, &["--format", "jsonl"]].concat());
        let id = |r: &serde_json::Value| r["commit"].as_str().expect("an id").to_owned();
        run.records().iter().map(id).collect()
    };
    assert_eq!(commits(&["--since", "2026-01-10"]), ids[3..]);
    assert_eq!(
        commits(&["--until", "2026-01-06"]),
        ids[..2],
        "at the begin of that day"
    );
    assert_eq!(
        commits(&[
            "--since",
            "2026-01-05",
            "--until",
            "2026-01-11 00:00:00 +0000"
        ]),
        ids[1..4]
    );
    assert_eq!(
        commits(&["--author", "ADA"]),
        [ids[0].clone(), ids[3].clone()]
    );
    assert_eq!(commits(&["--all", "--author", "bob@example"]).len(), 4);
    assert_eq!(
        commits(&[&format!("{}..HEAD", ids[2]), "--author", "ada"]),
        ids[3..4]
    );
    let wrong = repo.detect(&["--since", "someday"]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong
            .err
            .contains("someday is no time; write it as 2026-01-31"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_word_that_is_neither_folder_nor_revision_is_named() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let run = repo.detect(&["nowhere"]);
    assert_eq!(run.code, 2);
    let told = "nowhere is neither a folder nor a revision of the repository here";
    assert!(run.err.contains(told), "{}", run.err);
    assert_eq!(run.err.matches("nowhere").count(), 1, "{}", run.err);
}

fn short(id: &str) -> &str {
    id.get(..10).expect("an id")
}

/// main: a - b - m, side: a - c - m
#[test]
fn merges_say_against_which_parent_and_may_be_followed_by_the_first_only() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::new();
    repo.write("src/p/A.java", &class("A", "first"));
    let a = repo.commit("add A");
    repo.git(&["checkout", "-q", "-b", "side"]);
    repo.write("src/p/A.java", &class("A", "second"));
    let c = repo.commit("rename on the side");
    repo.git(&["checkout", "-q", "main"]);
    repo.write("notes", "n");
    let b = repo.commit("notes");
    repo.git(&["merge", "-q", "--no-ff", "-m", "join", "side"]);
    let run = repo.detect(&[]);
    let told = format!("merge, against parent 1 of 2 ({}): ", short(&b));
    assert!(run.out.contains(&told), "{}", run.out);
    let all = repo.detect(&["--all", "--merges", "all"]);
    let second = format!("merge, against parent 2 of 2 ({})", short(&c));
    assert!(
        all.out.contains(&told) || all.out.contains(&second),
        "{}",
        all.out
    );
    let first = repo.detect(&["--first-parent", "--format", "jsonl"]);
    let parents: Vec<_> = first
        .records()
        .iter()
        .map(|r| r["parent"].clone())
        .collect();
    assert_eq!(parents, [serde_json::Value::Null, a.into(), b.into()]);
}

#[test]
fn the_boundary_of_a_shallow_clone_is_an_error() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let parent = repo.git(&["rev-parse", "HEAD~1"]);
    let shallow = repo.beside("shallow");
    let (url, to) = (
        format!("file://{}", repo.path.display()),
        shallow.display().to_string(),
    );
    git_in(&repo.path, &["clone", "-q", "--depth", "1", &url, &to]);
    let run = detect_in(&shallow, &[]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    for part in [
        "error: ",
        "boundary of a shallow clone",
        &parent,
        "git fetch --unshallow",
    ] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
}
