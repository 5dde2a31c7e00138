//! `reweave suggest` as a user meets it: what is shown, what a baseline hides, what is learned from an example.

use std::fs;
use std::path::Path;
use std::process::Command;

const ORDER: &str = include_str!("../../../examples/suggest/shop/Order.java");
const OFFER: &str = include_str!("../../../examples/suggest/shop/Offer.java");

fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        put(dir.path(), path, text);
    }
    dir
}

fn put(dir: &Path, path: &str, text: &str) {
    let at = dir.join(path);
    fs::create_dir_all(at.parent().expect("inside")).expect("created");
    fs::write(at, text).expect("written");
}

/// Exit code, and everything that was said.
fn run(dir: &Path, args: &[&str]) -> (i32, String) {
    said_by(Command::new(env!("CARGO_BIN_EXE_reweave")), dir, args)
}

fn git(dir: &Path, args: &[&str]) {
    let mut git = Command::new("git");
    git.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
    let (code, said) = said_by(git, dir, args);
    assert_eq!(code, 0, "{said}");
}

fn said_by(mut command: Command, dir: &Path, args: &[&str]) -> (i32, String) {
    let output = command.args(args).current_dir(dir).output();
    let output = output.expect("it runs");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

#[test]
fn both_sides_are_shown() {
    let dir = folder(&[("shop/Order.java", ORDER), ("shop/Offer.java", OFFER)]);
    let (code, said) = run(dir.path(), &["suggest", "shop"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Extract Method: shop.Order.due"), "{said}");
    assert!(said.contains("missed shop/Order.java:9"), "{said}");
    assert!(said.contains("example shop/Offer.java:9"), "{said}");
    let (code, _) = run(dir.path(), &["suggest", "shop", "--fail-on", "any"]);
    assert_eq!(code, 1);
}

#[test]
fn a_baseline_hides_what_was_known() {
    let dir = folder(&[("shop/Order.java", ORDER), ("shop/Offer.java", OFFER)]);
    let first = [
        "suggest",
        "shop",
        "--format",
        "json",
        "--output",
        "known.json",
    ];
    assert_eq!(run(dir.path(), &first).0, 0);
    let again = [
        "suggest",
        "shop",
        "--baseline",
        "known.json",
        "--fail-on",
        "new",
    ];
    let (code, said) = run(dir.path(), &again);
    assert_eq!(code, 0, "{said}");
    put(
        dir.path(),
        "shop/Bill.java",
        &ORDER.replace("Order", "Bill"),
    );
    let (code, said) = run(dir.path(), &again);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("shop.Bill.due") && !said.contains("shop.Order.due"));
    put(dir.path(), "known.json", "{\"suggestions\": 1");
    let (code, said) = run(dir.path(), &again);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("known.json is no report"), "{said}");
}

#[test]
fn a_baseline_with_other_fingerprints_is_refused() {
    let dir = folder(&[("shop/Order.java", ORDER), ("shop/Offer.java", OFFER)]);
    let first = [
        "suggest",
        "shop",
        "--format",
        "json",
        "--output",
        "known.json",
    ];
    assert_eq!(run(dir.path(), &first).0, 0);
    let old = fs::read_to_string(dir.path().join("known.json")).expect("written");
    put(
        dir.path(),
        "known.json",
        &old.replacen("\"version\": 2", "\"version\": 1", 1),
    );
    let (code, said) = run(dir.path(), &["suggest", "shop", "--baseline", "known.json"]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("report of version 1"), "{said}");
}

/// What cannot be read has no model, and is said; the other files are looked at all the same.
#[test]
fn files_that_cannot_be_read_are_said() {
    let dir = folder(&[
        ("shop/A.java", "class A { \0 }"),
        ("shop/Order.java", ORDER),
        ("shop/Offer.java", OFFER),
        ("shop/Z.java", "class Z { \0 void m() { } }"),
    ]);
    let not_text = dir.path().join("shop/Latin.java");
    fs::write(not_text, b"class Latin { String s = \"\xe9t\xe9\"; }").expect("written");
    let (code, said) = run(dir.path(), &["suggest", "shop"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("Extract Method: shop.Order.due"), "{said}");
    assert!(
        said.contains("A.java: ") && said.contains("Z.java: "),
        "{said}"
    );
    let alone = folder(&[("only/A.java", "\0")]);
    let (code, said) = run(alone.path(), &["suggest", "only"]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("A.java: "), "{said}");
}

#[cfg(unix)]
#[test]
fn a_file_without_read_permission_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let dir = folder(&[
        ("shop/Order.java", ORDER),
        ("shop/Offer.java", OFFER),
        ("shop/A.java", "class A { }"),
    ]);
    let closed = dir.path().join("shop/A.java");
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000)).expect("changed");
    let is_root = fs::read(&closed).is_ok();
    let (code, said) = run(dir.path(), &["suggest", "shop"]);
    assert_eq!(code, if is_root { 0 } else { 3 }, "{said}");
    assert_eq!(said.contains("A.java: "), !is_root, "{said}");
}

#[test]
fn a_revision_is_a_baseline() {
    let dir = folder(&[("shop/Order.java", ORDER), ("shop/Offer.java", OFFER)]);
    git(dir.path(), &["init", "-q"]);
    git(dir.path(), &["add", "."]);
    git(dir.path(), &["commit", "-qm", "Open the shop"]);
    let since = [
        "suggest",
        "shop",
        "--baseline-rev",
        "HEAD",
        "--fail-on",
        "new",
    ];
    let (code, said) = run(dir.path(), &since);
    assert_eq!(code, 0, "{said}");
    put(
        dir.path(),
        "shop/Bill.java",
        &ORDER.replace("Order", "Bill"),
    );
    let (code, said) = run(dir.path(), &since);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("shop.Bill.due") && !said.contains("shop.Order.due"));
    let (code, said) = run(
        dir.path(),
        &["suggest", "shop", "--baseline-rev", "nowhere"],
    );
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("nowhere"), "{said}");
}

const UNGUARDED: &str = "class A { void m(Log l, int n) { l.enter(n); work(n); } }";
const GUARDED: &str = "class A { void m(Log l, int n) { if (l.isOn()) { l.enter(n); } work(n); } }";

#[test]
fn a_type_is_learned_from_an_example() {
    let missed = "class M { int run(Log out, Job job) { out.enter(job); queue(job); \
                  return job.size() * 2 + job.rest(); } }";
    let example = "class E { int run(Log to, Job job) { if (to.isOn()) { to.enter(job); } queue(job); \
                   return job.size() * 2 + job.rest(); } }";
    let dir = folder(&[
        ("before.java", UNGUARDED),
        ("after.java", GUARDED),
        ("src/M.java", missed),
        ("src/E.java", example),
    ]);
    let learn = [
        "suggest",
        "--learn",
        "Guard Logging",
        "before.java",
        "after.java",
    ];
    let (code, said) = run(dir.path(), &learn);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("guard-logging.toml"), "{said}");
    let used = ["suggest", "src", "--rules", "guard-logging.toml"];
    let (code, said) = run(dir.path(), &used);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Guard Logging: M.run"), "{said}");
    put(dir.path(), "guard-logging.toml", "name = ");
    let (code, said) = run(dir.path(), &used);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("guard-logging.toml"), "{said}");
    let (code, said) = run(dir.path(), &learn[..4]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("in pairs"), "{said}");
}

/// Two methods of one class with a common part, and one that does what another does.
const COPIES: &str = "class Report {
    void open(Writer out, String name, int level) {
        out.begin(name);
        String title = name.trim();
        if (title.length() > level) {
            out.indent(level * 2);
            out.write(title.substring(level));
        }
        out.line(1);
    }
    void close(Writer to, String text, int depth) {
        to.flush(true);
        String head = text.trim();
        if (head.length() > depth) {
            to.indent(depth * 2);
            to.write(head.substring(depth));
        }
        to.end();
    }
    int sum(int[] all, int most) {
        int sum = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] < most) {
                sum += all[i] * 2;
            }
        }
        return sum;
    }
    int count(int[] values, int limit) {
        int total = 0;
        int at = 0;
        while (at < values.length) {
            if (limit > values[at]) {
                total += values[at] * 2;
            }
            at++;
        }
        return total;
    }
}
";

#[test]
fn duplicates_are_shown_with_what_to_do() {
    let dir = folder(&[("a/Report.java", COPIES)]);
    let (code, said) = run(dir.path(), &["suggest", "a"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("Extract Duplicated Code"), "{said}");
    assert!(said.contains("a/Report.java:4-8"), "{said}");
    assert!(said.contains("a/Report.java:13-17"), "{said}");
    assert!(
        said.contains("Replace Duplicated Functionality by Existing Method"),
        "{said}"
    );
    let (_, said) = run(dir.path(), &["suggest", "a", "--why"]);
    assert!(said.contains("groups of duplicates"), "{said}");
}

#[test]
fn a_gate_counts_what_the_baseline_has_not() {
    let dir = folder(&[("a/Report.java", COPIES)]);
    let gate = |most: &str| {
        let (code, _) = run(
            dir.path(),
            &["suggest", "a", "--baseline", "b.json", "--fail-on", most],
        );
        code
    };
    put(
        dir.path(),
        "b.json",
        "{\"version\":2,\"projects\":[],\"files\":0,\"lines\":0,\"methods\":0,\"suggestions\":[],\"left_out\":[],\"hidden\":0}",
    );
    assert_eq!(gate("new"), 1);
    assert_eq!(gate("new=2"), 0);
    let (code, said) = run(
        dir.path(),
        &["suggest", "a", "--baseline", "b.json", "--update-baseline"],
    );
    assert_eq!(code, 0, "{said}");
    assert_eq!(gate("new"), 0);
}

#[test]
fn generated_files_are_left_out() {
    let made = format!("// Generated by a tool. DO NOT EDIT\n{COPIES}");
    let dir = folder(&[("a/Report.java", &made)]);
    let (_, said) = run(dir.path(), &["suggest", "a"]);
    assert!(said.contains("0 suggestions"), "{said}");
    assert!(said.contains("1 generated files"), "{said}");
}

#[test]
fn a_suggestion_is_performed_by_its_fingerprint() {
    let text = "class Report {
    int sum(int[] all, int most) {
        int sum = 0;
        for (int one : all) {
            if (one < most) {
                sum += one * 2;
            }
        }
        return sum;
    }
    void print(int[] values, int limit) {
        int total = 0;
        for (int value : values) {
            if (value < limit) {
                total += value * 2;
            }
        }
        System.out.println(total);
    }
}
";
    let dir = folder(&[("a/Report.java", text)]);
    let (code, said) = run(dir.path(), &["suggest", "a", "--format", "json"]);
    assert_eq!(code, 0, "{said}");
    let report: serde_json::Value = serde_json::from_str(&said).expect("a report");
    let id = report["suggestions"][0]["fingerprint"]
        .as_str()
        .expect("one");
    let (code, said) = run(
        dir.path(),
        &["apply", "--suggestion", id, "--root", "a", "--write"],
    );
    assert_eq!(code, 0, "{said}");
    let after = fs::read_to_string(dir.path().join("a/Report.java")).expect("read");
    assert!(after.contains("int total = sum(values, limit);"), "{after}");
    let (code, _) = run(dir.path(), &["undo", "--root", "a", "--write"]);
    let before = fs::read_to_string(dir.path().join("a/Report.java")).expect("read");
    assert!(code != 0 || before == text, "{before}");
    let (code, said) = run(dir.path(), &["apply", "--suggestion", "zzz", "--root", "a"]);
    assert_ne!(code, 0, "{said}");
}

const TWICE: &str = "package a;
public class Twice {
    int first(int[] prices) {
        int sum = 0;
        for (int price : prices) {
            if (price < 100 && price > 0) {
                sum += price * 3;
            }
        }
        return sum * 2;
    }
    int second(int[] all, int limit) {
        int n = 0;
        for (int one : all) {
            if (one < limit && one > 0) {
                n += one * 3;
            }
        }
        return n - limit;
    }
}
";

#[test]
fn duplicates_are_ready_and_performed_at_all_places_with_one_undo() {
    let dir = folder(&[("src/a/Twice.java", TWICE)]);
    let (code, said) = run(dir.path(), &["suggest", "src"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("ready"), "{said}");
    assert!(
        said.contains("+    private int"),
        "the diff is shown: {said}"
    );
    let id = said
        .split("--suggestion ")
        .nth(1)
        .and_then(|s| s.split(' ').next());
    let id = id.expect("a command");
    let apply = [
        "apply",
        "--suggestion",
        id,
        "--root",
        "src",
        "name=cheap",
        "--write",
    ];
    let (code, said) = run(dir.path(), &apply);
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(dir.path().join("src/a/Twice.java")).expect("it is there");
    assert!(text.contains("int sum = cheap(prices, 100);"), "{text}");
    assert!(text.contains("int n = cheap(all, limit);"), "{text}");
    assert!(
        text.contains("private int cheap(int[] prices, int limit)"),
        "{text}"
    );
    let (code, said) = run(dir.path(), &["undo", "--root", "src", "--write"]);
    assert_eq!(code, 0, "{said}");
    let text = fs::read_to_string(dir.path().join("src/a/Twice.java")).expect("it is there");
    assert_eq!(text, TWICE);
}

#[test]
fn fixes_are_in_sarif() {
    let dir = folder(&[("src/a/Twice.java", TWICE)]);
    let (code, said) = run(
        dir.path(),
        &["suggest", "src", "--format", "sarif", "--quiet"],
    );
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("\"artifactChanges\""), "{said}");
    assert!(said.contains("\"insertedContent\""), "{said}");
}

#[test]
fn the_past_tells_what_a_team_does() {
    let dir = folder(&[("src/a/Twice.java", TWICE)]);
    git(dir.path(), &["init", "-q"]);
    git(dir.path(), &["add", "."]);
    git(dir.path(), &["commit", "-qm", "twice"]);
    let longer = TWICE.replace(
        "        return sum * 2;\n    }\n",
        "        return doubled(sum);\n    }\n    private int doubled(int n) {\n        return n * 2;\n    }\n",
    );
    put(dir.path(), "src/a/Twice.java", &longer);
    git(dir.path(), &["commit", "-qam", "extracted"]);
    let (code, said) = run(
        dir.path(),
        &["suggest", "src", "--from-history", "HEAD~1..", "--all"],
    );
    assert_eq!(code, 0, "{said}");
    let learn = ["suggest", "--learn", "Doubling", "--commit", "HEAD", "src"];
    let (code, said) = run(dir.path(), &learn);
    assert_eq!(code, 0, "{said}");
    assert!(dir.path().join("doubling.toml").is_file(), "{said}");
}
