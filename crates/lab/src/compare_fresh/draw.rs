//! Which libraries and releases are drawn.

use super::Args;
use crate::storm::Random;
use crate::{corpus, shared};
use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

pub struct Pair {
    pub library: String,
    pub old: String,
    pub new: String,
    pub old_dir: PathBuf,
    pub new_dir: PathBuf,
}

/// Some artifacts have no sources: so many more libraries and pairs are drawn than are needed.
const SPARE_LIBRARIES: usize = 8;
const SPARE_PAIRS: usize = 2;

/// Releases of more files take a judge's machine too long.
const MOST_FILES: usize = 2500;

struct Library {
    name: String,
    versions: Vec<String>,
}

/// The drawn pairs whose sources are there, in order of drawing.
pub fn pairs(args: &Args) -> Result<Vec<Pair>> {
    let mut pool = pool()?;
    for &seed in &args.without_seeds {
        let seen: BTreeSet<String> = libraries(&pool, seed, args.libraries)
            .into_iter()
            .map(|l| l.name.clone())
            .collect();
        pool.retain(|l| !seen.contains(&l.name));
    }
    pool.retain(|l| !args.without.contains(&l.name));
    let mut wanted: Vec<(String, [String; 2])> = Vec::new();
    for library in libraries(&pool, args.seed, args.libraries) {
        let mut random = Random::new(args.seed, &library.name, 1);
        for _ in 0..args.pairs_each + SPARE_PAIRS {
            let count = library.versions.len();
            let first = random.below(count - 1);
            let second = first + 1 + random.below(count - 1 - first);
            let of = |i: usize| format!("{}:{}", library.name, library.versions[i]);
            let pair = (library.name.clone(), [of(first), of(second)]);
            if !wanted.contains(&pair) {
                wanted.push(pair);
            }
        }
    }
    let all: Vec<String> = wanted.iter().flat_map(|(_, pair)| pair.clone()).collect();
    let there: BTreeMap<String, PathBuf> = corpus::available(&all)?
        .into_iter()
        .map(|s| (s.coordinates, s.dir))
        .collect();
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (library, [old, new]) in wanted {
        let (Some(old_dir), Some(new_dir)) = (there.get(&old), there.get(&new)) else {
            continue;
        };
        let is_new = !taken.contains_key(&library);
        if is_new && taken.len() == args.libraries {
            continue;
        }
        if corpus::java_files(new_dir)?.len() > MOST_FILES {
            continue;
        }
        let times = taken.entry(library.clone()).or_default();
        if *times < args.pairs_each {
            *times += 1;
            pairs.push(Pair {
                library,
                old_dir: old_dir.clone(),
                new_dir: new_dir.clone(),
                old,
                new,
            });
        }
    }
    Ok(pairs)
}

/// The libraries of a seed, with some to spare.
fn libraries(pool: &[Library], seed: u64, count: usize) -> Vec<&Library> {
    let mut random = Random::new(seed, "libraries", 0);
    let mut left: Vec<&Library> = pool.iter().collect();
    let mut drawn = Vec::new();
    while drawn.len() < count + SPARE_LIBRARIES && !left.is_empty() {
        drawn.push(left.remove(random.below(left.len())));
    }
    drawn
}

fn pool() -> Result<Vec<Library>> {
    let path = shared::root().join("conformance/compare/pool.txt");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let listed = shared::shared().map(|s| s.join("corpora/pairs.txt"));
    let listed = listed
        .and_then(|l| fs::read_to_string(l).ok())
        .unwrap_or_default();
    let library = |line: &str| {
        let mut words = line.split_whitespace().map(str::to_owned);
        let name = words.next()?;
        let versions: Vec<String> = words.collect();
        (versions.len() > 1).then_some(Library { name, versions })
    };
    let lines = text.lines().filter(|l| !l.starts_with('#'));
    Ok(lines
        .filter_map(library)
        .filter(|l| !listed.contains(&format!("{}:", l.name)))
        .collect())
}
