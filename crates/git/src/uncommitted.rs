//! What was changed since the last commit: in the working tree, or in the index.

use crate::error::why;
use crate::{GitError, Id, Local};
use gix::bstr::{BString, ByteSlice};
use gix::status::{Item, Submodule, UntrackedFiles, tree_index::TrackRenames};
use reweave_change::language::Job;
use reweave_change::{Change, LeftOut, Limits, Side, Source, decode, language};
use std::collections::BTreeSet;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uncommitted {
    /// From the last commit to the files on disk, new files that are not ignored included.
    Worktree,
    /// From the last commit to the index.
    Staged,
}

impl Local {
    pub fn uncommitted(&self, what: Uncommitted, limits: &Limits<'_>) -> Result<Change, GitError> {
        let Some(root) = self.repo.workdir() else {
            return Err(GitError::Bare);
        };
        let head = self.repo.head_tree_id_or_empty().map_err(fail)?.detach();
        let mut left_out = Vec::new();
        let paths = self.touched(what)?;
        let tree = self.repo.find_tree(head).map_err(fail)?;
        let index = self.repo.index_or_empty().map_err(fail)?;
        let (mut before, mut after, mut others) = (Vec::new(), Vec::new(), Vec::new());
        for path in paths {
            let name = path.to_string();
            if language::of_path(&name, Job::Detect).is_none() {
                others.push(name);
                continue;
            }
            if let Some(entry) = tree.lookup_entry(path.split_str("/")).map_err(fail)? {
                let (mode, id) = (entry.mode(), entry.object_id());
                if mode.is_link() {
                    left_out.push(LeftOut::file(Side::Before, &*name, "a symbolic link"));
                } else if mode.is_blob() {
                    let source =
                        self.source(Side::Before, name.clone(), id, limits, &mut left_out)?;
                    before.extend(source);
                }
            }
            let side = Side::After;
            if what == Uncommitted::Worktree {
                after.extend(on_disk(root, name, &mut left_out));
                continue;
            }
            match index.entry_by_path(path.as_bstr()) {
                Some(entry) if entry.mode == gix::index::entry::Mode::SYMLINK => {
                    left_out.push(LeftOut::file(side, name, "a symbolic link"));
                }
                Some(entry) if entry.mode != gix::index::entry::Mode::COMMIT => {
                    after.extend(self.source(side, name, entry.id, limits, &mut left_out)?);
                }
                Some(_) => left_out.push(LeftOut::file(side, name, "a submodule")),
                None if index.entry_range(path.as_bstr()).is_some() => {
                    left_out.push(LeftOut::file(side, name, "an unresolved conflict"));
                }
                None => {}
            }
        }
        let change = Change::new(before, after, left_out);
        Ok(change.beside(others.iter().map(String::as_str)))
    }

    /// The paths that differ from the last commit.
    pub(crate) fn touched(&self, what: Uncommitted) -> Result<BTreeSet<BString>, GitError> {
        let head = self.repo.head_tree_id_or_empty().map_err(fail)?.detach();
        match what {
            Uncommitted::Worktree => self.touched_on_disk(head),
            Uncommitted::Staged => self.touched_in_index(head),
        }
    }

    /// The paths that differ between the last commit, the index and the disk.
    fn touched_on_disk(&self, head: Id) -> Result<BTreeSet<BString>, GitError> {
        let items = self
            .repo
            .status(gix::progress::Discard)
            .map_err(fail)?
            .head_tree(head)
            .untracked_files(UntrackedFiles::Files)
            .index_worktree_submodules(Submodule::Given {
                ignore: gix::submodule::config::Ignore::All,
                check_dirty: false,
            })
            .index_worktree_rewrites(None)
            .tree_index_track_renames(TrackRenames::Disabled)
            .into_iter(None)
            .map_err(fail)?;
        let mut paths = BTreeSet::new();
        for item in items {
            let item = item.map_err(|error| GitError::Status(error.to_string()))?;
            let touched = match &item {
                Item::IndexWorktree(change) => change.summary().is_some(),
                Item::TreeIndex(_) => true,
            };
            if touched {
                paths.insert(item.location().to_owned());
            }
        }
        Ok(paths)
    }

    fn touched_in_index(&self, head: Id) -> Result<BTreeSet<BString>, GitError> {
        let index = self.repo.index_or_empty().map_err(fail)?;
        let mut paths = BTreeSet::new();
        self.repo
            .tree_index_status(
                &head,
                &index,
                None,
                TrackRenames::Disabled,
                |change, _, _| {
                    paths.insert(change.location().to_owned());
                    Ok(std::ops::ControlFlow::Continue(()))
                },
            )
            .map_err(fail)?;
        for entry in index.entries() {
            if entry.stage() != gix::index::entry::Stage::Unconflicted {
                paths.insert(entry.path(&index).to_owned());
            }
        }
        Ok(paths)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn fail(error: gix::Error) -> GitError {
    GitError::Status(why(&error))
}

/// The file as it stands on disk; none where it was deleted or is left out.
fn on_disk(root: &Path, name: String, left_out: &mut Vec<LeftOut>) -> Option<Source> {
    let side = Side::After;
    let path = root.join(&name);
    let meta = path.symlink_metadata().ok()?;
    if meta.is_symlink() {
        left_out.push(LeftOut::file(side, name, "a symbolic link"));
        return None;
    }
    if meta.is_dir() {
        return None;
    }
    let read = reweave_disk::read(&path, reweave_disk::LARGEST_SOURCE);
    let read = read.map_err(|error| (name.clone(), error.to_string()));
    let decoded = read.and_then(|bytes| decode(name, bytes).map_err(|(p, what)| (p, what.into())));
    match decoded {
        Ok(source) => Some(source),
        Err((path, what)) => {
            left_out.push(LeftOut::file(side, path, &what));
            None
        }
    }
}
