//! What unrefactored programs print: run twice, and kept in memory and for a day on disk, so that a second storm need not
//! build them again.

use super::{Files, Ran, Storm};
use crate::shared;
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The tool itself may be another one tomorrow.
const LASTS: Duration = Duration::from_hours(24);

/// `None` when the program does not run, or not the same twice.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct Baseline(Option<Ran>);

#[derive(Default)]
pub struct Baselines {
    /// By hash of the files.
    known: Mutex<BTreeMap<u64, Option<Ran>>>,
}

impl Baselines {
    pub fn of(&self, storm: &dyn Storm, files: &Files) -> Result<Option<Ran>> {
        let mut hasher = DefaultHasher::new();
        files.hash(&mut hasher);
        let key = hasher.finish();
        let locked = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = locked().get(&key) {
            return Ok(known.clone());
        }
        let kept = path(storm, key);
        let baseline = if let Some(baseline) = read(&kept) {
            baseline
        } else {
            let baseline = run_twice(storm, files)?;
            write(&kept, &baseline)?;
            baseline
        };
        locked().insert(key, baseline.0.clone());
        Ok(baseline.0)
    }

    /// How many programs were asked for, and how many of them were left out.
    pub fn counts(&self) -> (usize, usize) {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        (known.len(), known.values().filter(|r| r.is_none()).count())
    }
}

fn run_twice(storm: &dyn Storm, files: &Files) -> Result<Baseline> {
    let limits = storm.limits();
    let folder = super::scratch(files)?;
    let first = storm.run(files, folder.path(), limits)?;
    if !first.is_whole {
        return Ok(Baseline(None));
    }
    let folder = super::scratch(files)?;
    let again = storm.run_again(files, folder.path(), limits)?;
    Ok(Baseline((first == again).then_some(first)))
}

fn path(storm: &dyn Storm, key: u64) -> PathBuf {
    let folder = shared::cache().join("storm").join(storm.name());
    folder.join(format!("{key:016x}.json"))
}

fn read(path: &Path) -> Option<Baseline> {
    let age = path.metadata().ok()?.modified().ok()?.elapsed().ok()?;
    if age > LASTS {
        return None;
    }
    serde_json::from_slice(&std::fs::read(path).ok()?).ok()
}

fn write(path: &Path, baseline: &Baseline) -> Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, serde_json::to_vec(baseline)?)?;
    Ok(())
}
