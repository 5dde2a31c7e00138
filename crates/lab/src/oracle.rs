//! The labelled commits beside the project, unpacked into the cache once.

use crate::shared;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// One case of an oracle; the labels are the scorer's business.
#[derive(Deserialize)]
pub struct Case {
    pub id: String,
}

impl Case {
    /// The repository or library it is of: what stands before the last `-` of its name.
    pub fn project(&self) -> &str {
        project(&self.id)
    }
}

/// The project of the case with that name.
pub fn project(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(project, _)| project)
}

/// Which cases of an oracle are taken.
#[derive(clap::Args)]
pub struct Chosen {
    /// A folder of cases [default: the oracle of ../shared]
    #[arg(long)]
    cases: Option<PathBuf>,
    /// The language of the labelled commits
    #[arg(long, default_value = "java")]
    language: String,
    /// Only the first N cases
    #[arg(long)]
    limit: Option<usize>,
}

impl Chosen {
    /// The folder of the cases; None without it and without the shared folder, which is said with what was `missed`.
    pub fn folder(&self, name: &str, missed: &str) -> Result<Option<PathBuf>> {
        let dir = match &self.cases {
            Some(dir) => Some(dir.clone()),
            None => folder(name)?,
        };
        if dir.is_none() {
            println!("SKIPPED: no ../shared beside the project, so {missed}");
        }
        Ok(dir)
    }

    /// The folder of the cases, where nothing can be done without it.
    pub fn needed(&self, name: &str) -> Result<PathBuf> {
        match &self.cases {
            Some(dir) => Ok(dir.clone()),
            None => folder(name)?.context("no ../shared beside the project: name --cases"),
        }
    }

    /// The folder of the cases of the chosen language.
    pub fn of_language(&self) -> Result<PathBuf> {
        self.needed(&self.language)
    }

    /// How many cases are taken at most.
    pub fn limit(&self) -> usize {
        self.limit.unwrap_or(usize::MAX)
    }
}

/// The cases listed in `dir/cases.jsonl`, in their order.
pub fn cases(dir: &Path) -> Result<Vec<Case>> {
    let list = dir.join("cases.jsonl");
    let file = File::open(&list).with_context(|| format!("cannot open {}", list.display()))?;
    BufReader::new(file)
        .lines()
        .map(|line| serde_json::from_str(&line?).context("a line of cases.jsonl is no case"))
        .collect()
}

/// The folder of the oracle called `name` (`java`, `purity`, …), unpacked where it was not yet.
/// None without the shared folder.
pub fn folder(name: &str) -> Result<Option<PathBuf>> {
    let archive = format!("{name}.tar.zst");
    unpacked(&archive, |from, to| {
        tar::Archive::new(from).unpack(to)?;
        Ok(())
    })
    .map(|dir| dir.map(|d| d.join(name)))
}

/// The lines beside an oracle (`java-reference`, `java-located`), as a plain file.
pub fn lines(name: &str) -> Result<Option<PathBuf>> {
    let file = format!("{name}.jsonl");
    unpacked(&format!("{file}.zst"), |from, to| {
        let mut from = from;
        std::io::copy(&mut from, &mut File::create(to.join(&file))?)?;
        Ok(())
    })
    .map(|dir| dir.map(|d| d.join(&file)))
}

type Decoder = zstd::Decoder<'static, BufReader<File>>;

/// A folder of the cache that holds what `unpack` made of the archive, made anew when the archive changes.
fn unpacked(
    archive: &str,
    unpack: impl Fn(Decoder, &Path) -> Result<()>,
) -> Result<Option<PathBuf>> {
    let Some(shared) = shared::shared() else {
        return Ok(None);
    };
    let from = shared.join("oracle").join(archive);
    let meta = fs::metadata(&from).with_context(|| format!("no {}", from.display()))?;
    let age = meta.modified()?.duration_since(UNIX_EPOCH)?.as_secs();
    let parent = shared::cache().join("oracle");
    let to = parent.join(format!("{archive}-{}-{age}", meta.len()));
    if !to.is_dir() {
        fs::create_dir_all(&parent)?;
        // Unpacked beside its place and renamed, so that a killed run leaves no half of it.
        let beside = tempfile::tempdir_in(&parent)?;
        unpack(zstd::Decoder::new(File::open(&from)?)?, beside.path())
            .with_context(|| format!("cannot unpack {}", from.display()))?;
        match fs::rename(beside.keep(), &to) {
            Ok(()) => {}
            Err(_) if to.is_dir() => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Some(to))
}
