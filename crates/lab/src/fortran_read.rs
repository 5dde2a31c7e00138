//! `cargo xtask fortran-read`: reads every Fortran file of the suites, or of the paths given, and says what was not
//! understood.

use crate::suite;
use anyhow::{Context, Result};
use reweave_lang_fortran::{Form, Program, parse};
use reweave_text::{Interner, LineIndex, Sources};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    /// Files or folders; the suites `fortran-programs` and `fortran-photran` when none is given
    paths: Vec<PathBuf>,
    /// List every statement that was not understood
    #[arg(long)]
    list: bool,
    /// Resolve the names of each file by itself, too, and list what looks like an error
    #[arg(long)]
    names: bool,
}

#[derive(Default)]
struct Tally {
    files: usize,
    statements: usize,
    not_understood: usize,
    kinds: BTreeMap<String, usize>,
}

pub fn run(args: &Args) -> Result<()> {
    let mut paths = args.paths.clone();
    if paths.is_empty() {
        for name in ["fortran-programs", "fortran-photran"] {
            paths.extend(suite::unpacked(name)?);
        }
    }
    let mut tally = Tally::default();
    for path in &paths {
        for file in fortran_files(path)? {
            read(&file, args.list, &mut tally)?;
            if args.names {
                resolve(&file)?;
            }
        }
    }
    for (kind, count) in &tally.kinds {
        println!("  {count:>4}  expected {kind}");
    }
    let share = 100.0 * tally.not_understood as f64 / tally.statements.max(1) as f64;
    println!(
        "fortran-read files={} lost=0 statements={} not_understood={} ({share:.3} %)",
        tally.files, tally.statements, tally.not_understood
    );
    Ok(())
}

fn read(path: &Path, list: bool, tally: &mut Tally) -> Result<()> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let name = path.to_string_lossy();
    let form = Form::of_path(name.trim_end_matches(".result")).unwrap_or(Form::Free);
    let file = parse(&text, form, &Interner::new());
    tally.files += 1;
    tally.statements += file.stmts.len();
    tally.not_understood += file.problems.len();
    let lines = LineIndex::new(&text);
    for problem in &file.problems {
        *tally.kinds.entry(problem.message.clone()).or_default() += 1;
        if list {
            let line = lines.line(problem.span.start);
            let source = text.lines().nth(line as usize - 1).unwrap_or_default();
            println!(
                "{name}:{line}: expected {}: {}",
                problem.message,
                source.trim()
            );
        }
    }
    Ok(())
}

/// What the resolver would call an error in a file taken by itself.
fn resolve(path: &Path) -> Result<()> {
    let bytes = std::fs::read(path)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let sources = Sources::new([(path.to_string_lossy().into_owned(), text)]);
    let program = Program::new(&sources, &Interner::new(), None);
    for problem in &program.problems {
        let text = sources.text(problem.file);
        let line = LineIndex::new(text).line(problem.span.start);
        println!(
            "{}:{line}: {} {}",
            path.display(),
            problem.code,
            problem.message
        );
    }
    Ok(())
}

/// All files with Fortran's suffixes below a path, in the order of their names.
pub fn fortran_files(path: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![path.to_path_buf()];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            for entry in std::fs::read_dir(&path)? {
                open.push(entry?.path());
            }
        } else if Form::is_fortran_path(path.to_string_lossy().trim_end_matches(".result")) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
