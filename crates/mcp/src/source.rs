//! The change that `detect` and `verify` look at, wherever it lies.

use crate::tools::Call;
use reweave_project::{Changed, ProjectError, Sought, detect};
use serde::Deserialize;
use serde_json::{Value, json};
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Source {
    Worktree,
    Staged,
    Commit {
        revision: String,
    },
    Range {
        range: String,
    },
    Folders {
        before: String,
        after: String,
    },
    Texts {
        path: String,
        before: String,
        after: String,
    },
}

impl Source {
    /// What was refactored; folders must lie in the root.
    pub fn detect(self, call: &Call<'_>) -> Result<Vec<Sought>, ProjectError> {
        let root = call.project().root().to_owned();
        let inside = |path: &str| call.inside(path);
        let changed = match self {
            Self::Worktree => Changed::Worktree,
            Self::Staged => Changed::Staged,
            Self::Commit { revision } => Changed::Commit(revision),
            Self::Range { range } => Changed::Range(range),
            Self::Folders { before, after } => {
                let (before, after): (PathBuf, PathBuf) = (inside(&before)?, inside(&after)?);
                Changed::Folders { before, after }
            }
            Self::Texts {
                path,
                before,
                after,
            } => Changed::Texts {
                path,
                before,
                after,
            },
        };
        (call.watch.tell)("reading both sides");
        detect(&root, &changed, call.watch)
    }
}

pub fn schema() -> Value {
    let variant = |kind: &str, fields: &[(&str, &str)]| {
        let mut properties = json!({"kind": {"const": kind}});
        let mut required = vec!["kind"];
        for (name, about) in fields {
            properties[*name] = json!({"type": "string", "description": about});
            required.push(name);
        }
        json!({"type": "object", "required": required, "additionalProperties": false, "properties": properties})
    };
    json!({
        "description": "The change to look at",
        "oneOf": [
            variant("worktree", &[]),
            variant("staged", &[]),
            variant("commit", &[("revision", "Compared with its first parent")]),
            variant("range", &[("range", "A..B")]),
            variant("folders", &[("before", "A folder or file in the root"), ("after", "The same afterwards")]),
            variant("texts", &[("path", "A file name, which tells the language"), ("before", "Its text"), ("after", "Its text afterwards")]),
        ]
    })
}

/// What every answer about a change tells of the records it rests on.
pub fn told(sought: &[Sought]) -> Value {
    let cut: Vec<Value> = (sought.iter())
        .filter(|s| s.record.status != reweave_change::Status::Complete)
        .map(|s| {
            json!({
                "commit": s.commit,
                "status": s.record.status.name(),
                "error": s.record.error,
            })
        })
        .take(20)
        .collect();
    let left_out: usize = sought.iter().map(|s| s.record.left_out.len()).sum();
    json!({"changes": sought.len(), "incomplete": cut, "leftOut": left_out})
}
