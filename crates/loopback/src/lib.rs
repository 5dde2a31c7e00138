//! HTTP on this machine only. A server listens on the loopback address, and a request is passed on only if it was sent to
//! this machine by name (`Host`), by no page of another site (`Origin`), and with the token of this start: in the path, or
//! as `Authorization: Bearer`. Thus neither another user's program nor a page in a browser (DNS rebinding) reaches it.
//!
//! [`Loopback::serve`] passes requests to a service of hyper, [`pages`] to a plain function.

mod guard;
mod pages;

pub use guard::Guard;
pub use pages::{Answer, Asked, pages};

use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use hyper::body::{Bytes, Incoming};
use hyper::service::Service;
use hyper::{Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::net::TcpListener;

#[derive(Debug, thiserror::Error)]
pub enum LoopbackError {
    #[error("cannot serve: {0}")]
    Io(#[from] io::Error),
    #[error("the system has no random numbers for a token")]
    NoRandom,
}

pub type Body = BoxBody<Bytes, Infallible>;

/// A port of this machine that is listened on.
pub struct Loopback {
    listener: TcpListener,
    guard: Arc<Guard>,
}

impl Loopback {
    /// Listens on `port`, or on a free one for 0. `mount` is the first part of every path: `/mcp`.
    pub async fn bind(port: u16, mount: &'static str) -> Result<Self, LoopbackError> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let guard = Arc::new(Guard::new(mount, address.port())?);
        Ok(Self { listener, guard })
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    pub fn guard(&self) -> &Guard {
        &self.guard
    }

    /// Answers until the process ends.
    pub async fn serve<S, F>(self, service: S) -> Result<Infallible, LoopbackError>
    where
        S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible, Future = F>
            + Clone
            + Send
            + Sync
            + 'static,
        F: Future<Output = Result<Response<Body>, Infallible>> + Send + 'static,
    {
        loop {
            let (stream, _) = self.listener.accept().await?;
            let (service, guard) = (service.clone(), Arc::clone(&self.guard));
            let guarded = hyper::service::service_fn(move |request: Request<Incoming>| {
                let answer = match guard.refusal(&request) {
                    Some(status) => Err(refused(status)),
                    None => Ok(service.call(request)),
                };
                async move {
                    match answer {
                        Ok(answer) => answer.await,
                        Err(refused) => Ok(refused),
                    }
                }
            });
            tokio::spawn(async move {
                // A client that goes away in the middle is no error of ours.
                let _ = hyper::server::conn::http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), guarded)
                    .await;
            });
        }
    }
}

fn refused(status: StatusCode) -> Response<Body> {
    let text = format!("{status}: use the address that was printed when the server started\n");
    let mut response = Response::new(BoxBody::new(Full::from(text)));
    *response.status_mut() = status;
    response
}
