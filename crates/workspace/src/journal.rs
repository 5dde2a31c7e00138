//! Changes of many files as one.
//!
//! Every change is a folder in `.reweave`, and the folder's name is its state:
//!
//! | name | what is true |
//! |---|---|
//! | `staged-N` | being prepared: no source file was touched; a crash here means that it never happened |
//! | `pending-N` | decided: the texts before and after are durable, some files may be in place; a crash here is finished by the next command that writes |
//! | `N` | done: an entry of the history |
//!
//! The one moment at which a change happens is the renaming of `staged-N` to `pending-N`. After it every file is put in
//! place by a rename of a durable temporary file that lies beside it. A file that is neither as it was before nor as it
//! should be after was changed by someone else; it is never overwritten.
//!
//! The record of a change is sealed with a key that lies outside of the tree. What has no seal of this user is shown by
//! `reweave recover`, and finished only when that is told to.

use crate::files::FileChange;
use crate::key::random_name;
use crate::record::{Entry, EntryFile, PRIVATE, TEMPORARY, Trust, hash_of};
use crate::{STORE, Workspace, WorkspaceError};
use std::fs::{File, TryLockError};

/// What is told about a change, beside its files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    pub time: u64,
    pub title: String,
    pub allowed: Vec<String>,
    pub undoes: Option<u32>,
}

pub(crate) const STAGED: &str = "staged-";
pub(crate) const PENDING: &str = "pending-";
pub(crate) const DONE: &str = "";

impl Workspace {
    /// Makes all changes or none, and returns the entry in the history. Every file must still be as `before` says.
    pub fn write(&self, changes: &[FileChange], about: About) -> Result<Entry, WorkspaceError> {
        self.verify(changes)?;
        let _lock = self.lock()?;
        let id = self.next_id()?;
        let entry = self.new_entry(id, changes, about)?;
        let staged = Self::stored(STAGED, id);
        self.stage(&staged, &entry, changes)
            .and_then(|()| self.verify(changes))
            .inspect_err(|_| {
                // Nothing was decided; what cannot be cleared now is cleared by the next write.
                let _ = self.drop_staged(&staged, Some(&entry));
            })?;
        let pending = Self::stored(PENDING, id);
        self.tree.rename(&staged, &pending)?;
        self.tree.sync(STORE)?;
        self.finish(&pending, &entry, Trust::Own)?;
        Ok(entry)
    }

    /// Puts a change that somebody else has made, such as an editor in the texts that it holds, into the history. No source file is
    /// touched; it can be taken back once the files are as `after` says.
    pub fn record(&self, changes: &[FileChange], about: About) -> Result<Entry, WorkspaceError> {
        for change in changes {
            self.check_path(&change.path)?;
        }
        let _lock = self.lock()?;
        let id = self.next_id()?;
        let mut entry = self.new_entry(id, changes, about)?;
        for file in &mut entry.files {
            file.temporary = None;
        }
        let staged = Self::stored(STAGED, id);
        self.stage_texts(&staged, &entry, changes)
            .and_then(|()| self.tree.rename(&staged, &Self::stored(DONE, id)))
            .inspect_err(|_| {
                // Nothing stands in the history; what cannot be cleared now is cleared by the next write.
                let _ = self.drop_staged(&staged, Some(&entry));
            })?;
        self.tree.sync(STORE)?;
        Ok(entry)
    }

    fn new_entry(
        &self,
        id: u32,
        changes: &[FileChange],
        about: About,
    ) -> Result<Entry, WorkspaceError> {
        let files = changes.iter().map(|c| self.entry_file(c));
        Ok(Entry {
            id,
            time: about.time,
            title: about.title,
            allowed: about.allowed,
            undoes: about.undoes,
            files: files.collect::<Result<_, _>>()?,
        })
    }

    /// Only one process writes; the lock goes with it however it ends.
    pub(crate) fn lock(&self) -> Result<File, WorkspaceError> {
        if self.tree.names("")?.iter().all(|name| name != STORE) {
            self.tree.make_folders(STORE)?;
            self.tree.sync("")?;
        }
        let names = self.tree.names(STORE)?;
        if names.iter().all(|name| name != ".gitignore") {
            let ignore = format!("{STORE}/.gitignore");
            // Another process may have been quicker.
            if let Err(error) = self.tree.create(&ignore, b"*\n", None)
                && self.tree.read(&ignore)?.is_none()
            {
                return Err(error);
            }
        }
        let path = format!("{STORE}/lock");
        let file = self.tree.lock_file(&path)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(WorkspaceError::Locked(self.root.clone())),
            Err(TryLockError::Error(e)) => {
                Err(WorkspaceError::io("lock", &self.root.join(path), e))
            }
        }
    }

    /// Each file must be one that may be written, and be as the change says it was.
    fn verify(&self, changes: &[FileChange]) -> Result<(), WorkspaceError> {
        for change in changes {
            self.check_path(&change.path)?;
            if self.tree.read(&change.path)? != change.before {
                return Err(WorkspaceError::ChangedMeanwhile(change.path.clone()));
            }
        }
        Ok(())
    }

    fn entry_file(&self, change: &FileChange) -> Result<EntryFile, WorkspaceError> {
        let mode = self.tree.mode(&change.path);
        let model = change.mode_of.as_deref();
        let name = random_name(TEMPORARY, ".tmp").ok_or(WorkspaceError::NoRandom)?;
        Ok(EntryFile {
            path: change.path.clone(),
            existed: change.before.is_some(),
            exists: change.after.is_some(),
            mode_before: mode,
            mode_after: change
                .mode
                .or(mode)
                .or_else(|| model.and_then(|path| self.tree.mode(path))),
            hash_before: change.before.as_deref().map(hash_of),
            hash_after: change.after.as_deref().map(hash_of),
            temporary: change.after.is_some().then_some(name),
        })
    }

    /// Writes everything that the change needs: both texts of each file, and each new text beside its place.
    fn stage(
        &self,
        staged: &str,
        entry: &Entry,
        changes: &[FileChange],
    ) -> Result<(), WorkspaceError> {
        self.stage_texts(staged, entry, changes)?;
        for (change, file) in changes.iter().zip(&entry.files) {
            if let (Some(bytes), Some(temporary)) = (&change.after, file.temporary_path()) {
                if let Some((folder, _)) = change.path.rsplit_once('/') {
                    self.tree.make_folders(folder)?;
                }
                self.tree.create(&temporary, bytes, file.mode_after)?;
            }
        }
        Ok(())
    }

    /// Writes the record and both texts of each file.
    fn stage_texts(
        &self,
        staged: &str,
        entry: &Entry,
        changes: &[FileChange],
    ) -> Result<(), WorkspaceError> {
        self.tree.make_folders(staged)?;
        // The record comes first: whatever else a crash leaves, it tells what to clear.
        self.write_record(staged, entry)?;
        for (i, change) in changes.iter().enumerate() {
            for (text, ending) in [(&change.before, "before"), (&change.after, "after")] {
                if let Some(bytes) = text {
                    self.tree
                        .create(&format!("{staged}/{i}.{ending}"), bytes, PRIVATE)?;
                }
            }
        }
        self.tree.sync(staged)?;
        self.tree.sync(STORE)
    }

    /// Puts every file in place that is not there yet. May be run again after a crash at any point of it.
    pub(crate) fn finish(
        &self,
        pending: &str,
        entry: &Entry,
        trust: Trust,
    ) -> Result<(), WorkspaceError> {
        let changes = self.unfinished(pending, entry)?;
        for (i, change) in changes.iter().enumerate() {
            let file = &entry.files[i];
            match &change.after {
                Some(bytes) if change.before.as_ref() != Some(bytes) => {
                    self.put(file, bytes, trust)?;
                }
                Some(_) => self.clear(file, entry.id, i)?,
                None => self.tree.remove(&file.path)?,
            }
            if trust != Trust::Own {
                self.clear(file, entry.id, i)?;
            }
            let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
            self.tree.sync(folder)?;
        }
        for file in entry.files.iter().filter(|f| !f.exists) {
            self.remove_empty_folders(&file.path)?;
        }
        self.tree.rename(pending, &Self::stored(DONE, entry.id))?;
        self.tree.sync(STORE)
    }

    /// From what each file of a decided change is now to what it becomes.
    pub(crate) fn unfinished(
        &self,
        pending: &str,
        entry: &Entry,
    ) -> Result<Vec<FileChange>, WorkspaceError> {
        let each = entry.files.iter().enumerate().map(|(i, file)| {
            let (before, after) = self.texts(pending, i, file)?;
            let now = self.tree.read(&file.path)?;
            if now != after && now != before {
                return Err(WorkspaceError::CannotRecover {
                    path: file.path.clone(),
                    store: self.root.join(pending),
                });
            }
            Ok(FileChange::new(&file.path, now, after))
        });
        each.collect()
    }

    /// Puts a text in its place in one move. Permissions are taken only from a record that this user wrote.
    fn put(&self, file: &EntryFile, bytes: &[u8], trust: Trust) -> Result<(), WorkspaceError> {
        let own = match trust {
            Trust::Own => file.temporary_path(),
            Trust::Unknown(_) => None,
        };
        let waiting = match own {
            Some(waiting) if self.tree.read(&waiting)?.as_deref() == Some(bytes) => waiting,
            left => {
                if let Some(half) = left {
                    self.tree.remove(&half)?;
                }
                let mode = match trust {
                    Trust::Own => file.mode_after,
                    Trust::Unknown(_) => self.tree.mode(&file.path),
                };
                if let Some((folder, _)) = file.path.rsplit_once('/') {
                    self.tree.make_folders(folder)?;
                }
                let name = random_name(TEMPORARY, ".tmp").ok_or(WorkspaceError::NoRandom)?;
                let fresh = crate::record::beside(&file.path, &name);
                self.tree.create(&fresh, bytes, mode)?;
                fresh
            }
        };
        self.tree.rename(&waiting, &file.path)
    }

    /// Removes the text that waited for a file.
    fn clear(&self, file: &EntryFile, id: u32, index: usize) -> Result<(), WorkspaceError> {
        match file.temporary_path() {
            Some(waiting) => self.tree.remove(&waiting),
            None => self.tree.remove(&file.old_temporary_path(id, index)),
        }
    }

    /// A folder whose last file went goes too; taking the change back makes it again.
    fn remove_empty_folders(&self, path: &str) -> Result<(), WorkspaceError> {
        let mut at = path;
        while let Some((folder, _)) = at.rsplit_once('/') {
            if !self.tree.remove_empty(folder) {
                break;
            }
            self.tree
                .sync(folder.rsplit_once('/').map_or("", |(f, _)| f))?;
            at = folder;
        }
        Ok(())
    }

    /// Clears what a change that was not decided had prepared.
    pub(crate) fn drop_staged(
        &self,
        staged: &str,
        entry: Option<&Entry>,
    ) -> Result<(), WorkspaceError> {
        // Without a whole record no temporary file was written yet.
        if let Some(entry) = entry {
            for (i, file) in entry.files.iter().enumerate() {
                self.clear(file, entry.id, i)?;
            }
        }
        self.tree.remove_all(staged)
    }

    /// A number that no change has in any state.
    fn next_id(&self) -> Result<u32, WorkspaceError> {
        let mut last = 0;
        for state in [DONE, PENDING, STAGED] {
            last = last.max(self.in_state(state)?.last().copied().unwrap_or(0));
        }
        last.checked_add(1).ok_or_else(|| WorkspaceError::BadEntry {
            path: self.store(),
            why: format!("it holds a change {last}, and no number follows"),
        })
    }

    /// The numbers of the changes in a state, in order.
    pub(crate) fn in_state(&self, prefix: &str) -> Result<Vec<u32>, WorkspaceError> {
        let names = self.tree.names(STORE)?;
        let mut ids: Vec<u32> = names
            .iter()
            .filter_map(|name| {
                let number = name.strip_prefix(prefix)?;
                // `+1` and `01` are numbers, but not names that were given here.
                number
                    .parse()
                    .ok()
                    .filter(|n: &u32| n.to_string() == number)
            })
            .collect();
        ids.sort_unstable();
        Ok(ids)
    }
}
