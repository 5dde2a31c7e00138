//! The tools as an agent meets them: every answer fits the schema that its tool published.

use crate::Options;
use crate::page::MOST_ANSWER;
use crate::server::Server;
use crate::tools;
use reweave_project::{Setup, Watch};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

struct Root(tempfile::TempDir);

impl Root {
    fn new(files: &[(&str, &str)]) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let at = dir.path().join(path);
            fs::create_dir_all(at.parent().expect("inside")).expect("created");
            fs::write(at, text).expect("written");
        }
        Self(dir)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn server(&self) -> Server {
        let options = Options {
            root: self.path().to_owned(),
            write: true,
            setup: Setup::default(),
        };
        Server::open(&options).expect("a folder")
    }
}

/// Calls a tool; its answer fits its schema.
fn call(server: &Server, name: &str, arguments: &Value) -> Value {
    let tool = tools::ALL.iter().find(|t| t.name == name).expect("a tool");
    let input = jsonschema::validator_for(&(tool.input)()).expect("a schema");
    let output = jsonschema::validator_for(&(tool.output)()).expect("a schema");
    let (answer, _) = Server::run(&server.everywhere(), tool, arguments, Watch::NOBODY);
    assert!(
        answer.to_string().len() <= MOST_ANSWER,
        "{name}: {arguments}"
    );
    let is_understood = answer["status"] != "error" || answer["plan"].is_string();
    assert!(
        !is_understood || input.is_valid(arguments),
        "{name}: {arguments}"
    );
    let wrong: Vec<String> = output.iter_errors(&answer).map(|e| e.to_string()).collect();
    assert!(wrong.is_empty(), "{name}: {wrong:?}\n{answer:#}");
    answer
}

const LIB: &str = "define sq(n) {\n  return (n * n)\n}\n";

#[test]
fn plan_apply_undo() {
    let root = Root::new(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    let server = root.server();
    let found = call(&server, "symbols", &json!({"query": "sq"}));
    assert_eq!(found["symbols"][0]["symbol"], "sq", "{found}");
    let wish = json!({"refactoring": "rename", "symbol": "sq", "params": {"to": "square"}});
    let plan = call(&server, "plan", &wish);
    assert_eq!(plan["status"], "accepted", "{plan}");
    assert_eq!(plan["filesTotal"], 2);
    let written = call(&server, "apply", &json!({"plan": plan["plan"]}));
    assert_eq!(written["files"], json!(["lib.bc", "main.bc"]), "{written}");
    let text = fs::read_to_string(root.path().join("main.bc")).expect("there");
    assert_eq!(text, "square(3)\n");
    let again = call(&server, "apply", &json!({"plan": plan["plan"]}));
    assert_eq!(again["status"], "refused", "{again}");
    let undone = call(&server, "undo", &json!({}));
    assert_eq!(undone["undoes"], written["change"]);
    let text = fs::read_to_string(root.path().join("main.bc")).expect("there");
    assert_eq!(text, "sq(3)\n");
}

#[test]
fn refusals_are_answers_with_reasons() {
    let root = Root::new(&[("a.bc", "x = 1\ny = 2\nx + y\n")]);
    let server = root.server();
    let at = json!({"file": "a.bc", "line": 1, "column": 1});
    let wish = json!({"refactoring": "rename", "at": at, "params": {"to": "y"}});
    let plan = call(&server, "plan", &wish);
    assert_eq!(plan["status"], "refused");
    assert!(plan["total"].as_u64() > Some(0), "{plan}");
    assert_eq!(plan["conflicts"][0]["places"][0]["file"], "a.bc");
    let refused = call(&server, "apply", &json!({"plan": plan["plan"]}));
    assert_eq!(refused["status"], "refused");
    for bad in [
        json!({"refactoring": "rename", "symbol": "nobody", "params": {"to": "z"}}),
        json!({"refactoring": "rename", "at": {"file": "a.bc", "line": 99, "column": 1}, "params": {"to": "z"}}),
        json!({"refactoring": "rename", "at": {"file": "../a.bc", "line": 1, "column": 1}, "params": {"to": "z"}}),
        json!({"refactoring": "rename", "params": 3}),
        json!({"refactoring": "no-such"}),
        json!({}),
    ] {
        let answer = call(&server, "plan", &bad);
        assert_eq!(answer["status"], "error", "{bad}");
        assert!(!answer["message"].as_str().unwrap_or_default().is_empty());
    }
    let lost = call(&server, "apply", &json!({"plan": "0123456789abcdef"}));
    assert_eq!(lost["status"], "error");
}

#[test]
fn a_change_is_compared_with_what_was_meant() {
    let root = Root::new(&[]);
    let server = root.server();
    let before = "class A { void old() { System.out.println(1); } void b() { old(); } }";
    let after = "class A { void fresh() { System.out.println(1); } void b() { fresh(); } }";
    let source = json!({"kind": "texts", "path": "A.java", "before": before, "after": after});
    let found = call(&server, "detect", &json!({"source": source}));
    assert_eq!(found["refactorings"][0]["type"], "Rename Method", "{found}");
    let verify = |intent: Value| {
        let answer = call(
            &server,
            "verify",
            &json!({"source": source, "intent": intent}),
        );
        answer["verdict"].as_str().unwrap_or_default().to_owned()
    };
    let rename = json!({"type": "Rename Method", "names": ["old", "fresh"]});
    let extract = json!({"type": "Extract Method"});
    assert_eq!(verify(json!([rename])), "as_intended");
    assert_eq!(verify(json!([])), "more");
    assert_eq!(verify(json!([rename, extract])), "less");
    assert_eq!(verify(json!([extract])), "other");
}

#[test]
fn folders_outside_are_not_read() {
    let root = Root::new(&[("a/A.java", "class A {}")]);
    let server = root.server();
    let source = json!({"kind": "folders", "before": "a", "after": ".."});
    let answer = call(&server, "detect", &json!({"source": source}));
    assert_eq!(answer["status"], "error", "{answer}");
    let answer = call(&server, "suggest", &json!({"path": "/"}));
    assert_eq!(answer["status"], "error", "{answer}");
    let answer = call(&server, "compare", &json!({"old": "/", "new": "a"}));
    assert_eq!(answer["status"], "error", "{answer}");
}

#[test]
fn long_lists_come_in_pages() {
    let define = |i| format!("define name{i}(x) {{ return (x) }}\n");
    let many = (0..2000).map(define).collect::<Vec<_>>().concat();
    let root = Root::new(&[("a.bc", &many)]);
    let server = root.server();
    let mut query = json!({"query": "name"});
    let mut seen = 0;
    loop {
        let page = call(&server, "symbols", &query);
        assert_eq!(page["total"], 2000);
        seen += page["symbols"].as_array().map_or(0, Vec::len);
        if page["next"].is_null() {
            break;
        }
        query["cursor"] = page["next"].clone();
    }
    assert_eq!(seen, 2000);
    let bad = call(&server, "symbols", &json!({"query": "name", "cursor": "x"}));
    assert_eq!(bad["status"], "error");
}

#[test]
fn a_plan_that_changes_nothing_is_an_error() {
    let root = Root::new(&[("a.bc", "x = 1\n")]);
    let at = json!({"file": "a.bc", "line": 1, "column": 1});
    let wish = json!({"refactoring": "rename", "at": at, "params": {"to": "x"}});
    let answer = call(&root.server(), "plan", &wish);
    assert_ne!(answer["status"], "accepted", "{answer}");
}

#[test]
fn answers_fit_whatever_the_program() {
    // Names, files, conflicts and diffs that are all too many or too long.
    let long = "a_name_that_does_not_end_".repeat(40);
    let define = |i| format!("define {long}{i}(x) {{\n  return (x)\n}}\n");
    let functions: String = (0..60).map(define).collect();
    let uses: Vec<String> = (0..300).map(|i| format!("y = v + {i}\n")).collect();
    let uses = uses.concat();
    let root = Root::new(&[
        ("a.bc", &functions),
        ("b.bc", &format!("v = 1\ny = 2\n{uses}")),
    ]);
    for i in 0..60 {
        let folder = format!("{}/f", "deep/".repeat(20));
        let path = root.path().join(format!("{folder}{i}.bc"));
        fs::create_dir_all(path.parent().expect("inside")).expect("created");
        fs::write(path, format!("{long}7({i})\n")).expect("written");
    }
    let server = root.server();
    call(&server, "symbols", &json!({"query": "a_name"}));
    let rename = |symbol: &str, to: &str| json!({"refactoring": "rename", "symbol": symbol, "params": {"to": to}});
    let plan = call(&server, "plan", &rename(&format!("{long}7"), "f"));
    assert_eq!(plan["filesTotal"], 61, "{plan}");
    let written = call(&server, "apply", &json!({"plan": plan["plan"]}));
    assert_eq!(written["filesTotal"], 61, "{written}");
    assert_eq!(call(&server, "undo", &json!({}))["filesTotal"], 61);
    let refused = call(&server, "plan", &rename("v", "y"));
    assert_eq!(refused["status"], "refused");
    let wrong = call(&server, "plan", &rename(&long.repeat(100), "f"));
    assert_eq!(wrong["status"], "error");
}

#[test]
fn schemas_are_schemas_and_hints_say_who_writes() {
    for tool in tools::ALL {
        for schema in [(tool.input)(), (tool.output)()] {
            assert!(jsonschema::validator_for(&schema).is_ok(), "{}", tool.name);
            assert_eq!(schema["type"], "object", "{}", tool.name);
        }
        let hints = crate::server::described(tool).annotations.expect("hints");
        assert_eq!(hints.read_only_hint, Some(!tool.writes), "{}", tool.name);
        assert_eq!(hints.destructive_hint, Some(tool.writes), "{}", tool.name);
        assert_eq!(hints.open_world_hint, Some(false), "{}", tool.name);
        assert!((tool.about)().len() < 12_000, "{}", tool.name);
    }
}

#[test]
fn a_change_without_a_file_to_look_at_is_an_error() {
    let root = Root::new(&[("a/A.java", "class A {}"), ("b/A.java", "class A {}")]);
    let server = root.server();
    let source = json!({"kind": "folders", "before": "a", "after": "b"});
    for (tool, arguments) in [
        ("detect", json!({"source": source})),
        ("verify", json!({"source": source, "intent": []})),
        ("review", json!({"source": source})),
    ] {
        let answer = call(&server, tool, &arguments);
        assert_eq!(answer["status"], "error", "{tool}: {answer}");
    }
}

#[test]
fn long_searches_end_when_they_are_given_up() {
    let root = Root::new(&[("a/A.java", "class A {}"), ("b/A.java", "class A {}")]);
    let server = root.server();
    for (name, arguments) in [
        ("suggest", json!({})),
        ("compare", json!({"old": "a", "new": "b"})),
    ] {
        let given_up = Watch {
            is_cancelled: &|| true,
            ..Watch::NOBODY
        };
        let tool = tools::ALL.iter().find(|t| t.name == name).expect("a tool");
        let (answer, _) = Server::run(&server.everywhere(), tool, &arguments, given_up);
        assert_eq!(answer["message"], "cancelled", "{name}: {answer}");
        assert_eq!(call(&server, name, &arguments)["status"], "done", "{name}");
    }
}
