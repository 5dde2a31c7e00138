//! The tools over HTTP on this machine.

use crate::ServeError;
use crate::server::Server;
use hyper_util::service::TowerToHyperService;
use reweave_loopback::Loopback;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use std::convert::Infallible;
use std::sync::Arc;

/// Bytes of one request.
const LARGEST_REQUEST: usize = 64 << 20;

/// Where the tools are found.
const PATH: &str = "/mcp";

pub(crate) async fn serve(
    server: Server,
    port: u16,
    started: &mut dyn FnMut(&str, &str),
) -> Result<Infallible, ServeError> {
    let door = Loopback::bind(port, PATH).await?;
    let hosts = door.guard().hosts().clone();
    let origins = hosts.iter().map(|h| format!("http://{h}"));
    let config = StreamableHttpServerConfig::default()
        .with_allowed_origins(origins)
        .with_allowed_hosts(hosts.clone())
        .enforce_origin_validation()
        .with_max_request_body_bytes(LARGEST_REQUEST);
    let sessions = Arc::new(LocalSessionManager::default());
    let service = StreamableHttpService::new(move || Ok(server.for_client()), sessions, config);
    let address = door.address().map_err(ServeError::Io)?;
    started(&format!("http://{address}{PATH}"), door.guard().token());
    Ok(door.serve(TowerToHyperService::new(service)).await?)
}
