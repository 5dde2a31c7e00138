//! The two versions that a revision or a range compares, taken as one change.

use crate::error::why;
use crate::{Base, GitError, Local, Step};
use gix::revision::plumbing::Spec;

impl Local {
    /// The step from one end to the other: a commit against its first parent, `A..B` from A to B, and `A...B` from where the
    /// two parted to B.
    pub fn ends(&self, spec: &str) -> Result<Step, GitError> {
        match self.parse(spec)? {
            Spec::Include(id) | Spec::ExcludeParents(id) => {
                let commit = self.commit_of(spec, id)?;
                let base = match self.parents(commit) {
                    Err(why) => Base::Unreadable(why),
                    Ok(parents) => parents.first().map_or(Base::Root, |p| Base::Parent(*p)),
                };
                Ok(Step { commit, base })
            }
            Spec::Range { from, to } => Ok(Step {
                commit: self.commit_of(spec, to)?,
                base: Base::Parent(self.commit_of(spec, from)?),
            }),
            Spec::Merge { theirs, ours } => {
                let (theirs, ours) = (self.commit_of(spec, theirs)?, self.commit_of(spec, ours)?);
                let apart = |why: String| GitError::Revision {
                    spec: spec.to_owned(),
                    why: format!(
                        "the two have no common commit here{why}; in a shallow clone, git fetch --unshallow brings it"
                    ),
                };
                let base = self.repo.merge_base(theirs, ours);
                let base = base.map_err(|error| apart(format!(" ({})", why(&error))))?;
                let base = base.ok_or_else(|| apart(String::new()))?;
                Ok(Step {
                    commit: ours,
                    base: Base::Parent(base.detach()),
                })
            }
            _ => Err(GitError::Kind(spec.to_owned())),
        }
    }
}
