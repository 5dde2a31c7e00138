//! `reweave review` and `reweave gate`: the lines of a change, against git's own count of them.

use crate::repository::{Repository, class, git_is_here, run_in};

/// A rename; then a rename with another sum in the body, notes, a picture and a comment.
fn history() -> Repository {
    let repo = Repository::with_a_rename();
    let other = class("A", "third").replace("sum += i * total;", "sum += 2 * i * total;");
    repo.write(
        "src/p/A.java",
        &other.replace("    private int", "    // all\n    private int"),
    );
    repo.write("notes.txt", "<script>alert(1)</script>\n");
    repo.write("picture.png", "\u{0}\u{1}");
    repo.commit("refactor: rename second");
    repo
}

/// What git counts as added and removed.
fn counted(repo: &Repository, args: &[&str]) -> (u64, u64) {
    let numstat = repo.git(&[&["diff", "--numstat", "--no-renames"], args].concat());
    let mut sum = (0, 0);
    for line in numstat.lines() {
        let mut words = line.split('\t').map(|w| w.parse().unwrap_or(0));
        sum.0 += words.next().unwrap_or(0);
        sum.1 += words.next().unwrap_or(0);
    }
    sum
}

/// The buckets of the ledger that is printed, and the sum below them.
fn ledger(out: &str, name: &str) -> (u64, u64) {
    let line = out
        .lines()
        .find(|l| l.trim_start().starts_with(name))
        .unwrap_or_default();
    let mut words = line
        .trim_start()
        .strip_prefix(name)
        .unwrap_or_default()
        .split_whitespace();
    let mut number = || {
        words
            .next()
            .and_then(|w| w.trim_start_matches(['+', '-']).parse().ok())
            .unwrap_or(u64::MAX)
    };
    (number(), number())
}

#[test]
fn every_changed_line_is_in_one_bucket() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    let run = run_in(&repo.path, &["review"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(
        ledger(&run.out, "all"),
        counted(&repo, &["HEAD~1", "HEAD"]),
        "{}",
        run.out
    );
    assert_eq!(
        ledger(&run.out, "pure refactoring"),
        (1, 1),
        "the header of the method\n{}",
        run.out
    );
    assert_eq!(
        ledger(&run.out, "refactoring with a change inside"),
        (1, 1),
        "{}",
        run.out
    );
    assert_eq!(
        ledger(&run.out, "layout and comments"),
        (1, 0),
        "{}",
        run.out
    );
    assert_eq!(
        ledger(&run.out, "not understood"),
        (1, 0),
        "notes\n{}",
        run.out
    );
    assert_eq!(ledger(&run.out, "left over"), (0, 0), "{}", run.out);
    assert!(
        run.out.contains("binary files, not compared: 1"),
        "{}",
        run.out
    );
}

#[test]
fn a_mere_rename_leaves_nothing_to_read() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let run = run_in(&repo.path, &["review", "HEAD"]);
    assert!(
        run.out.contains("0 of 2 changed lines are left to read"),
        "{}",
        run.out
    );
}

#[test]
fn what_is_not_committed_is_counted_as_git_counts_it() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    repo.write("src/p/A.java", &class("A", "third"));
    repo.write("new.txt", "a\nb\n");
    repo.git(&["add", "-A"]);
    for selection in ["--worktree", "--staged"] {
        let run = run_in(&repo.path, &["review", selection]);
        assert_eq!(
            ledger(&run.out, "all"),
            counted(&repo, &["--cached"]),
            "{}{}",
            run.out,
            run.err
        );
    }
}

#[test]
fn the_page_runs_nothing_that_the_change_brought() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    let file = repo.beside("review.html");
    let run = run_in(&repo.path, &["review", "-o", &file.display().to_string()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let page = std::fs::read_to_string(file).expect("the page");
    assert!(
        page.contains("default-src 'none'"),
        "a policy that forbids all else"
    );
    assert!(page.contains("&lt;script&gt;alert(1)") && !page.contains("<script>alert"));
    assert_eq!(page.matches("<script>").count(), 1, "its own");
}

#[test]
fn a_refactoring_that_is_more_closes_the_gate() {
    if !git_is_here() {
        return;
    }
    let repo = history();
    let gate = |base: &str, format: &str| {
        run_in(&repo.path, &["gate", "--base", base, "--format", format])
    };
    let none = gate("HEAD~1", "text");
    assert_eq!(none.code, 2, "no rules, no verdict");
    assert!(none.err.contains("reweave.toml"), "{}", none.err);
    repo.write("reweave.toml", "[gate]\nrefactor-commits-pure = true\n");
    let closed = gate("HEAD~1", "github");
    assert_eq!(closed.code, 1, "{}", closed.err);
    assert!(
        closed.out.contains("::error file=src/p/A.java,line="),
        "{}",
        closed.out
    );
    for format in ["text", "markdown", "gitlab", "sarif", "json"] {
        let run = gate("HEAD~1", format);
        assert!(
            run.out.contains("refactor-commits-pure"),
            "{format}: {}",
            run.out
        );
    }
    repo.write("reweave.toml", "[gate]\nreview-lines = 100\n");
    let open = gate("HEAD~2", "text");
    assert_eq!(open.code, 0, "{}{}", open.out, open.err);
    repo.write("reweave.toml", "[gate]\nreview-lines = 2\n");
    assert_eq!(
        gate("HEAD~2", "text").code,
        1,
        "three lines are left to read"
    );
}
