//! Going on where a run was stopped.
//!
//! The first line of the file is a header with the options that the run was begun with: records that were made with
//! others do not belong into one file.

use super::sink::Sink;
use crate::Refusal;
use anyhow::{Context, Result, bail};
use reweave_git::{Base, Step};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// What shapes the records, by the option's name.
pub type Begun = BTreeMap<String, String>;

#[derive(Serialize, Deserialize)]
struct Header {
    version: u32,
    begun: Begun,
}

/// What a line says of itself.
#[derive(Deserialize)]
struct Head {
    version: u32,
    commit: String,
    parent: Option<String>,
    status: String,
    pure: Option<bool>,
}

/// What a file holds already.
#[derive(Default)]
pub struct Held {
    pub records: usize,
    bytes: u64,
    pub is_cut_short: bool,
    /// Some change is more than its refactorings.
    pub is_impure: bool,
}

/// A record is never longer; what is belongs to another file.
const LONGEST_LINE: u64 = 1 << 30;

/// The file, ready for the next record, and what it holds. A line that the stopped run did not finish is cut off.
pub fn open(path: &Path, steps: &[Step], begun: &Begun) -> Result<(Sink, Held)> {
    if path.exists() {
        // A pipe or a device holds nothing to go on with, and opening it may wait for ever.
        reweave_disk::open(path)?;
    }
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let held = held(&file, steps, begun)?;
    file.set_len(held.bytes)?;
    (&file).seek(SeekFrom::End(0))?;
    if held.bytes == 0 {
        let header = Header {
            version: reweave_output::VERSION,
            begun: begun.clone(),
        };
        writeln!(&file, "{}", serde_json::to_string(&header)?)?;
    }
    let mut sink = Sink::append(file);
    sink.cut_short |= held.is_cut_short;
    Ok((sink, held))
}

fn held(file: &File, steps: &[Step], begun: &Begun) -> Result<Held> {
    let mut held = Held::default();
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    loop {
        line.clear();
        let bytes = reader.by_ref().take(LONGEST_LINE).read_line(&mut line)?;
        if !line.ends_with('\n') {
            return Ok(held);
        }
        if held.bytes == 0 {
            check_header(&line, begun)?;
        } else {
            held.add(&line, steps)?;
        }
        held.bytes += bytes as u64;
    }
}

fn check_header(line: &str, begun: &Begun) -> Result<()> {
    let Ok(header) = serde_json::from_str::<Header>(line) else {
        bail!(Refusal(
            "its first line does not tell the options it was begun with: an earlier version wrote it, or a run without \
             --resume; give another name to start anew"
                .to_owned()
        ));
    };
    check_version(1, header.version)?;
    let keys = header.begun.keys().chain(begun.keys());
    let other = |key: &&String| header.begun.get(*key) != begun.get(*key);
    if let Some(key) = keys.into_iter().find(other) {
        let shown = |map: &Begun| match map.get(key) {
            Some(value) => format!("{key} {value}"),
            None => format!("no {key}"),
        };
        bail!(Refusal(format!(
            "it was begun with {}, and now there is {}; give the same options to go on, or another name to start anew",
            shown(&header.begun),
            shown(begun)
        )));
    }
    Ok(())
}

fn check_version(line: usize, version: u32) -> Result<()> {
    let now = reweave_output::VERSION;
    if version != now {
        bail!(Refusal(format!(
            "line {line} is of version {version}, and version {now} is written now: give another name to start anew"
        )));
    }
    Ok(())
}

impl Held {
    fn add(&mut self, line: &str, steps: &[Step]) -> Result<()> {
        let n = self.records + 2;
        let head: Head =
            serde_json::from_str(line).with_context(|| format!("line {n} is no record"))?;
        check_version(n, head.version)?;
        let step = steps.get(self.records);
        if !step.is_some_and(|s| is_of(&head, s)) {
            bail!(Refusal(format!(
                "line {n} is of commit {}, which is not what comes there in this history: the file is from another \
                 repository, selection or state; give another name to start anew",
                head.commit
            )));
        }
        self.records += 1;
        self.is_cut_short |= head.status != "complete";
        self.is_impure |= head.pure == Some(false);
        Ok(())
    }
}

fn is_of(head: &Head, step: &Step) -> bool {
    let parent = match &step.base {
        Base::Parent(parent) => Some(parent.to_string()),
        Base::Root | Base::Unreadable(_) => None,
    };
    head.commit == step.commit && head.parent == parent
}
