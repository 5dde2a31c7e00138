//! `cargo xtask php-occurrences`: the occurrences of the name at a caret, against another tool's expectations.
//!
//! A case is a list of marked lines; the caret stands in one of them. Ours are rendered the same way and compared as
//! text. Where several lines of the file read the same, the caret may be in any of them.

use crate::suite;
use anyhow::{Context, Result, ensure};
use reweave_lang_php::{Bindings, Program, bind, occurrences};
use reweave_text::{FileId, Part};
use std::fs;
use std::path::{Path, PathBuf};

const OPEN: &str = "|>MARK_OCCURRENCES:";
const CLOSE: &str = "<|";

#[derive(clap::Args)]
pub struct Args {
    /// Print each case that differs, with what was expected and what was found
    #[arg(long)]
    pub verbose: bool,
    /// Only files whose path contains this
    #[arg(long, default_value = "")]
    pub only: String,
    /// Fail below this share of equal sets, in percent
    #[arg(long)]
    pub at_least: Option<f64>,
}

pub fn run(args: &Args) -> Result<()> {
    let Some(dir) = suite::unpacked("php-occurrences")? else {
        return Ok(());
    };
    let mut files = Vec::new();
    walk(&dir, &mut files)?;
    files.sort();
    let (mut cases, mut equal) = (0, 0);
    for php in files
        .iter()
        .filter(|f| f.extension().is_some_and(|e| e == "php"))
    {
        let name = php.strip_prefix(&dir)?.display().to_string();
        if !name.contains(&args.only) {
            continue;
        }
        let text = fs::read_to_string(php).with_context(|| name.clone())?;
        let mut program = Program::from_texts([text.as_str()]);
        let bindings = bind(&mut program);
        let prefix = format!("{}.", php.display());
        let own = |f: &&PathBuf| {
            let path = f.display().to_string();
            path.starts_with(&prefix) && path.ends_with(".occurrences")
        };
        for case in files.iter().filter(own) {
            let expected = fs::read_to_string(case)?;
            let found = answers(&text, &program, &bindings, &expected);
            cases += 1;
            let wanted = plain_marks(&expected);
            if found.contains(&wanted) {
                equal += 1;
            } else if args.verbose {
                let case = case
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
                println!("--- {name} {case}\nexpected\n{expected}\nfound");
                for f in found {
                    println!("{}", f.join("\n"));
                }
            }
        }
    }
    let percent = 100.0 * f64::from(equal) / f64::from(cases.max(1));
    println!("php-occurrences cases={cases} equal={equal} percent={percent:.1}");
    ensure!(
        args.at_least.is_none_or(|least| percent >= least),
        "below the mark"
    );
    Ok(())
}

fn walk(dir: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(dir)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// The expected lines without the caret.
fn plain_marks(expected: &str) -> Vec<String> {
    let mut seen = false;
    let lines = expected.lines().map(|line| {
        if !seen && line.contains('^') {
            seen = true;
            line.replacen('^', "", 1)
        } else {
            line.to_owned()
        }
    });
    lines.collect()
}

/// What we find at each place where the caret may stand.
fn answers(text: &str, program: &Program, bindings: &Bindings, expected: &str) -> Vec<Vec<String>> {
    let Some(line) = expected.lines().find(|l| l.contains('^')) else {
        return Vec::new();
    };
    let bare = line.replace(OPEN, "").replace(CLOSE, "");
    let column = bare.find('^').unwrap_or(0);
    let bare = bare.replacen('^', "", 1);
    let mut out = Vec::new();
    let mut start = 0;
    for source_line in text.split_inclusive('\n') {
        if source_line.trim_end_matches(['\n', '\r']) == bare {
            let places = occurrences(program, bindings, FileId(0), (start + column) as u32);
            let mut marks: Vec<(usize, usize)> = places
                .iter()
                .map(|p| (p.span.start as usize, p.span.end as usize))
                .collect();
            marks.dedup();
            out.push(render(text, &marks));
        }
        start += source_line.len();
    }
    out
}

/// The lines that hold marks, with the marks in them.
fn render(text: &str, marks: &[(usize, usize)]) -> Vec<String> {
    let mut out = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let mut rendered = String::new();
        let mut at = start;
        for &(from, to) in marks.iter().filter(|m| m.0 >= start && m.1 <= end) {
            rendered.push_str(text.part(at..from));
            rendered.push_str(OPEN);
            rendered.push_str(text.part(from..to));
            rendered.push_str(CLOSE);
            at = to;
        }
        if at > start {
            rendered.push_str(text.part(at..end));
            out.push(rendered.trim_end_matches(['\n', '\r']).to_owned());
        }
        start = end;
    }
    out
}
