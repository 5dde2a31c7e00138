//! The change that `detect`, `verify` and `review` look at, wherever it lies.

use crate::tools::Call;
use reweave_change::Status;
use reweave_project::{Changed, Limits, ProjectError, Sought, detect, review};
use reweave_review::Review;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

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
    /// What was refactored; folders must lie in the root. A change without any file to look at is an error: nothing said of it
    /// would mean anything.
    pub fn detect(self, call: &Call<'_>) -> Result<Vec<Sought>, ProjectError> {
        let root = call.project().root().to_owned();
        let changed = self.changed(call)?;
        (call.watch.tell)("reading both sides");
        let sought = detect(&root, &changed, call.watch)?;
        if (call.watch.is_cancelled)() {
            return Err(ProjectError::Cancelled);
        }
        if !sought.iter().any(has_something) {
            return Err(nothing());
        }
        Ok(sought)
    }

    /// What is left to read of it.
    pub fn review(self, call: &Call<'_>, verify: bool) -> Result<Review, ProjectError> {
        let root = call.project().root().to_owned();
        let changed = self.changed(call)?;
        let limits = Limits {
            jobs: 1,
            budget: Some(BUDGET),
            max_memory: None,
            verify: verify.then_some(reweave_verify::verify),
            ..Limits::default()
        };
        (call.watch.tell)("reading both sides");
        let review = review(&root, &changed, &limits)?;
        if review.ledger.files.is_empty() {
            return Err(nothing());
        }
        Ok(review)
    }

    fn changed(self, call: &Call<'_>) -> Result<Changed, ProjectError> {
        Ok(match self {
            Self::Worktree => Changed::Worktree,
            Self::Staged => Changed::Staged,
            Self::Commit { revision } => Changed::Commit(revision),
            Self::Range { range } => Changed::Range(range),
            Self::Folders { before, after } => {
                let (before, after) = (call.inside(&before)?, call.inside(&after)?);
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
        })
    }
}

/// Time for one change.
const BUDGET: Duration = Duration::from_mins(5);

/// Whether a change had a file to compare, or one that could not be read.
fn has_something(sought: &Sought) -> bool {
    let record = &sought.record;
    record.pure.is_some()
        || record.status != Status::Complete
        || !record.findings.is_empty()
        || !record.left_out.is_empty()
}

fn nothing() -> ProjectError {
    ProjectError::Request(
        "no file of a language that is read differs between the two sides: there is nothing to look at".to_owned(),
    )
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
        .filter(|s| s.record.status != Status::Complete)
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
