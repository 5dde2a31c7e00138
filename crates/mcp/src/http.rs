//! HTTP on this machine only: every request must bring the token of this start, in the address or as a header, and no page of
//! a browser is answered.

use crate::ServeError;
use crate::server::Server;
use http_body_util::Full;
use http_body_util::combinators::BoxBody;
use hyper::body::Incoming;
use hyper::service::Service as _;
use hyper::{Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::net::Ipv4Addr;
use std::sync::Arc;
use tokio::net::TcpListener;

/// Bytes of one request.
const LARGEST_REQUEST: usize = 64 << 20;

/// Where the tools are found.
const PATH: &str = "/mcp";

pub(crate) async fn serve(
    server: Server,
    port: u16,
    started: &mut dyn FnMut(&str, &str),
) -> Result<(), ServeError> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    let address = listener.local_addr()?;
    let token = token()?;
    let hosts = ["127.0.0.1", "localhost", "[::1]"].map(|h| format!("{h}:{}", address.port()));
    let origins = hosts.iter().map(|h| format!("http://{h}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(origins)
        .with_allowed_hosts(hosts)
        .enforce_origin_validation()
        .with_max_request_body_bytes(LARGEST_REQUEST);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.clone()), sessions, config);
    started(&format!("http://{address}{PATH}"), &token);
    let expected: Arc<str> = token.into();
    loop {
        let (stream, _) = listener.accept().await?;
        let inner = TowerToHyperService::new(service.clone());
        let expected = Arc::clone(&expected);
        let guarded = hyper::service::service_fn(move |request: Request<Incoming>| {
            let refusal = refusal(&request, &expected);
            let inner = inner.clone();
            async move {
                match refusal {
                    Some(status) => {
                        let body = format!("{status}: see what `reweave mcp --http` printed\n");
                        let mut response = Response::new(BoxBody::new(Full::from(body)));
                        *response.status_mut() = status;
                        Ok(response)
                    }
                    None => inner.call(request).await,
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

/// Why a request is not answered; Host and Origin are looked at where the token fits.
fn refusal(request: &Request<Incoming>, token: &str) -> Option<StatusCode> {
    let Some(in_path) = request.uri().path().strip_prefix(PATH) else {
        return Some(StatusCode::NOT_FOUND);
    };
    let header = request.headers().get(header::AUTHORIZATION);
    let in_header = header.and_then(|given| given.as_bytes().strip_prefix(b"Bearer "));
    let given = in_path.strip_prefix('/').map(str::as_bytes).or(in_header);
    let fits = given.is_some_and(|given| is_same(given, token.as_bytes()));
    (!fits).then_some(StatusCode::UNAUTHORIZED)
}

/// Takes the same time wherever two texts of one length differ.
fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

fn token() -> Result<String, ServeError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| ServeError::NoRandom)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}
