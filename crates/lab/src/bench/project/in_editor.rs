//! The server for editors over the same root: what it is asked while somebody works.

use super::{ms, p95};
use crate::bench::process::peak_mb;
use crate::servers::in_memory::{Editor, position};
use crate::storm::Random;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Instant;

/// Milliseconds of each answer.
#[derive(Default)]
struct Times {
    /// For the lamp in the margin.
    lamp: Vec<f64>,
    /// For the menu, which waits for verdicts.
    menu: Vec<f64>,
    prepare: Vec<f64>,
    /// The first answer after a key was typed.
    typed: Vec<f64>,
    actions: usize,
    /// Where the lamp took longest: to be looked at.
    slowest: (f64, String),
}

/// Opens one document after the other, asks at a place of it, types a key and asks again; half of the places are selections.
pub fn run(root: &Path, places: usize) -> Result<()> {
    let root = root.canonicalize()?;
    let files = crate::corpus::java_files(&root)?;
    let mut random = Random::new(1, "editor", 0);
    let mut editor = Editor::watching(&root)?;
    let mut times = Times::default();
    let clock = Instant::now();
    one(
        &mut editor,
        (&root, random.pick(&files).context("files")?),
        &mut random,
        &mut times,
    )?;
    let cold_s = clock.elapsed().as_secs_f64();
    times = Times::default();
    for _ in 0..places {
        let file = random.pick(&files).context("files")?;
        one(&mut editor, (&root, file), &mut random, &mut times)?;
    }
    println!(
        "warm, 95 of 100: menu of actions {} ms, first answer after a key {} ms; {} actions offered",
        p95(&times.menu),
        p95(&times.typed),
        times.actions
    );
    let (ms, place) = &times.slowest;
    println!("the slowest actions took {ms:.0} ms: {place}");
    println!(
        "editor cold_s={cold_s:.2} places={places} code_action_p95_ms={} prepare_rename_p95_ms={} peak_mb={}",
        p95(&times.lamp),
        p95(&times.prepare),
        peak_mb()
    );
    Ok(())
}

fn one(
    editor: &mut Editor,
    (root, file): (&Path, &Path),
    random: &mut Random,
    times: &mut Times,
) -> Result<()> {
    let text = String::from_utf8_lossy(&fs::read(file)?).into_owned();
    let path = file.strip_prefix(root)?.to_string_lossy().into_owned();
    let uri = reweave_project::uri_of(root, &path);
    let document = json!({"uri": uri, "languageId": "java", "version": 1, "text": text});
    editor.tell("textDocument/didOpen", json!({"textDocument": document}))?;
    let at = text.floor_char_boundary(random.below(text.len().max(1)));
    let end = if random.one_in(2) {
        at
    } else {
        text.floor_char_boundary((at + random.below(80)).min(text.len()))
    };
    let place = |text: &str| (position(text, at), position(text, end.max(at)));
    let actions = |text: &str, trigger: u32| {
        let (start, end) = place(text);
        json!({
            "textDocument": {"uri": uri},
            "range": {"start": start, "end": end},
            "context": {"diagnostics": [], "triggerKind": trigger},
        })
    };
    // Whoever opens a document is asked nothing yet of what it holds.
    let prepare = json!({"textDocument": {"uri": uri}, "position": place(&text).0});
    timed(
        editor,
        "textDocument/prepareRename",
        &prepare,
        &mut times.prepare,
    )?;
    let lamp = timed(
        editor,
        "textDocument/codeAction",
        &actions(&text, 2),
        &mut times.lamp,
    )?;
    times.actions += lamp.as_array().map_or(0, Vec::len);
    let took = times.lamp.last().copied().unwrap_or_default();
    if took > times.slowest.0 {
        times.slowest = (took, format!("{path}, byte {at}"));
    }
    timed(
        editor,
        "textDocument/codeAction",
        &actions(&text, 1),
        &mut times.menu,
    )?;
    let top = json!({"line": 0, "character": 0});
    let change = json!({"range": {"start": top, "end": top}, "text": " "});
    let document = json!({"uri": uri, "version": 2});
    editor.tell(
        "textDocument/didChange",
        json!({"textDocument": document, "contentChanges": [change]}),
    )?;
    timed(
        editor,
        "textDocument/codeAction",
        &actions(&text, 2),
        &mut times.typed,
    )?;
    editor.tell(
        "textDocument/didClose",
        json!({"textDocument": {"uri": uri}}),
    )
}

fn timed(editor: &mut Editor, method: &str, params: &Value, times: &mut Vec<f64>) -> Result<Value> {
    let clock = Instant::now();
    let answer = editor.ask(method, params.clone())?;
    times.push(ms(clock));
    // A place that cannot be renamed is answered with an error of the protocol; nothing else is.
    let is_answer = answer["error"].is_null() || method == "textDocument/prepareRename";
    ensure!(is_answer, "{method}: {answer}");
    Ok(answer)
}
