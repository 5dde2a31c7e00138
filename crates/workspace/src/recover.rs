//! What a crash left in the middle: shown to who reads, finished or dropped by who writes.

use crate::journal::{PENDING, STAGED};
use crate::record::{Entry, Trust};
use crate::{FileChange, Workspace, WorkspaceError};

/// A change that did not come to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Interrupted {
    pub id: u32,
    /// Whether it had been decided, so that some of its files may be in place.
    pub is_decided: bool,
    /// `None` when it ended before its record was written.
    pub entry: Option<Entry>,
    pub trust: Trust,
}

impl Interrupted {
    /// Whether the next command that writes clears it by itself.
    pub fn is_cleared_unasked(&self) -> bool {
        self.trust == Trust::Own || !self.is_decided && self.entry.is_none()
    }
}

/// What was done about an interrupted change.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recovery {
    /// It had been decided, and is now done.
    Finished(Entry),
    /// It had not been decided; no file was touched.
    Dropped(u32),
}

impl Workspace {
    /// What was interrupted, decided changes first. Nothing is written for it.
    pub fn interrupted(&self) -> Result<Vec<Interrupted>, WorkspaceError> {
        let mut all = Vec::new();
        for (state, is_decided) in [(PENDING, true), (STAGED, false)] {
            for id in self.in_state(state)? {
                all.push(self.look_at(id, is_decided)?);
            }
        }
        Ok(all)
    }

    fn look_at(&self, id: u32, is_decided: bool) -> Result<Interrupted, WorkspaceError> {
        let state = if is_decided { PENDING } else { STAGED };
        let (entry, trust) = match self.read_record(&Self::stored(state, id)) {
            Ok(Some((entry, trust))) => (Some(entry), trust),
            Ok(None) => (None, Trust::Unknown("it has no record")),
            // Half a record, when the end came while it was written; or one that names what is never written.
            Err(WorkspaceError::BadEntry { .. }) => (None, Trust::Unknown("its record is damaged")),
            Err(error) => return Err(error),
        };
        Ok(Interrupted {
            id,
            is_decided,
            entry,
            trust,
        })
    }

    /// What finishing a decided change would do: from what each file is now to what it becomes.
    pub fn remaining(&self, interrupted: &Interrupted) -> Result<Vec<FileChange>, WorkspaceError> {
        match &interrupted.entry {
            Some(entry) if interrupted.is_decided => {
                let mut changes = self.unfinished(&Self::stored(PENDING, entry.id), entry)?;
                changes.retain(|change| change.before != change.after);
                Ok(changes)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Finishes what this user's own processes had decided, and drops what they had not. Stops before anything is touched
    /// where another decided change stands: who wrote it is not known, and what is written on top of half of it is wrong.
    pub fn recover_own(&self) -> Result<Vec<Recovery>, WorkspaceError> {
        self.recover(false)
    }

    /// Finishes and drops everything that was interrupted, whoever wrote it. To be called when the user asked for just
    /// this, having seen what it does.
    pub fn recover_all(&self) -> Result<Vec<Recovery>, WorkspaceError> {
        self.recover(true)
    }

    fn recover(&self, is_asked: bool) -> Result<Vec<Recovery>, WorkspaceError> {
        if self.interrupted()?.is_empty() {
            return Ok(Vec::new());
        }
        let _lock = self.lock()?;
        let interrupted = self.interrupted()?;
        for one in interrupted.iter().filter(|one| one.is_decided) {
            match (&one.entry, one.trust) {
                (None, _) => {
                    self.read_record(&Self::stored(PENDING, one.id))?;
                    return Err(WorkspaceError::BadEntry {
                        path: self.root.join(Self::stored(PENDING, one.id)),
                        why: "it has no record".to_owned(),
                    });
                }
                (Some(_), Trust::Unknown(why)) if !is_asked => {
                    return Err(WorkspaceError::NotOwnJournal {
                        path: self.root.join(Self::stored(PENDING, one.id)),
                        why,
                    });
                }
                _ => {}
            }
        }
        let mut done = Vec::new();
        for one in interrupted {
            if !is_asked && !one.is_cleared_unasked() {
                continue;
            }
            match one.entry {
                Some(entry) if one.is_decided => {
                    self.finish(&Self::stored(PENDING, one.id), &entry, one.trust)?;
                    done.push(Recovery::Finished(entry));
                }
                entry => {
                    self.drop_staged(&Self::stored(STAGED, one.id), entry.as_ref())?;
                    done.push(Recovery::Dropped(one.id));
                }
            }
        }
        Ok(done)
    }
}
