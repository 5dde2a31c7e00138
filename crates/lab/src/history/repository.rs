//! A Git repository of the oracle, made by `git fast-import`.

use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Repository {
    pub path: PathBuf,
    /// The child commit of each case.
    pub tips: HashMap<String, String>,
}

impl Repository {
    /// Each case as a root commit and its child, on a branch of the case's name.
    pub fn make(cases: &Path, ids: &[String], path: &Path) -> Result<Self> {
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
            let mut to = BufWriter::new(import.stdin.take().expect("it is piped"));
            for id in ids {
                let dir = cases.join(id);
                write!(to, "reset refs/heads/{id}\n\n")?;
                commit(&mut to, id, &dir.join("before"))?;
                commit(&mut to, id, &dir.join("after"))?;
            }
            to.flush()?;
        }
        ensure!(import.wait()?.success(), "git fast-import failed");
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

/// A commit that holds exactly the files of `dir`.
fn commit(to: &mut impl Write, branch: &str, dir: &Path) -> Result<()> {
    writeln!(to, "commit refs/heads/{branch}")?;
    writeln!(
        to,
        "committer Oracle <oracle@example.invalid> 1500000000 +0000"
    )?;
    writeln!(to, "data {}\n{branch}", branch.len())?;
    writeln!(to, "deleteall")?;
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
