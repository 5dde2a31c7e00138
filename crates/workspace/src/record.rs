//! The record of a change in `.reweave`, and whether this user's own process wrote it.

use crate::key::Key;
use crate::{STORE, Workspace, WorkspaceError};
use serde::{Deserialize, Serialize};
use std::fmt;

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
    /// BLAKE3 of the texts, so that the seal of the record holds for them, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_after: Option<String>,
    /// Where the new text waits beside its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temporary: Option<String>,
}

impl EntryFile {
    /// The path of the waiting text. A name that is not of the kind that is given here is not followed.
    pub(crate) fn temporary_path(&self) -> Option<String> {
        let name = self.temporary.as_deref()?;
        let random = name.strip_prefix(TEMPORARY)?.strip_suffix(".tmp")?;
        if random.is_empty() || !random.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        Some(beside(&self.path, name))
    }

    /// Where versions before the seal let the new text wait.
    pub(crate) fn old_temporary_path(&self, id: u32, index: usize) -> String {
        beside(&self.path, &format!("{TEMPORARY}{id}-{index}.tmp"))
    }
}

/// What the name of a waiting text begins with.
pub(crate) const TEMPORARY: &str = ".reweave-";

/// Another name in the folder of a path.
pub(crate) fn beside(path: &str, name: &str) -> String {
    match path.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{name}"),
        None => name.to_owned(),
    }
}

/// Who wrote a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// A process of this user, for this root.
    Own,
    /// That cannot be told, and why.
    Unknown(&'static str),
}

impl fmt::Display for Trust {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own => f.write_str("written by this user"),
            Self::Unknown(why) => f.write_str(why),
        }
    }
}

const RECORD: &str = "entry.json";
const SEAL: &str = "seal";
/// Records and texts are copies of files that may be private.
pub(crate) const PRIVATE: Option<u32> = Some(0o600);

pub(crate) type Texts = (Option<Vec<u8>>, Option<Vec<u8>>);

impl Workspace {
    /// Writes the record of an entry and its seal; without a key there is none, and it will not be finished unasked.
    pub(crate) fn write_record(&self, folder: &str, entry: &Entry) -> Result<(), WorkspaceError> {
        let record = serde_json::to_vec_pretty(entry).expect("an entry is plain data");
        if let Some(key) = self
            .state
            .as_deref()
            .and_then(|state| Key::load_or_make(state, &self.root))
        {
            let seal = key.seal(&self.root, &record);
            self.tree
                .create(&format!("{folder}/{SEAL}"), seal.as_bytes(), PRIVATE)?;
        }
        self.tree
            .create(&format!("{folder}/{RECORD}"), &record, PRIVATE)
    }

    /// The record in a folder of the store and who wrote it; `None` where there is none yet.
    pub(crate) fn read_record(
        &self,
        folder: &str,
    ) -> Result<Option<(Entry, Trust)>, WorkspaceError> {
        let Some(bytes) = self.tree.read(&format!("{folder}/{RECORD}"))? else {
            return Ok(None);
        };
        let damaged = |why: String| WorkspaceError::BadEntry {
            path: self.root.join(folder),
            why: reweave_disk::cut(&why),
        };
        let entry: Entry =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        let number = folder.rsplit(['/', '-']).next();
        if number.and_then(|n| n.parse().ok()) != Some(entry.id) {
            return Err(damaged("its record is of another number".to_owned()));
        }
        for file in &entry.files {
            self.check_path(&file.path)
                .map_err(|error| damaged(error.to_string()))?;
        }
        let trust = self.trust(folder, &entry, &bytes)?;
        Ok(Some((entry, trust)))
    }

    fn trust(&self, folder: &str, entry: &Entry, record: &[u8]) -> Result<Trust, WorkspaceError> {
        let Some(seal) = self.tree.read(&format!("{folder}/{SEAL}"))? else {
            return Ok(Trust::Unknown(
                "it has no seal: an earlier version wrote it, or it came with the folder",
            ));
        };
        let key = self.state.as_deref();
        let Some(key) = key.and_then(|state| Key::load(state, &self.root)) else {
            return Ok(Trust::Unknown(
                "this user has no key to check its seal with",
            ));
        };
        let own = [folder.to_owned(), format!("{folder}/{RECORD}")];
        if !own.iter().all(|path| self.tree.is_own(path)) {
            return Ok(Trust::Unknown("it belongs to another user"));
        }
        if !key.fits(&self.root, record, &seal) || !has_hashes(entry) {
            return Ok(Trust::Unknown(
                "its seal is of another user or another folder: it came with the folder, or the folder was moved",
            ));
        }
        Ok(Trust::Own)
    }

    /// The texts of one file of an entry; they must be those that the record was written for.
    pub(crate) fn texts(
        &self,
        folder: &str,
        index: usize,
        file: &EntryFile,
    ) -> Result<Texts, WorkspaceError> {
        let read = |is_there: bool, ending: &str, hash: &Option<String>| {
            if !is_there {
                return Ok(None);
            }
            let path = format!("{folder}/{index}.{ending}");
            let damaged = |why: &str| WorkspaceError::BadEntry {
                path: self.root.join(&path),
                why: why.to_owned(),
            };
            let bytes = self
                .tree
                .read(&path)?
                .ok_or_else(|| damaged("it is gone"))?;
            if hash.as_ref().is_some_and(|hash| *hash != hash_of(&bytes)) {
                return Err(damaged("it is not the text that was recorded"));
            }
            Ok(Some(bytes))
        };
        Ok((
            read(file.existed, "before", &file.hash_before)?,
            read(file.exists, "after", &file.hash_after)?,
        ))
    }

    /// The folder of the store for a state and a number.
    pub(crate) fn stored(state: &str, id: u32) -> String {
        format!("{STORE}/{state}{id}")
    }
}

pub(crate) fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

fn has_hashes(entry: &Entry) -> bool {
    entry.files.iter().all(|file| {
        file.existed == file.hash_before.is_some() && file.exists == file.hash_after.is_some()
    })
}
