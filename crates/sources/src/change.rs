//! Two folders, or two files, as a change.

use crate::walk::{Rule, WalkError, walk};
use reweave_change::language::Job;
use reweave_change::{Change, LeftOut, Shared, Side, Source, decode, language};
use reweave_disk::LARGEST_SOURCE;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::path::Path;

/// Two versions on disk.
pub struct Folders {
    pub change: Change,
    /// How many sources of both are hidden or ignored.
    pub passed_over: usize,
    /// Files that read the same in both, by path: the context of the change.
    untouched: Vec<Source>,
}

impl Folders {
    /// The files that both versions share.
    pub fn rest(&self) -> Shared<'_> {
        Shared(&self.untouched)
    }
}

/// The change from `before` to `after`: both folders, or both files. Two files are one file that may have been renamed.
pub fn read_change(before: &Path, after: &Path) -> Result<Folders, WalkError> {
    let old = read_side(before, Side::Before, Rule::Reported, Job::Detect)?;
    let new = read_side(after, Side::After, Rule::Reported, Job::Detect)?;
    let left_out = [old.left_out, new.left_out].concat();
    if old.sources.is_empty() && new.sources.is_empty() && left_out.is_empty() {
        let known = language::extensions(Job::Detect);
        return Err(WalkError::Nothing(before.into(), known));
    }
    let others: BTreeSet<&String> = old.others.iter().chain(&new.others).collect();
    let change = Change::new(old.sources, new.sources, left_out);
    let mut change = change.beside(others.into_iter().map(String::as_str));
    change.unreadable = old.unreadable || new.unreadable;
    Ok(Folders {
        untouched: std::mem::take(&mut change.same),
        change,
        passed_over: old.passed_over + new.passed_over,
    })
}

/// The sources of one version.
pub struct Read {
    /// In order of path.
    pub sources: Vec<Source>,
    /// What could not be read.
    pub left_out: Vec<LeftOut>,
    /// Whether a file is there and could not be opened.
    pub unreadable: bool,
    /// How many sources are hidden or ignored.
    pub passed_over: usize,
    /// The paths of sources in languages that are not read.
    pub others: BTreeSet<String>,
}

/// The source files below `root` that a job reads.
pub fn read_side(root: &Path, side: Side, rule: Rule, job: Job) -> Result<Read, WalkError> {
    let others = RefCell::new(BTreeSet::new());
    let listing = walk(root, rule, |path| {
        let is_read = language::of_path(path, job).is_some();
        if !is_read && language::unread(path).is_some() {
            others.borrow_mut().insert(path.to_owned());
        }
        is_read
    })?;
    let links = listing.links.into_iter();
    let mut read = Read {
        sources: Vec::with_capacity(listing.files.len()),
        left_out: links
            .map(|l| LeftOut::file(side, l.0, "a symbolic link"))
            .collect(),
        unreadable: false,
        passed_over: listing.passed_over,
        others: others.into_inner(),
    };
    for (file, path) in listing.files {
        match reweave_disk::read(&file, LARGEST_SOURCE).map_err(|e| e.to_string()) {
            Ok(bytes) => match decode(path, bytes) {
                Ok(source) => read.sources.push(source),
                Err((path, what)) => read.left_out.push(LeftOut::file(side, path, what)),
            },
            Err(error) => {
                read.unreadable = true;
                read.left_out.push(LeftOut::file(side, path, &error));
            }
        }
    }
    Ok(read)
}
