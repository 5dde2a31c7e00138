//! Changes of many files as one, and their history.
//!
//! Every change is a folder in `.reweave`, and the folder's name is its state:
//!
//! | name | what is true |
//! |---|---|
//! | `staged-N` | being prepared: no source file was touched; a crash here means that it never happened |
//! | `pending-N` | decided: the texts before and after are durable, some files may be in place; a crash here is finished at the next start |
//! | `N` | done: an entry of the history |
//!
//! The one moment at which a change happens is the renaming of `staged-N` to `pending-N`. After it every file is put in
//! place by a rename of a durable temporary file that lies beside it. A file that is neither as it was before nor as it
//! should be after was changed by someone else; it is never overwritten.

use crate::files::{self, FileChange};
use crate::{Workspace, WorkspaceError};
use serde::{Deserialize, Serialize};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// A change in the history.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub id: u32,
    /// Seconds since 1970, as the caller gave them.
    pub time: u64,
    /// What was done, in one line.
    pub title: String,
    /// Kinds of conflicts that were overridden.
    pub allowed: Vec<String>,
    /// The change that this one takes back.
    pub undoes: Option<u32>,
    pub files: Vec<EntryFile>,
}

/// One file of an entry; its texts are `I.before` and `I.after` in the entry's folder, `I` being its place in the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryFile {
    pub path: String,
    pub existed: bool,
    pub exists: bool,
    /// Permissions before and after, where the system has them.
    pub mode_before: Option<u32>,
    pub mode_after: Option<u32>,
}

/// What is told about a change, beside its files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    pub time: u64,
    pub title: String,
    pub allowed: Vec<String>,
    pub undoes: Option<u32>,
}

/// What was found unfinished when a workspace was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recovery {
    /// It had been decided, and is now done.
    Finished(Entry),
    /// It had not been decided; no file was touched.
    Dropped(u32),
}

const RECORD: &str = "entry.json";
const STAGED: &str = "staged-";
const PENDING: &str = "pending-";

impl Workspace {
    /// Makes all changes or none, and gives the entry in the history. Every file must still be as `before` says.
    pub fn write(&self, changes: &[FileChange], about: About) -> Result<Entry, WorkspaceError> {
        let _lock = self.lock()?;
        let store = self.store();
        let id = self.ids()?.last().map_or(1, |last| last + 1);
        let places = self.verified(changes)?;
        let entry = Entry {
            id,
            time: about.time,
            title: about.title,
            allowed: about.allowed,
            undoes: about.undoes,
            files: changes.iter().map(|c| self.entry_file(c)).collect(),
        };
        let staged = store.join(format!("{STAGED}{id}"));
        self.stage(&staged, &entry, changes, &places)
            .inspect_err(|_| {
                // Nothing was decided; what cannot be cleared now is cleared at the next start.
                let _ = self.drop_staged(&staged, id);
            })?;
        self.verified(changes).inspect_err(|_| {
            let _ = self.drop_staged(&staged, id);
        })?;
        let pending = store.join(format!("{PENDING}{id}"));
        files::rename(&staged, &pending)?;
        files::sync_folder(&store)?;
        self.finish(&pending, &entry)?;
        Ok(entry)
    }

    /// The changes that were made, oldest first.
    pub fn history(&self) -> Result<Vec<Entry>, WorkspaceError> {
        let store = self.store();
        let ids = self.ids()?;
        ids.into_iter()
            .map(|id| read_record(&store.join(id.to_string())))
            .collect()
    }

    /// The changes that take an entry back, and the entry: the given one, or the last that was not taken back yet.
    pub fn reversal(&self, id: Option<u32>) -> Result<(Entry, Vec<FileChange>), WorkspaceError> {
        let history = self.history()?;
        let taken_back = |id| history.iter().any(|e| e.undoes == Some(id));
        let found = match id {
            Some(id) => history.iter().find(|e| e.id == id),
            None => history
                .iter()
                .rev()
                .find(|e| e.undoes.is_none() && !taken_back(e.id)),
        };
        let entry = match (found, id) {
            (Some(entry), _) => entry.clone(),
            (None, None) => return Err(WorkspaceError::NothingToUndo(self.root.clone())),
            (None, Some(id)) => {
                return Err(WorkspaceError::NoSuchEntry {
                    id: id.to_string(),
                    root: self.root.clone(),
                });
            }
        };
        let folder = self.store().join(entry.id.to_string());
        let changes = entry.files.iter().enumerate().map(|(i, file)| {
            let (before, after) = texts(&folder, i, file)?;
            let mut change = FileChange::new(&file.path, after, before);
            change.mode = file.mode_before;
            Ok(change)
        });
        let changes = changes.collect::<Result<Vec<_>, _>>()?;
        Ok((entry, changes))
    }

    /// Finishes what was decided and drops what was not.
    pub(crate) fn recover(&self) -> Result<Vec<Recovery>, WorkspaceError> {
        let store = self.store();
        if !store.is_dir()
            || self.in_state(STAGED)?.is_empty() && self.in_state(PENDING)?.is_empty()
        {
            return Ok(Vec::new());
        }
        let _lock = self.lock()?;
        let mut done = Vec::new();
        for id in self.in_state(PENDING)? {
            let pending = store.join(format!("{PENDING}{id}"));
            let entry = read_record(&pending)?;
            self.finish(&pending, &entry)?;
            done.push(Recovery::Finished(entry));
        }
        for id in self.in_state(STAGED)? {
            self.drop_staged(&store.join(format!("{STAGED}{id}")), id)?;
            done.push(Recovery::Dropped(id));
        }
        Ok(done)
    }

    /// Only one process writes; the lock goes with it however it ends.
    fn lock(&self) -> Result<File, WorkspaceError> {
        let store = self.store();
        let io = |path: &Path| {
            let path = path.to_owned();
            move |e| WorkspaceError::io("create", &path, e)
        };
        if !store.is_dir() {
            fs::create_dir(&store).map_err(io(&store))?;
            files::sync_folder(&self.root)?;
        }
        let ignore = store.join(".gitignore");
        if !ignore.exists() {
            fs::write(&ignore, "*\n").map_err(io(&ignore))?;
        }
        let path = store.join("lock");
        let file = File::create(&path).map_err(io(&path))?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(TryLockError::WouldBlock) => Err(WorkspaceError::Locked(self.root.clone())),
            Err(TryLockError::Error(e)) => Err(WorkspaceError::io("lock", &path, e)),
        }
    }

    /// The absolute places, each file being as the change says it was.
    fn verified(&self, changes: &[FileChange]) -> Result<Vec<PathBuf>, WorkspaceError> {
        let place = |change: &FileChange| {
            let at = self.place(&change.path)?;
            if files::current(&at)? == change.before {
                Ok(at)
            } else {
                Err(WorkspaceError::ChangedMeanwhile(change.path.clone()))
            }
        };
        changes.iter().map(place).collect()
    }

    fn entry_file(&self, change: &FileChange) -> EntryFile {
        let mode = files::mode(&self.root.join(&change.path));
        let model = change.mode_of.as_ref().map(|path| self.root.join(path));
        EntryFile {
            path: change.path.clone(),
            existed: change.before.is_some(),
            exists: change.after.is_some(),
            mode_before: mode,
            mode_after: change
                .mode
                .or(mode)
                .or_else(|| model.and_then(|m| files::mode(&m))),
        }
    }

    /// Writes everything that the change needs: both texts of each file, and each new text beside its place.
    fn stage(
        &self,
        staged: &Path,
        entry: &Entry,
        changes: &[FileChange],
        places: &[PathBuf],
    ) -> Result<(), WorkspaceError> {
        fs::create_dir(staged).map_err(|e| WorkspaceError::io("create", staged, e))?;
        for (i, change) in changes.iter().enumerate() {
            for (text, ending) in [(&change.before, "before"), (&change.after, "after")] {
                if let Some(bytes) = text {
                    files::write_new(&staged.join(format!("{i}.{ending}")), bytes, None)?;
                }
            }
        }
        let record = serde_json::to_vec_pretty(entry).expect("an entry is plain data");
        files::write_new(&staged.join(RECORD), &record, None)?;
        files::sync_folder(staged)?;
        files::sync_folder(&self.store())?;
        for (i, (change, at)) in changes.iter().zip(places).enumerate() {
            if let Some(bytes) = &change.after {
                let temporary = temporary(at, entry.id, i);
                let parent = at.parent().expect("a file in the root has a folder");
                fs::create_dir_all(parent).map_err(|e| WorkspaceError::io("create", parent, e))?;
                files::write_new(&temporary, bytes, entry.files[i].mode_after)?;
            }
        }
        Ok(())
    }

    /// Puts every file in place that is not there yet. May be run again after a crash at any point of it.
    fn finish(&self, pending: &Path, entry: &Entry) -> Result<(), WorkspaceError> {
        let mut work = Vec::new();
        for (i, file) in entry.files.iter().enumerate() {
            let at = self.place(&file.path)?;
            let (before, after) = texts(pending, i, file)?;
            let now = files::current(&at)?;
            if now != after && now != before {
                return Err(WorkspaceError::CannotRecover {
                    path: file.path.clone(),
                    store: pending.to_owned(),
                });
            }
            work.push((i, at, now, after));
        }
        for (i, at, now, after) in work {
            let temporary = temporary(&at, entry.id, i);
            match after {
                Some(bytes) if now.as_ref() != Some(&bytes) => {
                    if files::current(&temporary)?.as_ref() != Some(&bytes) {
                        files::write_new(&temporary, &bytes, entry.files[i].mode_after)?;
                    }
                    files::rename(&temporary, &at)?;
                }
                Some(_) => files::remove(&temporary)?,
                None => files::remove(&at)?,
            }
            if let Some(parent) = at.parent().filter(|p| p.is_dir()) {
                files::sync_folder(parent)?;
            }
        }
        for file in entry.files.iter().filter(|f| !f.exists) {
            self.remove_empty_folders(&file.path)?;
        }
        let store = self.store();
        files::rename(pending, &store.join(entry.id.to_string()))?;
        files::sync_folder(&store)
    }

    /// A folder whose last file went goes too; taking the change back makes it again.
    fn remove_empty_folders(&self, path: &str) -> Result<(), WorkspaceError> {
        let mut at = self.place(path)?;
        while at.pop() && at != self.root && fs::remove_dir(&at).is_ok() {
            if let Some(parent) = at.parent() {
                files::sync_folder(parent)?;
            }
        }
        Ok(())
    }

    fn drop_staged(&self, staged: &Path, id: u32) -> Result<(), WorkspaceError> {
        // Without a whole record no temporary file was written yet.
        if let Ok(entry) = read_record(staged) {
            for (i, file) in entry.files.iter().enumerate() {
                files::remove(&temporary(&self.place(&file.path)?, id, i))?;
            }
        }
        fs::remove_dir_all(staged).map_err(|e| WorkspaceError::io("remove", staged, e))
    }

    /// The numbers of the done entries, in order.
    fn ids(&self) -> Result<Vec<u32>, WorkspaceError> {
        self.in_state("")
    }

    fn in_state(&self, prefix: &str) -> Result<Vec<u32>, WorkspaceError> {
        let store = self.store();
        let entries = match fs::read_dir(&store) {
            Ok(entries) => entries,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(e) => return Err(WorkspaceError::io("read", &store, e)),
        };
        let mut ids: Vec<u32> = entries
            .filter_map(|e| {
                e.ok()?
                    .file_name()
                    .to_str()?
                    .strip_prefix(prefix)?
                    .parse()
                    .ok()
            })
            .collect();
        ids.sort_unstable();
        Ok(ids)
    }
}

/// Where a new text waits: beside its place, so that putting it there is one rename.
fn temporary(at: &Path, id: u32, index: usize) -> PathBuf {
    at.with_file_name(format!(".reweave-{id}-{index}.tmp"))
}

type Texts = (Option<Vec<u8>>, Option<Vec<u8>>);

fn texts(folder: &Path, index: usize, file: &EntryFile) -> Result<Texts, WorkspaceError> {
    let read = |is_there: bool, ending: &str| {
        let path = folder.join(format!("{index}.{ending}"));
        if !is_there {
            return Ok(None);
        }
        fs::read(&path)
            .map(Some)
            .map_err(|e| WorkspaceError::io("read", &path, e))
    };
    Ok((read(file.existed, "before")?, read(file.exists, "after")?))
}

fn read_record(folder: &Path) -> Result<Entry, WorkspaceError> {
    let path = folder.join(RECORD);
    let bytes = fs::read(&path).map_err(|e| WorkspaceError::io("read", &path, e))?;
    serde_json::from_slice(&bytes).map_err(|e| WorkspaceError::BadEntry {
        path: folder.to_owned(),
        why: e.to_string(),
    })
}
