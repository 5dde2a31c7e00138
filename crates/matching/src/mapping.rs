//! The outcome of matching two bodies.

use crate::body::{Body, StmtId};
use crate::replacement::{Replacement, ReplacementKind};
use reweave_model::{Kind, NodeId};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;

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

    /// The statements left over in the first body that declare a variable which stands for its value in matched ones: the
    /// value is matched with them, so nothing is missing.
    pub fn lets_before(&self) -> Vec<StmtId> {
        let nodes = self.lets().flat_map(|r| &r.before);
        declarations(&self.before, &self.left_before, nodes)
    }

    /// The same of the second body.
    pub fn lets_after(&self) -> Vec<StmtId> {
        let nodes = self.lets().flat_map(|r| &r.after);
        declarations(&self.after, &self.left_after, nodes)
    }

    fn lets(&self) -> impl Iterator<Item = &Replacement> {
        let all = self.mappings.iter().flat_map(|m| &m.replacements);
        all.filter(|r| r.kind == ReplacementKind::Let)
    }

    pub fn after_of(&self, before: StmtId) -> Option<StmtId> {
        self.of_before(before).map(|m| m.after)
    }

    pub fn before_of(&self, after: StmtId) -> Option<StmtId> {
        self.of_after(after).map(|m| m.before)
    }
}

/// Of some statements those that declare one of the named variables.
fn declarations<'n>(
    body: &Body<'_>,
    left: &[StmtId],
    named: impl Iterator<Item = &'n NodeId>,
) -> Vec<StmtId> {
    let names: FxHashSet<Symbol> = named.map(|&n| body.tree.sym(n)).collect();
    let declares = |&i: &StmtId| {
        let stmt = body.stmt(i);
        let mut declared = body.tree.children(stmt.node);
        stmt.kind == Kind::Local
            && declared
                .any(|n| body.tree.kind(n) == Kind::VarDecl && names.contains(&body.tree.sym(n)))
    };
    if names.is_empty() {
        return Vec::new();
    }
    left.iter().copied().filter(declares).collect()
}
