//! Pairs of successive releases, drawn by seed, as cases of an oracle without labels.

use super::versions::{self, Library};
use super::{Args, Part, Set};
use crate::corpus;
use anyhow::{Context, Result, ensure};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// A pair that changes more files is no change that one would look at as one.
const MOST_FILES: usize = 200;
/// So many pairs are fetched for one that is wanted: some have no sources, some are too large, some change nothing.
const SPARE: usize = 3;
/// Of ten libraries so many are kept for the end.
const FRESH: u64 = 6;

/// Draws the cases of a set where the cache does not have them.
pub fn draw(args: &Args, set: &Set) -> Result<()> {
    let list = set.cases().join("cases.jsonl");
    if list.is_file() {
        return Ok(());
    }
    let names: Vec<&str> = versions::names().filter(|n| part(n) == args.part).collect();
    let mut libraries = versions::libraries(&names)?;
    libraries.retain(|l| l.releases.len() > args.each);
    libraries.sort_by_key(|l| rank(args.seed, &l.name));
    libraries.truncate(args.libraries);
    let drawn: Vec<Vec<[String; 2]>> = libraries.iter().map(|l| pairs(args, l)).collect();
    let wanted: Vec<String> = drawn.iter().flatten().flatten().cloned().collect();
    let sources: BTreeMap<String, PathBuf> = corpus::available(&wanted)?
        .into_iter()
        .map(|s| (s.coordinates, s.dir))
        .collect();
    let mut lines = String::new();
    for pairs in drawn {
        let mut taken = 0;
        for pair in pairs {
            let [Some(old), Some(new)] = pair.each_ref().map(|c| sources.get(c)) else {
                continue;
            };
            let id = name_of(&pair);
            if taken < args.each && write_case(old, new, &set.cases().join(&id))? {
                writeln!(lines, r#"{{"id": "{id}", "expected": []}}"#)?;
                taken += 1;
            }
        }
    }
    ensure!(!lines.is_empty(), "no pair of releases could be fetched");
    // Written last, so that a draw that was broken off is done again.
    fs::write(list, lines)?;
    Ok(())
}

/// The newest release of some libraries that rules may be made by, drawn by seed.
pub fn newest(count: usize, seed: u64) -> Result<Vec<String>> {
    let names: Vec<&str> = versions::names()
        .filter(|n| part(n) == Part::Tune)
        .collect();
    let mut libraries = versions::libraries(&names)?;
    libraries.sort_by_key(|l| rank(seed, &l.name));
    let names: Vec<&str> = libraries.iter().map(|l| l.name.as_str()).collect();
    let mut newest = newest_of(&names)?;
    newest.truncate(count);
    Ok(newest)
}

fn part(name: &str) -> Part {
    if rank(0, name) % 10 < FRESH {
        Part::Fresh
    } else {
        Part::Tune
    }
}

/// The pairs of a library in the order in which they are tried.
fn pairs(args: &Args, library: &Library) -> Vec<[String; 2]> {
    let release = |version: &String| format!("{}:{version}", library.name);
    let mut all: Vec<[String; 2]> = library
        .releases
        .windows(2)
        .map(|pair| [release(&pair[0]), release(&pair[1])])
        .collect();
    all.sort_by_key(|pair| rank(args.seed, &pair.join(" ")));
    all.truncate(args.each * SPARE);
    all
}

/// The newest release of each of these libraries.
pub fn newest_of(names: &[&str]) -> Result<Vec<String>> {
    let libraries = versions::libraries(names)?;
    let newest = libraries
        .iter()
        .filter_map(|l| Some(format!("{}:{}", l.name, l.releases.last()?)));
    Ok(newest.collect())
}

/// A number for a name that is the same everywhere.
fn rank(seed: u64, name: &str) -> u64 {
    let hash = name.bytes().fold(0xcbf2_9ce4_8422_2325 ^ seed, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    });
    // The low bits of FNV-1a depend on few of the bytes.
    hash ^ (hash >> 32)
}

/// `group+name-1.0..1.1`: the scorer takes what stands before the last hyphen for the project.
fn name_of([old, new]: &[String; 2]) -> String {
    let (library, from) = old.rsplit_once(':').unwrap_or((old, ""));
    let to = new.rsplit(':').next().unwrap_or_default();
    let plain = |text: &str| text.replace(':', "+");
    format!(
        "{}-{}..{}",
        plain(library),
        from.replace('-', "_"),
        to.replace('-', "_")
    )
}

/// Writes the files that differ; false where none do or too many.
fn write_case(old: &Path, new: &Path, to: &Path) -> Result<bool> {
    let (before, after) = (texts(old)?, texts(new)?);
    let gone = |a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>| -> Vec<String> {
        let differs = |(path, text): &(&String, &Vec<u8>)| b.get(*path) != Some(*text);
        a.iter().filter(differs).map(|(p, _)| p.clone()).collect()
    };
    let (left, right) = (gone(&before, &after), gone(&after, &before));
    let mut changed: Vec<&String> = left.iter().chain(&right).collect();
    changed.sort();
    changed.dedup();
    if left.is_empty() || right.is_empty() || changed.len() > MOST_FILES {
        return Ok(false);
    }
    for (side, paths, texts) in [("before", left, before), ("after", right, after)] {
        for path in paths {
            let file = to.join(side).join(&path);
            fs::create_dir_all(file.parent().context("a file lies in a folder")?)?;
            fs::write(file, &texts[&path])?;
        }
    }
    Ok(true)
}

fn texts(dir: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    corpus::java_files(dir)?
        .into_iter()
        .map(|file| {
            let path = file.strip_prefix(dir)?.to_string_lossy().into_owned();
            Ok((path, fs::read(&file)?))
        })
        .collect()
}
