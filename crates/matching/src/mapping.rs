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
}

impl<'t> BodyMatch<'t> {
    pub fn new(before: Body<'t>, after: Body<'t>, mappings: Vec<Mapping>) -> Self {
        let mut matched1 = vec![false; before.len()];
        let mut matched2 = vec![false; after.len()];
        for m in &mappings {
            matched1[m.before as usize] = true;
            matched2[m.after as usize] = true;
        }
        let left = |matched: &[bool]| -> Vec<StmtId> {
            (0..matched.len() as u32)
                .filter(|&i| !matched[i as usize])
                .collect()
        };
        Self {
            left_before: left(&matched1),
            left_after: left(&matched2),
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

    pub fn after_of(&self, before: StmtId) -> Option<StmtId> {
        self.mappings
            .iter()
            .find(|m| m.before == before)
            .map(|m| m.after)
    }

    pub fn before_of(&self, after: StmtId) -> Option<StmtId> {
        self.mappings
            .iter()
            .find(|m| m.after == after)
            .map(|m| m.before)
    }
}
