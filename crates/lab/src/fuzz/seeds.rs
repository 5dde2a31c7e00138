//! Real programs to mutate: the project's own examples and manual pages, and the suites beside the project.

use super::known;
use crate::{shared, suite};
use anyhow::Result;
use reweave_languages::LANGUAGES;
use std::path::{Path, PathBuf};

/// A program of one language.
#[derive(Clone)]
pub struct Seed {
    /// One of [`known::names`].
    pub language: &'static str,
    pub files: Vec<(String, String)>,
}

/// Larger files make slow inputs that show nothing more.
const LARGEST: u64 = 24 << 10;

/// Of one suite and language; taken evenly over its files.
const MOST: usize = 600;

/// Files of one folder that make a program.
const TOGETHER: usize = 4;

pub fn read(own: bool) -> Result<Vec<Seed>> {
    let mut all = pages();
    all.extend(programs_in(&shared::root().join("examples"))?);
    // The tests of the languages: their samples.
    for entry in std::fs::read_dir(shared::root().join("crates"))? {
        let tests = entry?.path().join("tests");
        let of_language = tests.to_string_lossy().contains("/lang-");
        if of_language {
            all.extend(programs_in(&tests)?);
        }
    }
    if !own {
        for name in [
            "bc-programs",
            "detect-minis",
            "fortran-programs",
            "java-jdt",
            "php-programs",
        ] {
            if let Some(dir) = suite::unpacked(name)? {
                all.extend(programs_in(&dir)?);
            }
        }
    }
    Ok(all)
}

/// The samples of the manual: small, and each with something to refactor.
fn pages() -> Vec<Seed> {
    let mut all = Vec::new();
    for language in LANGUAGES {
        let extension = language.extensions()[0];
        for entry in language.refactorings() {
            let blocks = entry.page.examples.into_iter().flat_map(|e| e.blocks);
            for (tag, text) in blocks {
                if matches!(&*tag, "before" | "after" | "refuses") {
                    all.push(Seed {
                        language: language.name(),
                        files: vec![(format!("A.{extension}"), text.replace("$0", ""))],
                    });
                }
            }
        }
    }
    all
}

/// The programs below a folder: files of one language that lie together.
fn programs_in(root: &Path) -> Result<Vec<Seed>> {
    let mut paths = Vec::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(dir) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&dir) else {
            continue;
        };
        for entry in entries {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                open.push(entry.path());
            } else if kind.is_file() && entry.metadata()?.len() <= LARGEST {
                paths.push(entry.path());
            }
        }
    }
    paths.sort();
    let mut all = Vec::new();
    for language in known::names() {
        // php's own tests are programs of php with another ending.
        let handled = |p: &&PathBuf| {
            let ending = p.extension().and_then(|e| e.to_str()).unwrap_or_default();
            let ending = if ending == "phpt" { "php" } else { ending };
            known::holds(language, &format!("a.{ending}"))
        };
        let mine: Vec<&PathBuf> = paths.iter().filter(handled).collect();
        let groups = mine.chunk_by(|a, b| a.parent() == b.parent());
        let programs: Vec<&[&PathBuf]> = groups.flat_map(|g| g.chunks(TOGETHER)).collect();
        let step = programs.len().div_ceil(MOST).max(1);
        for program in programs.into_iter().step_by(step) {
            let files: Vec<(String, String)> = program.iter().filter_map(|p| file(p)).collect();
            all.push(Seed { language, files });
        }
    }
    all.retain(|s| !s.files.is_empty());
    Ok(all)
}

fn file(path: &Path) -> Option<(String, String)> {
    let name = path.file_name()?.to_str()?;
    let text = String::from_utf8_lossy(&std::fs::read(path).ok()?).into_owned();
    // php's own tests hold the program in one of their sections.
    if let Some(name) = name.strip_suffix(".phpt") {
        let program = text.split_once("--FILE--\n")?.1;
        let program = program.split("\n--EXPECT").next()?;
        return Some((format!("{name}.php"), program.to_owned()));
    }
    Some((name.to_owned(), text))
}
