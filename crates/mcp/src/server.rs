//! The server: lists the tools, runs one on a thread of its own, tells its progress, and ends it when the client gives up.

use crate::page::{MOST_ANSWER, shortened};
use crate::roots::{Scope, listed, lists_roots};
use crate::tools::{self, Call, Tool};
use crate::{ServeError, open};
use reweave_project::{Project, ProjectError, Setup, Watch};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData,
    Implementation, ListToolsResult, PaginatedRequestParams, ProgressNotificationParam,
    ServerCapabilities, ServerConfig, ToolAnnotations,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{RoleServer, ServerHandler};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::mpsc;

/// Told to every agent that connects.
const INSTRUCTIONS: &str = include_str!("instructions.md");

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    pub root: PathBuf,
    /// Without it nothing is ever written, and the tools that write do not exist.
    pub write: bool,
    pub setup: Setup,
}

/// What one client works in.
#[derive(Clone)]
pub(crate) struct Place {
    pub project: Arc<Mutex<Project>>,
    /// What it may see, where it narrowed that.
    pub scope: Option<Scope>,
}

#[derive(Clone)]
pub(crate) struct Server {
    /// The whole root, for all clients.
    whole: Arc<Mutex<Project>>,
    /// The place of this client, once its roots are known.
    place: Arc<tokio::sync::Mutex<Option<Place>>>,
    setup: Setup,
    write: bool,
}

impl Server {
    pub fn open(options: &Options) -> Result<Self, ProjectError> {
        Ok(Self {
            whole: Arc::new(Mutex::new(open(options)?)),
            place: Arc::default(),
            setup: options.setup.clone(),
            write: options.write,
        })
    }

    /// The same for one more client, whose roots are its own.
    pub fn for_client(&self) -> Self {
        Self {
            place: Arc::default(),
            ..self.clone()
        }
    }

    fn tools(&self) -> impl Iterator<Item = &'static Tool> {
        let write = self.write;
        tools::ALL.iter().filter(move |t| write || !t.writes)
    }

    /// The place of a client that narrows nothing.
    pub fn everywhere(&self) -> Place {
        Place {
            project: Arc::clone(&self.whole),
            scope: None,
        }
    }

    /// The place of this client; its roots are asked for before anything is done.
    async fn place(&self, context: &RequestContext<RoleServer>) -> Result<Place, ServeError> {
        let mut known = self.place.lock().await;
        if let Some(place) = &*known {
            return Ok(place.clone());
        }
        let mut place = self.everywhere();
        if lists_roots(context.peer.peer_info().as_deref()) {
            place = self.narrowed(&listed(&context.peer).await?)?;
        }
        *known = Some(place.clone());
        Ok(place)
    }

    pub fn narrowed(&self, listed: &[PathBuf]) -> Result<Place, ServeError> {
        let root = locked(&self.whole).root().to_owned();
        let Some(scope) = Scope::of(&root, listed) else {
            return Err(ServeError::Outside(root));
        };
        if scope.folders == [root.clone()] {
            return Ok(self.everywhere());
        }
        let project = if scope.folder == root {
            Arc::clone(&self.whole)
        } else {
            Arc::new(Mutex::new(scope.open(&self.setup)?))
        };
        Ok(Place {
            project,
            scope: Some(scope),
        })
    }

    /// Runs a tool to its end; whatever it says is an answer.
    pub fn run(place: &Place, tool: &Tool, arguments: &Value, watch: Watch<'_>) -> (Value, bool) {
        let mut call = Call {
            place,
            arguments,
            watch,
        };
        let (answer, is_error) = match (tool.run)(&mut call) {
            Ok(answer) => {
                let is_error = answer["status"] == "error";
                (answer, is_error)
            }
            Err(error) => (refusal(&error), !error.is_refusal()),
        };
        (shortened(answer, MOST_ANSWER), is_error)
    }
}

fn refusal(error: &ProjectError) -> Value {
    let status = if error.is_refusal() {
        "refused"
    } else {
        "error"
    };
    json!({"status": status, "message": error.to_string()})
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut about = Implementation::new("reweave", env!("CARGO_PKG_VERSION"));
        about.title = Some("Reweave".to_owned());
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(about)
            .with_instructions(INSTRUCTIONS)
    }

    async fn on_roots_list_changed(&self, _: NotificationContext<RoleServer>) {
        *self.place.lock().await = None;
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(
            self.tools().map(described).collect(),
        ))
    }

    fn get_tool(&self, name: &str) -> Option<rmcp::model::Tool> {
        self.tools().find(|t| t.name == name).map(described)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = self.tools().find(|t| t.name == request.name) else {
            let names: Vec<_> = self.tools().map(|t| t.name).collect();
            let why = format!("no tool {}; there are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(why, None));
        };
        let place = match self.place(&context).await {
            Ok(place) => place,
            Err(error) => {
                let answer = json!({"status": "refused", "message": error.to_string()});
                return Ok(result(answer, false).into());
            }
        };
        let (tell, mut told) = mpsc::unbounded_channel::<String>();
        let cancelled = context.ct.clone();
        let arguments = Value::Object(request.arguments.unwrap_or_default());
        let mut work = tokio::task::spawn_blocking(move || {
            let watch = Watch {
                is_cancelled: &|| cancelled.is_cancelled(),
                tell: &|what| {
                    // Nobody listens any more where it cannot be sent.
                    let _ = tell.send(what.to_owned());
                },
            };
            Self::run(&place, tool, &arguments, watch)
        });
        let token = context.meta.get_progress_token();
        let mut count = 0.0;
        let ended = loop {
            tokio::select! {
                biased;
                Some(what) = told.recv() => if let Some(token) = &token {
                    count += 1.0;
                    let mut progress = ProgressNotificationParam::new(token.clone(), count);
                    progress.message = Some(what);
                    let _ = context.peer.notify_progress(progress).await;
                },
                ended = &mut work => break ended,
                () = context.ct.cancelled() => {
                    // The thread ends at its next step; nobody reads its answer.
                    return Err(ErrorData::internal_error("cancelled", None));
                }
            }
        };
        let (answer, is_error) = ended.map_err(|_| {
            ErrorData::internal_error("internal error: the analysis panicked", None)
        })?;
        Ok(result(answer, is_error).into())
    }
}

/// The answer as data, and the same as text for clients that read no data.
fn result(answer: Value, is_error: bool) -> CallToolResult {
    let text = vec![ContentBlock::text(answer.to_string())];
    let mut result = if is_error {
        CallToolResult::error(text)
    } else {
        CallToolResult::success(text)
    };
    result.structured_content = Some(answer);
    result
}

pub(crate) fn described(tool: &'static Tool) -> rmcp::model::Tool {
    let hints = ToolAnnotations::with_title(tool.title)
        .read_only(!tool.writes)
        .destructive(tool.writes)
        .idempotent(!tool.writes)
        .open_world(false);
    rmcp::model::Tool::new(tool.name, (tool.about)(), object((tool.input)()))
        .with_title(tool.title)
        .with_raw_output_schema(Arc::new(object((tool.output)())))
        .with_annotations(hints)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// The project, also after a request that panicked: it holds nothing that is half done.
pub(crate) fn locked(project: &Mutex<Project>) -> std::sync::MutexGuard<'_, Project> {
    project.lock().unwrap_or_else(PoisonError::into_inner)
}
