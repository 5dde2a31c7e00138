//! A client of `reweave mcp` and `reweave lsp` that knows nothing but JSON-RPC and the two ways in which messages are framed.

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(3);

/// How messages are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Framing {
    /// One message on each line (MCP).
    Lines,
    /// `Content-Length` (LSP).
    Headers,
}

/// A server at the other end of two pipes.
pub struct Peer {
    child: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    framing: Framing,
    next: u64,
    /// What the server said without being asked, in order.
    pub told: Vec<Value>,
}

/// What a server answers.
pub type Answered = Result<Value, Value>;

/// What a client answers to a request of the server: method and parameters in, result out.
pub type Respond<'a> = &'a mut dyn FnMut(&str, &Value) -> Value;

impl Peer {
    pub fn start(binary: &Path, args: &[&str], framing: Framing, state: &Path) -> Result<Self> {
        let mut child = Command::new(binary)
            .args(args)
            .env("XDG_STATE_HOME", state)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{} does not start", binary.display()))?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().context("it has an output")?;
        let (send, messages) = channel();
        std::thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            while let Ok(Some(message)) = read(&mut reader, framing) {
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            stdin,
            messages,
            framing,
            next: 0,
            told: Vec::new(),
        })
    }

    /// Sends bytes as they are.
    pub fn raw(&mut self, bytes: &[u8]) -> Result<()> {
        let stdin = self.stdin.as_mut().context("it was closed")?;
        stdin.write_all(bytes)?;
        Ok(stdin.flush()?)
    }

    fn send(&mut self, message: &Value) -> Result<()> {
        let text = message.to_string();
        let framed = match self.framing {
            Framing::Lines => format!("{text}\n"),
            Framing::Headers => format!("Content-Length: {}\r\n\r\n{text}", text.len()),
        };
        self.raw(framed.as_bytes())
    }

    pub fn tell(&mut self, method: &str, params: &Value) -> Result<()> {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Sends a request without waiting for its answer; its number.
    pub fn begin(&mut self, method: &str, params: &Value) -> Result<u64> {
        self.next += 1;
        let id = self.next;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// The answer to a request; requests of the server are answered meanwhile.
    pub fn wait(&mut self, id: u64, respond: Respond<'_>) -> Result<Answered> {
        loop {
            let message = self.message()?;
            let method = message["method"].as_str();
            match method {
                None if message["id"] == json!(id) => {
                    return Ok(if message["error"].is_null() {
                        Ok(message["result"].clone())
                    } else {
                        Err(message["error"].clone())
                    });
                }
                Some(method) if !message["id"].is_null() => {
                    let result = respond(method, &message["params"]);
                    let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": result});
                    self.send(&answer)?;
                }
                _ => self.told.push(message),
            }
        }
    }

    pub fn ask(&mut self, method: &str, params: &Value) -> Result<Answered> {
        self.ask_with(method, params, &mut |_, _| Value::Null)
    }

    pub fn ask_with(
        &mut self,
        method: &str,
        params: &Value,
        respond: Respond<'_>,
    ) -> Result<Answered> {
        let id = self.begin(method, params)?;
        self.wait(id, respond)
    }

    pub fn message(&mut self) -> Result<Value> {
        match self.messages.recv_timeout(PATIENCE) {
            Ok(message) => Ok(message),
            Err(RecvTimeoutError::Timeout) => bail!("no answer"),
            Err(RecvTimeoutError::Disconnected) => bail!("the server has ended"),
        }
    }

    /// Goes without a word; how the server ends.
    pub fn leave(mut self) -> Result<Option<i32>> {
        self.stdin = None;
        Ok(self.child.wait()?.code())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        self.stdin = None;
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(reader: &mut impl BufRead, framing: Framing) -> Result<Option<Value>> {
    let mut line = String::new();
    if framing == Framing::Lines {
        return Ok(match reader.read_line(&mut line)? {
            0 => None,
            _ => Some(serde_json::from_str(&line)?),
        });
    }
    let mut length = None;
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        match line.trim_end() {
            "" => break,
            header => {
                let value = header.strip_prefix("Content-Length: ");
                length = value.map(str::parse::<usize>).transpose()?.or(length);
            }
        }
    }
    let mut bytes = vec![0; length.context("a message has a length")?];
    reader.read_exact(&mut bytes)?;
    Ok(Some(serde_json::from_slice(&bytes)?))
}
