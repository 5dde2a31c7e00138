//! Agents: `reweave mcp` over standard input and output.

use crate::rpc::{Framing, Peer};
use crate::{Golden, LIB, Place};
use serde_json::{Value, json};

pub fn client(place: &Place, capabilities: &Value, more: &[&str]) -> Peer {
    let root = place.root().display().to_string();
    let args = [&["mcp", "--root", &root], more].concat();
    let mut peer = place.start(&args, Framing::Lines);
    let about = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": capabilities,
        "clientInfo": {"name": "test", "version": "1"},
    });
    let started = peer.ask("initialize", &about).expect("an answer");
    assert_eq!(started.expect("a server")["serverInfo"]["name"], "reweave");
    peer.tell("notifications/initialized", &json!({}))
        .expect("told");
    peer
}

pub fn call(peer: &mut Peer, name: &str, arguments: &Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    let result = peer.ask("tools/call", &params).expect("an answer");
    let result = result.expect("a result, whatever it says");
    let answer = result["structuredContent"].clone();
    let text = result["content"][0]["text"].as_str().expect("a text");
    assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), answer);
    assert!(text.len() <= 24_000, "under 8,000 tokens of three bytes");
    answer
}

#[test]
fn a_plan_is_applied_and_taken_back() {
    let place = Place::new(&[("lib.bc", LIB), ("main.bc", "sq(3)\n")]);
    let mut peer = client(&place, &json!({}), &["--write"]);
    let mut golden = Golden::new("agent", &place);
    let listed = peer.ask("tools/list", &json!({})).expect("an answer");
    for tool in listed.expect("a list")["tools"].as_array().expect("tools") {
        golden.note("tool", &json!([tool["name"], tool["annotations"]]));
        assert_eq!(tool["inputSchema"]["type"], "object");
        assert_eq!(tool["outputSchema"]["type"], "object");
    }
    let rename = |to: &str| json!({"refactoring": "rename", "symbol": "sq", "params": {"to": to}});
    golden.note(
        "symbols",
        &call(&mut peer, "symbols", &json!({"query": "sq"})),
    );
    golden.note(
        "locals",
        &call(&mut peer, "symbols", &json!({"query": "sq/"})),
    );
    golden.note("refused", &call(&mut peer, "plan", &rename("n")));
    let plan = call(&mut peer, "plan", &rename("square"));
    golden.note("accepted", &plan);
    place.write("main.bc", "sq(4)\n");
    golden.note(
        "stale",
        &call(&mut peer, "apply", &json!({"plan": plan["plan"]})),
    );
    assert_eq!(place.text("lib.bc"), LIB, "nothing was written");
    let plan = call(&mut peer, "plan", &rename("square"));
    golden.note(
        "written",
        &call(&mut peer, "apply", &json!({"plan": plan["plan"]})),
    );
    assert_eq!(place.text("main.bc"), "square(4)\n");
    golden.note("undone", &call(&mut peer, "undo", &json!({})));
    assert_eq!(place.text("main.bc"), "sq(4)\n");
    golden.note("nothing left", &call(&mut peer, "undo", &json!({})));
    golden.check();
    assert_eq!(peer.leave().expect("it ends"), Some(0));
}

#[test]
fn whoever_may_not_write_has_no_tool_for_it() {
    let place = Place::new(&[("lib.bc", LIB)]);
    let mut peer = client(&place, &json!({}), &[]);
    let params = json!({"name": "apply", "arguments": {"plan": "x"}});
    let answer = peer.ask("tools/call", &params).expect("an answer");
    assert!(answer.is_err(), "{answer:?}");
    assert!(!place.root().join(".reweave").exists());
}

#[test]
fn every_source_can_be_detected_verified_and_reviewed() {
    let old = "class A {\n  int old() { return 1; }\n  int b() { return old(); }\n}\n";
    let new = old.replace("old", "fresh");
    let place = Place::new(&[("A.java", old), ("a/A.java", old), ("b/A.java", &new)]);
    let git = |args: &[&str]| {
        let mut git = std::process::Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@localhost"]);
        let ran = git.args(args).current_dir(place.root()).output();
        assert!(ran.expect("git runs").status.success(), "{args:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "-m", "first"]);
    let mut peer = client(&place, &json!({}), &[]);
    let rename = json!([{"type": "Rename Method", "names": ["old", "fresh"]}]);
    let mut all = |source: &Value| {
        let found = call(&mut peer, "detect", &json!({"source": source}));
        assert_eq!(
            found["refactorings"][0]["type"], "Rename Method",
            "{source}: {found}"
        );
        let arguments = json!({"source": source, "intent": rename});
        let verdict = call(&mut peer, "verify", &arguments);
        assert_eq!(verdict["verdict"], "as_intended", "{source}: {verdict}");
        let review = call(
            &mut peer,
            "review",
            &json!({"source": source, "verify": true}),
        );
        assert_eq!(review["toRead"], 0, "{source}: {review}");
        assert_eq!(review["lines"], 4, "{source}: {review}");
    };
    all(&json!({"kind": "folders", "before": "a", "after": "b"}));
    all(&json!({"kind": "texts", "path": "A.java", "before": old, "after": new}));
    place.write("A.java", &new);
    all(&json!({"kind": "worktree"}));
    git(&["add", "."]);
    all(&json!({"kind": "staged"}));
    git(&["commit", "--quiet", "-m", "second"]);
    all(&json!({"kind": "commit", "revision": "HEAD"}));
    all(&json!({"kind": "range", "range": "HEAD~1..HEAD"}));
    for (tool, arguments) in [
        ("detect", json!({"source": {"kind": "worktree"}})),
        (
            "verify",
            json!({"source": {"kind": "staged"}, "intent": []}),
        ),
        ("review", json!({"source": {"kind": "worktree"}})),
        (
            "detect",
            json!({"source": {"kind": "commit", "revision": "nowhere"}}),
        ),
        (
            "detect",
            json!({"source": {"kind": "folders", "before": "a", "after": "../.."}}),
        ),
    ] {
        let answer = call(&mut peer, tool, &arguments);
        assert_eq!(answer["status"], "error", "{arguments}: {answer}");
    }
}

/// A client that lists roots is asked for them before its first call is answered.
fn call_within(peer: &mut Peer, roots: &[String], name: &str, arguments: &Value) -> Value {
    let params = json!({"name": name, "arguments": arguments});
    let listed: Vec<Value> = roots.iter().map(|uri| json!({"uri": uri})).collect();
    let answer = peer.ask_with("tools/call", &params, &mut |method, _| {
        assert_eq!(method, "roots/list");
        json!({"roots": listed})
    });
    answer.expect("an answer").expect("a result")["structuredContent"].clone()
}

#[test]
fn the_roots_of_a_client_narrow_and_never_widen() {
    let place = Place::new(&[("a/lib.bc", LIB), ("b/main.bc", "sq(3)\n")]);
    let can = json!({"roots": {"listChanged": true}});
    let rename = json!({"refactoring": "rename", "symbol": "sq", "params": {"to": "square"}});
    let mut peer = client(&place, &can, &["--write"]);
    let plan = call_within(&mut peer, &[place.uri("a")], "plan", &rename);
    assert_eq!(plan["filesTotal"], 1, "b is not read: {plan}");
    let written = call_within(&mut peer, &[], "apply", &json!({"plan": plan["plan"]}));
    assert_eq!(written["files"], json!(["lib.bc"]));
    assert_eq!(place.text("b/main.bc"), "sq(3)\n");
    let mut peer = client(&place, &can, &["--write"]);
    let outside = format!("file://{}", place.dir.path().join("elsewhere").display());
    let refused = call_within(&mut peer, &[outside], "plan", &rename);
    assert_eq!(refused["status"], "refused", "{refused}");
    // A folder above the root gives no more than the root.
    peer.tell("notifications/roots/list_changed", &json!({}))
        .expect("told");
    let above = format!("file://{}", place.dir.path().display());
    let found = call_within(&mut peer, &[above], "symbols", &json!({"query": "square"}));
    assert_eq!(found["symbols"][0]["file"], "a/lib.bc", "{found}");
}

#[test]
fn a_long_call_tells_its_progress_and_can_be_given_up() {
    let define = |i| format!("define f{i}(x) {{\n  return (x)\n}}\n");
    let many: String = (0..3_000).map(define).collect();
    let place = Place::new(&[("a.bc", &many)]);
    let mut peer = client(&place, &json!({}), &[]);
    let arguments = json!({"refactoring": "rename", "symbol": "f1", "params": {"to": "g"}});
    let params = json!({"name": "plan", "arguments": arguments, "_meta": {"progressToken": 7}});
    let answer = peer.ask("tools/call", &params).expect("an answer");
    assert_eq!(
        answer.expect("a plan")["structuredContent"]["status"],
        "accepted"
    );
    let progress: Vec<&Value> = (peer.told.iter())
        .filter(|m| m["method"] == "notifications/progress")
        .collect();
    assert!(!progress.is_empty() && progress.iter().all(|p| p["params"]["progressToken"] == 7));
    let counts = progress
        .iter()
        .filter_map(|p| p["params"]["progress"].as_f64());
    assert!(counts.is_sorted(), "{progress:?}");
    // What is given up is not waited for; the next call is answered.
    let id = peer.begin("tools/call", &params).expect("sent");
    peer.tell("notifications/cancelled", &json!({"requestId": id}))
        .expect("told");
    let found = call(&mut peer, "symbols", &json!({"query": "f7"}));
    assert_eq!(found["status"], "done");
}

#[test]
fn the_skill_ships_in_the_program_and_names_every_tool() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_reweave"));
    let ran = command.args(["mcp", "--skill"]).output().expect("it runs");
    let skill = String::from_utf8(ran.stdout).expect("text");
    assert!(ran.status.success() && skill.starts_with("---\nname: reweave\n"));
    let place = Place::new(&[("lib.bc", LIB)]);
    let mut peer = client(&place, &json!({}), &["--write"]);
    let listed = peer.ask("tools/list", &json!({})).expect("an answer");
    for tool in listed.expect("a list")["tools"].as_array().expect("tools") {
        let name = tool["name"].as_str().expect("a name");
        assert!(skill.contains(&format!("`{name}")), "{name}");
    }
}
