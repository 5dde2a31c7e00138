//! The pairs of releases that `compare` is measured on, unpacked.

use crate::{corpus, shared};
use anyhow::{Context, Result};
use std::path::PathBuf;

pub struct Pair {
    /// `GROUP:NAME:VERSION GROUP:NAME:VERSION`
    pub name: String,
    pub old: PathBuf,
    pub new: PathBuf,
}

/// Every pair, or those whose line holds `only`.
pub fn all(only: Option<&str>) -> Result<Vec<Pair>> {
    let list = shared::shared()
        .context("no ../shared beside the project: its corpora/pairs.txt names the pairs")?
        .join("corpora/pairs.txt");
    let text = std::fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    text.lines()
        .filter(|l| !l.starts_with('#') && only.is_none_or(|o| l.contains(o)))
        .filter_map(|l| {
            let mut words = l.split_whitespace();
            Some((words.next()?, words.next()?))
        })
        .map(|(old, new)| {
            let dir = |c: &str| -> Result<PathBuf> {
                let mut sources = corpus::sources(c)?;
                Ok(sources.pop().context("one artifact has one folder")?.dir)
            };
            Ok(Pair {
                name: format!("{old} {new}"),
                old: dir(old)?,
                new: dir(new)?,
            })
        })
        .collect()
}
