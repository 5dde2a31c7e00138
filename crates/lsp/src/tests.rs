//! The server as an editor meets it, over a connection in memory.

use crate::{Options, serve};
use lsp_server::{Connection, Message, Notification, Request, RequestId, Response};
use reweave_project::Setup;
use serde_json::{Value, json};
use std::fs;
use std::thread::JoinHandle;
use std::time::Duration;

struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    dir: tempfile::TempDir,
    next: i32,
}

impl Editor {
    fn open(files: &[(&str, &str)]) -> Self {
        Self::able(files, &json!({}))
    }

    /// A client that can more than make edits.
    fn able(files: &[(&str, &str)], more: &Value) -> Self {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let at = dir.path().join(path);
            fs::create_dir_all(at.parent().expect("inside")).expect("created");
            fs::write(at, text).expect("written");
        }
        let (theirs, connection) = Connection::memory();
        let options = Options {
            root: dir.path().to_owned(),
            setup: Setup::default(),
        };
        let server = std::thread::spawn(move || serve(theirs, &options).expect("served"));
        let mut editor = Self {
            connection,
            server: Some(server),
            dir,
            next: 0,
        };
        let edit = json!({"changeAnnotationSupport": {}, "resourceOperations": ["create", "rename", "delete"]});
        let mut capabilities = json!({"workspace": {"workspaceEdit": edit}});
        for (name, value) in more.as_object().into_iter().flatten() {
            match value.as_object() {
                Some(fields) => fields
                    .iter()
                    .for_each(|(field, value)| capabilities[name][field] = value.clone()),
                None => capabilities[name] = value.clone(),
            }
        }
        let started = editor.ask("initialize", json!({"capabilities": capabilities}));
        let utf8 = more["general"]["positionEncodings"][0] == "utf-8";
        let units = if utf8 { "utf-8" } else { "utf-16" };
        assert_eq!(started["capabilities"]["positionEncoding"], units);
        editor.tell("initialized", json!({}));
        editor
    }

    fn uri(&self, path: &str) -> String {
        let root = self.dir.path().canonicalize().expect("there");
        reweave_project::uri_of(&root, path)
    }

    fn tell(&self, method: &str, params: Value) {
        let note = Notification::new(method.to_owned(), params);
        self.connection.sender.send(note.into()).expect("it reads");
    }

    fn send(&mut self, method: &str, params: Value) -> RequestId {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection
            .sender
            .send(request.into())
            .expect("it reads");
        id
    }

    fn message(&self) -> Message {
        let patience = Duration::from_mins(1);
        self.connection
            .receiver
            .recv_timeout(patience)
            .expect("an answer")
    }

    fn answer(&self, id: &RequestId) -> Response {
        loop {
            if let Message::Response(response) = self.message()
                && response.id == *id
            {
                return response;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        self.answer(&id).response_result.expect("a result")
    }

    fn open_document(&self, path: &str, text: &str) {
        let document =
            json!({"uri": self.uri(path), "languageId": "x", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    fn place(&self, path: &str, line: u32, character: u32) -> Value {
        let position = json!({"line": line, "character": character});
        json!({"textDocument": {"uri": self.uri(path)}, "position": position})
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.tell("exit", Value::Null);
        let ended = self.server.take().map(JoinHandle::join);
        assert!(std::thread::panicking() || matches!(ended, Some(Ok(()))));
    }
}

const LIB: &str = "define sq(n) {\n  return (n * n)\n}\n";

#[test]
fn a_rename_sees_what_is_not_saved() {
    let mut editor = Editor::open(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    editor.open_document("main.bc", "sq(3)\n");
    let end = json!({"line": 1, "character": 0});
    let change = json!({"range": {"start": end, "end": end}, "text": "sq(4)\n"});
    let document = json!({"uri": editor.uri("main.bc"), "version": 2});
    let params = json!({"textDocument": document, "contentChanges": [change]});
    editor.tell("textDocument/didChange", params);
    let place = editor.place("lib.bc", 0, 8);
    let prepared = editor.ask("textDocument/prepareRename", place.clone());
    assert_eq!(prepared["placeholder"], "sq", "{prepared}");
    let mut params = place;
    params["newName"] = json!("square");
    let edit = editor.ask("textDocument/rename", params);
    let changes = edit["documentChanges"].as_array().expect("changes");
    let main = (changes.iter())
        .find(|c| c["textDocument"]["uri"] == editor.uri("main.bc"))
        .expect("it calls");
    assert_eq!(main["textDocument"]["version"], 2);
    assert_eq!(main["edits"].as_array().map(Vec::len), Some(2), "{edit}");
}

#[test]
fn a_refused_rename_says_why() {
    let mut editor = Editor::open(&[("a.bc", "x = 1\ny = 2\nx + y\n")]);
    let mut params = editor.place("a.bc", 0, 0);
    params["newName"] = json!("y");
    let id = editor.send("textDocument/rename", params);
    let error = editor.answer(&id).response_result.expect_err("refused");
    assert!(error.message.contains("a.bc:"), "{}", error.message);
}

#[test]
fn actions_are_resolved_and_performed() {
    let mut editor = Editor::open(&[("a.bc", "x = 3\ny = x * (x + 1)\n")]);
    let range = json!({"start": {"line": 1, "character": 8}, "end": {"line": 1, "character": 15}});
    let params = json!({
        "textDocument": {"uri": editor.uri("a.bc")},
        "range": range,
        "context": {"diagnostics": [], "triggerKind": 1},
    });
    let actions = editor.ask("textDocument/codeAction", params);
    let actions = actions.as_array().expect("a list").clone();
    assert!(!actions.is_empty());
    for action in &actions {
        let is_disabled = action["disabled"]["reason"].is_string();
        assert!(is_disabled || action["data"].is_object(), "{action}");
    }
    let Some(action) = actions
        .iter()
        .find(|a| a["disabled"].is_null() && a["command"].is_null())
    else {
        panic!("nothing is offered: {actions:?}");
    };
    let resolved = editor.ask("codeAction/resolve", action.clone());
    assert!(resolved["edit"]["documentChanges"].is_array(), "{resolved}");
    let argument = json!({"ask": action["data"], "values": {}});
    let params = json!({"command": "reweave.apply", "arguments": [argument]});
    let id = editor.send("workspace/executeCommand", params);
    let asked = loop {
        if let Message::Request(request) = editor.message() {
            break request;
        }
    };
    assert_eq!(asked.method, "workspace/applyEdit");
    let done = Response::new_ok(asked.id, json!({"applied": true}));
    editor
        .connection
        .sender
        .send(done.into())
        .expect("it reads");
    let answer = editor.answer(&id).response_result.expect("done");
    assert_eq!(answer, json!({"applied": true, "change": 1}));
}

#[test]
fn bad_input_is_answered() {
    let mut editor = Editor::open(&[("a.bc", "x = 1\n")]);
    let outside = json!({"textDocument": {"uri": "file:///etc/passwd"}, "position": {"line": 0, "character": 0}});
    let far = editor.place("a.bc", 99, 0);
    let other = editor.place("a.txt", 0, 0);
    for (method, params) in [
        ("textDocument/rename", outside),
        ("textDocument/rename", far),
        ("textDocument/prepareRename", other),
        ("textDocument/rename", json!({"textDocument": 7})),
        ("codeAction/resolve", json!({"title": "x"})),
        ("workspace/executeCommand", json!({"command": "rm"})),
        (
            "workspace/executeCommand",
            json!({"command": "reweave.apply", "arguments": [3]}),
        ),
        ("textDocument/hover", json!({})),
    ] {
        let id = editor.send(method, params);
        let answer = editor.answer(&id).response_result;
        assert!(answer.is_err(), "{method}: {answer:?}");
    }
    let late =
        json!({"textDocument": {"uri": editor.uri("b.bc"), "version": 3}, "contentChanges": []});
    editor.tell("textDocument/didChange", late);
    let prepared = editor.place("a.bc", 0, 0);
    assert!(
        editor
            .ask("textDocument/prepareRename", prepared)
            .is_object()
    );
}

#[test]
fn a_request_that_was_given_up_is_answered_as_cancelled() {
    let mut editor = Editor::open(&[("a.bc", "x = 1\n")]);
    let mut params = editor.place("a.bc", 0, 0);
    params["newName"] = json!("y");
    // The cancellation is read while the first request is still being answered.
    let first = editor.send("textDocument/rename", params.clone());
    let second = editor.send("textDocument/rename", params);
    editor.tell("$/cancelRequest", json!({"id": 3}));
    assert_eq!(second, RequestId::from(3));
    let _ = editor.answer(&first);
    let answer = editor.answer(&second).response_result;
    let is_answered = answer.as_ref().is_ok_and(Value::is_object)
        || answer.as_ref().is_err_and(|e| e.code == -32800);
    assert!(is_answered, "{answer:?}");
}

/// What renaming `sq` edits: the files, sorted, or the error.
fn renamed(editor: &mut Editor) -> Result<Vec<String>, String> {
    let mut params = editor.place("lib.bc", 0, 8);
    params["newName"] = json!("square");
    let id = editor.send("textDocument/rename", params);
    let edit = editor.answer(&id).response_result.map_err(|e| e.message)?;
    let changes = edit["documentChanges"].as_array().cloned();
    let uris = changes.unwrap_or_default().into_iter().map(|c| {
        let uri = c["textDocument"]["uri"].as_str().unwrap_or_default();
        uri.rsplit('/').next().unwrap_or_default().to_owned()
    });
    let mut uris: Vec<String> = uris.collect();
    uris.sort();
    Ok(uris)
}

#[test]
fn changes_on_disk_are_told_or_looked_for() {
    let watching = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    for (watches, more) in [(true, watching), (false, json!({}))] {
        let mut editor = Editor::able(&[("lib.bc", LIB)], &more);
        assert_eq!(renamed(&mut editor), Ok(vec!["lib.bc".to_owned()]));
        fs::write(editor.dir.path().join("new.bc"), "sq(5)\n").expect("written");
        if watches {
            let change = json!({"uri": editor.uri("new.bc"), "type": 1});
            editor.tell(
                "workspace/didChangeWatchedFiles",
                json!({"changes": [change]}),
            );
        }
        let both = vec!["lib.bc".to_owned(), "new.bc".to_owned()];
        assert_eq!(renamed(&mut editor), Ok(both), "watches: {watches}");
    }
}

#[test]
fn no_edit_counts_in_a_text_that_is_on_disk_no_more() {
    let watching = json!({"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}});
    let mut editor = Editor::able(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")], &watching);
    assert!(renamed(&mut editor).is_ok());
    // Before the client tells of it.
    fs::write(editor.dir.path().join("main.bc"), "1\n2 + sq(3)\n").expect("written");
    let refused = renamed(&mut editor).expect_err("the edit would be misplaced");
    assert!(
        refused.contains("main.bc") && refused.contains("ask again"),
        "{refused}"
    );
    assert_eq!(renamed(&mut editor).map(|all| all.len()), Ok(2));
}

#[test]
fn positions_count_in_the_units_that_were_agreed_on() {
    let text = "\"é😀\"; sq(3)\n";
    for (units, character) in [("utf-8", 10), ("utf-16", 7)] {
        let more = json!({"general": {"positionEncodings": [units]}});
        let mut editor = Editor::able(&[("lib.bc", LIB), ("main.bc", text)], &more);
        let place = editor.place("main.bc", 0, character);
        let prepared = editor.ask("textDocument/prepareRename", place);
        assert_eq!(
            prepared["range"]["start"]["character"], character,
            "{units}"
        );
        assert_eq!(prepared["placeholder"], "sq");
    }
}
