//! Ready suggestions, performed on a copy of their library and compiled.

use super::{Advised, Args, inside, joined};
use crate::corpus;
use crate::javac::{Judge, is_installed};
use crate::storm::Random;
use anyhow::{Context, Result};
use reweave_advise::{Fix, Suggestion};
use reweave_text::{LineCol, LineIndex, Part};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Draws ready suggestions; those of one library that change different files are compiled together.
pub fn compile(args: &Args, all: &[Advised]) -> Result<()> {
    if !is_installed() {
        return Ok(());
    }
    let mut random = Random::new(args.seed, "compile", 0);
    let ready = |a: &'_ Advised| a.shown().filter(|s| s.ready == Some(true)).count();
    let mut left: Vec<(usize, usize)> = Vec::new();
    for (n, library) in all.iter().enumerate() {
        left.extend((0..ready(library)).map(|i| (n, i)));
    }
    let mut drawn: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for _ in 0..args.compile.min(left.len()) {
        let (n, i) = left.remove(random.below(left.len()));
        drawn.entry(n).or_default().push(i);
    }
    let (mut performed, mut clean, mut worse) = (0, 0, 0);
    let mut judge = Judge::start()?;
    for (n, chosen) in drawn {
        let library = &all[n];
        let ready: Vec<&Suggestion> = library.shown().filter(|s| s.ready == Some(true)).collect();
        let mut chosen: Vec<&Suggestion> = chosen.into_iter().map(|i| ready[i]).collect();
        let scratch = tempfile::tempdir()?;
        copy(&library.dir, scratch.path())?;
        let class_path = joined(&library.class_path);
        let before = judge.judge(&class_path, scratch.path())?;
        while !chosen.is_empty() {
            let mut taken = BTreeSet::new();
            let (now, later): (Vec<&Suggestion>, Vec<&Suggestion>) =
                chosen.into_iter().partition(|s| {
                    let files: BTreeSet<&str> = s.fixes.iter().map(|f| f.file.as_str()).collect();
                    let free = files.is_disjoint(&taken);
                    if free {
                        taken.extend(files);
                    }
                    free
                });
            chosen = later;
            for suggestion in &now {
                perform(suggestion, library, scratch.path())?;
            }
            let after = judge.judge(&class_path, scratch.path())?;
            performed += now.len();
            for suggestion in now {
                let mut files = suggestion
                    .fixes
                    .iter()
                    .map(|f| inside(&library.dir, &f.file));
                clean += usize::from(files.all(|f| !before.broken.iter().any(|b| is(b, f))));
            }
            let newly = after
                .broken
                .iter()
                .filter(|b| !before.broken.contains(b))
                .count();
            if after.errors > before.errors || newly > 0 {
                worse += 1;
                println!(
                    "{}: {} errors, then {}: {}",
                    library.coordinates, before.errors, after.errors, after.first
                );
            }
            for file in &taken {
                let file = inside(&library.dir, file);
                fs::copy(library.dir.join(file), scratch.path().join(file))?;
            }
        }
    }
    println!("performed={performed} in_files_without_errors={clean} rounds_worse={worse}");
    Ok(())
}

fn is(path: &str, file: &str) -> bool {
    path.trim_start_matches('/').ends_with(file)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for path in corpus::java_files(from)? {
        let at = to.join(path.strip_prefix(from)?);
        fs::create_dir_all(at.parent().context("a file lies in a folder")?)?;
        fs::copy(&path, &at)?;
    }
    Ok(())
}

/// Carries the edits out as an editor would.
fn perform(suggestion: &Suggestion, library: &Advised, dir: &Path) -> Result<()> {
    let mut by_file: BTreeMap<&str, Vec<&Fix>> = BTreeMap::new();
    for fix in &suggestion.fixes {
        by_file.entry(&fix.file).or_default().push(fix);
    }
    for (file, mut fixes) in by_file {
        let at = dir.join(inside(&library.dir, file));
        let mut text = fs::read_to_string(&at)?;
        let lines = LineIndex::new(&text);
        fixes.sort_by_key(|f| f.start);
        for fix in fixes.into_iter().rev() {
            let offset = |(line, col)| lines.offset(&text, LineCol { line, col });
            let (start, end) = (offset(fix.start), offset(fix.end));
            let (start, end) = start.zip(end).context("no such place")?;
            let (head, tail) = (text.part(..start as usize), text.part(end as usize..));
            text = format!("{head}{}{tail}", fix.text);
        }
        fs::write(&at, text)?;
    }
    Ok(())
}
