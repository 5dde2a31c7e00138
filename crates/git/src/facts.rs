//! What a commit says of itself.

use crate::error::why;
use crate::{GitError, Id, Local};
use gix::actor::SignatureRef;

/// Who wrote or committed something, and when.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signature {
    pub name: String,
    pub email: String,
    /// In seconds since 1970; none where it is written in a way that cannot be read.
    pub time: Option<i64>,
    /// How far its clock is east of UTC, in seconds.
    pub offset: i32,
}

/// A commit without its tree. Text that is not UTF-8 is read with replacement characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    pub parents: Vec<Id>,
    pub author: Signature,
    pub committer: Signature,
    /// The message as it is.
    pub message: String,
    /// Its first paragraph, in one line.
    pub subject: String,
    /// What follows the subject.
    pub body: String,
}

impl Local {
    /// What a commit says of itself.
    pub fn facts(&self, id: Id) -> Result<Facts, GitError> {
        let object = self.read("commit", id)?;
        let unreadable = |why: String| GitError::Object {
            what: "commit",
            id,
            why,
        };
        let commit = object
            .try_to_commit_ref()
            .map_err(|e| unreadable(why(&e)))?;
        let message = commit.message();
        let signature =
            |found: Result<SignatureRef<'_>, _>| found.map(signature).unwrap_or_default();
        Ok(Facts {
            parents: commit.parents().collect(),
            author: signature(commit.author()),
            committer: signature(commit.committer()),
            message: commit.message.to_string(),
            subject: message.summary().to_string(),
            body: message.body.map(ToString::to_string).unwrap_or_default(),
        })
    }
}

fn signature(found: SignatureRef<'_>) -> Signature {
    let found = found.trim();
    let time = found.time().ok();
    Signature {
        name: found.name.to_string(),
        email: found.email.to_string(),
        time: time.map(|t| t.seconds),
        offset: time.map_or(0, |t| t.offset),
    }
}
