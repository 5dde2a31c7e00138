//! The tools: one file each, and one line here.

mod apply;
mod compare;
mod detect;
mod plan;
mod review;
mod suggest;
mod symbols;
mod undo;
mod verify;

use crate::server::{Place, locked};
use reweave_project::{Project, ProjectError, Watch};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::MutexGuard;

/// In the order in which clients see them.
pub const ALL: &[Tool] = &[
    symbols::TOOL,
    plan::TOOL,
    apply::TOOL,
    undo::TOOL,
    verify::TOOL,
    detect::TOOL,
    review::TOOL,
    suggest::TOOL,
    compare::TOOL,
];

pub struct Tool {
    pub name: &'static str,
    pub title: &'static str,
    /// What it does and when to use it, for the agent.
    pub about: fn() -> String,
    pub input: fn() -> Value,
    pub output: fn() -> Value,
    /// Whether it changes files; listed only where the server may.
    pub writes: bool,
    pub run: fn(&mut Call<'_>) -> Result<Value, ProjectError>,
}

/// One call of a tool.
pub struct Call<'a> {
    pub place: &'a Place,
    pub arguments: &'a Value,
    pub watch: Watch<'a>,
}

impl Call<'_> {
    pub fn project(&self) -> MutexGuard<'_, Project> {
        locked(&self.place.project)
    }

    /// A file or folder in the root.
    pub fn inside(&self, path: &str) -> Result<PathBuf, ProjectError> {
        let project = self.project();
        let root = project.root();
        let wrong = |why: &str| ProjectError::Request(format!("{path} {why} {}", root.display()));
        let at = (root.join(path).canonicalize()).map_err(|_| wrong("is not found in"))?;
        if !at.starts_with(root) {
            return Err(wrong("leads out of the root"));
        }
        self.may_see(&at, path)?;
        Ok(at)
    }

    /// Refuses what the client's own roots leave out.
    fn may_see(&self, at: &Path, path: &str) -> Result<(), ProjectError> {
        match &self.place.scope {
            Some(scope) if !scope.has(at) => Err(ProjectError::Refused(format!(
                "{path} lies outside of the roots that the client lists"
            ))),
            _ => Ok(()),
        }
    }

    /// Refuses to write files that the client's own roots leave out.
    pub fn may_write<'p>(
        &self,
        root: &Path,
        paths: impl IntoIterator<Item = &'p str>,
    ) -> Result<(), ProjectError> {
        (paths.into_iter()).try_for_each(|path| self.may_see(&root.join(path), path))
    }
}

/// Files that are listed by their paths; the count tells the rest.
const MOST_PATHS: usize = 100;

/// The first of some paths, and how many there are.
pub fn paths<'p>(all: impl ExactSizeIterator<Item = &'p str>) -> (Vec<&'p str>, usize) {
    let count = all.len();
    (all.take(MOST_PATHS).collect(), count)
}

/// The schema of answers that have these fields when all went well, and else a status and a message.
pub fn answers(status: &[&str], fields: Value) -> Value {
    let mut properties = fields;
    let status = [status, &["refused", "error"]].concat();
    properties["status"] = json!({"enum": status});
    properties["message"] = json!({"type": "string"});
    json!({"type": "object", "required": ["status"], "properties": properties})
}

/// The fields of a page, for schemas.
pub fn page_of(name: &str, mut fields: Value) -> Value {
    fields[name] = json!({"type": "array", "items": {"type": "object"}});
    fields["total"] = json!({"type": "integer"});
    fields["next"] = json!({"type": ["string", "null"], "description": "The cursor of the rest"});
    fields
}
