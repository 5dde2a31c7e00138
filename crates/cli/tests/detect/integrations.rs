//! What ships for builds and commits, run as far as it can be here: the scripts with a real shell and the real git.

use crate::repository::{Repository, class, git_is_here};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn shipped(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../integrations")
        .join(path)
}

/// The block of lines below `run: |` or the items below `script:`.
fn script(file: &str, key: &str) -> String {
    let text = std::fs::read_to_string(shipped(file)).expect("shipped");
    let mut lines = text.lines().skip_while(|l| l.trim() != key);
    let indent = |l: &str| l.len() - l.trim_start().len();
    let own = indent(lines.next().expect("a script"));
    let body = lines.take_while(|l| l.trim().is_empty() || indent(l) > own);
    let item = |l: &str| l.trim().trim_start_matches("- ").to_owned();
    body.map(item).collect::<Vec<_>>().join("\n")
}

/// Runs a script where `reweave` is on the path.
fn run(repo: &Repository, script: &str, env: &[(&str, &str)]) -> Output {
    let bin = Path::new(env!("CARGO_BIN_EXE_reweave"));
    let dir = bin.parent().expect("a folder").display();
    let path = format!("{dir}:{}", std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["-e", "-c", script]).current_dir(&repo.path);
    command.env("PATH", path).envs(env.iter().copied());
    command.output().expect("bash runs")
}

/// A branch whose commit says that it refactors, and does more.
fn mixed() -> Repository {
    let repo = Repository::with_a_rename();
    let other = class("A", "third").replace("sum += i * total;", "sum += 2 * i * total;");
    repo.write("src/p/A.java", &other);
    repo.write("reweave.toml", "[gate]\nrefactor-commits-pure = true\n");
    repo.commit("refactor: rename second");
    repo
}

#[test]
fn the_action_closes_the_build_and_writes_a_summary() {
    if !git_is_here() {
        return;
    }
    let repo = mixed();
    let summary = repo.path.join("summary.md");
    let told = summary.display().to_string();
    let env = [
        ("BASE", "HEAD~1"),
        ("SUMMARY", "true"),
        ("GITHUB_STEP_SUMMARY", &told),
    ];
    let closed = run(&repo, &script("github/action.yml", "run: |"), &env);
    let out = String::from_utf8_lossy(&closed.stdout);
    assert_eq!(closed.status.code(), Some(1), "{out}");
    assert!(out.contains("::error file=src/p/A.java"), "{out}");
    let summary = std::fs::read_to_string(summary).expect("a summary");
    assert!(summary.contains("refactor-commits-pure"), "{summary}");
}

#[test]
fn the_template_reports_code_quality() {
    if !git_is_here() {
        return;
    }
    let repo = mixed();
    repo.git(&["remote", "add", "origin", "."]);
    repo.git(&["branch", "target", "HEAD~1"]);
    let env = [("CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "target")];
    let closed = run(
        &repo,
        &script("gitlab/reweave.gitlab-ci.yml", "script:"),
        &env,
    );
    assert_eq!(closed.status.code(), Some(1));
    let report = std::fs::read_to_string(repo.path.join("reweave.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&report).expect("JSON");
    assert!(report[0]["fingerprint"].is_string(), "{report}");
}

#[test]
fn the_hook_refuses_a_commit_with_too_many_lines() {
    if !git_is_here() {
        return;
    }
    let repo = mixed();
    let text = class("A", "third").replace("sum += i * total;", "sum += 3 * i * total;");
    repo.write("src/p/A.java", &text);
    repo.git(&["add", "src/p/A.java"]);
    let hook = shipped("hooks/pre-commit").display().to_string();
    let code = |most: &str| {
        let env = [("REWEAVE_LINES", most)];
        run(&repo, &format!("'{hook}'"), &env).status.code()
    };
    assert_eq!(code("1"), Some(1));
    assert_eq!(code("50"), Some(0));
    assert_eq!(run(&repo, &format!("'{hook}'"), &[]).status.code(), Some(0));
}
