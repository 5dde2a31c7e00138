//! Requests answered by a plain function, one after the other.

use crate::{Body, Loopback, LoopbackError};
use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::runtime::Builder;

/// Bytes of what a request may bring.
const LARGEST_BODY: usize = 64 << 10;

/// A request that passed the guard.
pub struct Asked {
    pub is_post: bool,
    /// After the mount and the token, without the slash in front.
    pub path: String,
    pub body: Vec<u8>,
}

/// What it is answered with.
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    /// Further headers.
    pub headers: &'static [(&'static str, &'static str)],
    pub body: Vec<u8>,
}

/// Serves until the process ends; `started` is told the address with its token.
///
/// # Errors
///
/// A port that cannot be listened on.
pub fn pages(
    port: u16,
    mount: &'static str,
    started: &mut dyn FnMut(&str),
    answer: impl FnMut(&Asked) -> Answer + Send + 'static,
) -> Result<Infallible, LoopbackError> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let door = Loopback::bind(port, mount).await?;
        let (address, token) = (door.address()?, door.guard().token().to_owned());
        started(&format!("http://{address}{mount}/{token}/"));
        let (answer, guard) = (Arc::new(Mutex::new(answer)), Arc::clone(&door.guard));
        let service = Arc::new(move |request: Request<Incoming>| {
            let (answer, guard) = (Arc::clone(&answer), Arc::clone(&guard));
            async move {
                let asked = asked(request, &guard).await;
                let answered = asked.map_or_else(too_large, |asked| {
                    let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
                    answer(&asked)
                });
                Ok::<_, Infallible>(response(answered))
            }
        });
        door.serve(hyper::service::service_fn(move |request| service(request)))
            .await
    })
}

async fn asked(request: Request<Incoming>, guard: &crate::Guard) -> Option<Asked> {
    let is_post = request.method() == Method::POST;
    let path = guard.inside(request.uri().path()).trim_start_matches('/');
    let path = path.to_owned();
    let body = Limited::new(request.into_body(), LARGEST_BODY);
    let body = body.collect().await.ok()?.to_bytes().to_vec();
    Some(Asked {
        is_post,
        path,
        body,
    })
}

fn too_large() -> Answer {
    Answer {
        status: StatusCode::PAYLOAD_TOO_LARGE.as_u16(),
        content_type: "text/plain",
        headers: &[],
        body: Vec::new(),
    }
}

fn response(answer: Answer) -> Response<Body> {
    let mut response = Response::new(BoxBody::new(Full::from(answer.body)));
    *response.status_mut() =
        StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(answer.content_type));
    for (name, value) in answer.headers {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    response
}
