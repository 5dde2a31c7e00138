//! The server for editors in this process, without a pipe between.

use anyhow::{Result, bail};
use lsp_server::{Connection, Message, Notification, Request, RequestId};
use reweave_lsp::Options;
use reweave_project::Setup;
use serde_json::{Value, json};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

/// The server for editors at the other end of a connection in memory.
pub struct Editor {
    connection: Connection,
    server: Option<JoinHandle<()>>,
    next: i32,
}

impl Editor {
    pub fn open(root: &Path) -> Result<Self> {
        Self::able(root, &json!({}))
    }

    /// One that tells of files which change on disk, as most editors do.
    pub fn watching(root: &Path) -> Result<Self> {
        Self::able(root, &json!({"dynamicRegistration": true}))
    }

    fn able(root: &Path, watches: &Value) -> Result<Self> {
        let (theirs, connection) = Connection::memory();
        let options = Options {
            root: root.to_owned(),
            setup: Setup::default(),
        };
        let server = std::thread::spawn(move || {
            // What went wrong shows as a request without an answer.
            let _ = reweave_lsp::serve(theirs, &options);
        });
        let mut editor = Self {
            connection,
            server: Some(server),
            next: 0,
        };
        let edit = json!({"changeAnnotationSupport": {}, "resourceOperations": ["create", "rename", "delete"]});
        let workspace = json!({"workspaceEdit": edit, "didChangeWatchedFiles": watches});
        let about = json!({"capabilities": {"workspace": workspace}});
        editor.ask("initialize", about)?;
        editor.tell("initialized", json!({}))?;
        Ok(editor)
    }

    pub fn tell(&self, method: &str, params: Value) -> Result<()> {
        let note = Notification::new(method.to_owned(), params);
        Ok(self.connection.sender.send(note.into())?)
    }

    pub fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.next += 1;
        let id = RequestId::from(self.next);
        let request = Request::new(id.clone(), method.to_owned(), params);
        self.connection.sender.send(request.into())?;
        loop {
            match self.connection.receiver.recv_timeout(PATIENCE) {
                Ok(Message::Response(response)) if response.id == id => {
                    return Ok(match response.response_result {
                        Ok(value) => value,
                        Err(error) => json!({"error": [error.code, error.message, error.data]}),
                    });
                }
                Ok(_) => {}
                Err(error) => bail!("{method} is not answered: {error}"),
            }
        }
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        // A server that has ended takes no farewell.
        let _ = self.tell("exit", Value::Null);
        let _ = self.server.take().map(JoinHandle::join);
    }
}

/// Line and UTF-16 unit of a byte.
pub fn position(text: &str, at: usize) -> Value {
    let before = text.get(..at).unwrap_or_default();
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let units = before
        .get(start..)
        .unwrap_or_default()
        .encode_utf16()
        .count();
    json!({"line": line, "character": units})
}
