//! `reweave mcp --http`: the token, and who is answered.

use crate::{LIB, Place};
use serde_json::json;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    port: String,
    token: String,
}

impl Server {
    fn start(place: &Place) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_reweave"))
            .args(["mcp", "--http", "--root"])
            .arg(place.root())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut line = String::new();
        let errors = child.stderr.take().expect("it has one");
        BufReader::new(errors)
            .read_line(&mut line)
            .expect("it says where it is");
        let (_, rest) = line.trim().split_once("127.0.0.1:").expect("an address");
        let (port, token) = rest.split_once("/mcp/").expect("a token");
        Self {
            child,
            port: port.to_owned(),
            token: token.to_owned(),
        }
    }

    /// The status of a request.
    fn status(&self, path: &str, headers: &[(&str, &str)]) -> String {
        let body = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"},
        }})
        .to_string();
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
             Connection: close\r\nContent-Length: {}\r\n",
            body.len()
        );
        for (name, value) in headers {
            request.extend([name, ": ", value, "\r\n"]);
        }
        let mut stream =
            TcpStream::connect(format!("127.0.0.1:{}", self.port)).expect("it listens");
        // Who is refused is not read to the end.
        let _ = write!(stream, "{request}\r\n{body}");
        let mut first = String::new();
        BufReader::new(stream.take(1 << 16))
            .read_line(&mut first)
            .expect("an answer");
        first.split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_this_machine_with_the_token_is_answered() {
    let place = Place::new(&[("lib.bc", LIB)]);
    let server = Server::start(&place);
    let own = format!("127.0.0.1:{}", server.port);
    let with_token = format!("/mcp/{}", server.token);
    let bearer = format!("Bearer {}", server.token);
    let other = format!("/mcp/{}", "0".repeat(server.token.len()));
    let local = format!("http://localhost:{}", server.port);
    for (path, headers, status) in [
        (with_token.as_str(), vec![("Host", own.as_str())], "200"),
        (
            "/mcp",
            vec![("Host", &own), ("Authorization", &bearer)],
            "200",
        ),
        (&with_token, vec![("Host", &own), ("Origin", &local)], "200"),
        ("/mcp", vec![("Host", &own)], "401"),
        (&other, vec![("Host", &own)], "401"),
        (&with_token, vec![("Host", "evil.example")], "403"),
        (
            &with_token,
            vec![("Host", &own), ("Origin", "http://evil.example")],
            "403",
        ),
        ("/", vec![("Host", &own)], "404"),
    ] {
        assert_eq!(server.status(path, &headers), status, "{path} {headers:?}");
    }
}
