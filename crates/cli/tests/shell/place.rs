//! A folder, and the command run in it with an environment of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub struct Place(tempfile::TempDir);

pub struct Ended {
    pub code: i32,
    pub out: String,
    pub err: String,
}

pub const REWEAVE: &str = env!("CARGO_BIN_EXE_reweave");

impl Place {
    pub fn new(files: &[(&str, &str)]) -> Self {
        let place = Self(tempfile::tempdir().expect("a temporary folder"));
        for (path, text) in files {
            place.put(path, text);
        }
        place
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn put(&self, path: &str, text: &str) -> PathBuf {
        let at = self.path().join(path);
        fs::create_dir_all(at.parent().expect("inside")).expect("created");
        fs::write(&at, text).expect("written");
        at
    }

    /// A program with nothing in its environment but the path, a home of its own, and what is given.
    pub fn command(&self, program: &str, env: &[(&str, &str)]) -> Command {
        let mut command = Command::new(program);
        command
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("HOME", self.path())
            .envs(env.iter().copied())
            .current_dir(self.path());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ended {
        self.run_with(args, &[])
    }

    pub fn run_with(&self, args: &[&str], env: &[(&str, &str)]) -> Ended {
        let mut command = self.command(REWEAVE, env);
        ended(&command.args(args).output().expect("reweave runs"))
    }

    /// Runs on a terminal, whose both streams are one; none where there is no `script` that makes one.
    pub fn on_terminal(&self, line: &str, env: &[(&str, &str)]) -> Option<Ended> {
        let mut command = self.command("script", env);
        command.env("TERM", "xterm");
        let command = command.args(["-qec", &format!("{REWEAVE} {line}"), "/dev/null"]);
        let Ok(output) = command.output() else {
            println!("SKIPPED: no `script` on this machine, so there is no terminal to run on");
            return None;
        };
        Some(ended(&output))
    }
}

fn ended(output: &Output) -> Ended {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended {
        code: output.status.code().unwrap_or(-1),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}
