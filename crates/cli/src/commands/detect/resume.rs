//! Going on where a run was stopped.

use super::sink::Sink;
use anyhow::{Context, Result, ensure};
use reweave_git::{Base, Step};
use serde::Deserialize;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

/// What a line says of itself.
#[derive(Deserialize)]
struct Head {
    version: u32,
    commit: String,
    parent: Option<String>,
    status: String,
}

/// The file, ready for the next record, and how many records it holds. A line that the stopped run did not finish is cut
/// off.
pub fn open(path: &Path, steps: &[Step]) -> Result<(Sink, usize)> {
    let file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let held = held(&file, steps)?;
    file.set_len(held.bytes)?;
    (&file).seek(SeekFrom::End(0))?;
    Ok((Sink::append(file, held.cut_short), held.records))
}

#[derive(Default)]
struct Held {
    records: usize,
    bytes: u64,
    cut_short: bool,
}

fn held(file: &File, steps: &[Step]) -> Result<Held> {
    let mut held = Held::default();
    let mut reader = BufReader::new(file);
    let mut line = String::new();
    loop {
        line.clear();
        let bytes = reader.read_line(&mut line)?;
        if !line.ends_with('\n') {
            return Ok(held);
        }
        let n = held.records + 1;
        let head: Head =
            serde_json::from_str(&line).with_context(|| format!("line {n} is no record"))?;
        ensure!(
            head.version == reweave_output::VERSION,
            "line {n} is of version {}, and version {} is written now: give another name to start anew",
            head.version,
            reweave_output::VERSION
        );
        let step = steps.get(held.records);
        ensure!(
            step.is_some_and(|s| is_of(&head, s)),
            "line {n} is of commit {}, which is not what comes {n}. in this history: the file is from another repository, \
             selection or state; give another name to start anew",
            head.commit
        );
        held.records = n;
        held.bytes += bytes as u64;
        held.cut_short |= head.status != "complete";
    }
}

fn is_of(head: &Head, step: &Step) -> bool {
    let parent = match &step.base {
        Base::Parent(parent) => Some(parent.to_string()),
        Base::Root | Base::Unreadable(_) => None,
    };
    head.commit == step.commit && head.parent == parent
}
