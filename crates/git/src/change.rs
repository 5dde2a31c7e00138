//! What one commit changed, read from the object database.

use crate::error::why;
use crate::{Base, GitError, Id, Local, Step};
use gix::bstr::BStr;
use gix::diff::tree::recorder::Change as Delta;
use gix::diff::tree::{Recorder, Visit, visit};
use gix::objs::TreeRefIter;
use gix::objs::tree::EntryMode;
use reweave_change::language::Job;
use reweave_change::{Change, LeftOut, Limits, Side, Source, decode, language};
use reweave_disk::{LARGEST_SOURCE, ReadError};
use std::collections::BTreeSet;

impl Local {
    /// The source files that `step` removed, changed or added. Renamed files are removed and added: which of their types
    /// went where is for detection to say.
    pub fn change(&self, step: &Step, limits: &Limits<'_>) -> Result<Change, GitError> {
        let old = match &step.base {
            Base::Root => None,
            Base::Parent(parent) => Some(self.tree_of(*parent).map_err(|error| match error {
                GitError::Object { why, .. } => GitError::Parent {
                    commit: step.commit,
                    parent: *parent,
                    why,
                },
                other => other,
            })?),
            Base::Unreadable(why) => {
                return Err(GitError::Object {
                    what: "commit",
                    id: step.commit,
                    why: why.clone(),
                });
            }
        };
        let new = self.tree_of(step.commit)?;
        self.read_delta(&self.delta(old.as_ref(), &new, limits)?, limits)
    }

    /// The objects of the source files that [`Self::change`] would read, both versions of each.
    pub fn objects(&self, step: &Step) -> Result<Vec<Id>, GitError> {
        let Base::Parent(parent) = step.base else {
            return Ok(Vec::new());
        };
        let (old, new) = (self.tree_of(parent)?, self.tree_of(step.commit)?);
        let touched = Touched::by(&self.delta(Some(&old), &new, &Limits::default())?);
        let ids = touched.is_two_sided().then_some(touched.files);
        Ok(ids.into_iter().flatten().map(|(_, _, id)| id).collect())
    }

    /// The bytes of a file.
    pub fn bytes(&self, id: Id) -> Result<Vec<u8>, GitError> {
        Ok(std::mem::take(&mut self.read("file", id)?.data))
    }

    fn delta(
        &self,
        old: Option<&gix::Tree<'_>>,
        new: &gix::Tree<'_>,
        limits: &Limits<'_>,
    ) -> Result<Vec<Delta>, GitError> {
        let kind = self.repo.object_hash();
        let old = old.map_or(&[][..], |t| &t.data[..]);
        let mut visitor = Interruptible {
            recorder: Recorder::default(),
            limits,
        };
        gix::diff::tree(
            TreeRefIter::from_bytes(old, kind),
            TreeRefIter::from_bytes(&new.data, kind),
            gix::diff::tree::State::default(),
            &self.repo.objects,
            &mut visitor,
        )
        .map_err(|error| match error {
            gix::diff::tree::Error::Cancelled => GitError::CutShort,
            error @ gix::diff::tree::Error::Failure(_) => GitError::Object {
                what: "a tree below",
                id: new.id,
                why: why(&error),
            },
        })?;
        Ok(visitor.recorder.records)
    }

    /// Every source file of the tree that `spec` names: a revision, or a folder of one (`v1.2:src/main/java`).
    pub fn snapshot(&self, spec: &str) -> Result<(Vec<Source>, Vec<LeftOut>), GitError> {
        let limits = Limits::default();
        let tree = self.tree_named(spec)?;
        let Touched {
            mut files,
            mut left_out,
            ..
        } = Touched::by(&self.delta(None, &tree, &limits)?);
        files.sort();
        let mut sources = Vec::with_capacity(files.len());
        for (path, side, id) in files {
            sources.extend(self.source(side, path, id, &limits, &mut left_out)?);
        }
        Ok((sources, left_out))
    }

    /// Reads the blobs of the files whose language is known.
    fn read_delta(&self, delta: &[Delta], limits: &Limits<'_>) -> Result<Change, GitError> {
        let touched = Touched::by(delta);
        let two_sided = touched.is_two_sided();
        let Touched {
            mut files,
            mut left_out,
            others,
        } = touched;
        if !two_sided {
            let nothing = Change::new(Vec::new(), Vec::new(), left_out);
            return Ok(nothing.beside(others.iter().map(String::as_str)));
        }
        // Both versions of a file one after the other: one is mostly a delta of the other.
        files.sort();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (path, side, id) in files {
            let to = match side {
                Side::Before => &mut before,
                Side::After => &mut after,
            };
            to.extend(self.source(side, path, id, limits, &mut left_out)?);
        }
        let change = Change::new(before, after, left_out);
        Ok(change.beside(others.iter().map(String::as_str)))
    }

    /// One blob as a source; none where it is left out.
    pub(crate) fn source(
        &self,
        side: Side,
        path: String,
        id: Id,
        limits: &Limits<'_>,
        left_out: &mut Vec<LeftOut>,
    ) -> Result<Option<Source>, GitError> {
        if limits.are_over() {
            return Err(GitError::CutShort);
        }
        if let Some(source) = self.texts.get(id, &path) {
            return Ok(Some(source));
        }
        if self.is_too_large(id) {
            let what = ReadError::TooLarge(LARGEST_SOURCE).to_string();
            left_out.push(LeftOut::file(side, path, &what));
            return Ok(None);
        }
        let mut blob = self.read("file", id)?;
        let bytes = std::mem::take(&mut blob.data);
        Ok(match decode(path, bytes) {
            Ok(source) => {
                self.texts.put(id, &source);
                Some(source)
            }
            Err((path, what)) => {
                left_out.push(LeftOut::file(side, path, what));
                None
            }
        })
    }
}

/// The files of a delta whose language is known, and what else there was that a reader would miss.
#[derive(Default)]
struct Touched {
    files: Vec<(String, Side, Id)>,
    left_out: Vec<LeftOut>,
    /// The paths of the others.
    others: BTreeSet<String>,
}

impl Touched {
    fn by(delta: &[Delta]) -> Self {
        let mut touched = Self::default();
        for change in delta {
            match change {
                Delta::Addition {
                    entry_mode,
                    oid,
                    path,
                    ..
                } => touched.add(Side::After, path.as_ref(), *entry_mode, *oid),
                Delta::Deletion {
                    entry_mode,
                    oid,
                    path,
                    ..
                } => touched.add(Side::Before, path.as_ref(), *entry_mode, *oid),
                Delta::Modification {
                    previous_entry_mode: mode,
                    previous_oid: old,
                    entry_mode,
                    oid,
                    path,
                } if old != oid || mode.kind() != entry_mode.kind() => {
                    touched.add(Side::Before, path.as_ref(), *mode, *old);
                    touched.add(Side::After, path.as_ref(), *entry_mode, *oid);
                }
                Delta::Modification { .. } => {}
            }
        }
        touched
    }

    /// Nothing can have been refactored where nothing was, or nothing is left: no need to read it.
    fn is_two_sided(&self) -> bool {
        let has = |side| self.files.iter().any(|f| f.1 == side);
        has(Side::Before) && has(Side::After)
    }

    fn add(&mut self, side: Side, path: &BStr, mode: EntryMode, id: Id) {
        let path = path.to_string();
        if mode.is_commit() {
            self.left_out.push(LeftOut::file(side, path, "a submodule"));
        } else if language::of_path(&path, Job::Detect).is_none() {
            self.others.insert(path);
        } else if mode.is_link() {
            let link = LeftOut::file(side, path, "a symbolic link");
            self.left_out.push(link);
        } else if mode.is_blob() {
            self.files.push((path, side, id));
        }
    }
}

/// A [`Recorder`] that stops when the budget is over.
struct Interruptible<'a> {
    recorder: Recorder,
    limits: &'a Limits<'a>,
}

impl Visit for Interruptible<'_> {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.recorder.pop_front_tracked_path_and_set_current();
    }

    fn push_back_tracked_path_component(&mut self, component: &BStr) {
        self.recorder.push_back_tracked_path_component(component);
    }

    fn push_path_component(&mut self, component: &BStr) {
        self.recorder.push_path_component(component);
    }

    fn pop_path_component(&mut self) {
        self.recorder.pop_path_component();
    }

    fn visit(&mut self, change: visit::Change) -> visit::Action {
        if self.limits.are_over() {
            return std::ops::ControlFlow::Break(());
        }
        self.recorder.visit(change)
    }
}
