//! javac as a judge that stays: one JVM for any number of folders.

use crate::shared;
use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};

pub fn is_installed() -> bool {
    let there = Command::new("javac").arg("-version").output().is_ok();
    if !there {
        println!("SKIPPED: no javac on this machine");
    }
    there
}

pub struct Judge {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

/// What javac says of the sources in a folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    pub errors: usize,
    pub first: String,
    /// The files that have errors, from the folder down.
    pub broken: Vec<String>,
    /// Where they were asked for: what overrides what, and what the virtual machine looks for.
    pub facts: Vec<String>,
    /// What its `main` printed, where it was asked to run.
    pub printed: String,
}

/// As many judges as are asked at a time.
#[derive(Default)]
pub struct Judges {
    idle: Mutex<Vec<Judge>>,
}

impl Judges {
    pub fn ask(&self, question: impl FnOnce(&mut Judge) -> Result<Judged>) -> Result<Judged> {
        let locked = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = locked().pop();
        let mut judge = match idle {
            Some(judge) => judge,
            None => Judge::start()?,
        };
        let judged = question(&mut judge)?;
        locked().push(judge);
        Ok(judged)
    }
}

impl Judge {
    pub fn start() -> Result<Self> {
        let source = shared::root().join("crates/lab/java/Judge.java");
        let mut child = Command::new("java")
            .args(["-Xss16m", "-Xmx2g", "-XX:+UseSerialGC"])
            .arg(source)
            // A javac that breaks down leaves a file where it was started.
            .current_dir(std::env::temp_dir())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("starting java")?;
        let to = child.stdin.take().context("its input")?;
        let from = BufReader::new(child.stdout.take().context("its output")?);
        Ok(Self { child, to, from })
    }

    pub fn judge(&mut self, class_path: &str, folder: &Path) -> Result<Judged> {
        self.ask(&format!("{class_path}\t{}", folder.display()))
    }

    /// The same, and tells the facts.
    pub fn facts(&mut self, class_path: &str, folder: &Path) -> Result<Judged> {
        self.ask(&format!("{class_path}\t{}\t?", folder.display()))
    }

    /// The same, and writes the classes where there are no errors.
    pub fn compile(&mut self, class_path: &str, folder: &Path, to: &Path) -> Result<Judged> {
        self.ask(&format!(
            "{class_path}\t{}\t{}",
            folder.display(),
            to.display()
        ))
    }

    /// The same, and runs the one class that has a `main`, where there are no errors.
    pub fn run(&mut self, class_path: &str, folder: &Path) -> Result<Judged> {
        self.ask(&format!("{class_path}\t{}\t!", folder.display()))
    }

    fn ask(&mut self, question: &str) -> Result<Judged> {
        writeln!(self.to, "{question}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let mut parts = line.trim_end_matches(['\r', '\n']).split('\t');
        let mut next = || parts.next().unwrap_or_default();
        let (count, first, broken, facts, printed) = (next(), next(), next(), next(), next());
        ensure!(!count.is_empty(), "javac's JVM ended");
        let broken = broken.split(':').map(|f| f.trim_start_matches('/'));
        Ok(Judged {
            errors: count.parse().context("a number of errors")?,
            first: first.to_owned(),
            broken: broken
                .filter(|f| !f.is_empty())
                .map(str::to_owned)
                .collect(),
            facts: facts.split(':').map(str::to_owned).collect(),
            printed: printed.replace("\\n", "\n"),
        })
    }
}

impl Drop for Judge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
