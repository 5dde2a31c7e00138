//! What the files of a folder say was done.

use crate::HarvestError;
use reweave_tables::{SCHEMA, metadata};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::ops::Range;
use std::path::Path;

/// The keys of what stands in the metadata of each file of `runs`.
pub const OPTIONS: &str = "reweave.options";
pub const HISTORY: &str = "reweave.history";
pub const CUT_SHORT: &str = "reweave.cut_short";

/// A piece that is there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    pub range: Range<usize>,
    /// The digest of its comparisons.
    pub history: String,
    pub cut_short: usize,
}

/// The pieces of each repository, by the stem of its files; those of a run with other options are an error.
pub fn read(folder: &Path, options: &str) -> Result<BTreeMap<String, Vec<Held>>, HarvestError> {
    let disk = |source: io::Error| HarvestError::Folder {
        path: folder.to_path_buf(),
        source,
    };
    let mut all: BTreeMap<String, Vec<Held>> = BTreeMap::new();
    for entry in fs::read_dir(folder.join("runs")).map_err(disk)? {
        let entry = entry.map_err(disk)?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some((stem, range)) = parse(&name) else {
            continue;
        };
        let Ok(said) = File::open(entry.path())
            .map_err(disk)
            .map(|f| metadata(&f))?
        else {
            // A file that a full disk or a crash of the machine left without its end.
            fs::remove_file(entry.path()).map_err(disk)?;
            continue;
        };
        let of = |key: &str| said.get(key).cloned().unwrap_or_default();
        check(folder, &of("reweave.schema"), &of(OPTIONS), options)?;
        all.entry(stem.to_owned()).or_default().push(Held {
            range,
            history: of(HISTORY),
            cut_short: of(CUT_SHORT).parse().unwrap_or(0),
        });
    }
    for held in all.values_mut() {
        held.sort_by_key(|h| h.range.start);
    }
    Ok(all)
}

fn check(folder: &Path, schema: &str, then: &str, now: &str) -> Result<(), HarvestError> {
    let path = || folder.to_path_buf();
    if schema != SCHEMA {
        return Err(HarvestError::Schema {
            path: path(),
            then: schema.to_owned(),
            now: SCHEMA,
        });
    }
    if then != now {
        return Err(HarvestError::Options {
            path: path(),
            then: then.to_owned(),
            now: now.to_owned(),
        });
    }
    Ok(())
}

/// The name of a piece's files.
pub fn name(stem: &str, range: &Range<usize>) -> String {
    format!("{stem}.{:08}-{:08}.parquet", range.start, range.end)
}

/// The stem and the range in a name that [`name`] gives.
pub fn parse(name: &str) -> Option<(&str, Range<usize>)> {
    let (stem, range) = name.strip_suffix(".parquet")?.rsplit_once('.')?;
    let (first, end) = range.split_once('-')?;
    Some((stem, first.parse().ok()?..end.parse().ok()?))
}

/// The positions of `wanted` that no piece has.
pub fn missing(wanted: Range<usize>, held: &[Held]) -> Vec<Range<usize>> {
    let mut gaps = Vec::new();
    let mut at = wanted.start;
    for piece in held {
        let start = piece.range.start.clamp(at, wanted.end);
        if start > at {
            gaps.push(at..start);
        }
        at = at.max(piece.range.end.min(wanted.end));
    }
    if at < wanted.end {
        gaps.push(at..wanted.end);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(range: Range<usize>) -> Held {
        Held {
            range,
            history: String::new(),
            cut_short: 0,
        }
    }

    #[test]
    fn what_is_missing_is_between_the_pieces() {
        let pieces = [held(2..4), held(6..8)];
        assert_eq!(missing(0..10, &pieces), [0..2, 4..6, 8..10]);
        assert_eq!(missing(2..7, &pieces), vec![4..6]);
        assert!(missing(2..4, &pieces).is_empty());
        assert_eq!(missing(0..3, &[]), vec![0..3]);
    }

    #[test]
    fn a_name_says_its_range() {
        let name = name("a.b-1234", &(0..512));
        assert_eq!(parse(&name), Some(("a.b-1234", 0..512)));
        assert_eq!(parse("a.failed.parquet"), None);
    }
}
