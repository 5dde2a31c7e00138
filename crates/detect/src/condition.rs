//! Conditions as logic: what they test, whatever way round it is written.

use reweave_model::{Kind, NodeId, Operators, Role, Tree};
use reweave_text::{Interner, Symbol};
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Deeper conditions are compared as they are written: the walk is recursive.
const DEEPEST: u32 = 100;

/// One side's conditions.
#[derive(Clone, Copy)]
pub struct Conditions<'t> {
    pub tree: &'t Tree,
    pub names: &'t Interner,
}

impl Conditions<'_> {
    fn operators(&self) -> &'static Operators {
        &self.tree.dialect().facts.operators
    }

    /// Equal for conditions that are the same after De Morgan's laws; `negated` asks for the opposite of what is written.
    pub fn meaning(&self, node: NodeId, negated: bool) -> u64 {
        self.meaning_at(node, negated, 0)
    }

    fn meaning_at(&self, node: NodeId, negated: bool, depth: u32) -> u64 {
        let mut hasher = FxHasher::default();
        let (node, negated) = self.bare(node, negated);
        if depth < DEEPEST && self.tree.kind(node) == Kind::Binary {
            let op = self.names.text(self.tree.sym(node));
            let op = if negated {
                self.operators().opposite(op)
            } else {
                Some(op)
            };
            if let Some(op) = op {
                op.hash(&mut hasher);
                let logic = self.operators().is_logic(op);
                for operand in self.tree.children_in(node, Role::Operand) {
                    if logic {
                        let inner = self.meaning_at(operand, negated, depth + 1);
                        inner.hash(&mut hasher);
                    } else {
                        self.tree.hash(operand).hash(&mut hasher);
                    }
                }
                return hasher.finish();
            }
        }
        (negated, self.tree.hash(node)).hash(&mut hasher);
        hasher.finish()
    }

    /// Without parentheses and `!`.
    fn bare(&self, mut node: NodeId, mut negated: bool) -> (NodeId, bool) {
        loop {
            let not = self.tree.kind(node) == Kind::Unary
                && self
                    .operators()
                    .is_not(self.names.text(self.tree.sym(node)));
            if !not && self.tree.kind(node) != Kind::Paren {
                return (node, negated);
            }
            let Some(inner) = self.tree.child_in(node, Role::Operand) else {
                return (node, negated);
            };
            negated ^= not;
            node = inner;
        }
    }

    /// The single tests that a condition joins by `&&` and `||`, each equal to its opposite.
    pub fn tests(&self, node: NodeId) -> Vec<u64> {
        let mut open = vec![node];
        let mut out = Vec::new();
        while let Some(next) = open.pop() {
            let (next, _) = self.bare(next, false);
            if self.is_logic(next) {
                open.extend(self.tree.children_in(next, Role::Operand));
            } else {
                out.push(self.meaning(next, false).min(self.meaning(next, true)));
            }
        }
        out
    }

    fn is_logic(&self, node: NodeId) -> bool {
        let op: Symbol = self.tree.sym(node);
        self.tree.kind(node) == Kind::Binary && self.operators().is_logic(self.names.text(op))
    }

    /// Whether a node can only be true or false.
    pub fn is_boolean(&self, node: NodeId) -> bool {
        let (inner, _) = self.bare(node, false);
        inner != node && self.tree.kind(node) != Kind::Paren
            || self.tree.kind(inner) == Kind::InstanceOf
            || self.tree.kind(inner) == Kind::Binary
                && self
                    .operators()
                    .opposite(self.names.text(self.tree.sym(inner)))
                    .is_some()
    }
}
