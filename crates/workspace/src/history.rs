//! What was written, and how it is taken back.

use crate::journal::DONE;
use crate::record::{Entry, Trust};
use crate::{FileChange, Workspace, WorkspaceError};

/// A change that was made, and who made it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Past {
    pub entry: Entry,
    pub trust: Trust,
}

impl Workspace {
    /// The changes that were made, oldest first. Nothing is written for it.
    pub fn history(&self) -> Result<Vec<Past>, WorkspaceError> {
        let mut past = Vec::new();
        for id in self.in_state(DONE)? {
            let folder = Self::stored(DONE, id);
            let (entry, trust) =
                self.read_record(&folder)?
                    .ok_or_else(|| WorkspaceError::BadEntry {
                        path: self.root.join(&folder),
                        why: "it has no record".to_owned(),
                    })?;
            past.push(Past { entry, trust });
        }
        Ok(past)
    }

    /// The changes that take an entry back, and the entry: the given one, or the last that was not taken back yet. One
    /// that this user did not write here is taken back only when it is named.
    pub fn reversal(&self, id: Option<u32>) -> Result<(Entry, Vec<FileChange>), WorkspaceError> {
        let history = self.history()?;
        let taken_back = |id| history.iter().any(|p| p.entry.undoes == Some(id));
        let found = match id {
            Some(id) => history.iter().find(|p| p.entry.id == id),
            None => history
                .iter()
                .rev()
                .find(|p| p.entry.undoes.is_none() && !taken_back(p.entry.id)),
        };
        let Past { entry, trust } = match (found, id) {
            (Some(past), _) => past.clone(),
            (None, None) => return Err(WorkspaceError::NothingToUndo(self.root.clone())),
            (None, Some(id)) => {
                return Err(WorkspaceError::NoSuchEntry {
                    id: id.to_string(),
                    root: self.root.clone(),
                });
            }
        };
        if let (None, Trust::Unknown(why)) = (id, trust) {
            return Err(WorkspaceError::NotOwnEntry { id: entry.id, why });
        }
        let folder = Self::stored(DONE, entry.id);
        let changes = entry.files.iter().enumerate().map(|(i, file)| {
            let (before, after) = self.texts(&folder, i, file)?;
            let mut change = FileChange::new(&file.path, after, before);
            if trust == Trust::Own {
                change.mode = file.mode_before;
            }
            Ok(change)
        });
        let changes = changes.collect::<Result<Vec<_>, _>>()?;
        Ok((entry, changes))
    }
}
