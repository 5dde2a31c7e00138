//! `reweave replay` as a user meets it: what is shown, what is written, what is refused, how it is taken back.

use std::fs;
use std::path::Path;
use std::process::Command;

const OLD: &str =
    "package a; public class Pen { public void draw(int n) { } public void wash() { } }\n";
const NEW: &str = "package b; public class Pen { public void paint(int n) { } }\n";
const CLIENT: &str =
    "package c;\nimport a.Pen;\nclass C {\n    void all(Pen p) { p.draw(1); }\n}\n";
const AFTER: &str =
    "package c;\nimport b.Pen;\nclass C {\n    void all(Pen p) { p.paint(1); }\n}\n";
const LOG: &str = r#"{"format": "reweave-log", "version": 1, "old": {"name": "old"}, "new": {"name": "new"}, "entries": [
    {"kind": "move-class", "element": "class", "old": "a.Pen", "new": "b.Pen"},
    {"kind": "rename-method", "element": "method", "old": "a.Pen.draw(int)", "new": "b.Pen.paint(int)"}]}"#;

fn folder(client: &str, log: &str) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in [
        ("old/a/Pen.java", OLD),
        ("new/b/Pen.java", NEW),
        ("client/c/C.java", client),
        ("client/META-INF/services/x", "a.Pen\n"),
        ("log.json", log),
    ] {
        let at = dir.path().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }
    dir
}

/// Exit code, and everything that was said.
fn run(dir: &Path, args: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_reweave"))
        .args(args)
        .current_dir(dir)
        .output()
        .expect("reweave runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

const REPLAY: [&str; 7] = [
    "replay", "log.json", "client", "--old", "old", "--new", "new",
];

fn text(dir: &Path) -> String {
    fs::read_to_string(dir.join("client/c/C.java")).expect("it is there")
}

#[test]
fn it_is_shown_written_and_taken_back() {
    let dir = folder(CLIENT, LOG);
    let (code, said) = run(dir.path(), &REPLAY);
    assert_eq!(code, 0, "{said}");
    assert!(
        said.contains("+import b.Pen;") && said.contains("nothing was written"),
        "{said}"
    );
    assert!(
        said.contains("META-INF/services/x:1: a.Pen -> b.Pen"),
        "{said}"
    );
    assert_eq!(text(dir.path()), CLIENT);
    let (code, said) = run(dir.path(), &[&REPLAY[..], &["--write"]].concat());
    assert_eq!(code, 0, "{said}");
    assert_eq!(text(dir.path()), AFTER);
    let (code, said) = run(dir.path(), &["undo", "--root", "client", "--write"]);
    assert_eq!(code, 0, "{said}");
    assert_eq!(text(dir.path()), CLIENT);
}

#[test]
fn what_is_left_is_named_with_its_place() {
    let client = CLIENT.replace("p.draw(1)", "p.wash()");
    let dir = folder(&client, LOG);
    let (code, said) = run(dir.path(), &REPLAY);
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("the new release has no `b.Pen.wash`"),
        "{said}"
    );
    assert!(said.contains("c/C.java:4"), "{said}");
    let (_, said) = run(dir.path(), &["compare", "old", "new", "--client", "client"]);
    assert!(said.contains("remain"), "{said}");
}

#[test]
fn a_client_that_needs_nothing_stays_as_it_is() {
    let dir = folder("class C { }\n", LOG);
    let (code, said) = run(dir.path(), &[&REPLAY[..], &["--write"]].concat());
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("nothing to change"), "{said}");
    assert_eq!(text(dir.path()), "class C { }\n");
}

#[test]
fn bad_logs_are_refused_and_nothing_is_written() {
    let two = LOG
        .replace("\"move-class\"", "\"rename-class\"")
        .replace("b.Pen.paint", "x.Y.paint");
    for (log, told) in [
        ("{", "no log"),
        (two.as_str(), "refused"),
        (
            &LOG.replace("b.Pen\"}", "b.Pen\", \"old_at\": \"/etc/passwd:1\"}"),
            "outside",
        ),
    ] {
        let dir = folder(CLIENT, log);
        let (code, said) = run(dir.path(), &[&REPLAY[..], &["--write"]].concat());
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(told), "{said}");
        assert_eq!(text(dir.path()), CLIENT);
    }
}

#[test]
fn the_compiler_says_what_went_and_came() {
    let has_javac = Command::new("javac").arg("-version").output().is_ok();
    if !has_javac {
        println!("skipped: no javac");
        return;
    }
    let dir = folder(CLIENT, LOG);
    let verify: &[&str] = &["--verify", "javac"];
    let (code, said) = run(dir.path(), &[&REPLAY[..], verify].concat());
    assert_eq!(code, 0, "{said}");
    let none = "javac: 0 errors against the old release, 0 against the new one: 0 went, 0 came";
    assert!(said.contains(none), "{said}");
    let washing = CLIENT.replace("p.draw(1);", "p.draw(1); p.wash();");
    let dir = folder(&washing, LOG);
    let (code, said) = run(dir.path(), &[&REPLAY[..], verify].concat());
    assert_eq!(code, 3, "{said}");
    assert!(
        said.contains("0 went, 1 came") && said.contains("wash"),
        "{said}"
    );
}
