//! What nobody should send: an answer that helps, or a clean end; no crash, and nothing half-written.

use crate::agents::{call, client};
use crate::editors::editor;
use crate::rpc::{Framing, Peer};
use crate::{LIB, Place};
use serde_json::{Value, json};
use std::fs;

#[test]
fn agents_are_told_what_to_ask_instead() {
    let place = Place::new(&[("lib.bc", LIB)]);
    let mut peer = client(&place, &json!({}), &["--write"]);
    let plan = |more: &Value| {
        let mut wish = json!({"refactoring": "rename", "params": {"to": "x"}});
        for (name, value) in more.as_object().expect("fields") {
            wish[name] = value.clone();
        }
        wish
    };
    let at = |file: &str, line: u32| json!({"at": {"file": file, "line": line, "column": 1}});
    for (arguments, told) in [
        (plan(&json!({"symbol": "nobody"})), "nobody"),
        (plan(&at("lib.bc", 99)), "the file has"),
        (plan(&at("nowhere.bc", 1)), "there is no file"),
        (plan(&at("../lib.bc", 1)), "leads out of the root"),
        (plan(&at("/etc/passwd", 1)), "leads out of the root"),
        (plan(&json!({"refactoring": "renmae"})), "rename"),
        (plan(&json!({"symbol": "sq", "params": {"too": "x"}})), "to"),
        (plan(&json!({"symbol": "sq", "cursor": "late"})), "cursor"),
        (plan(&json!({"symbol": "sq", "extra": 1})), "extra"),
        (json!({"refactoring": 7}), "do not fit"),
    ] {
        let answer = call(&mut peer, "plan", &arguments);
        assert_eq!(answer["status"], "error", "{arguments}: {answer}");
        let message = answer["message"].as_str().unwrap_or_default();
        assert!(message.contains(told), "{arguments}: {message}");
    }
    let answer = call(&mut peer, "apply", &json!({"plan": "0000000000000000"}));
    assert!(
        answer["message"]
            .as_str()
            .is_some_and(|m| m.contains("plan again"))
    );
    assert_eq!(place.text("lib.bc"), LIB);
}

/// Whether a server still answers.
fn is_alive(peer: &mut Peer, method: &str) -> bool {
    peer.ask(method, &json!({})).is_ok()
}

#[test]
fn malformed_json_ends_no_agent_server() {
    for junk in [
        "{",
        "[1, 2",
        "\u{0}\u{1}",
        "null",
        "{\"jsonrpc\": \"2.0\"}",
        "{\"id\": {}}",
    ] {
        let place = Place::new(&[("lib.bc", LIB)]);
        let mut peer = client(&place, &json!({}), &["--write"]);
        peer.raw(format!("{junk}\n").as_bytes()).expect("sent");
        assert!(is_alive(&mut peer, "tools/list"), "{junk}");
        assert_eq!(peer.leave().expect("it ends"), Some(0), "{junk}");
    }
}

#[test]
fn malformed_json_ends_an_editor_server_cleanly_or_not_at_all() {
    for junk in [
        "Content-Length: 5\r\n\r\n{{{{{",
        "Content-Length: 2\r\n\r\n[]",
        "Content-Length: x\r\n\r\n{}",
        "nothing of the protocol\r\n\r\n",
    ] {
        let place = Place::new(&[("lib.bc", LIB)]);
        let mut peer = editor(&place, &json!({}));
        peer.raw(junk.as_bytes()).expect("sent");
        if is_alive(&mut peer, "shutdown") {
            peer.tell("exit", &Value::Null).expect("told");
        }
        let code = peer.leave().expect("it ends");
        assert!(code.is_some(), "{junk}: no crash");
        assert!(
            !place.root().join(".reweave").exists(),
            "nothing was written"
        );
    }
}

#[test]
fn a_client_that_dies_leaves_a_whole_tree() {
    let define = |i| format!("define f{i}(x) {{\n  return (x)\n}}\nf{i}({i})\n");
    let many: String = (0..500).map(define).collect();
    let place = Place::new(&[("a.bc", &many), ("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    let mut peer = client(&place, &json!({}), &["--write"]);
    let rename = json!({"refactoring": "rename", "symbol": "sq", "params": {"to": "square"}});
    let plan = call(&mut peer, "plan", &rename);
    let params = json!({"name": "apply", "arguments": {"plan": plan["plan"]}});
    peer.begin("tools/call", &params).expect("sent");
    assert!(peer.leave().expect("it ends").is_some(), "no crash");
    let texts = (place.text("lib.bc"), place.text("main.bc"));
    let is_before = texts == (LIB.to_owned(), "sq(3)\n".to_owned());
    let is_after = texts == (LIB.replace("sq", "square"), "square(3)\n".to_owned());
    assert!(is_before || is_after, "{texts:?}");

    let mut peer = editor(&place, &json!({}));
    let ask = json!({"refactoring": "rename", "language": "bc", "file": "a.bc", "start": 7, "params": {"to": "g"}});
    let params = json!({"command": "reweave.apply", "arguments": [{"ask": ask}]});
    peer.begin("workspace/executeCommand", &params)
        .expect("sent");
    assert!(peer.leave().expect("it ends").is_some(), "no crash");
    assert_eq!(place.text("a.bc"), many);
}

#[test]
fn a_document_of_fifty_megabytes_is_answered() {
    let place = Place::new(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    let mut peer = editor(&place, &json!({}));
    // One comment: as long as it is, it is one token.
    let text = format!("/*{}*/\nsq(4)\n", "long ".repeat(10 << 20));
    let document =
        json!({"uri": place.uri("main.bc"), "languageId": "bc", "version": 1, "text": text});
    peer.tell("textDocument/didOpen", &json!({"textDocument": document}))
        .expect("told");
    let rename = |name: &str| {
        let document = json!({"uri": place.uri("lib.bc")});
        json!({"textDocument": document, "position": {"line": 0, "character": 8}, "newName": name})
    };
    let edit = peer.ask("textDocument/rename", &rename("square"));
    let edit = edit.expect("an answer").expect("edits");
    assert_eq!(edit["documentChanges"].as_array().map(Vec::len), Some(2));
    // More than is read of a file is left out, and said.
    let document = json!({"uri": place.uri("main.bc"), "version": 2});
    let text = format!("/*{}*/\nsq(4)\n", "long ".repeat(14 << 20));
    let params = json!({"textDocument": document, "contentChanges": [{"text": text}]});
    peer.tell("textDocument/didChange", &params).expect("told");
    let params = json!({"textDocument": {"uri": place.uri("main.bc")}, "position": {"line": 1, "character": 0}});
    let refused = peer.ask("textDocument/prepareRename", &params);
    let error = refused.expect("an answer").expect_err("it is too large");
    let message = error["message"].as_str().unwrap_or_default();
    assert!(message.contains("largest source"), "{message}");
}

#[test]
fn frames_that_do_not_end_are_no_end() {
    let place = Place::new(&[("lib.bc", LIB)]);
    let mut peer = place.start(&["lsp"], Framing::Headers);
    peer.raw(b"Content-Length: 100\r\n\r\n{\"jsonrpc\"")
        .expect("sent");
    assert!(peer.leave().expect("it ends").is_some(), "no crash");
    let left: Vec<_> = fs::read_dir(place.root()).expect("a folder").collect();
    assert_eq!(left.len(), 1);
}
