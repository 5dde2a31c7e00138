//! A Git repository of the oracle, made by `git fast-import`.

use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{ChildStdin, Command, Stdio};

pub struct Repository {
    pub path: PathBuf,
    /// The child commit of each case.
    pub tips: HashMap<String, String>,
}

impl Repository {
    /// Each case as a root commit and its child, on a branch of the case's name.
    pub fn make(cases: &Path, ids: &[String], path: &Path) -> Result<Self> {
        import(path, &mut |to| {
            for id in ids {
                let dir = cases.join(id);
                to.begin(id)?;
                to.commit(id, id, TIME, &dir.join("before"))?;
                to.commit(id, id, TIME, &dir.join("after"))?;
            }
            Ok(())
        })?;
        let refs = Command::new("git")
            .arg("-C")
            .arg(path)
            .args(["for-each-ref", "--format=%(refname:lstrip=2) %(objectname)"])
            .output()?;
        let tips = String::from_utf8(refs.stdout)?
            .lines()
            .filter_map(|l| l.split_once(' '))
            .map(|(name, id)| (name.to_owned(), id.to_owned()))
            .collect();
        Ok(Self {
            path: path.to_path_buf(),
            tips,
        })
    }
}

/// When the commits of the oracle's cases were made, as far as anybody asks.
const TIME: u64 = 1_500_000_000;

/// Makes a bare repository of what `write` gives.
pub fn import(path: &Path, write: &mut dyn FnMut(&mut Import) -> Result<()>) -> Result<()> {
    let init = Command::new("git")
        .args(["init", "-q", "--bare"])
        .arg(path)
        .status();
    ensure!(
        init.context("no git on this machine")?.success(),
        "git init failed"
    );
    let mut import = Command::new("git")
        .arg("-C")
        .arg(path)
        .args(["fast-import", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()?;
    {
        let mut to = Import(BufWriter::new(import.stdin.take().expect("it is piped")));
        write(&mut to)?;
        to.0.flush()?;
    }
    ensure!(import.wait()?.success(), "git fast-import failed");
    Ok(())
}

/// What `git fast-import` reads.
pub struct Import(BufWriter<ChildStdin>);

impl Import {
    /// A branch without a commit.
    pub fn begin(&mut self, branch: &str) -> Result<()> {
        write!(self.0, "reset refs/heads/{branch}\n\n")?;
        Ok(())
    }

    /// A commit on a branch that holds exactly the files of `dir`.
    pub fn commit(&mut self, branch: &str, message: &str, time: u64, dir: &Path) -> Result<()> {
        let to = &mut self.0;
        writeln!(to, "commit refs/heads/{branch}")?;
        writeln!(to, "committer Oracle <oracle@example.invalid> {time} +0000")?;
        writeln!(to, "data {}\n{message}", message.len())?;
        writeln!(to, "deleteall")?;
        files(to, dir)
    }
}

fn files(to: &mut impl Write, dir: &Path) -> Result<()> {
    let mut dirs = vec![dir.to_path_buf()];
    while let Some(at) = dirs.pop() {
        let Ok(entries) = std::fs::read_dir(&at) else {
            continue;
        };
        for entry in entries {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                dirs.push(entry.path());
                continue;
            }
            let bytes = std::fs::read(entry.path())?;
            let path = entry.path();
            let name = path
                .strip_prefix(dir)?
                .to_str()
                .context("a path that is no UTF-8")?;
            writeln!(to, "M 100644 inline {}", quoted(name))?;
            writeln!(to, "data {}", bytes.len())?;
            to.write_all(&bytes)?;
            writeln!(to)?;
        }
    }
    writeln!(to)?;
    Ok(())
}

fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}
