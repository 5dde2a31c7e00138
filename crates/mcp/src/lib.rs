//! The open project as tools of the Model Context Protocol, over standard input and output or HTTP on this machine.
//!
//! One file a tool in `tools/`, and one line in `tools::ALL`. A tool takes its arguments as JSON, asks the project, and
//! gives a bounded answer (`page.rs`); what the project refuses is an answer with reasons. Nothing is written unless the server
//! was started to write.

mod arguments;
mod http;
mod page;
mod roots;
mod server;
mod source;
#[cfg(test)]
mod tests;
mod tools;

pub use server::Options;

use reweave_loopback::LoopbackError;
use reweave_project::{Project, ProjectError, Setup};
use reweave_text::STACK;
use rmcp::ServiceExt as _;
use std::io;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};

/// What tells an agent when to use which tool.
pub const SKILL: &str = include_str!("../../../docs/skill/SKILL.md");

/// Requests that are worked on at the same time, each on a thread of its own.
const MOST_THREADS: usize = 8;

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Project(#[from] ProjectError),
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
    #[error(transparent)]
    Loopback(#[from] LoopbackError),
    #[error("the client says that it has roots and does not list them: {0}")]
    Roots(String),
    #[error("the roots of the client lie outside of {}, where this server was started; nothing outside of it is read", .0.display())]
    Outside(PathBuf),
}

/// Serves one client over standard input and output, until it goes.
pub fn serve_stdio(options: &Options) -> Result<(), ServeError> {
    let server = server::Server::open(options)?;
    runtime()?.block_on(async {
        // A client that goes in the middle of its greeting is no error of ours.
        if let Ok(running) = server.serve(rmcp::transport::stdio()).await {
            let _ = running.waiting().await;
        }
    });
    Ok(())
}

/// Serves on a port of this machine; `started` is told the address and the token that every request must bring.
pub fn serve_http(
    options: &Options,
    port: u16,
    started: &mut dyn FnMut(&str, &str),
) -> Result<(), ServeError> {
    let server = server::Server::open(options)?;
    runtime()?.block_on(http::serve(server, port, started))?;
    Ok(())
}

fn runtime() -> io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(MOST_THREADS)
        // Programs may be nested as deep as the readers allow.
        .thread_stack_size(STACK)
        .enable_all()
        .build()
}

/// Opens the root that the server is for.
fn open(options: &Options) -> Result<Project, ProjectError> {
    Project::open(&options.root, Setup::clone(&options.setup))
}
