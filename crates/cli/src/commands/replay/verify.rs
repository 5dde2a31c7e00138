//! `--verify javac`: the compiler's word on the client before and after, each against its release.

use anyhow::{Context, Result, bail};
use reweave_classpath::{ClassPath, jdk_home};
use reweave_java_names::ClassSource;
use reweave_text::Sources;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Compiler {
    Javac,
}

/// An error without its line, which edits move, and how often it occurs.
type Errors = BTreeMap<(String, String), usize>;

/// The errors that the new release brings to a client, untouched and replayed.
pub struct Verdict {
    came: Vec<(String, String)>,
    went: usize,
    before: usize,
    after: usize,
}

/// Compiles the client as it was against the old release, and as it would be against the new one.
pub fn verify(
    [before, after]: [&Sources; 2],
    releases: [&Path; 2],
    class_path: &[PathBuf],
) -> Result<Verdict> {
    let [old, new] = [(before, releases[0]), (after, releases[1])]
        .map(|(sources, release)| compile(sources, release, class_path));
    let (old, new) = (old?, new?);
    let mut came = Vec::new();
    for (error, &times) in &new {
        let more = times.saturating_sub(old.get(error).copied().unwrap_or(0));
        came.extend(std::iter::repeat_n(error.clone(), more));
    }
    let (before, after) = (old.values().sum(), new.values().sum::<usize>());
    Ok(Verdict {
        went: before + came.len() - after,
        came,
        before,
        after,
    })
}

impl Verdict {
    pub fn text(&self) -> String {
        let mut out = format!(
            "javac: {} errors against the old release, {} against the new one: {} went, {} came\n",
            self.before,
            self.after,
            self.went,
            self.came.len()
        );
        for (path, message) in &self.came {
            let _ = writeln!(out, "  {path}: {message}");
        }
        out
    }

    pub fn is_clean(&self) -> bool {
        self.came.is_empty()
    }
}

fn compile(sources: &Sources, release: &Path, class_path: &[PathBuf]) -> Result<Errors> {
    if !release.exists() {
        bail!(
            "--verify javac: {} is no jar or folder on disk; give one instead of a revision",
            release.display()
        );
    }
    let work = tempfile::tempdir()?;
    let (from, to) = (work.path().join("src"), work.path().join("out"));
    fs::create_dir_all(&to)?;
    let mut list = String::new();
    for (_, file) in sources.iter().filter(|(_, f)| is_compiled(&f.path)) {
        let path = from.join(&*file.path);
        fs::create_dir_all(path.parent().context("a file lies in a folder")?)?;
        fs::write(&path, &*file.text)?;
        let quoted = path.display().to_string().replace('\\', "\\\\");
        writeln!(list, "\"{quoted}\"")?;
    }
    let files = work.path().join("files.txt");
    fs::write(&files, list)?;
    let is_binary = !ClassPath::open(&[release.to_path_buf()])
        .class_names()
        .is_empty();
    let mut classes = class_path.to_vec();
    classes.extend(is_binary.then(|| release.to_path_buf()));
    let home = jdk_home().context("--verify javac needs a JDK: set JAVA_HOME")?;
    let mut javac = Command::new(home.join("bin/javac"));
    javac
        .args(["-Xmaxerrs", "100000", "-nowarn", "-proc:none"])
        .args(["-encoding", "UTF-8", "--should-stop=ifError=FLOW"])
        .arg("-d")
        .arg(&to)
        .arg("-cp")
        .arg(std::env::join_paths(&classes)?);
    if !is_binary {
        javac.arg("-implicit:none").arg("-sourcepath").arg(release);
    }
    let out = javac
        .arg(format!("@{}", files.display()))
        .output()
        .with_context(|| format!("running the javac of {}", home.display()))?;
    Ok(errors(&String::from_utf8_lossy(&out.stderr), &from))
}

fn is_compiled(path: &str) -> bool {
    let path = Path::new(path);
    let is_about = path
        .file_stem()
        .is_some_and(|s| s == "module-info" || s == "package-info");
    path.extension().is_some_and(|e| e == "java") && !is_about
}

fn errors(told: &str, root: &Path) -> Errors {
    let root = format!("{}{}", root.display(), std::path::MAIN_SEPARATOR);
    let mut all = Errors::new();
    let mut lines = told.lines();
    while let Some(line) = lines.next() {
        let Some((path, rest)) = line
            .strip_prefix(&root)
            .and_then(|l| l.split_once(".java:"))
        else {
            continue;
        };
        let Some((_, message)) = rest.split_once(": error: ") else {
            continue;
        };
        let mut message = message.to_owned();
        // What cannot be found is named a few lines below.
        if message.ends_with("cannot find symbol") {
            let mut below = lines.clone().take(4).map(str::trim);
            message.extend(
                below
                    .find(|l| l.starts_with("symbol:"))
                    .map(|s| format!(", {s}")),
            );
        }
        *all.entry((format!("{path}.java"), message)).or_default() += 1;
    }
    all
}
