//! The outcome of matching two bodies.

use crate::body::{Body, StmtId};
use crate::replacement::Replacement;

/// A pair of statements that correspond.
#[derive(Clone, Debug)]
pub struct Mapping {
    pub before: StmtId,
    pub after: StmtId,
    /// Equal but for layout, with arguments in the place of parameters.
    pub exact: bool,
    pub distance: u32,
    pub replacements: Vec<Replacement>,
}

/// Two bodies with the pairs found between them (M) and what is left on both sides (U1, U2).
#[derive(Clone, Debug)]
pub struct BodyMatch<'t> {
    pub before: Body<'t>,
    pub after: Body<'t>,
    /// In order of the first body.
    pub mappings: Vec<Mapping>,
    pub left_before: Vec<StmtId>,
    pub left_after: Vec<StmtId>,
    /// The index of the first mapping of each statement; [`NONE`] where it has none.
    of_before: Vec<u32>,
    of_after: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl<'t> BodyMatch<'t> {
    pub fn new(before: Body<'t>, after: Body<'t>, mappings: Vec<Mapping>) -> Self {
        let mut of_before = vec![NONE; before.len()];
        let mut of_after = vec![NONE; after.len()];
        for (i, m) in mappings.iter().enumerate().rev() {
            of_before[m.before as usize] = i as u32;
            of_after[m.after as usize] = i as u32;
        }
        let left = |of: &[u32]| -> Vec<StmtId> {
            (0..of.len() as u32)
                .filter(|&i| of[i as usize] == NONE)
                .collect()
        };
        Self {
            left_before: left(&of_before),
            left_after: left(&of_after),
            of_before,
            of_after,
            before,
            after,
            mappings,
        }
    }

    /// Without the pairs that `drop` names: they became unmatched on both sides.
    #[must_use]
    pub fn without(&self, drop: impl Fn(&Mapping) -> bool) -> Self {
        let kept = self.mappings.iter().filter(|m| !drop(m)).cloned().collect();
        Self::new(self.before.clone(), self.after.clone(), kept)
    }

    pub fn exact(&self) -> usize {
        self.mappings.iter().filter(|m| m.exact).count()
    }

    pub fn distance(&self) -> u32 {
        self.mappings.iter().map(|m| m.distance).sum()
    }

    /// The pair that a statement of the first body is in.
    pub fn of_before(&self, before: StmtId) -> Option<&Mapping> {
        let at = *self.of_before.get(before as usize)?;
        self.mappings.get(at as usize)
    }

    /// The pair that a statement of the second body is in.
    pub fn of_after(&self, after: StmtId) -> Option<&Mapping> {
        let at = *self.of_after.get(after as usize)?;
        self.mappings.get(at as usize)
    }

    pub fn after_of(&self, before: StmtId) -> Option<StmtId> {
        self.of_before(before).map(|m| m.after)
    }

    pub fn before_of(&self, after: StmtId) -> Option<StmtId> {
        self.of_after(after).map(|m| m.before)
    }
}
