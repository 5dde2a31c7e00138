//! Folders and files that somebody else made: nothing in them gets anything written, waited for, or printed without end.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

struct Place(tempfile::TempDir);

struct Ended {
    code: i32,
    out: String,
    err: String,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(tempfile::tempdir().expect("a temporary folder"));
        fs::create_dir(place.root()).expect("created");
        for (path, text) in files {
            place.put(path, text);
        }
        place
    }

    fn root(&self) -> PathBuf {
        self.0.path().join("tree")
    }

    fn put(&self, path: &str, text: &str) {
        let at = self.root().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }

    fn text(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.root().join(path)).ok()
    }

    /// Runs in the root; a run that waits for something fails.
    fn run(&self, args: &[&str]) -> Ended {
        let file = |name: &str| self.0.path().join(name);
        let create = |name: &str| fs::File::create(file(name)).expect("created");
        let mut child = Command::new(env!("CARGO_BIN_EXE_reweave"))
            .args(args)
            .current_dir(self.root())
            .env("XDG_STATE_HOME", file("state"))
            .stdin(Stdio::null())
            .stdout(create("out"))
            .stderr(create("err"))
            .spawn()
            .expect("reweave runs");
        let start = Instant::now();
        let code = loop {
            if let Some(status) = child.try_wait().expect("waited") {
                break status.code().unwrap_or(-1);
            }
            if start.elapsed() > Duration::from_mins(1) {
                child.kill().expect("killed");
                panic!("{args:?} does not end");
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        let read = |name: &str| {
            String::from_utf8_lossy(&fs::read(file(name)).expect("there")).into_owned()
        };
        Ended {
            code,
            out: read("out"),
            err: read("err"),
        }
    }

    fn plant(&self, folder: &str, path: &str) {
        let entry = json!({
            "id": 1, "time": 0, "title": "innocent\u{1b}[2J", "allowed": [], "undoes": null,
            "files": [{"path": path, "existed": false, "exists": true, "mode_before": null, "mode_after": 0o755}],
        });
        self.put(&format!(".reweave/{folder}/entry.json"), &entry.to_string());
        self.put(&format!(".reweave/{folder}/0.after"), "#!/bin/sh\n");
    }
}

const RENAME: [&str; 5] = ["apply", "rename", "--symbol", "sq", "to=square"];

fn program() -> Place {
    Place::new(&[("a.bc", "define sq(n) {\n  return (n * n)\n}\nsq(2)\n")])
}

#[test]
fn a_journal_that_came_with_the_folder_is_not_finished() {
    for path in [".git/hooks/pre-commit", "evil.sh"] {
        let place = program();
        place.put(".git/hooks/keep", "");
        place.plant("pending-1", path);
        for args in [&["history"][..], &["undo"], &RENAME, &["recover"]] {
            let run = place.run(args);
            assert_eq!(place.text(path), None, "{args:?}: {}", run.err);
        }
        assert!(
            !place.root().join(".reweave/lock").exists(),
            "reading wrote"
        );
        let run = place.run(&["history"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(!run.err.contains('\x1b'), "{:?}", run.err);
        assert!(run.err.contains("reweave recover"), "{}", run.err);
        let write = [&RENAME[..], &["--write", "--format", "json"]].concat();
        let run = place.run(&write);
        assert_eq!(run.code, 1, "{}", run.err);
        let document: Value = serde_json::from_str(&run.out).expect("a document");
        assert_eq!(document["status"], "refused");
        assert_eq!(place.text(path), None);
    }
}

#[test]
fn recover_shows_first_and_does_when_told_to() {
    let place = program();
    place.plant("pending-1", "new.txt");
    let run = place.run(&["recover"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("+#!/bin/sh"), "{}", run.out);
    assert!(run.out.contains("not known to be yours"), "{}", run.out);
    assert!(!run.out.contains('\x1b'), "{:?}", run.out);
    assert_eq!(place.text("new.txt"), None);
    let run = place.run(&["recover", "--write"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(place.text("new.txt").is_some());
    let run = place.run(&["recover", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.out).expect("a document");
    assert_eq!(document["interrupted"], json!([]));
    // It stays known as not one's own.
    let run = place.run(&["undo", "--write"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.err.contains("reweave undo 1 --write"), "{}", run.err);
    assert_eq!(place.run(&["undo", "1", "--write"]).code, 0);
    assert_eq!(place.text("new.txt"), None);
}

#[test]
fn an_undo_record_that_came_with_the_folder_reaches_no_hook() {
    let place = program();
    place.put(".git/hooks/pre-commit", "#!/bin/sh\n");
    place.plant("1", ".git/hooks/pre-commit");
    for args in [&["undo", "--write"][..], &["undo", "1", "--write"]] {
        let run = place.run(args);
        assert_eq!(run.code, 1, "{args:?}: {}", run.err);
        assert!(run.err.contains("move it away"), "{}", run.err);
        assert!(place.text(".git/hooks/pre-commit").is_some());
    }
}

#[test]
fn an_own_write_that_was_interrupted_is_announced_and_finished() {
    let place = program();
    let write = [&RENAME[..], &["--write"]].concat();
    assert_eq!(place.run(&write).code, 0);
    let store = place.root().join(".reweave");
    fs::rename(store.join("1"), store.join("pending-1")).expect("renamed");
    place.put("a.bc", "define sq(n) {\n  return (n * n)\n}\nsq(2)\n");
    let run = place.run(&["history"]);
    assert!(
        run.err.contains("the next command that writes finishes it"),
        "{}",
        run.err
    );
    assert!(place.text("a.bc").is_some_and(|t| t.contains("sq(2)")));
    let run = place.run(&[
        "apply", "rename", "--symbol", "square", "to=cube", "--write",
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("is to be finished: 1"), "{}", run.err);
    assert!(
        run.err.contains("still to be put in place: a.bc"),
        "{}",
        run.err
    );
    assert!(place.text("a.bc").is_some_and(|t| t.contains("cube(2)")));
}

#[cfg(unix)]
#[test]
fn pipes_sockets_and_devices_are_said_and_not_waited_for() {
    let source = "class A { int m() { return 1; } }\n";
    let place = Place::new(&[("old/A.java", source), ("new/A.java", source)]);
    for side in ["old", "new"] {
        make_pipe(&place.root().join(side).join("Pipe.java"));
        let _socket =
            std::os::unix::net::UnixListener::bind(place.root().join(side).join("S.java"));
    }
    let told = |args: &[&str]| {
        let run = place.run(args);
        let all = format!("{}{}", run.out, run.err);
        assert!(
            all.contains("a pipe, not a regular file"),
            "{args:?}: {all}"
        );
        assert!(
            all.contains("a socket, not a regular file"),
            "{args:?}: {all}"
        );
    };
    told(&["detect", "--before", "old", "--after", "new"]);
    told(&["suggest", "old"]);
    told(&["compare", "old", "new"]);
    // What was left out is told when the refactoring is judged, or refuses it.
    told(&[
        "apply", "rename", "--root", "old", "--symbol", "A.m", "to=n",
    ]);
    for args in [
        &["suggest", "--config", "old/Pipe.java", "old"][..],
        &["suggest", "--rules", "old/Pipe.java", "old"],
        &["suggest", "--baseline", "old/Pipe.java", "old"],
        &[
            "replay",
            "old/Pipe.java",
            "old",
            "--old",
            "old",
            "--new",
            "new",
        ],
        &["compare", "/dev/zero", "new"],
        &["detect", "--before", "/dev/zero", "--after", "/dev/zero"],
    ] {
        let run = place.run(args);
        let all = format!("{}{}", run.out, run.err);
        assert!(all.contains("not a regular file"), "{args:?}: {all}");
    }
    // A class path may name anything.
    let run = place.run(&[
        "apply",
        "rename",
        "--root",
        "new",
        "--symbol",
        "A.m",
        "to=n",
        "--classpath",
        "old/Pipe.java:/dev/zero",
    ]);
    assert!(run.err.contains("not a regular file"), "{}", run.err);
}

#[cfg(unix)]
fn make_pipe(path: &Path) {
    let made = Command::new("mkfifo")
        .arg(path)
        .status()
        .expect("mkfifo runs");
    assert!(made.success());
}

#[test]
fn a_long_line_is_not_printed_back() {
    let place = Place::new(&[("A.java", "class A { }\n")]);
    place.put("bad.toml", &format!("x = [{}", "é, ".repeat(3_000_000)));
    for option in ["--config", "--rules"] {
        let run = place.run(&["suggest", option, "bad.toml", "A.java"]);
        assert_eq!(run.code, 2);
        assert!(run.err.len() < 10_000, "{} bytes", run.err.len());
    }
}

const HIERARCHY: &str = "class A { }\nclass B extends A { public String toString() { return \"\"; } }\n\
    class C extends A { }\nclass R implements Runnable { public void run() { } }\n\
    class P { int m() { return 1; } }\nclass Q extends P { int m() { return 2; } }\n";

#[test]
fn what_the_program_does_not_allow_is_a_refusal_with_a_document() {
    let place = Place::new(&[("A.java", HIERARCHY)]);
    for (args, why) in [
        (["pull-up", "--at", "A.java:2:37"], "would come before"),
        (
            ["push-down", "--at", "A.java:5:15"],
            "has this method already",
        ),
        (["rename", "--at", "A.java:4:43"], "it overrides"),
    ] {
        let [name, at, place_of] = args;
        let mut all = vec![
            "apply", name, at, place_of, "--format", "json", "--allow", "all",
        ];
        if name == "rename" {
            all.push("to=other");
        }
        let run = place.run(&all);
        assert_eq!(run.code, 1, "{name}: {}{}", run.out, run.err);
        let document: Value = serde_json::from_str(&run.out).expect("a document");
        assert_eq!(document["status"], "refused");
        let message = document["conflicts"][0]["message"]
            .as_str()
            .unwrap_or_default();
        assert!(message.contains(why), "{name}: {message}");
        assert_eq!(document["conflicts"][0]["kind"], "precondition");
        assert_eq!(document["conflicts"][0]["standing"], "refuses");
    }
    assert_eq!(place.text("A.java").as_deref(), Some(HIERARCHY));
}

#[test]
fn what_cannot_be_understood_is_an_error_with_a_document() {
    let place = program();
    for args in [
        &["apply", "rename", "--symbol", "nobody", "to=x"][..],
        &["apply", "rename", "--symbol", "sq", "to=1x"],
        &["apply", "rename", "--symbol", "sq"],
        &["apply", "no-such-thing", "--symbol", "sq"],
        &["apply", "rename", "--at", "nowhere.bc:1:1", "to=x"],
        &["apply", "rename", "--no-such-option"],
        &["undo", "99"],
        &["detect", "--before", "nowhere", "--after", "nowhere"],
        &["compare", "nowhere", "nowhere"],
        &["suggest", "nowhere"],
    ] {
        let all = [args, &["--format", "json"]].concat();
        let run = place.run(&all);
        assert_eq!(run.code, 2, "{args:?}: {}{}", run.out, run.err);
        let document: Value = serde_json::from_str(&run.out).expect("a document");
        assert_eq!(document["status"], "error", "{args:?}");
        let version = if args[0] == "apply" { 2 } else { 1 };
        assert_eq!(document["version"], version, "{args:?}");
        assert!(document["message"].is_string() && !run.err.is_empty());
    }
}

#[test]
fn a_warning_may_be_made_a_refusal() {
    let place = Place::new(&[
        ("p/A.java", "package p;\nclass A { }\n"),
        ("app.properties", "main = p.A\n"),
    ]);
    let rename = ["apply", "rename", "--symbol", "p.A", "to=B", "--write"];
    let run = place.run(&[&rename[..], &["--fail-on", "warning", "--format", "json"]].concat());
    assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    let document: Value = serde_json::from_str(&run.out).expect("a document");
    assert_eq!(document["status"], "refused");
    assert_eq!(document["warnings"][0]["standing"], "warns");
    assert!(place.text("p/A.java").is_some(), "nothing was written");
    let run = place.run(&rename);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("warning"), "{}", run.out);
}
