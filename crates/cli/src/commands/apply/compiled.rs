//! `apply --verify javac`: the program compiled before and after, and its class files compared method by method.

use anyhow::{Context, Result, bail};
use reweave_bytecode::{Class, Difference, Wanted, compare};
use reweave_classpath::jdk_home;
use reweave_project::Plan;
use reweave_text::Sources;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Compiler {
    Javac,
}

/// The first release whose class files are compared.
const OLDEST: u32 = 17;

/// Differences that are listed; the count tells the rest.
const MOST_SHOWN: usize = 20;

/// The refactorings that write no code of their own: all methods are compared.
const PLAIN: [&str; 10] = [
    "rename",
    "rename-package",
    "move-type",
    "move-members",
    "pull-up",
    "push-down",
    "generalize-type",
    "use-supertype",
    "use-var",
    "remove-unused-imports",
];

/// Those that move fields with their values, so that objects and classes are initialized in other places.
const MOVING: [&str; 3] = ["move-members", "pull-up", "push-down"];

/// Those after which another static type is asked for a member.
const RETYPING: [&str; 2] = ["generalize-type", "use-supertype"];

/// How to compile.
pub struct Compile<'a> {
    pub class_path: &'a [PathBuf],
    pub processors: bool,
}

/// What the compiler says.
pub enum Verdict {
    /// The program does not compile as it is, so that nothing can be compared.
    NotBefore(String),
    NotAfter(String),
    Compared {
        classes: usize,
        left_out: usize,
        differences: Vec<Difference>,
    },
}

/// Compiles both versions and compares them.
pub fn judge(name: &str, plan: &Plan, how: &Compile<'_>) -> Result<Verdict> {
    let outcome = &plan.outcome;
    let before = match compile(&outcome.before, how)? {
        Ok(classes) => classes,
        Err(told) => return Ok(Verdict::NotBefore(told)),
    };
    let after = match compile(&outcome.after, how)? {
        Ok(classes) => classes,
        Err(told) => return Ok(Verdict::NotAfter(told)),
    };
    let changed: Vec<&str> = outcome
        .changed()
        .filter_map(|(old, _)| old.map(|f| &*f.path))
        .collect();
    let is_changed = |path: &str| {
        let below = format!("/{path}");
        changed.iter().any(|c| *c == path || c.ends_with(&below))
    };
    let own_code: BTreeSet<String> = if PLAIN.contains(&name) {
        BTreeSet::new()
    } else {
        before
            .iter()
            .filter_map(Class::source_path)
            .filter(|p| is_changed(p))
            .collect()
    };
    let left_out = before
        .iter()
        .filter(|c| c.source_path().is_some_and(|p| own_code.contains(&p)))
        .count();
    let wanted = Wanted {
        renames: outcome.renames.clone(),
        retypes: RETYPING.contains(&name),
        moves_values: MOVING.contains(&name),
        own_code,
    };
    Ok(Verdict::Compared {
        classes: before.len(),
        left_out,
        differences: compare(&before, &after, &wanted),
    })
}

impl Verdict {
    pub fn is_clean(&self) -> bool {
        matches!(self, Self::Compared { differences, .. } if differences.is_empty())
    }

    pub fn text(&self) -> String {
        match self {
            Self::NotBefore(told) => format!(
                "javac does not compile the program as it is, so that nothing can be compared; give --classpath, or --processors:\n{told}"
            ),
            Self::NotAfter(told) => format!("javac does not compile the result:\n{told}"),
            Self::Compared {
                classes,
                left_out,
                differences,
            } => {
                let mut out = format!(
                    "javac: {} of {classes} classes compared",
                    classes - left_out
                );
                if *left_out > 0 {
                    out.push_str(", without those of the changed files, which have new code");
                }
                if differences.is_empty() {
                    out.push_str(": every method does the same\n");
                    return out;
                }
                let _ = writeln!(out, ": {} members do something else", differences.len());
                for d in differences.iter().take(MOST_SHOWN) {
                    let _ = writeln!(out, "  {}: {}; before: {}", d.member, d.after, d.before);
                }
                out
            }
        }
    }
}

/// The classes of some sources, or what the compiler says against them.
fn compile(sources: &Sources, how: &Compile<'_>) -> Result<Result<Vec<Class>, String>> {
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
    let home = home()?;
    let mut javac = Command::new(home.join("bin/javac"));
    javac.args(["-nowarn", "-encoding", "UTF-8", "-d"]).arg(&to);
    if !how.processors {
        javac.arg("-proc:none");
    }
    if !how.class_path.is_empty() {
        javac.arg("-cp").arg(std::env::join_paths(how.class_path)?);
    }
    let out = javac
        .arg(format!("@{}", files.display()))
        .output()
        .with_context(|| format!("running the javac of {}", home.display()))?;
    if !out.status.success() {
        let root = format!("{}{}", from.display(), std::path::MAIN_SEPARATOR);
        let told = String::from_utf8_lossy(&out.stderr).replace(&root, "");
        return Ok(Err(told));
    }
    let mut classes = Vec::new();
    read(&to, &mut classes)?;
    classes.sort_by(|a: &Class, b: &Class| a.name.cmp(&b.name));
    Ok(Ok(classes))
}

/// The JDK, if it is new enough.
fn home() -> Result<PathBuf> {
    let home = jdk_home().context("--verify javac needs a JDK: set JAVA_HOME")?;
    let told = Command::new(home.join("bin/javac"))
        .arg("-version")
        .output()
        .with_context(|| format!("running the javac of {}", home.display()))?;
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let number = told.split_whitespace().nth(1).unwrap_or_default();
    let release = number
        .split(['.', '-'])
        .next()
        .and_then(|n| n.parse::<u32>().ok());
    if release.is_none_or(|r| r < OLDEST) {
        bail!(
            "--verify javac needs a JDK of release {OLDEST} or later, and that of {} is {number}; set JAVA_HOME",
            home.display()
        );
    }
    Ok(home)
}

fn is_compiled(path: &str) -> bool {
    let path = Path::new(path);
    let is_module = path.file_stem().is_some_and(|s| s == "module-info");
    path.extension().is_some_and(|e| e == "java") && !is_module
}

fn read(folder: &Path, classes: &mut Vec<Class>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            read(&path, classes)?;
        } else if path.extension().is_some_and(|e| e == "class") {
            let read = Class::read(&fs::read(&path)?);
            classes.push(read.with_context(|| path.display().to_string())?);
        }
    }
    Ok(())
}
