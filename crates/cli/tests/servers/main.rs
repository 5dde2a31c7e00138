//! The servers as clients meet them: processes at the other end of two pipes, or of a socket. Conversations are kept as they were, in
//! `golden`; `REWEAVE_UPDATE=1` keeps them anew.

mod agents;
mod bad;
mod editors;
mod http;
#[path = "../../../lab/src/servers/rpc.rs"]
mod rpc;

use rpc::{Framing, Peer};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// A program on disk, and beside it what the journal is sealed with.
struct Place {
    dir: tempfile::TempDir,
}

impl Place {
    fn new(files: &[(&str, &str)]) -> Self {
        let place = Self {
            dir: tempfile::tempdir().expect("a temporary folder"),
        };
        fs::create_dir(place.dir.path().join("root")).expect("created");
        for (path, text) in files {
            place.write(path, text);
        }
        place
    }

    fn root(&self) -> PathBuf {
        let root = self.dir.path().join("root");
        root.canonicalize().expect("it is there")
    }

    fn write(&self, path: &str, text: &str) {
        let at = self.root().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(at, text).expect("written");
    }

    fn text(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).expect("it is there")
    }

    fn start(&self, args: &[&str], framing: Framing) -> Peer {
        let binary = Path::new(env!("CARGO_BIN_EXE_reweave"));
        Peer::start(binary, args, framing, &self.dir.path().join("state")).expect("it starts")
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}/{path}", self.root().display())
    }
}

/// A conversation, written down line by line.
struct Golden {
    name: &'static str,
    root: String,
    lines: Vec<String>,
}

impl Golden {
    fn new(name: &'static str, place: &Place) -> Self {
        Self {
            name,
            root: place.root().display().to_string(),
            lines: Vec::new(),
        }
    }

    fn note(&mut self, what: &str, said: &Value) {
        let line = json!({"what": what, "said": said}).to_string();
        let line = line.replace(&self.root, "ROOT");
        self.lines
            .push(line.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
    }

    fn check(self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/golden");
        let at = folder.join(format!("{}.jsonl", self.name));
        let now = self.lines.join("\n") + "\n";
        if std::env::var_os("REWEAVE_UPDATE").is_some() {
            fs::create_dir_all(&folder).expect("created");
            fs::write(&at, &now).expect("written");
        }
        let kept = fs::read_to_string(&at).expect("REWEAVE_UPDATE=1 keeps it");
        for (old, new) in kept.lines().zip(now.lines()) {
            assert_eq!(old, new, "{}", at.display());
        }
        assert_eq!(kept.lines().count(), now.lines().count());
    }
}

const LIB: &str = "define sq(n) {\n  return (n * n)\n}\n";
