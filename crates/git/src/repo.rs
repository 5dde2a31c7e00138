//! An open repository, and each thread's own view of it.

use crate::delta_bases::DeltaBases;
use crate::error::why;
use crate::texts::Texts;
use crate::{GitError, Id};
use gix::config::Source as ConfigSource;
use reweave_change::{Source, decode};
use reweave_disk::LARGEST_SOURCE;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A repository that any number of threads read.
pub struct Repo {
    shared: gix::ThreadSafeRepository,
    texts: Arc<Texts>,
}

/// Trees and commits that neighbouring steps read again.
const OBJECT_CACHE_BYTES: usize = 16 << 20;

impl Repo {
    /// The repository at `path` or above it: bare, ordinary or a linked working tree.
    pub fn open(path: &Path) -> Result<Self, GitError> {
        let mut repo = gix::discover(path).map_err(|error| GitError::NoRepository {
            path: path.to_path_buf(),
            why: why(&error),
        })?;
        forget_commands(&mut repo);
        Ok(Self {
            shared: repo.into_sync(),
            texts: Arc::default(),
        })
    }

    /// This thread's view.
    pub fn local(&self) -> Local {
        let mut repo = self.shared.to_thread_local();
        repo.object_cache_size_if_unset(OBJECT_CACHE_BYTES);
        repo.objects
            .set_pack_cache(|| Box::new(DeltaBases::default()));
        let shallow = match repo.shallow_commits() {
            Ok(Some(commits)) => commits.iter().copied().collect(),
            _ => HashSet::new(),
        };
        Local {
            repo,
            shallow,
            texts: Arc::clone(&self.texts),
        }
    }

    /// Where its objects are: the same folder for all working trees that share them.
    pub fn folder(&self) -> PathBuf {
        let folder = self.shared.to_thread_local().common_dir().to_path_buf();
        folder.canonicalize().unwrap_or(folder)
    }

    /// The address that the repository was cloned from; none where there is no remote called `origin`.
    pub fn origin(&self) -> Option<String> {
        let repo = self.shared.to_thread_local();
        let url = repo.config_snapshot().string("remote.origin.url")?;
        Some(url.to_string())
    }
}

/// A repository that was unpacked brings its own settings along, and a filter in them is a command that looking at the
/// working tree would run. Those that the user or the system set up stay.
fn forget_commands(repo: &mut gix::Repository) {
    let filters: Vec<_> = {
        let snapshot = repo.config_snapshot();
        let sections = snapshot.plumbing().sections_and_ids_by_name("filter");
        let of_repository = |source| matches!(source, ConfigSource::Local | ConfigSource::Worktree);
        sections
            .into_iter()
            .flatten()
            .filter(|(section, _)| of_repository(section.meta().source))
            .map(|(_, id)| id)
            .collect()
    };
    if !filters.is_empty() {
        let mut config = repo.config_snapshot_mut();
        for id in filters {
            config.remove_section_by_id(id);
        }
    }
}

/// One thread's view of a repository.
pub struct Local {
    pub(crate) repo: gix::Repository,
    /// Commits whose parents a shallow clone left behind.
    pub(crate) shallow: HashSet<Id>,
    pub(crate) texts: Arc<Texts>,
}

impl Local {
    pub(crate) fn read(&self, what: &'static str, id: Id) -> Result<gix::Object<'_>, GitError> {
        self.repo.find_object(id).map_err(|error| GitError::Object {
            what,
            id,
            why: why(&error),
        })
    }

    /// Whether a file is more than anyone wrote. A few kilobytes of a repository can hold gigabytes, so the length is asked
    /// for before anything is unpacked; what cannot be read is told by the reading itself.
    pub(crate) fn is_too_large(&self, id: Id) -> bool {
        let header = self.repo.find_header(id);
        header.is_ok_and(|header| header.size() > LARGEST_SOURCE)
    }

    /// The working tree; a bare repository has none.
    pub fn workdir(&self) -> Option<PathBuf> {
        self.repo.workdir().map(Path::to_path_buf)
    }

    /// The folder in Git's own where this tool keeps things of this working tree: `git rev-parse --git-path reweave`.
    pub fn own_folder(&self) -> PathBuf {
        self.repo.git_dir().join("reweave")
    }

    /// The file at `path` in the tree of `commit`; none where there is none or it cannot be read.
    pub fn file_at(&self, commit: Id, path: &str) -> Option<Source> {
        let tree = self.tree_of(commit).ok()?;
        let entry = tree.lookup_entry(path.split('/')).ok()??;
        let id = entry.object_id();
        if !entry.mode().is_blob() {
            return None;
        }
        if let Some(source) = self.texts.get(id, path) {
            return Some(source);
        }
        if self.is_too_large(id) {
            return None;
        }
        let mut blob = self.read("file", id).ok()?;
        let source = decode(path.to_owned(), std::mem::take(&mut blob.data)).ok()?;
        self.texts.put(id, &source);
        Some(source)
    }

    /// The names of the files right in a folder of the tree of `commit`; none where it cannot be read.
    pub(crate) fn names_at(&self, commit: Id, folder: &str) -> Vec<String> {
        let names = || {
            let mut tree = self.tree_of(commit).ok()?;
            if let Some(path) = folder.strip_suffix('/') {
                let entry = tree.lookup_entry(path.split('/')).ok()??;
                tree = entry.object().ok()?.try_into_tree().ok()?;
            }
            let files = tree.iter().filter_map(Result::ok);
            let files = files.filter(|entry| entry.mode().is_blob());
            Some(files.map(|entry| entry.filename().to_string()).collect())
        };
        names().unwrap_or_default()
    }

    /// The last commit.
    pub(crate) fn head(&self) -> Option<Id> {
        Some(self.repo.head_id().ok()?.detach())
    }

    /// The first line of a commit's message.
    pub fn subject(&self, commit: Id) -> String {
        let subject = || {
            let object = self.repo.find_object(commit).ok()?;
            let commit = object.try_to_commit_ref().ok()?;
            Some(commit.message().summary().to_string())
        };
        subject().unwrap_or_default()
    }

    /// Which of several parents `parent` is, from 1, and how many there are; none where the commit is no merge.
    pub fn merged(&self, commit: Id, parent: Id) -> Option<(usize, usize)> {
        let parents = self.parents(commit).ok()?;
        let at = parents.iter().position(|p| *p == parent)?;
        (parents.len() > 1).then_some((at + 1, parents.len()))
    }

    /// The tree of a commit.
    pub(crate) fn tree_of(&self, commit: Id) -> Result<gix::Tree<'_>, GitError> {
        let fail = |what, id| {
            move |error: gix::Error| GitError::Object {
                what,
                id,
                why: why(&error),
            }
        };
        let object = self.read("commit", commit)?;
        let commit = object.try_into_commit().map_err(|error| GitError::Object {
            what: "commit",
            id: commit,
            why: why(&error),
        })?;
        let id = commit
            .tree_id()
            .map_err(fail("commit", commit.id))?
            .detach();
        self.read("tree", id)?
            .try_into_tree()
            .map_err(|error| GitError::Object {
                what: "tree",
                id,
                why: why(&error),
            })
    }
}
