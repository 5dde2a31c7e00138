//! What `suggest` finds, as hints in the documents that are open, with what does it as a fix. Looked for beside the requests.

use crate::Event;
use crate::actions::{QUICK_FIX, data, is_wanted};
use crate::place::Lines;
use crate::server::Server;
use reweave_project::{Ask, At, Place, Pos, Suggestion, Watch, suggest};
use reweave_text::{LineIndex, STACK};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;

/// The protocol's severity of a hint.
const HINT: u32 = 4;

/// The token of its progress.
const TOKEN: &str = "reweave.suggest";

/// What was found last, by path.
#[derive(Default)]
pub struct Hints {
    files: BTreeMap<String, File>,
    is_looking: bool,
    /// Whether something changed while it was looked.
    is_old: bool,
}

/// The hints of a file, and the text that they are for.
pub struct File {
    text: String,
    hints: Vec<Hint>,
}

pub struct Hint {
    start: u32,
    end: u32,
    message: String,
    kind: String,
    fingerprint: String,
    /// What does it, where the engine can.
    ask: Option<Ask>,
}

/// By path, or why there are none.
pub type Found = Result<BTreeMap<String, File>, String>;

impl Server {
    /// Looks once more, where the user wants it, on a thread of its own.
    pub fn begin_hints(&mut self) {
        if !self.wishes.suggestions {
            self.hints.files.clear();
            return self.publish_all();
        }
        if self.hints.is_looking {
            self.hints.is_old = true;
            return;
        }
        let (root, config) = (self.project.root().to_owned(), self.project.config_file());
        let events = self.events.clone();
        let begun = thread::Builder::new()
            .name("suggest".to_owned())
            .stack_size(STACK)
            .spawn(move || {
                // Nobody waits for it where the server has ended.
                let _ = events.send(Event::Hints(look(&root, config.as_deref())));
            });
        self.hints.is_looking = begun.is_ok();
        if self.can.progress && self.hints.is_looking {
            let params = json!({"token": TOKEN});
            self.request("window/workDoneProgress/create", params);
            self.progress(
                &json!({"kind": "begin", "title": "looking for what could be refactored"}),
            );
        }
    }

    fn progress(&self, value: &Value) {
        if self.can.progress {
            let params = json!({"token": TOKEN, "value": value});
            self.connection.tell("$/progress", params);
        }
    }

    pub fn take_hints(&mut self, found: Found) {
        self.hints.is_looking = false;
        self.progress(&json!({"kind": "end"}));
        match found {
            Ok(files) => self.hints.files = files,
            Err(why) => self.log(&why),
        }
        self.publish_all();
        if std::mem::take(&mut self.hints.is_old) {
            self.begin_hints();
        }
    }

    fn publish_all(&self) {
        for path in self.documents.paths() {
            self.publish_hints(&path);
        }
    }

    /// Tells the client the hints of an open document; none where its text is not the one that was looked at.
    pub fn publish_hints(&self, path: &str) {
        let Some(document) = self.documents.get(path) else {
            return;
        };
        let lines = Lines::new(&document.text, self.can.units);
        let hints = self.hints_of(path);
        let diagnostics: Vec<Value> = hints.iter().map(|h| diagnostic(h, &lines)).collect();
        let params =
            json!({"uri": document.uri, "version": document.version, "diagnostics": diagnostics});
        self.connection
            .tell("textDocument/publishDiagnostics", params);
    }

    fn hints_of(&self, path: &str) -> &[Hint] {
        match (self.hints.files.get(path), self.documents.get(path)) {
            (Some(file), Some(document)) if file.text == *document.text => &file.hints,
            _ => &[],
        }
    }

    /// The actions that do what the hints of a range say.
    pub fn fixes(&self, path: &str, (start, end): (u32, u32), only: &[&str]) -> Vec<Value> {
        if !is_wanted(only, QUICK_FIX) {
            return Vec::new();
        }
        let Some(document) = self.documents.get(path) else {
            return Vec::new();
        };
        let lines = Lines::new(&document.text, self.can.units);
        let here = |h: &&Hint| h.start <= end && start <= h.end;
        let all = self.hints_of(path).iter().filter(here);
        let fixes = all.filter_map(|hint| {
            let ask = hint.ask.as_ref()?;
            Some(json!({
                "title": format!("{}: {}", hint.kind, hint.message),
                "kind": QUICK_FIX,
                "diagnostics": [diagnostic(hint, &lines)],
                "data": data(ask),
            }))
        });
        fixes.collect()
    }
}

fn diagnostic(hint: &Hint, lines: &Lines<'_>) -> Value {
    json!({
        "range": lines.range(hint.start, hint.end),
        "severity": HINT,
        "code": hint.kind,
        "source": "reweave",
        "message": hint.message,
        "data": {"fingerprint": hint.fingerprint},
    })
}

fn look(root: &Path, config: Option<&Path>) -> Found {
    let report = suggest(root, &[], config, Watch::NOBODY).map_err(|e| e.to_string())?;
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for suggestion in &report.suggestions {
        let at = PathBuf::from(&suggestion.missed.file);
        let path = at.strip_prefix(root).unwrap_or(&at);
        let path = crate::sync::slashed(path);
        let Ok(text) = std::fs::read_to_string(root.join(&path)) else {
            continue;
        };
        let file = files.entry(path.clone()).or_insert_with(|| File {
            text,
            hints: Vec::new(),
        });
        file.hints.extend(hint(suggestion, &file.text));
    }
    Ok(files)
}

fn hint(suggestion: &Suggestion, text: &str) -> Option<Hint> {
    let index = LineIndex::new(text);
    let ask = suggestion.request.as_ref().and_then(|request| {
        let at = At::range(&request.range).ok()?;
        let offset = |pos: Pos| at.offset(text, pos).ok().map(Pos::Offset);
        let params = Ask::params(request.params.iter().map(String::as_str)).ok()?;
        Some(Ask {
            refactoring: request.refactoring.clone(),
            language: None,
            place: Place::At(At {
                file: at.file.clone(),
                start: offset(at.start)?,
                end: at.end.and_then(offset),
            }),
            params,
            allow: Vec::new(),
        })
    });
    let place = ask.as_ref().map(|ask| &ask.place);
    let (start, end) = if let Some(Place::At(At {
        start: Pos::Offset(start),
        end: Some(Pos::Offset(end)),
        ..
    })) = place
    {
        (*start, *end)
    } else {
        // The first line of the method.
        let start = index.line_start(suggestion.missed.start_line)?;
        let next = index.line_start(suggestion.missed.start_line + 1);
        (start, next.map_or(text.len() as u32, |n| n - 1))
    };
    let (example, what) = (&suggestion.example, &suggestion.what);
    let message = if what.is_empty() {
        format!(
            "as {} is written ({}:{})",
            example.method,
            name(&example.file),
            example.start_line
        )
    } else {
        what.clone()
    };
    Some(Hint {
        start,
        end,
        message,
        kind: suggestion.kind.clone(),
        fingerprint: suggestion.fingerprint.clone(),
        ask,
    })
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
