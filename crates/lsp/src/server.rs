//! The worker: holds the project and the open documents, and answers one message after the other.

use crate::actions::{COMMANDS, kinds};
use crate::command::{Waiting, text_of};
use crate::documents::Documents;
use crate::edit::{Abilities, workspace_edit};
use crate::hints::Hints;
use crate::lens::Since;
use crate::place::Units;
use crate::wishes::Wishes;
use crate::{Event, Options};
use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use reweave_languages::LANGUAGES;
use reweave_project::{Ask, Plan, Program, Project, ProjectError, Watch, path_of};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak, mpsc};

/// The protocol's code for a request that was given up.
pub const CANCELLED: i32 = -32800;
pub const FAILED: i32 = -32803;
pub const INVALID: i32 = -32602;

/// Conflicts that the message of a refused request tells; its data has them all.
const MOST_TOLD: usize = 3;

/// Why a request has no result: code, message, and what programs may read of it.
pub struct Failed {
    pub code: i32,
    pub message: String,
    pub data: Option<Value>,
}

pub type Answer = Result<Value, Failed>;

pub struct Server {
    pub connection: Sender,
    pub events: mpsc::Sender<Event>,
    pub project: Project,
    pub documents: Documents,
    /// Documents whose text the programs have not seen yet.
    pub unseen: BTreeSet<String>,
    pub can: Abilities,
    pub wishes: Wishes,
    pub hints: Hints,
    pub since: Since,
    /// Commands that wait for the client to make their edits, by the id of the request that asked for it.
    pub waiting: HashMap<RequestId, Waiting>,
    /// Names of each language's program, to try refactorings with.
    pub names: BTreeMap<&'static str, (Weak<Program>, Vec<String>)>,
    next_id: i32,
}

/// The channel to the client, by the one thing that is done with it.
pub struct Sender(Box<dyn Fn(Message) + Send>);

impl Sender {
    pub fn send(&self, message: impl Into<Message>) {
        (self.0)(message.into());
    }

    pub fn tell(&self, method: &str, params: Value) {
        self.send(Notification::new(method.to_owned(), params));
    }
}

impl Failed {
    pub fn new(code: i32, message: String) -> Self {
        Self {
            code,
            message,
            data: None,
        }
    }

    /// A refused plan, with its conflicts as `reweave apply --format json` tells them.
    pub fn refused(plan: &Plan) -> Self {
        let document = reweave_project::document(plan, false, None);
        Self {
            code: FAILED,
            message: refusal(plan),
            data: Some(json!({"status": "refused", "conflicts": document["conflicts"]})),
        }
    }
}

impl From<ProjectError> for Failed {
    fn from(error: ProjectError) -> Self {
        let code = match error {
            ProjectError::Cancelled => CANCELLED,
            _ => FAILED,
        };
        Self::new(code, error.to_string())
    }
}

impl Server {
    /// Opens the folder that the client names; what the server can do.
    pub fn new(
        connection: &Connection,
        events: mpsc::Sender<Event>,
        options: &Options,
        params: &Value,
    ) -> Result<(Self, Value), String> {
        let folder = &params["workspaceFolders"][0]["uri"];
        let uri = folder.as_str().or(params["rootUri"].as_str());
        let root: PathBuf = uri.and_then(path_of).unwrap_or(options.root.clone());
        let project = Project::open(&root, options.setup.clone()).map_err(|e| e.to_string())?;
        let sender = connection.sender.clone();
        let server = Self {
            connection: Sender(Box::new(move |message| {
                // Nobody reads it where the client went away.
                let _ = sender.send(message);
            })),
            events,
            project,
            documents: Documents::default(),
            unseen: BTreeSet::new(),
            can: Abilities::of(&params["capabilities"]),
            wishes: Wishes::at_start(params),
            hints: Hints::default(),
            since: Since::default(),
            waiting: HashMap::new(),
            names: BTreeMap::new(),
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
                "codeActionKinds": kinds(),
                "resolveProvider": true,
                "workDoneProgress": true,
            },
            "executeCommandProvider": {"commands": COMMANDS, "workDoneProgress": true},
            "experimental": {"commandResolve": true},
        });
        if self.wishes.rename {
            capabilities["renameProvider"] =
                json!({"prepareProvider": true, "workDoneProgress": true});
        }
        if self.wishes.since.is_some() {
            capabilities["codeLensProvider"] = json!({"resolveProvider": false});
        }
        json!({
            "capabilities": capabilities,
            "serverInfo": {"name": "reweave", "version": env!("CARGO_PKG_VERSION")},
        })
    }

    /// Asks to be told of files that change on disk, and begins what the user wants to be looked for.
    pub fn start(&mut self) {
        if self.can.watches {
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
        self.look_around();
    }

    /// Begins what is looked for beside the requests, as far as the user wants it.
    pub fn look_around(&mut self) {
        self.begin_hints();
        self.begin_since();
    }

    pub fn request(&mut self, method: &str, params: Value) -> RequestId {
        self.next_id += 1;
        let id = RequestId::from(format!("reweave-{}", self.next_id));
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.send(request);
        id
    }

    pub fn log(&self, message: &str) {
        let params = json!({"type": 2, "message": message});
        self.connection.tell("window/logMessage", params);
    }

    /// Whether more is to be taken.
    pub fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Exit => return false,
            Event::Request(request, flag) => self.answer(&request, &flag),
            Event::Message(Message::Request(request)) => {
                let flag = AtomicBool::new(false);
                self.answer(&request, &flag);
            }
            Event::Message(Message::Notification(note)) => {
                if let Err(message) = self.note(&note.method, &note.params) {
                    self.log(&message);
                }
            }
            Event::Message(Message::Response(response)) => self.answered(&response),
            Event::Hints(found) => self.take_hints(found),
            Event::Since(found) => self.take_since(found),
        }
        true
    }

    fn answer(&mut self, request: &Request, flag: &AtomicBool) {
        let id = request.id.clone();
        if flag.load(Ordering::Relaxed) {
            let response = Response::new_err(id, CANCELLED, "cancelled".to_owned());
            self.connection.send(response);
            return;
        }
        if !self.can.watches && request.method != "shutdown" {
            // Nobody tells of changes on disk, so that they are looked for.
            if let Err(error) = self.project.refresh() {
                self.log(&error.to_string());
            }
        }
        let params = &request.params;
        let answer = match request.method.as_str() {
            "shutdown" => Ok(Value::Null),
            "textDocument/codeAction" => self.code_actions(params, flag),
            "codeAction/resolve" => self.resolve(params, flag),
            "textDocument/codeLens" => Ok(self.lenses(params)),
            "textDocument/prepareRename" => self.prepare_rename(params),
            "textDocument/rename" => self.rename(params, flag),
            "command/resolve" => self.command_resolve(params, flag),
            "workspace/executeCommand" => match self.execute(&id, params, flag) {
                Ok(Some(value)) => Ok(value),
                // It is answered when the client has made the edits.
                Ok(None) => return,
                Err(failed) => Err(failed),
            },
            method => Err(Failed::new(
                ErrorCode::MethodNotFound as i32,
                format!("{method} is not offered"),
            )),
        };
        let response = match answer {
            Ok(result) => Response::new_ok(id, result),
            Err(Failed {
                code,
                message,
                data,
            }) => {
                let mut response = Response::new_err(id, code, message);
                if let Err(error) = &mut response.response_result {
                    error.data = data;
                }
                response
            }
        };
        self.connection.send(response);
    }

    /// The plan of a request on the texts that the client has.
    pub fn plan(
        &mut self,
        ask: &Ask,
        params: &Value,
        flag: &AtomicBool,
    ) -> Result<Arc<Plan>, Failed> {
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
        report(json!({"kind": "report", "message": "performing and judging in memory"}));
        let plan = program.plan(self.project.workspace(), ask, watch);
        report(json!({"kind": "end"}));
        let plan = Arc::new(plan?);
        self.project.keep(&plan);
        Ok(plan)
    }

    /// The edits of a plan. Those of a file that is not open count in the text that was read: it must be what is on disk.
    pub fn edit_of(&mut self, plan: &Plan) -> Answer {
        for change in &plan.changes {
            if self.now(change)? != change.before.as_deref().map(text_of) {
                self.project.refresh()?;
                let why = format!("{} has changed on disk meanwhile; ask again", change.path);
                return Err(Failed::new(FAILED, why));
            }
        }
        let root = self.project.root();
        workspace_edit(plan, root, &self.documents, self.can)
            .map_err(|why| Failed::new(FAILED, why))
    }
}

impl Abilities {
    /// What a client says that it can take.
    fn of(client: &Value) -> Self {
        let encodings = client["general"]["positionEncodings"].as_array();
        let has_utf8 = encodings.is_some_and(|all| all.iter().any(|e| e == "utf-8"));
        let workspace = &client["workspace"];
        let edit = &workspace["workspaceEdit"];
        let operations = edit["resourceOperations"].as_array();
        let has = |name: &str| operations.is_some_and(|all| all.iter().any(|o| o == name));
        Self {
            units: if has_utf8 { Units::Utf8 } else { Units::Utf16 },
            annotations: edit["changeAnnotationSupport"].is_object(),
            resources: ["create", "rename", "delete"].into_iter().all(has),
            watches: workspace["didChangeWatchedFiles"]["dynamicRegistration"] == json!(true),
            refreshes_lenses: workspace["codeLens"]["refreshSupport"] == json!(true),
            progress: client["window"]["workDoneProgress"] == json!(true),
        }
    }
}

/// Why a plan was refused, in a line.
pub fn refusal(plan: &Plan) -> String {
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
