//! The open project over the Language Server Protocol.
//!
//! Two threads: one reads what the client sends and takes note of what it cancels; the other holds the project and answers in
//! the order in which it was asked, so that a request sees exactly the texts that were sent before it. What the
//! project refuses is shown as a disabled action with its reason, or as the error of a request; no rule stands here.

mod actions;
mod code_actions;
mod command;
mod documents;
mod edit;
mod hints;
mod lens;
mod place;
mod rename;
mod server;
mod sync;
#[cfg(test)]
mod tests;
mod wishes;

use crate::server::Server;
use lsp_server::{Connection, Message, RequestId};
use reweave_project::Setup;
use reweave_text::STACK;
use serde_json::Value;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Options {
    /// Taken where the client names no folder.
    pub root: PathBuf,
    pub setup: Setup,
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("the client does not speak the protocol: {0}")]
    Protocol(#[from] lsp_server::ProtocolError),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// What the reader hands on.
pub(crate) enum Event {
    Message(Message),
    /// A request, and whether it was given up.
    Request(lsp_server::Request, Arc<AtomicBool>),
    /// What was looked for beside the requests.
    Hints(hints::Found),
    Since(lens::Found),
    /// The client has gone.
    Exit,
}

/// Serves one client over standard input and output, until it goes.
pub fn serve_stdio(options: &Options) -> Result<(), ServeError> {
    let (connection, threads) = Connection::stdio();
    let ended = serve(connection, options);
    // The writer ends when nobody sends any more; a client that went away is no error of ours.
    let _ = threads.join();
    ended
}

/// Serves the client at the other end of a connection.
pub fn serve(connection: Connection, options: &Options) -> Result<(), ServeError> {
    let (id, params) = match connection.initialize_start() {
        Err(error) if error.channel_is_disconnected() => return Ok(()),
        started => started?,
    };
    let (events, queue) = mpsc::channel();
    let started = Server::new(&connection, events.clone(), options, &params);
    let (mut server, capabilities) = match started {
        Ok(server) => server,
        Err(message) => {
            let code = lsp_server::ErrorCode::RequestFailed as i32;
            let response = lsp_server::Response::new_err(id, code, message);
            let _ = connection.sender.send(response.into());
            return Ok(());
        }
    };
    connection.initialize_finish(id, capabilities)?;
    let worker = thread::Builder::new()
        .name("project".to_owned())
        .stack_size(STACK)
        .spawn(move || {
            server.start();
            while let Ok(event) = queue.recv() {
                if !server.take(event) {
                    break;
                }
            }
        })
        .map_err(ServeError::Thread)?;
    read(&connection, &events);
    // What the client still waits for is given up with it; a worker that has ended takes nothing.
    let _ = events.send(Event::Exit);
    drop(connection);
    // A worker that panicked has told so on standard error.
    let _ = worker.join();
    Ok(())
}

/// Hands on what the client sends, until it goes.
fn read(connection: &Connection, events: &mpsc::Sender<Event>) {
    let open: Mutex<HashMap<RequestId, Arc<AtomicBool>>> = Mutex::default();
    let open = || open.lock().unwrap_or_else(PoisonError::into_inner);
    for message in &connection.receiver {
        let event = match message {
            Message::Request(request) if request.method == "shutdown" => {
                for flag in open().values() {
                    flag.store(true, Ordering::Relaxed);
                }
                Event::Message(Message::Request(request))
            }
            Message::Request(request) => {
                let flag = Arc::new(AtomicBool::new(false));
                let mut open = open();
                // What was answered holds its flag no more.
                open.retain(|_, flag| Arc::strong_count(flag) > 1);
                open.insert(request.id.clone(), Arc::clone(&flag));
                Event::Request(request, flag)
            }
            Message::Notification(note) if note.method == "exit" => return,
            Message::Notification(note) if note.method == "$/cancelRequest" => {
                if let Some(flag) =
                    id_of(&note.params["id"]).and_then(|id| open().get(&id).cloned())
                {
                    flag.store(true, Ordering::Relaxed);
                }
                continue;
            }
            message => Event::Message(message),
        };
        if events.send(event).is_err() {
            return;
        }
    }
}

fn id_of(value: &Value) -> Option<RequestId> {
    serde_json::from_value(value.clone()).ok()
}
