//! The files of two commits that a change between them does not touch.

use crate::{Base, Id, Local, Step};
use reweave_change::{Rest, Side, Source};

/// The trees of both sides, where there are any.
pub struct Trees<'l> {
    local: &'l Local,
    before: Option<Id>,
    after: Option<Id>,
}

impl Local {
    /// The files beside what a step changed.
    pub fn rest(&self, step: &Step) -> Trees<'_> {
        let before = match step.base {
            Base::Parent(parent) => Some(parent),
            Base::Root | Base::Unreadable(_) => None,
        };
        Trees {
            local: self,
            before,
            after: Some(step.commit),
        }
    }

    /// The files beside what is not committed, as the last commit has them.
    pub fn rest_of_head(&self) -> Trees<'_> {
        let head = self.head();
        Trees {
            local: self,
            before: head,
            after: head,
        }
    }
}

impl Trees<'_> {
    const fn commit(&self, side: Side) -> Option<Id> {
        match side {
            Side::Before => self.before,
            Side::After => self.after,
        }
    }
}

impl Rest for Trees<'_> {
    fn file(&self, side: Side, path: &str) -> Option<Source> {
        self.local.file_at(self.commit(side)?, path)
    }

    fn names(&self, side: Side, folder: &str) -> Vec<String> {
        let commit = self.commit(side);
        commit.map_or_else(Vec::new, |commit| self.local.names_at(commit, folder))
    }
}
