//! A repository in a temporary folder, built by the real git, and the command run on it.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

pub struct Repository {
    _dir: TempDir,
    pub path: PathBuf,
}

/// Whether there is a git to build repositories with; says so loudly where there is none.
pub fn git_is_here() -> bool {
    let here = Command::new("git").arg("--version").output().is_ok();
    if !here {
        println!("SKIPPED: no git on this machine, so no repository could be built");
    }
    here
}

/// A class with one method of this name; the body is long enough to be recognised when the name changes.
pub fn class(name: &str, method: &str) -> String {
    format!(
        "package p;\n\npublic class {name} {{\n    private int total;\n\n    public int {method}(int count) {{\n        int sum = total;\n        \
         for (int i = 0; i < count; i++) {{\n            sum += i * total;\n        }}\n        total = sum;\n        return sum;\n    }}\n}}\n"
    )
}

impl Repository {
    pub fn new() -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let path = dir.path().join("repo");
        fs::create_dir(&path).expect("a folder");
        let repository = Self { _dir: dir, path };
        repository.git(&["init", "-q", "-b", "main"]);
        repository
    }

    /// A repository with one commit that renames `first` to `second`.
    pub fn with_a_rename() -> Self {
        let repository = Self::new();
        repository.write("src/p/A.java", &class("A", "first"));
        repository.commit("add A");
        repository.write("src/p/A.java", &class("A", "second"));
        repository.commit("rename first");
        repository
    }

    pub fn beside(&self, name: &str) -> PathBuf {
        self.path.parent().expect("it has a parent").join(name)
    }

    pub fn write(&self, path: &str, text: &str) {
        let file = self.path.join(path);
        fs::create_dir_all(file.parent().expect("below the root")).expect("folders");
        fs::write(file, text).expect("a file");
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path.join(path)).expect("it was there");
    }

    /// Runs git here and gives what it printed; fails the test where git fails.
    pub fn git(&self, args: &[&str]) -> String {
        git_in(&self.path, args)
    }

    /// Commits everything and gives the commit's id.
    pub fn commit(&self, message: &str) -> String {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
        self.git(&["rev-parse", "HEAD"])
    }

    pub fn detect(&self, args: &[&str]) -> Run {
        detect_in(&self.path, args)
    }
}

pub fn git_in(dir: &Path, args: &[&str]) -> String {
    let output = Command::new("git")
        .current_dir(dir)
        .args([
            "-c",
            "user.name=Tester",
            "-c",
            "user.email=tester@example.invalid",
        ])
        .args([
            "-c",
            "protocol.file.allow=always",
            "-c",
            "commit.gpgsign=false",
        ])
        .args(args)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_AUTHOR_DATE", "2024-01-01T00:00:00Z")
        .env("GIT_COMMITTER_DATE", "2024-01-01T00:00:00Z")
        .output()
        .expect("git runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {args:?} failed: {errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// What a run of `reweave` gave.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub fn detect_in(dir: &Path, args: &[&str]) -> Run {
    run_in(dir, &[&["detect"], args].concat())
}

pub fn run_in(dir: &Path, args: &[&str]) -> Run {
    let output: Output = Command::new(env!("CARGO_BIN_EXE_reweave"))
        .current_dir(dir)
        .args(args)
        .output()
        .expect("the binary runs");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

impl Run {
    /// The records of a run with `--format jsonl`.
    pub fn records(&self) -> Vec<Value> {
        assert!(
            self.code == 0 || self.code == 3,
            "exit {}: {}",
            self.code,
            self.err
        );
        self.out
            .lines()
            .map(|line| serde_json::from_str(line).expect("a record a line"))
            .collect()
    }
}

/// The descriptions of a record's findings.
pub fn found(record: &Value) -> Vec<&str> {
    let findings = record["findings"].as_array().expect("findings");
    findings
        .iter()
        .map(|f| f["description"].as_str().expect("a description"))
        .collect()
}

/// What a record says was left out: `path: what`.
pub fn left_out(record: &Value) -> Vec<String> {
    let empty = Vec::new();
    let gaps = record["left_out"].as_array().unwrap_or(&empty);
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    gaps.iter()
        .map(|g| format!("{}: {}", text(&g["path"]), text(&g["what"])))
        .collect()
}
