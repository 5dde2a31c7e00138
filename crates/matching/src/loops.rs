//! Loops that the rounds leave over: over something else in the same place, or over the same thing with other statements.

use crate::body::{Body, Stmt, StmtId};
use crate::near::NearBy;
use crate::replacement::{Replacement, ReplacementKind};
use crate::rounds::{CROWD, Candidate, Round, Rounds};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

impl<'t> Rounds<'_, 't> {
    /// Loops over something else that stand in the same place, and whose variables stand for each other in what they do.
    pub(crate) fn carried_loops(&mut self) {
        let mut candidates = Vec::new();
        for i in self.free1(true) {
            let s1 = self.b1.stmt(i);
            let Some(old) = LoopVariable::of(self.b1.tree, s1) else {
                continue;
            };
            for (j, apart) in self.partners(i, Round::Similar) {
                let s2 = self.b2.stmt(j);
                let same_place = match (s1.parent, s2.parent) {
                    (Some(p), Some(q)) => self.to_after[p as usize] == Some(q),
                    (None, None) => true,
                    _ => false,
                };
                let alike = same_place && apart <= 50;
                let new = LoopVariable::of(self.b2.tree, s2).filter(|_| alike);
                let Some(new) = new.filter(|new| self.carried(i, &old, new)) else {
                    continue;
                };
                let replacements = old.replaced_by(&new, self.b1.tree, self.b2.tree);
                candidates.push(Candidate {
                    before: i,
                    after: j,
                    distance: self.distance(s1, s2, &replacements),
                    weak: true,
                    apart,
                    replacements,
                });
            }
        }
        self.best_first(candidates);
    }

    /// Whether a statement of the loop `i` has the one variable where its partner has the other.
    fn carried(&self, i: StmtId, old: &LoopVariable, new: &LoopVariable) -> bool {
        let (t1, t2) = (self.b1.tree, self.b2.tree);
        let uses = |tree: &Tree, node: NodeId, name: Symbol| {
            tree.descendants(node)
                .any(|n| tree.kind(n) == Kind::Name && tree.sym(n) == name)
        };
        let inside = self.b1.children(Some(i)).iter();
        let inside = inside.filter_map(|&c| self.mapping_of(c));
        inside.flat_map(|m| &m.replacements).any(|r| {
            r.before.iter().any(|&n| uses(t1, n, t1.sym(old.variable)))
                && r.after.iter().any(|&n| uses(t2, n, t2.sym(new.variable)))
        })
    }

    /// Loops over the same thing of which no child was matched: what they did may stand in another method now.
    pub(crate) fn emptied_loops(&mut self) {
        let over = |body: &Body<'t>, i: StmtId| {
            let s = body.stmt(i);
            let iterated = (s.kind == Kind::ForEach)
                .then(|| body.tree.child_in(s.node, Role::Condition))
                .flatten();
            iterated.map(|n| body.tree.hash(n))
        };
        let right = self.free2(true).into_iter();
        let right = right.filter_map(|j| Some((over(self.b2, j)?, j)));
        let mut near = NearBy::of(right);
        let mut candidates = Vec::new();
        for i in self.free1(true) {
            let Some(hash) = over(self.b1, i) else {
                continue;
            };
            for j in near.around(&hash, i, CROWD, &self.taken_after) {
                if self.matcher.budget.is_over() {
                    return;
                }
                candidates.extend(self.compare(i, j));
            }
        }
        self.best_first(candidates);
    }
}

/// What a loop over a collection declares and goes through.
struct LoopVariable {
    ty: NodeId,
    variable: NodeId,
    over: NodeId,
}

impl LoopVariable {
    fn of(tree: &Tree, s: &Stmt) -> Option<Self> {
        let declared = (s.kind == Kind::ForEach)
            .then(|| tree.child_in(s.node, Role::Init))
            .flatten()?;
        Some(Self {
            ty: tree.child_in(declared, Role::Type)?,
            variable: tree
                .children(declared)
                .find(|&c| tree.kind(c) == Kind::VarDecl)?,
            over: tree.child_in(s.node, Role::Condition)?,
        })
    }

    fn replaced_by(&self, new: &Self, t1: &Tree, t2: &Tree) -> Vec<Replacement> {
        let parts = [
            (ReplacementKind::Type, self.ty, new.ty),
            (ReplacementKind::Variable, self.variable, new.variable),
            (ReplacementKind::Wrapped, self.over, new.over),
        ];
        let differ = |&(_, a, b): &(ReplacementKind, NodeId, NodeId)| t1.hash(a) != t2.hash(b);
        let of = |(kind, a, b)| Replacement {
            kind,
            before: vec![a],
            after: vec![b],
        };
        parts.into_iter().filter(differ).map(of).collect()
    }
}
