//! `workspace/executeCommand` and `command/resolve`: refactorings with values that a user gave, and taking them back.

use crate::actions::{self, APPLY, COMMANDS, SINCE, UNDO, entries};
use crate::edit::file_edit;
use crate::server::{Answer, FAILED, Failed, INVALID, Server, refusal};
use lsp_server::{RequestId, Response};
use reweave_project::{Ask, Plan, Undone};
use reweave_text::SourceFile;
use reweave_workspace::{Encoding, FileChange};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A command whose edits the client is making.
pub struct Waiting {
    /// The request that is answered then.
    request: RequestId,
    what: Made,
}

enum Made {
    Plan(Arc<Plan>),
    Undo(Box<Undone>),
}

impl Server {
    /// An answer at once, or none yet where the client must make edits first.
    pub fn execute(
        &mut self,
        id: &RequestId,
        params: &Value,
        flag: &AtomicBool,
    ) -> Result<Option<Value>, Failed> {
        let argument = &params["arguments"][0];
        let (label, edit, what) = match params["command"].as_str() {
            Some(SINCE) => return Ok(Some(self.tell_since(argument))),
            Some(APPLY) => {
                let ask = with_answers(argument, params)?;
                let plan = self.plan(&ask, params, flag)?;
                if !plan.is_accepted() {
                    return Err(Failed::refused(&plan));
                }
                if plan.changes.is_empty() {
                    return Ok(Some(json!({"applied": true})));
                }
                (ask.title(), self.edit_of(&plan)?, Made::Plan(plan))
            }
            Some(UNDO) => {
                let undone = self.project.reversal(None)?;
                let label = format!("undo {} ({})", undone.entry.id, undone.entry.title);
                (
                    label,
                    self.reverse_edit(&undone)?,
                    Made::Undo(Box::new(undone)),
                )
            }
            _ => {
                let (command, all) = (&params["command"], COMMANDS.join(", "));
                let why = format!("no command {command}; there are {all}");
                return Err(Failed::new(INVALID, why));
            }
        };
        let asked = self.request("workspace/applyEdit", json!({"label": label, "edit": edit}));
        let request = id.clone();
        self.waiting.insert(asked, Waiting { request, what });
        Ok(None)
    }

    /// The client has made the edits of a command, or not. What was made stands in the history.
    pub fn answered(&mut self, response: &Response) {
        let Some(Waiting { request, what }) = self.waiting.remove(&response.id) else {
            return;
        };
        let result = response.response_result.as_ref().ok();
        if !result.is_some_and(|r| r["applied"] == json!(true)) {
            let why = result.and_then(|r| r["failureReason"].as_str().map(str::to_owned));
            let why = why.unwrap_or_else(|| "the editor did not make the edits".to_owned());
            self.connection
                .send(Response::new_err(request, FAILED, why));
            return;
        }
        let entry = match &what {
            Made::Plan(plan) => self.project.record(plan),
            Made::Undo(undone) => self.project.record_undo(undone),
        };
        let mut answer = json!({"applied": true});
        match entry {
            Ok(entry) => answer["change"] = json!(entry.id),
            Err(error) => self.log(&format!(
                "it was done, and does not stand in the history: {error}"
            )),
        }
        self.connection.send(Response::new_ok(request, answer));
    }

    /// The edits that take a change back, if every text is still as it left it.
    fn reverse_edit(&mut self, undone: &Undone) -> Answer {
        self.sync()?;
        let failed = |why: String| Failed::new(FAILED, why);
        let mut changes = Vec::new();
        for change in &undone.changes {
            if self.now(change)? != change.before.as_deref().map(text_of) {
                let why = format!("{} has changed since; nothing was taken back", change.path);
                return Err(failed(why));
            }
            let file = |bytes: &Option<Vec<u8>>| {
                bytes.as_deref().map(|bytes| SourceFile {
                    path: change.path.as_str().into(),
                    text: text_of(bytes).into(),
                })
            };
            let (before, after) = (file(&change.before), file(&change.after));
            let root = self.project.root();
            let made = file_edit(
                root,
                &self.documents,
                self.can,
                [before.as_ref(), after.as_ref()],
            );
            changes.extend(made.map_err(failed)?);
        }
        Ok(json!({"documentChanges": changes}))
    }

    /// The text of a file as the client has it, or as it is on disk.
    pub fn now(&self, change: &FileChange) -> Result<Option<String>, Failed> {
        if let Some(document) = self.documents.get(&change.path) {
            return Ok(Some(document.text.to_string()));
        }
        match std::fs::read(self.project.root().join(&change.path)) {
            Ok(bytes) => Ok(Some(text_of(&bytes))),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Failed::new(FAILED, format!("{}: {error}", change.path))),
        }
    }

    /// Looks at the answers of a form: the fields again, with what is wrong with them, or none when all is well.
    pub fn command_resolve(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let argument = &params["arguments"][0];
        let ask = with_answers(argument, params)?;
        let known = |e: &&reweave_refactor::Entry| {
            e.name == ask.refactoring && Some(e.language) == ask.language.as_deref()
        };
        let entry = (entries().iter().find(known))
            .ok_or_else(|| Failed::new(INVALID, format!("no refactoring {}", ask.refactoring)))?;
        let base = actions::ask(&argument["ask"]).unwrap_or_default();
        let mut fields = actions::fields(entry, &base.params);
        let mut resolved = params.clone();
        let is_answered = params["formAnswers"].is_array() || argument["values"].is_object();
        let mut wrong = !is_answered;
        for field in &mut fields {
            let name = field["id"].as_str().unwrap_or_default().to_owned();
            let is_missing = field["required"] == json!(true) && !ask.params.contains_key(&name);
            if is_answered && is_missing {
                field["error"] = json!("this must be given");
                wrong = true;
            }
        }
        if is_answered && !wrong {
            let why = match self.plan(&ask, params, flag) {
                Ok(plan) if plan.is_accepted() => None,
                Ok(plan) => Some(refusal(&plan)),
                Err(failed) => Some(failed.message),
            };
            if let (Some(why), Some(first)) = (why, fields.first_mut()) {
                first["error"] = json!(why);
                wrong = true;
            }
        }
        resolved["formFields"] = if wrong { json!(fields) } else { json!([]) };
        Ok(resolved)
    }
}

/// The request of a command with the values that a user gave: by name in `values`, or as answers to the fields in their order.
fn with_answers(argument: &Value, params: &Value) -> Result<Ask, Failed> {
    let mut ask = actions::ask(&argument["ask"])
        .ok_or_else(|| Failed::new(INVALID, format!("{APPLY} takes {{ask, values}}")))?;
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let mut given: Vec<(String, String)> = Vec::new();
    let by_name = argument["values"].as_object().into_iter().flatten();
    given.extend(by_name.filter_map(|(name, value)| Some((name.clone(), text(value)?))));
    let fields = argument["fields"].as_array().into_iter().flatten();
    let answers = params["formAnswers"].as_array().into_iter().flatten();
    for (field, answer) in fields.zip(answers) {
        if let (Some(name), Some(value)) = (field["id"].as_str(), text(answer)) {
            given.push((name.to_owned(), value));
        }
    }
    // What was left empty was not answered.
    ask.params
        .extend(given.into_iter().filter(|(_, value)| !value.is_empty()));
    Ok(ask)
}

/// The text of a file, as programs are read.
pub fn text_of(bytes: &[u8]) -> String {
    Encoding::decode(bytes).map_or_else(
        || String::from_utf8_lossy(bytes).into_owned(),
        |(_, text)| text,
    )
}
