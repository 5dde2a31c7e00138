//! What javac says of a client: every error, and every use of what is deprecated.

use anyhow::{Context, Result};
use reweave_text::Sources;
use std::fmt::{self, Write};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Diagnostic {
    pub path: String,
    pub line: u32,
    pub message: String,
}

impl Diagnostic {
    /// What makes two of them the same, wherever the lines went.
    pub fn sort(&self) -> (&str, &str) {
        (&self.path, &self.message)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

#[derive(Clone, Debug, Default)]
pub struct Compiled {
    pub errors: Vec<Diagnostic>,
    pub deprecations: Vec<Diagnostic>,
}

impl fmt::Display for Compiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (errors, warnings) = (self.errors.len(), self.deprecations.len());
        write!(f, "{errors} errors and {warnings} deprecation warnings")
    }
}

/// Compiles all Java files together.
pub fn compile(sources: &Sources, class_path: &[PathBuf]) -> Result<Compiled> {
    let work = tempfile::tempdir()?;
    let (from, to) = (work.path().join("src"), work.path().join("out"));
    fs::create_dir_all(&to)?;
    let mut list = String::new();
    for (_, file) in sources.iter() {
        let path = from.join(&*file.path);
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        fs::write(&path, &*file.text)?;
        if !file.path.ends_with("module-info.java") && !file.path.ends_with("package-info.java") {
            writeln!(list, "\"{}\"", path.display())?;
        }
    }
    let files = work.path().join("files.txt");
    fs::write(&files, list)?;
    let joined = std::env::join_paths(class_path)?;
    let out = Command::new("javac")
        .args([
            "-Xmaxerrs",
            "100000",
            "-Xmaxwarns",
            "100000",
            "--should-stop=ifError=FLOW",
        ])
        .args(["-proc:none", "-Xlint:deprecation", "-encoding", "UTF-8"])
        .arg("-d")
        .arg(&to)
        .arg("-cp")
        .arg(joined)
        .arg(format!("@{}", files.display()))
        .output()
        .context("running javac")?;
    let text = String::from_utf8_lossy(&out.stderr);
    let root = format!("{}/", from.display());
    let mut compiled = Compiled::default();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((path, rest)) = line
            .strip_prefix(&root)
            .and_then(|l| l.split_once(".java:"))
        else {
            continue;
        };
        let Some((number, message)) = rest.split_once(": ") else {
            continue;
        };
        let mut message = message.to_owned();
        // What cannot be found is named two lines below.
        if message.ends_with("cannot find symbol") {
            let symbol = lines
                .clone()
                .take(4)
                .find(|l| l.trim().starts_with("symbol:"));
            message.push_str(symbol.unwrap_or_default());
        }
        let diagnostic = |message: &str| Diagnostic {
            path: format!("{path}.java"),
            line: number.parse().unwrap_or(0),
            message: message.to_owned(),
        };
        if let Some(error) = message.strip_prefix("error: ") {
            compiled.errors.push(diagnostic(error));
        } else if let Some(warning) = message.strip_prefix("warning: [deprecation] ") {
            compiled.deprecations.push(diagnostic(warning));
        }
    }
    Ok(compiled)
}
