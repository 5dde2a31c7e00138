//! Finished batches in a file: a header with what the run was started with, then a line for each failure and batch.

use super::supervise::{Batch, Done, Failure, Kind};
use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::path::Path;

pub struct Record {
    file: Option<File>,
    done: HashMap<Batch, Done>,
}

impl Record {
    /// Reads what is there; a file of another run is refused.
    pub fn open(path: Option<&Path>, identity: &str) -> Result<Self> {
        let Some(path) = path else {
            let done = HashMap::new();
            return Ok(Self { file: None, done });
        };
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => String::new(),
            Err(e) => return Err(e).with_context(|| format!("cannot read {}", path.display())),
        };
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let mut file = opened.with_context(|| format!("cannot write {}", path.display()))?;
        if text.is_empty() {
            writeln!(file, "{identity}")?;
        } else {
            let begun = text.lines().next().unwrap_or_default();
            ensure!(
                begun == identity,
                "{} was begun with `{begun}`, this run is `{identity}`; use another file",
                path.display()
            );
        }
        Ok(Self {
            file: Some(file),
            done: read(&text),
        })
    }

    pub fn has(&self, batch: &Batch) -> bool {
        self.done.contains_key(batch)
    }

    pub fn add(&mut self, batch: &Batch, done: Done) -> Result<()> {
        if let Some(file) = &mut self.file {
            file.write_all(lines(batch, &done).as_bytes())?;
        }
        self.done.insert(batch.clone(), done);
        Ok(())
    }

    pub fn total(&self) -> Done {
        let mut total = Done::default();
        for done in self.done.values() {
            total.join(done.clone());
        }
        total.failures.sort_by_key(|f| f.index);
        total
    }
}

/// The batch's own line comes last: without it the batch is not done.
fn lines(batch: &Batch, done: &Done) -> String {
    let mut out = String::new();
    for f in &done.failures {
        let message = f.message.replace('\n', " ");
        let _ = writeln!(out, "{} {} {message}", f.kind.word(), f.index);
    }
    let _ = writeln!(
        out,
        "batch {} {} {} {}",
        batch.start, batch.end, done.peak_mb, done.slowest
    );
    out
}

fn read(text: &str) -> HashMap<Batch, Done> {
    let mut all = HashMap::new();
    let mut failures = Vec::new();
    for line in text.lines().skip(1) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(kind) = Kind::ALL.into_iter().find(|k| k.word() == word) {
            let (index, message) = rest.split_once(' ').unwrap_or((rest, ""));
            failures.push(Failure {
                kind,
                index: index.parse().unwrap_or(0),
                message: message.to_owned(),
            });
            continue;
        }
        let figures: Vec<&str> = rest.split(' ').collect();
        if let ("batch", &[start, end, peak_mb, slowest]) = (word, &figures[..])
            && let (Ok(start), Ok(end)) = (start.parse(), end.parse())
        {
            let batch = start..end;
            // Failures of a batch that a kill cut short belong to its second run.
            failures.retain(|f: &Failure| batch.contains(&f.index));
            let done = Done {
                inputs: batch.len(),
                failures: std::mem::take(&mut failures),
                peak_mb: peak_mb.parse().unwrap_or(0),
                slowest: slowest.parse().unwrap_or(0.0),
            };
            all.insert(batch, done);
        }
    }
    all
}
