//! The worker: holds the project and the open documents, and answers one message after the other.

use crate::actions::{self, APPLY, Fit, Offer, action, fit, offer};
use crate::documents::{Document, Documents};
use crate::edit::{Abilities, workspace_edit};
use crate::place::{Lines, Units, path_of};
use crate::{Event, Options};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use reweave_languages::LANGUAGES;
use reweave_project::{Ask, At, Place, Plan, Pos, Program, Project, ProjectError, Watch};
use reweave_refactor::{AnyLanguage, Entry};
use serde_json::{Value, json};
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The protocol's code for a request that was given up.
const CANCELLED: i32 = -32800;
const FAILED: i32 = -32803;
const INVALID: i32 = -32602;

/// Conflicts that the message of a refused rename tells.
const MOST_TOLD: usize = 3;

/// Why a request has no result: code and message.
struct Failed(i32, String);

type Answer = Result<Value, Failed>;

pub struct Server {
    connection: Sender,
    project: Project,
    documents: Documents,
    /// Documents whose text the programs have not seen yet.
    unseen: BTreeSet<String>,
    can: Abilities,
    can_watch: bool,
    /// Whether another server renames in this language, so that only the action does.
    renames: bool,
    /// Commands that wait for the client to make their edits, by the id of the request that asked for it.
    waiting: HashMap<RequestId, RequestId>,
    next_id: i32,
}

/// The channel to the client, by the one thing that is done with it.
struct Sender(Box<dyn Fn(Message) + Send>);

impl Sender {
    fn send(&self, message: impl Into<Message>) {
        (self.0)(message.into());
    }

    fn tell(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }
}

impl From<ProjectError> for Failed {
    fn from(error: ProjectError) -> Self {
        let code = match error {
            ProjectError::Cancelled => CANCELLED,
            _ => FAILED,
        };
        Self(code, error.to_string())
    }
}

impl Server {
    /// Opens the folder that the client names; what the server can do.
    pub fn new(
        connection: &Connection,
        options: &Options,
        params: &Value,
    ) -> Result<(Self, Value), String> {
        let folder = &params["workspaceFolders"][0]["uri"];
        let uri = folder.as_str().or(params["rootUri"].as_str());
        let root: PathBuf = uri.and_then(path_of).unwrap_or(options.root.clone());
        let project = Project::open(&root, options.setup.clone()).map_err(|e| e.to_string())?;
        let client = &params["capabilities"];
        let encodings = client["general"]["positionEncodings"].as_array();
        let has_utf8 = encodings.is_some_and(|all| all.iter().any(|e| e == "utf-8"));
        let edit = &client["workspace"]["workspaceEdit"];
        let operations = edit["resourceOperations"].as_array().map_or(0, Vec::len);
        let can = Abilities {
            units: if has_utf8 { Units::Utf8 } else { Units::Utf16 },
            annotations: edit["changeAnnotationSupport"].is_object(),
            resources: operations >= 3,
        };
        let watch = &client["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"];
        let renames = params["initializationOptions"]["rename"] != json!(false);
        let sender = connection.sender.clone();
        let server = Self {
            connection: Sender(Box::new(move |message| {
                // Nobody reads it where the client went away.
                let _ = sender.send(message);
            })),
            project,
            documents: Documents::default(),
            unseen: BTreeSet::new(),
            can,
            can_watch: watch == &json!(true),
            renames,
            waiting: HashMap::new(),
            next_id: 0,
        };
        let capabilities = server.capabilities();
        Ok((server, capabilities))
    }

    fn capabilities(&self) -> Value {
        let mut capabilities = json!({
            "positionEncoding": self.can.units.name(),
            "textDocumentSync": {"openClose": true, "change": 2, "save": {"includeText": false}},
            "codeActionProvider": {
                "codeActionKinds": ["refactor", "refactor.extract", "refactor.inline", "refactor.move", "refactor.rewrite"],
                "resolveProvider": true,
                "workDoneProgress": true,
            },
            "executeCommandProvider": {"commands": [APPLY], "workDoneProgress": true},
        });
        if self.renames {
            capabilities["renameProvider"] =
                json!({"prepareProvider": true, "workDoneProgress": true});
        }
        json!({
            "capabilities": capabilities,
            "serverInfo": {"name": "reweave", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    /// Asks to be told of files that change on disk.
    pub fn start(&mut self) {
        if !self.can_watch {
            return;
        }
        let endings: Vec<&str> = LANGUAGES
            .iter()
            .flat_map(|l| l.extensions())
            .copied()
            .collect();
        let glob = format!("**/*.{{{}}}", endings.join(","));
        let watchers =
            json!({"watchers": [{"globPattern": glob}, {"globPattern": "**/reweave.toml"}]});
        let params = json!({"registrations": [{
            "id": "reweave.files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": watchers,
        }]});
        self.request("client/registerCapability", params);
    }

    fn request(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(format!("reweave-{}", self.next_id));
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.send(request);
        id
    }

    pub fn take(&mut self, event: Event) {
        match event {
            Event::Request(request, flag) => self.answer(&request, &flag),
            Event::Message(Message::Request(request)) => {
                let flag = AtomicBool::new(false);
                self.answer(&request, &flag);
            }
            Event::Message(Message::Notification(note)) => {
                if let Err(message) = self.note(&note.method, &note.params) {
                    let params = json!({"type": 2, "message": message});
                    self.connection.tell("window/logMessage", params);
                }
            }
            Event::Message(Message::Response(response)) => self.answered(&response),
        }
    }

    /// The client has made the edits of a command, or not.
    fn answered(&mut self, response: &Response) {
        let Some(id) = self.waiting.remove(&response.id) else {
            return;
        };
        let result = response.response_result.as_ref().ok();
        let applied = result.is_some_and(|r| r["applied"] == json!(true));
        let answer = if applied {
            Response::new_ok(id, json!({"applied": true}))
        } else {
            let why = result.and_then(|r| r["failureReason"].as_str().map(str::to_owned));
            let why = why.unwrap_or_else(|| "the editor did not make the edits".to_owned());
            Response::new_err(id, FAILED, why)
        };
        self.connection.send(answer);
    }

    fn answer(&mut self, request: &Request, flag: &AtomicBool) {
        let id = request.id.clone();
        if flag.load(Ordering::Relaxed) {
            let response = Response::new_err(id, CANCELLED, "cancelled".to_owned());
            self.connection.send(response);
            return;
        }
        let params = &request.params;
        let answer = match request.method.as_str() {
            "shutdown" => Ok(Value::Null),
            "textDocument/codeAction" => self.code_actions(params, flag),
            "codeAction/resolve" => self.resolve(params, flag),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params, flag),
            "workspace/executeCommand" => match self.execute(&id, params, flag) {
                // It is answered when the client has made the edits.
                Ok(()) => return,
                Err(failed) => Err(failed),
            },
            method => Err(Failed(
                ErrorCode::MethodNotFound as i32,
                format!("{method} is not offered"),
            )),
        };
        let response = match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(Failed(code, message)) => Response::new_err(id, code, message),
        };
        self.connection.send(response);
    }

    fn note(&mut self, method: &str, params: &Value) -> Result<(), String> {
        let document = &params["textDocument"];
        match method {
            "textDocument/didOpen" => {
                let path = self.path(document)?;
                let document = Document {
                    version: document["version"].as_i64().unwrap_or(0),
                    text: document["text"].as_str().unwrap_or_default().into(),
                    uri: document["uri"].as_str().unwrap_or_default().to_owned(),
                };
                self.documents.open(path.clone(), document);
                self.unseen.insert(path);
            }
            "textDocument/didChange" => {
                let path = self.path(document)?;
                let version = document["version"].as_i64().unwrap_or(0);
                let changes = params["contentChanges"].as_array().cloned();
                let changes = changes.unwrap_or_default();
                self.documents
                    .change(&path, version, &changes, self.can.units)?;
                self.unseen.insert(path);
            }
            "textDocument/didClose" => {
                let path = self.path(document)?;
                self.documents.close(&path);
                self.unseen.insert(path);
            }
            "textDocument/didSave" | "workspace/didChangeWatchedFiles" => {
                self.project.refresh().map_err(|e| e.to_string())?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The path in the root of a document.
    fn path(&self, document: &Value) -> Result<String, String> {
        let uri = document["uri"].as_str().unwrap_or_default();
        let path = path_of(uri).ok_or_else(|| format!("{uri} is no file"))?;
        let root = self.project.root();
        let real = path.parent().and_then(|p| p.canonicalize().ok());
        let real = real
            .zip(path.file_name())
            .map(|(folder, name)| folder.join(name));
        let real = real.unwrap_or(path);
        let inside = real.strip_prefix(root);
        let inside = inside.map_err(|_| format!("{uri} lies outside of {}", root.display()))?;
        let parts: Vec<_> = inside.iter().map(|p| p.to_string_lossy()).collect();
        Ok(parts.join("/"))
    }

    /// Shows the programs what the client has typed since.
    fn sync(&mut self) -> Result<(), ProjectError> {
        for path in std::mem::take(&mut self.unseen) {
            let text = self.documents.get(&path).map(|d| Arc::clone(&d.text));
            self.project.overlay(&path, text)?;
        }
        Ok(())
    }

    /// The program of a document, and its path.
    fn program(&mut self, params: &Value) -> Result<(Arc<Program>, String), Failed> {
        let path = self
            .path(&params["textDocument"])
            .map_err(|why| Failed(INVALID, why))?;
        let language = language_of(&path).ok_or_else(|| {
            Failed(
                FAILED,
                format!("{path} is of no language that can be refactored"),
            )
        })?;
        self.sync()?;
        let program = self.project.warm_program(language)?;
        if program.folder().sources.find(&path).is_none() {
            let skipped = program.folder().skipped.iter().find(|s| s.path == path);
            let why = skipped.map_or("it is not there", |s| &s.why);
            return Err(Failed(
                FAILED,
                format!("{path} cannot be refactored: {why}"),
            ));
        }
        Ok((program, path))
    }

    fn offset(&self, program: &Program, path: &str, position: &Value) -> Result<u32, Failed> {
        let sources = &program.folder().sources;
        let text = sources.find(path).map_or("", |id| sources.text(id));
        let offset = Lines::new(text, self.can.units).offset(position);
        offset.ok_or_else(|| Failed(INVALID, format!("{position} lies outside of {path}")))
    }

    fn code_actions(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let (program, path) = self.program(params)?;
        let start = self.offset(&program, &path, &params["range"]["start"])?;
        let end = self.offset(&program, &path, &params["range"]["end"])?;
        let at = At {
            file: path,
            start: Pos::Offset(start),
            end: (start != end).then_some(Pos::Offset(end)),
        };
        let only: Vec<&str> = (params["context"]["only"].as_array()).map_or_else(Vec::new, |all| {
            all.iter().filter_map(Value::as_str).collect()
        });
        let is_wanted = |kind: &str| {
            let below = |o: &str| kind == o || kind.starts_with(&format!("{o}."));
            only.is_empty() || only.iter().any(|o| below(o))
        };
        // Whoever opens the menu waits for the verdict; the lamp in the margin does not.
        let is_invoked = params["context"]["triggerKind"] == json!(1);
        let mut all = Vec::new();
        for entry in program.language().refactorings() {
            if flag.load(Ordering::Relaxed) {
                return Err(ProjectError::Cancelled.into());
            }
            if !is_wanted(&actions::kind(entry.name)) {
                continue;
            }
            let offer = offer(&entry, &at);
            match fit(&program, self.project.workspace(), &offer.ask) {
                Fit::Fits if is_invoked && !offer.wants_input() => {
                    self.judged(&entry, &offer, flag, &mut all)?;
                }
                Fit::Fits => all.push(action(&entry, &offer, None)),
                Fit::Refused(why) => all.push(action(&entry, &offer, Some(why))),
                Fit::Nothing => {}
            }
        }
        Ok(json!(all))
    }

    /// The action of a refactoring with its verdict; one that is refused is offered a second time, in spite of its conflicts.
    fn judged(
        &mut self,
        entry: &Entry,
        offer: &Offer,
        flag: &AtomicBool,
        all: &mut Vec<Value>,
    ) -> Result<(), Failed> {
        let plan = match self.plan(&offer.ask, &Value::Null, flag) {
            Err(Failed(CANCELLED, why)) => return Err(Failed(CANCELLED, why)),
            // It has no meaning here with the names that stand for the user's.
            Err(_) => return Ok(()),
            Ok(plan) => plan,
        };
        if plan.is_accepted() {
            all.push(action(entry, offer, None));
            return Ok(());
        }
        all.push(action(entry, offer, Some(refusal(&plan))));
        let refusals: Vec<&str> = plan.outcome.refusals().map(|c| c.kind).collect();
        if plan.outcome.was_made() && self.can.annotations {
            let mut in_spite = offer.clone();
            let kinds: BTreeSet<&str> = refusals.iter().copied().collect();
            in_spite.ask.allow = kinds.into_iter().map(str::to_owned).collect();
            let mut second = action(entry, &in_spite, None);
            let title = second["title"].as_str().unwrap_or_default().to_owned();
            let count = refusals.len();
            second["title"] = json!(format!("{title} in spite of {count} conflicts"));
            all.push(second);
        }
        Ok(())
    }

    /// The plan of a request on the texts that the client has.
    fn plan(&mut self, ask: &Ask, params: &Value, flag: &AtomicBool) -> Result<Arc<Plan>, Failed> {
        self.sync()?;
        let language = ask.language.as_deref().and_then(|name| {
            let found = LANGUAGES.iter().find(|l| l.name() == name);
            found.copied()
        });
        let program = match language {
            Some(language) => self.project.warm_program(language)?,
            None => self.project.program_for(ask)?,
        };
        let token = &params["workDoneToken"];
        let report = |value: Value| {
            if !token.is_null() {
                let params = json!({"token": token, "value": value});
                self.connection.tell("$/progress", params);
            }
        };
        report(json!({"kind": "begin", "title": ask.refactoring, "cancellable": true}));
        let watch = Watch {
            is_cancelled: &|| flag.load(Ordering::Relaxed),
            tell: &|_| {},
        };
        let plan = program.plan(self.project.workspace(), ask, watch);
        report(json!({"kind": "end"}));
        let plan = Arc::new(plan?);
        self.project.keep(&plan);
        Ok(plan)
    }

    fn edit_of(&self, plan: &Plan) -> Answer {
        let root = self.project.root();
        workspace_edit(plan, root, &self.documents, self.can).map_err(|why| Failed(FAILED, why))
    }

    fn resolve(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let ask = actions::ask(&params["data"])
            .ok_or_else(|| Failed(INVALID, "this action has no data of ours".to_owned()))?;
        let plan = self.plan(&ask, params, flag)?;
        let mut action = params.clone();
        if plan.is_accepted() {
            action["edit"] = self.edit_of(&plan)?;
        } else {
            action["disabled"] = json!({"reason": refusal(&plan)});
        }
        Ok(action)
    }

    fn prepare_rename(&mut self, params: &Value) -> Answer {
        let (program, path) = self.program(params)?;
        let offset = self.offset(&program, &path, &params["position"])?;
        let sources = &program.folder().sources;
        let text = sources.find(&path).map_or("", |id| sources.text(id));
        let Some((start, end)) = word(text, offset as usize) else {
            return Ok(Value::Null);
        };
        let ask = rename_ask(&program, path.clone(), start as u32, "renamed_by_reweave");
        match fit(&program, self.project.workspace(), &ask) {
            Fit::Fits => {
                let range = Lines::new(text, self.can.units).range(start as u32, end as u32);
                let name = text.get(start..end).unwrap_or_default();
                Ok(json!({"range": range, "placeholder": name}))
            }
            Fit::Refused(why) => Err(Failed(FAILED, why)),
            Fit::Nothing => Ok(Value::Null),
        }
    }

    fn rename(&mut self, params: &Value, flag: &AtomicBool) -> Answer {
        let (program, path) = self.program(params)?;
        let offset = self.offset(&program, &path, &params["position"])?;
        let to = params["newName"].as_str().unwrap_or_default();
        let ask = rename_ask(&program, path, offset, to);
        let plan = self.plan(&ask, params, flag)?;
        if !plan.is_accepted() {
            return Err(Failed(FAILED, refusal(&plan)));
        }
        self.edit_of(&plan)
    }

    /// Plans and asks the client to make the edits; it is answered when that has been done.
    fn execute(&mut self, id: &RequestId, params: &Value, flag: &AtomicBool) -> Result<(), Failed> {
        if params["command"] != json!(APPLY) {
            let why = format!("no command {}; there is {APPLY}", params["command"]);
            return Err(Failed(INVALID, why));
        }
        let argument = &params["arguments"][0];
        let mut ask = actions::ask(&argument["ask"])
            .ok_or_else(|| Failed(INVALID, format!("{APPLY} takes {{ask, values}}")))?;
        let values = argument["values"].as_object().into_iter().flatten();
        for (name, value) in values.filter_map(|(n, v)| Some((n, v.as_str()?))) {
            ask.params.insert(name.clone(), value.to_owned());
        }
        let plan = self.plan(&ask, params, flag)?;
        if !plan.is_accepted() {
            return Err(Failed(FAILED, refusal(&plan)));
        }
        let params = json!({"label": ask.title(), "edit": self.edit_of(&plan)?});
        let asked = self.request("workspace/applyEdit", params);
        self.waiting.insert(asked, id.clone());
        Ok(())
    }
}

fn rename_ask(program: &Program, file: String, offset: u32, to: &str) -> Ask {
    let place = Place::At(At {
        file,
        start: Pos::Offset(offset),
        end: None,
    });
    Ask {
        refactoring: "rename".to_owned(),
        language: Some(program.language().name().to_owned()),
        place,
        params: [("to".to_owned(), to.to_owned())].into(),
        allow: Vec::new(),
    }
}

/// Why a plan was refused, in a line.
fn refusal(plan: &Plan) -> String {
    let all: Vec<&str> = plan
        .outcome
        .refusals()
        .map(|c| c.message.as_str())
        .collect();
    let more = all.len().saturating_sub(MOST_TOLD);
    let told = all[..all.len().min(MOST_TOLD)].join("; ");
    if more > 0 {
        format!("{told}; and {more} more")
    } else {
        told
    }
}

fn language_of(path: &str) -> Option<&'static dyn AnyLanguage> {
    LANGUAGES.iter().find(|l| l.handles(path)).copied()
}

/// The word around a place.
fn word(text: &str, offset: usize) -> Option<(usize, usize)> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let before = text.get(..offset)?;
    let after = text.get(offset..)?;
    let start = before.rfind(|c| !is_part(c)).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|t| t.chars().next())
            .map_or(1, char::len_utf8)
    });
    let end = offset + after.find(|c| !is_part(c)).unwrap_or(after.len());
    (start < end).then_some((start, end))
}
