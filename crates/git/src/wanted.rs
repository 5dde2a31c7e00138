//! Which of the commits that a selection reaches are looked at.

use crate::{GitError, Id, Local};
use gix::date::{Zoned, parse};

/// Restrictions of a history, as those of `git log`; the default has none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Of merge commits, only the parent that was merged into is followed.
    pub first_parent: bool,
    /// Commits of this time or later, in seconds since 1970; as in Git an older one is not gone beyond.
    pub since: Option<i64>,
    /// The same, but whatever is behind an older one is looked at.
    pub since_as_filter: Option<i64>,
    /// Commits of this time or earlier.
    pub until: Option<i64>,
    /// A part of the author's name or address, in small letters.
    pub author: Option<String>,
}

impl Wanted {
    /// A time as Git takes it: `2026-01-31`, `2026-01-31 12:00:00 +0100`, `2 weeks ago`.
    pub fn time(text: &str) -> Result<i64, GitError> {
        let time = parse(text, Some(Zoned::now()));
        time.map(|time| time.seconds)
            .map_err(|_| GitError::Time(text.to_owned()))
    }
}

impl Local {
    /// Whether a commit is wanted. One that cannot be read is, so that it is reported.
    pub(crate) fn is_wanted(&self, id: Id, wanted: &Wanted) -> bool {
        let Wanted { until, author, .. } = wanted;
        let since = wanted.since.max(wanted.since_as_filter);
        if since.is_none() && until.is_none() && author.is_none() {
            return true;
        }
        let told = || {
            let object = self.read("commit", id).ok()?;
            let commit = object.try_to_commit_ref().ok()?;
            let by = commit.author().ok()?;
            let by = format!("{} <{}>", by.name, by.email).to_lowercase();
            Some((commit.time().ok()?.seconds, by))
        };
        told().is_none_or(|(time, by)| {
            since.is_none_or(|since| time >= since)
                && until.is_none_or(|until| time <= until)
                && author.as_ref().is_none_or(|part| by.contains(part))
        })
    }

    /// Whether a commit is known to be older than `since`.
    pub(crate) fn is_before(&self, id: Id, since: Option<i64>) -> bool {
        since.is_some_and(|since| {
            let time = self.facts(id).ok().and_then(|facts| facts.committer.time);
            time.is_some_and(|time| time < since)
        })
    }
}
