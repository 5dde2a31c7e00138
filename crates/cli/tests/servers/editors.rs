//! Editors: `reweave lsp`.

use crate::rpc::{Framing, Peer};
use crate::{Golden, LIB, Place};
use serde_json::{Value, json};

pub fn editor(place: &Place, options: &Value) -> Peer {
    let mut peer = place.start(&["lsp"], Framing::Headers);
    let edit = json!({"changeAnnotationSupport": {}, "resourceOperations": ["create", "rename", "delete"]});
    let about = json!({
        "processId": null,
        "rootUri": place.uri(""),
        "capabilities": {"workspace": {"workspaceEdit": edit}},
        "initializationOptions": options,
    });
    let started = peer.ask("initialize", &about).expect("an answer");
    assert_eq!(started.expect("a server")["serverInfo"]["name"], "reweave");
    peer.tell("initialized", &json!({})).expect("told");
    peer
}

fn open(peer: &mut Peer, place: &Place, path: &str, text: &str) {
    let document = json!({"uri": place.uri(path), "languageId": "x", "version": 1, "text": text});
    peer.tell("textDocument/didOpen", &json!({"textDocument": document}))
        .expect("told");
}

fn actions(peer: &mut Peer, place: &Place, path: &str, range: [[u32; 2]; 2]) -> Vec<Value> {
    let [start, end] = range.map(|[line, character]| json!({"line": line, "character": character}));
    let params = json!({
        "textDocument": {"uri": place.uri(path)},
        "range": {"start": start, "end": end},
        "context": {"diagnostics": [], "triggerKind": 1},
    });
    let answer = peer.ask("textDocument/codeAction", &params);
    let answer = answer.expect("an answer").expect("a list");
    answer.as_array().cloned().unwrap_or_default()
}

#[test]
fn open_edit_action_resolve_apply_undo() {
    let place = Place::new(&[("lib.bc", LIB), ("main.bc", "x = sq(3)\n")]);
    let mut peer = editor(&place, &json!({"forms": true}));
    let mut golden = Golden::new("editor", &place);
    open(&mut peer, &place, "main.bc", "x = sq(3)\n");
    let end = json!({"line": 1, "character": 0});
    let change = json!({"range": {"start": end, "end": end}, "text": "y = x * (x + 1)\n"});
    let document = json!({"uri": place.uri("main.bc"), "version": 2});
    let params = json!({"textDocument": document, "contentChanges": [change]});
    peer.tell("textDocument/didChange", &params).expect("told");
    let offered = actions(&mut peer, &place, "main.bc", [[1, 8], [1, 15]]);
    for action in &offered {
        golden.note("action", action);
    }
    let ready = |a: &&Value| a["disabled"].is_null() && a["command"].is_null();
    let ready = offered.iter().find(ready).expect("one is ready");
    let resolved = peer.ask("codeAction/resolve", ready).expect("an answer");
    golden.note("resolved", &resolved.expect("an action"));
    let spite = |a: &&Value| {
        a["title"]
            .as_str()
            .is_some_and(|t| t.contains("in spite of"))
    };
    let spite = offered.iter().find(spite).expect("one is offered in spite");
    let resolved = peer.ask("codeAction/resolve", spite).expect("an answer");
    let resolved = resolved.expect("an action");
    let notes = &resolved["edit"]["changeAnnotations"]["reweave.conflicts"];
    assert_eq!(notes["needsConfirmation"], true, "{resolved}");
    golden.note("in spite", &resolved);
    // A form that is answered, looked at, and carried out; the client says that it made the edits.
    let asks = |a: &&Value| a["kind"] == "refactor.extract.function" && a["command"].is_object();
    let command = &offered.iter().find(asks).expect("it asks for a name")["command"];
    let argument = &command["arguments"][0];
    let mut params =
        json!({"command": "reweave.apply", "arguments": [argument], "formAnswers": [""]});
    golden.note("form", &said(&mut peer, "command/resolve", &params));
    params["formAnswers"] = json!(["sq"]);
    golden.note("form refused", &said(&mut peer, "command/resolve", &params));
    params["formAnswers"] = json!(["grown"]);
    golden.note(
        "form answered",
        &said(&mut peer, "command/resolve", &params),
    );
    let mut asked = Vec::new();
    let mut respond = |method: &str, params: &Value| {
        asked.push(json!([method, params]));
        json!({"applied": true})
    };
    let done = peer.ask_with("workspace/executeCommand", &params, &mut respond);
    golden.note("done", &done.expect("an answer").expect("it is done"));
    for one in &asked {
        golden.note("asked of the editor", one);
    }
    // The editor has made the edits in its text; now they are taken back.
    let text = "x = sq(3)\ndefine grown() {\n  return ((x + 1))\n}\ny = x * grown()\n";
    let document = json!({"uri": place.uri("main.bc"), "version": 3});
    let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
    peer.tell("textDocument/didChange", &params).expect("told");
    let mut edits = Vec::new();
    let undo = json!({"command": "reweave.undo", "arguments": []});
    let done = peer.ask_with("workspace/executeCommand", &undo, &mut |_, params| {
        edits.push(params.clone());
        json!({"applied": true})
    });
    golden.note("undone", &done.expect("an answer").expect("it is done"));
    golden.note("by", &json!(edits));
    let again = peer.ask("workspace/executeCommand", &undo);
    golden.note(
        "nothing left",
        &again.expect("an answer").expect_err("nothing"),
    );
    golden.check();
    assert_eq!(place.text("main.bc"), "x = sq(3)\n", "the editor saves");
}

fn said(peer: &mut Peer, method: &str, params: &Value) -> Value {
    peer.ask(method, params)
        .expect("an answer")
        .expect("a result")
}

#[test]
fn a_class_takes_its_file_along_after_its_text() {
    let item = "package shop;\n\npublic class Item {\n}\n";
    let cart = "package shop;\n\nclass Cart {\n    Item item;\n}\n";
    let place = Place::new(&[("shop/Item.java", item), ("shop/Cart.java", cart)]);
    let mut peer = editor(&place, &json!({}));
    open(
        &mut peer,
        &place,
        "shop/Item.java",
        &format!("// new\n{item}"),
    );
    let params = json!({
        "textDocument": {"uri": place.uri("shop/Item.java")},
        "position": {"line": 3, "character": 14},
        "newName": "Article",
    });
    let edit = said(&mut peer, "textDocument/rename", &params);
    let mut golden = Golden::new("rename-class", &place);
    for change in edit["documentChanges"].as_array().expect("changes") {
        golden.note("change", change);
    }
    golden.check();
}

#[test]
fn what_a_client_does_not_mean_is_refused_until_it_is_known_again() {
    let place = Place::new(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    let mut peer = editor(&place, &json!({}));
    open(&mut peer, &place, "main.bc", "sq(3)\n");
    let document = json!({"uri": place.uri("main.bc"), "version": 1});
    let late = json!({"textDocument": document, "contentChanges": [{"text": "sq(4)\n"}]});
    peer.tell("textDocument/didChange", &late).expect("told");
    let rename = json!({
        "textDocument": {"uri": place.uri("lib.bc")},
        "position": {"line": 0, "character": 8},
        "newName": "square",
    });
    let lost = peer.ask("textDocument/rename", &rename).expect("an answer");
    let message = lost.expect_err("its text is not known")["message"].to_string();
    assert!(
        message.contains("main.bc") && message.contains("open it again"),
        "{message}"
    );
    open(&mut peer, &place, "main.bc", "sq(4)\n");
    assert!(said(&mut peer, "textDocument/rename", &rename)["documentChanges"].is_array());
}

#[test]
fn progress_is_told_and_a_request_can_be_given_up() {
    let place = Place::new(&[("lib.bc", LIB)]);
    let mut peer = editor(&place, &json!({}));
    let params = json!({
        "textDocument": {"uri": place.uri("lib.bc")},
        "position": {"line": 0, "character": 8},
        "newName": "square",
        "workDoneToken": "t",
    });
    said(&mut peer, "textDocument/rename", &params);
    let told = peer.told.iter().filter(|m| m["method"] == "$/progress");
    let kinds: Vec<&Value> = told.map(|m| &m["params"]["value"]["kind"]).collect();
    assert_eq!(kinds, ["begin", "report", "end"]);
    let first = peer.begin("textDocument/rename", &params).expect("sent");
    let second = peer.begin("textDocument/rename", &params).expect("sent");
    peer.tell("$/cancelRequest", &json!({"id": second}))
        .expect("told");
    assert!(
        peer.wait(first, &mut |_, _| Value::Null)
            .expect("an answer")
            .is_ok()
    );
    let answer = peer
        .wait(second, &mut |_, _| Value::Null)
        .expect("an answer");
    assert!(
        answer
            .as_ref()
            .map_or_else(|e| e["code"] == -32800, Value::is_object),
        "{answer:?}"
    );
}

/// The next message of the server that has a method.
fn told(peer: &mut Peer, method: &str) -> Value {
    loop {
        if let Some(at) = peer.told.iter().position(|m| m["method"] == method) {
            return peer.told.remove(at)["params"].clone();
        }
        let message = peer.message().expect("it tells");
        peer.told.push(message);
    }
}

#[test]
fn hints_are_off_until_asked_for_and_told_with_their_document() {
    let missed = "class A {\n  int total;\n  int share(int parts, int rest) {\n    if (parts > rest) {\n      return total / parts + rest * 2;\n    }\n    return rest - parts;\n  }\n}\n";
    let example = "class B {\n  int total;\n  int share(int parts, int rest) {\n    if (parts > rest) {\n      return total() / parts + rest * 2;\n    }\n    return rest - parts;\n  }\n  int total() {\n    return total;\n  }\n}\n";
    let place = Place::new(&[("A.java", missed), ("B.java", example)]);
    let mut peer = editor(&place, &json!({}));
    for (path, text) in [("A.java", missed), ("B.java", example)] {
        open(&mut peer, &place, path, text);
        assert_eq!(
            told(&mut peer, "textDocument/publishDiagnostics")["diagnostics"],
            json!([])
        );
    }
    let settings = json!({"settings": {"reweave": {"suggestions": true}}});
    peer.tell("workspace/didChangeConfiguration", &settings)
        .expect("told");
    let hint = loop {
        let published = told(&mut peer, "textDocument/publishDiagnostics");
        if let Some(hint) = published["diagnostics"].get(0) {
            break hint.clone();
        }
    };
    assert_eq!(
        (&hint["source"], &hint["severity"]),
        (&json!("reweave"), &json!(4))
    );
    assert!(
        hint["message"].as_str().is_some_and(|m| !m.is_empty()),
        "{hint}"
    );
    assert!(hint["data"]["fingerprint"].is_string(), "{hint}");
}

#[test]
fn a_lens_counts_refactorings_since_a_commit() {
    let old = "class A {\n  int old() { return 1; }\n  int b() { return old(); }\n}\n";
    let place = Place::new(&[("p/A.java", old)]);
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@localhost"]);
        let ran = git.args(args).current_dir(place.root()).output();
        assert!(ran.expect("git runs").status.success(), "{args:?}");
    };
    git(&["init", "--quiet", "--initial-branch", "main"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    git(&["checkout", "--quiet", "-b", "work"]);
    place.write("p/A.java", &old.replace("old", "fresh"));
    git(&["commit", "--quiet", "-am", "second"]);
    let mut peer = editor(&place, &json!({"since": "main"}));
    let params = json!({"textDocument": {"uri": place.uri("p/A.java")}});
    // It is looked for beside the requests.
    let lens = loop {
        let lenses = said(&mut peer, "textDocument/codeLens", &params);
        if let Some(lens) = lenses.get(0) {
            break lens.clone();
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    };
    assert_eq!(lens["command"]["title"], "since main: 1 refactoring");
    let params =
        json!({"command": lens["command"]["command"], "arguments": lens["command"]["arguments"]});
    let list = said(&mut peer, "workspace/executeCommand", &params);
    let first = list["refactorings"][0].as_str().unwrap_or_default();
    assert!(first.starts_with("Rename Method"), "{list}");
}
