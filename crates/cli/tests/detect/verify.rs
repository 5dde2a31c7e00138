//! `--verify`: findings are performed and compared.

use crate::repository::{Repository, git_is_here};

const BEFORE: &str = "\
package p;
class A {
    private int rate;
    int calc(int a, int b) {
        int x = a + b;
        System.out.println(x * rate);
        for (int i = 0; i < x; i++) { rate += i; }
        return x * 2;
    }
    void other() { calc(1, 2); }
}
";

const AFTER: &str = "\
package p;
class A {
    private int taxRate;
    int compute(int a, int b) {
        int x = a + b;
        print(x);
        for (int i = 0; i < x; i++) { taxRate += i; }
        return x * 2;
    }
    private void print(int x) {
        System.out.println(x * taxRate);
    }
    void other() { compute(1, 2); }
}
";

/// What was said of each finding, by type, for a change of [`BEFORE`].
fn verdicts(after: &str) -> Vec<(String, serde_json::Value)> {
    let repo = Repository::new();
    repo.write("A.java", BEFORE);
    repo.commit("one");
    repo.write("A.java", after);
    repo.commit("two");
    let run = repo.detect(&["HEAD", "--verify", "--format", "jsonl"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let records = run.records();
    let findings = records[0]["findings"].as_array().expect("findings");
    let said = |f: &serde_json::Value| {
        let kind = f["type"].as_str().expect("a type").to_owned();
        (kind, f["performed"].clone())
    };
    findings.iter().map(said).collect()
}

fn of<'a>(all: &'a [(String, serde_json::Value)], kind: &str) -> &'a serde_json::Value {
    let found = all.iter().find(|(k, _)| k == kind);
    &found.unwrap_or_else(|| panic!("no {kind} in {all:?}")).1
}

#[test]
fn what_reads_as_performed_is_verified() {
    if !git_is_here() {
        return;
    }
    let all = verdicts(AFTER);
    for kind in ["Rename Attribute", "Rename Method", "Extract Method"] {
        assert_eq!(of(&all, kind)["verdict"], "verified", "{kind}");
    }
}

#[test]
fn lines_that_read_otherwise_are_told() {
    if !git_is_here() {
        return;
    }
    let all = verdicts(&AFTER.replace("compute(1, 2)", "helper(1, 2)"));
    let renamed = of(&all, "Rename Method");
    assert_eq!(renamed["verdict"], "but");
    assert_eq!(
        renamed["lines"],
        serde_json::json!([{"path": "A.java", "line": 10}])
    );
    assert_eq!(of(&all, "Rename Attribute")["verdict"], "verified");
}

#[test]
fn text_says_it_in_a_line() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::with_a_rename();
    let run = repo.detect(&["HEAD", "--verify"]);
    assert!(run.out.contains("\n      verified\n"), "{}", run.out);
}

/// A class that is new is there, empty, before: members move or are pulled up to it, and methods return it.
#[test]
fn new_classes_are_there_before() {
    if !git_is_here() {
        return;
    }
    let repo = Repository::new();
    repo.write(
        "A.java",
        "package p;\nclass A {\n  static int twice(int n) {\n    int sum = n + n;\n    return sum;\n  }\n  int go() { return twice(2); }\n}\n",
    );
    repo.write(
        "C.java",
        "package p;\nclass C {\n  private int rate;\n  int rate() {\n    log(\"rate\");\n    return rate;\n  }\n  String names() { return null; }\n}\n",
    );
    repo.commit("one");
    repo.write(
        "A.java",
        "package p;\nclass A {\n  int go() { return B.twice(2); }\n}\n",
    );
    repo.write(
        "B.java",
        "package p;\nclass B {\n  static int twice(int n) {\n    int sum = n + n;\n    return sum;\n  }\n}\n",
    );
    repo.write(
        "C.java",
        "package p;\nimport java.util.List;\nclass C extends Base {\n  List<String> names() { return null; }\n}\n",
    );
    repo.write(
        "Base.java",
        "package p;\nclass Base {\n  private int rate;\n  int rate() {\n    log(\"rate\");\n    return rate;\n  }\n}\n",
    );
    repo.commit("two");
    let run = repo.detect(&["HEAD", "--verify", "--format", "jsonl"]);
    let records = run.records();
    let findings = records[0]["findings"].as_array().expect("findings");
    let verdict = |kind: &str| {
        let found = findings.iter().find(|f| f["type"] == kind);
        found.unwrap_or_else(|| panic!("no {kind}"))["performed"]["verdict"].clone()
    };
    for kind in ["Move Method", "Pull Up Method", "Change Return Type"] {
        assert_eq!(verdict(kind), "verified", "{kind}");
    }
}
