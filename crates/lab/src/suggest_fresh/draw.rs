//! Which libraries are drawn: those of both lists of Maven Central that the project draws from.

use super::Args;
use crate::silver::names;
use crate::storm::Random;
use crate::{corpus, shared, silver};
use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

/// Some artifacts have no sources, some are too large to be performed on at length.
const SPARE: usize = 2;
const MOST_FILES: usize = 1800;

/// The newest releases of so many libraries, with their sources.
pub fn libraries(args: &Args) -> Result<Vec<(String, PathBuf)>> {
    let path = shared::root().join("conformance/compare/pool.txt");
    let pool = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let listed = pool.lines().filter(|l| !l.starts_with('#'));
    let listed = listed.filter_map(|l| l.split_whitespace().next());
    let corpora =
        shared::shared().and_then(|s| fs::read_to_string(s.join("corpora/large.txt")).ok());
    let corpora = corpora.unwrap_or_default();
    let mut all: Vec<String> = listed.map(str::to_owned).collect();
    all.extend(names().map(str::to_owned));
    all.sort_unstable();
    all.dedup();
    all.retain(|name| !args.without.iter().any(|w| w == name));
    all.retain(|name| !corpora.contains(&format!("{name}:")));
    let mut random = Random::new(args.seed, "libraries", 0);
    let mut drawn = Vec::new();
    while drawn.len() < args.libraries * SPARE && !all.is_empty() {
        drawn.push(all.remove(random.below(all.len())));
    }
    let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
    let mut found = Vec::new();
    for source in corpus::available(&silver::newest_of(&drawn)?)? {
        let files = corpus::java_files(&source.dir)?.len();
        if (1..=MOST_FILES).contains(&files) && found.len() < args.libraries {
            found.push((source.coordinates, source.dir));
        }
    }
    Ok(found)
}
