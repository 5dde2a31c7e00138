//! What would happen: the edits of one refactoring, the verdict, and what both rest on.

use crate::ProjectError;
use crate::ask::Ask;
use crate::base::Base;
use blake3::Hasher;
use reweave_refactor::{Conflict, Outcome, Standing, Unresolved};
use reweave_workspace::{FileChange, Folder};

/// Characters of an id: so few plans are open at a time that they never meet.
const ID_LENGTH: usize = 16;

/// One refactoring as it would be done to the files that were read.
pub struct Plan {
    /// The same for the same request on the same texts.
    pub id: String,
    pub ask: Ask,
    pub outcome: Outcome,
    /// What must happen on disk, in order of path; that of a refused plan is what it would leave.
    pub changes: Vec<FileChange>,
    pub(crate) ground: Ground,
}

/// What a plan was made of.
pub(crate) struct Ground {
    pub language: &'static str,
    pub extra: Option<String>,
    pub folder: Folder,
    pub beside: Folder,
    pub base: Base,
    pub unresolved: Vec<Unresolved>,
}

impl Plan {
    pub(crate) fn new(ask: Ask, outcome: Outcome, ground: Ground) -> Result<Self, ProjectError> {
        let mut changes = ground.folder.changes(&outcome.after)?;
        changes.extend(ground.beside.changes(&outcome.beside)?);
        changes.sort_by(|a, b| a.path.cmp(&b.path));
        let id = id(&ask, &outcome, &changes, &ground);
        Ok(Self {
            id,
            ask,
            outcome,
            changes,
            ground,
        })
    }

    pub fn is_accepted(&self) -> bool {
        self.outcome.is_accepted()
    }

    pub fn language(&self) -> &'static str {
        self.ground.language
    }

    pub fn base(&self) -> &Base {
        &self.ground.base
    }

    /// What was read, and what was left out.
    pub fn folder(&self) -> &Folder {
        &self.ground.folder
    }

    pub fn beside(&self) -> &Folder {
        &self.ground.beside
    }

    pub fn unresolved(&self) -> &[Unresolved] {
        &self.ground.unresolved
    }

    /// The warnings, or with `false` all else that stands or would stand in the way.
    pub fn conflicts(&self, warnings: bool) -> impl Iterator<Item = &Conflict> {
        let all = self.outcome.conflicts.iter();
        all.filter(move |c| (c.standing == Standing::Warns) == warnings)
    }

    pub fn has_warnings(&self) -> bool {
        self.conflicts(true).next().is_some()
    }
}

fn id(ask: &Ask, outcome: &Outcome, changes: &[FileChange], ground: &Ground) -> String {
    let mut hasher = Hasher::new();
    let mut add = |bytes: &[u8]| {
        hasher.update(&(bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    add(ground.base.digest().as_bytes());
    add(ground.language.as_bytes());
    add(ask.title().as_bytes());
    add(ask.allow.join(",").as_bytes());
    for conflict in &outcome.conflicts {
        add(conflict.kind.as_bytes());
        add(conflict.message.as_bytes());
    }
    for change in changes {
        add(change.path.as_bytes());
        add(change.after.as_deref().unwrap_or_default());
    }
    let mut id = hasher.finalize().to_hex().to_string();
    id.truncate(ID_LENGTH);
    id
}
