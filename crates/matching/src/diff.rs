//! Comparing two expressions as trees (paper 4, algorithm 2): what must be replaced to make them equal.

use crate::arguments::{Argumentization, Arguments};
use crate::body::{Body, is_border};
use crate::lets::{self, Declared, Lets};
use crate::replacement::{Replacement, ReplacementKind as R};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;

/// Names of types and methods that are known to have become others.
pub type Renames = FxHashSet<(Symbol, Symbol)>;

/// Compares code of one tree with code of another and keeps what it replaced. A comparison that fails takes its own
/// replacements back.
pub struct Differ<'a, 't> {
    pub t1: &'t Tree,
    pub t2: &'t Tree,
    pub(crate) arguments: &'a Argumentization<'t>,
    renames: &'a Renames,
    pub(crate) lets: Option<&'a Lets>,
    /// Which variables the two bodies declare: a field of the same name is another thing.
    pub(crate) declared: Option<(&'a Declared, &'a Declared)>,
    pub(crate) out: Vec<Replacement>,
    depth: u32,
}

/// Expressions nested deeper than this are replaced whole: the walk is recursive.
const DEEPEST: u32 = 100;

impl<'a, 't> Differ<'a, 't> {
    pub fn new(
        t1: &'t Tree,
        t2: &'t Tree,
        arguments: &'a Argumentization<'t>,
        renames: &'a Renames,
    ) -> Self {
        Self {
            t1,
            t2,
            arguments,
            renames,
            lets: None,
            declared: None,
            out: Vec::new(),
            depth: 0,
        }
    }

    /// The same between two bodies, of which each may have variables that stand for their values.
    pub(crate) fn between(
        (before, after): (&'a Body<'t>, &'a Body<'t>),
        arguments: &'a Argumentization<'t>,
        renames: &'a Renames,
        lets: &'a Lets,
    ) -> Self {
        Self {
            lets: Some(lets).filter(|l| !l.is_empty()),
            declared: Some((before.declared(), after.declared())),
            ..Self::new(before.tree, after.tree, arguments, renames)
        }
    }

    pub fn finish(self) -> Vec<Replacement> {
        self.out
    }

    /// Runs `compare`; where it fails, what it replaced is forgotten.
    pub(crate) fn attempt(&mut self, compare: impl FnOnce(&mut Self) -> bool) -> bool {
        let mark = self.out.len();
        let ok = compare(self);
        if !ok {
            self.out.truncate(mark);
        }
        ok
    }

    pub(crate) fn push(&mut self, kind: R, a: NodeId, b: NodeId) -> bool {
        self.out.push(Replacement::one(kind, a, b));
        true
    }

    /// The same name, or one that is known to have become the other.
    pub(crate) fn same_name(&self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (self.t1.sym(a), self.t2.sym(b));
        x == y || self.renames.contains(&(x, y))
    }

    /// Equal as they stand, but for parentheses, `this.` and arguments in the place of parameters.
    pub(crate) fn same(&self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (bare(self.t1, a), bare(self.t2, b));
        let (hash_a, hash_b) = (self.t1.hash(a), self.t2.hash(b));
        if hash_a == hash_b {
            return true;
        }
        match (self.t1.kind(a), self.t2.kind(b)) {
            (Kind::FieldAccess, Kind::Name) if self.is_own_field(a, b) => {
                let local = self
                    .declared
                    .is_some_and(|d| d.1.names.contains(&self.t2.sym(b)));
                if self.t1.sym(a) == self.t2.sym(b) && !local {
                    return true;
                }
            }
            (Kind::Name, Kind::FieldAccess) if self.is_own_field_after(a, b) => {
                let local = self
                    .declared
                    .is_some_and(|d| d.0.names.contains(&self.t1.sym(a)));
                if self.t1.sym(a) == self.t2.sym(b) && !local {
                    return true;
                }
            }
            _ => {}
        }
        let after = self.arguments.after.hash(self.t2, b);
        if after == Some(hash_a) {
            return true;
        }
        let before = self.arguments.before.hash(self.t1, a);
        if before.is_some() && (before == Some(hash_b) || before == after) {
            return true;
        }
        let plain = (before.unwrap_or(hash_a), after.unwrap_or(hash_b));
        self.lets
            .is_some_and(|l| self.same_values(l, (a, b), plain))
    }

    /// Equal with values in the place of the variables that only one side declares.
    fn same_values(&self, lets: &Lets, (a, b): (NodeId, NodeId), plain: (u64, u64)) -> bool {
        let x = lets::hash(&lets.before, &self.arguments.before, self.t1, a);
        let y = lets::hash(&lets.after, &self.arguments.after, self.t2, b);
        match (x, y) {
            (None, None) => false,
            (Some(x), None) => x == plain.1,
            (None, Some(y)) => plain.0 == y,
            (Some(x), Some(y)) => x == y || x == plain.1 || plain.0 == y,
        }
    }

    /// Equal after replacements, the two themselves included: for what is only part of a statement.
    pub(crate) fn diff(&mut self, a: NodeId, b: NodeId) -> bool {
        let (a, b) = (bare(self.t1, a), bare(self.t2, b));
        if self.same(a, b) || self.attempt(|d| d.inside(a, b)) {
            return true;
        }
        let (ka, kb) = (self.t1.kind(a), self.t2.kind(b));
        if ka.is_type() && kb.is_type() {
            self.push(R::Type, a, b)
        } else if ka.is_expression() && kb.is_expression() {
            let kind = if is_function(self.t1, a) && is_function(self.t2, b) {
                R::Function
            } else {
                R::Node
            };
            self.push(kind, a, b)
        } else {
            false
        }
    }

    /// Equal after replacements below the two.
    pub(crate) fn inside(&mut self, a: NodeId, b: NodeId) -> bool {
        if self.depth >= DEEPEST {
            return false;
        }
        self.depth += 1;
        let ok = self.inside_at(a, b);
        self.depth -= 1;
        ok
    }

    fn inside_at(&mut self, a: NodeId, b: NodeId) -> bool {
        let (n1, n2) = (*self.t1.node(a), *self.t2.node(b));
        match (n1.kind, n2.kind) {
            (Kind::Call, Kind::Call) if !self.same_name(a, b) => {
                self.same_receivers(a, b)
                    && self.same_arguments(a, b)
                    && self.t1.child_in(a, Role::Argument).is_some()
                    && self.push(R::CallName, a, b)
            }
            (Kind::Call, Kind::Call) => {
                self.diff_receivers(a, b)
                    && (self.diff_all(a, b, Role::Argument) || self.regrouped_arguments(a, b))
                    && (n1.sym == n2.sym || self.push(R::CallName, a, b))
            }
            (Kind::Binary | Kind::Update, k2) if n1.kind == k2 && n1.sym != n2.sym => {
                self.pairs(a, b).is_some_and(|pairs| {
                    pairs.iter().all(|&(x, y)| self.same(x, y)) && self.push(R::Operator, a, b)
                })
            }
            (Kind::Unary, k2) if k2 != Kind::Unary => {
                let operand = self.t1.child_in(a, Role::Operand);
                operand.is_some_and(|o| self.same(o, b)) && self.push(R::Operator, a, b)
            }
            (k1, Kind::Unary) if k1 != Kind::Unary => {
                let operand = self.t2.child_in(b, Role::Operand);
                operand.is_some_and(|o| self.same(a, o)) && self.push(R::Operator, a, b)
            }
            (Kind::Cast, k2) if k2 != Kind::Cast => {
                let operand = self.t1.child_in(a, Role::Operand);
                operand.is_some_and(|o| self.same(o, b)) && self.push(R::Wrapped, a, b)
            }
            (k1, Kind::Cast) if k1 != Kind::Cast => {
                let operand = self.t2.child_in(b, Role::Operand);
                operand.is_some_and(|o| self.same(a, o)) && self.push(R::Wrapped, a, b)
            }
            (Kind::TypePattern | Kind::Param, k2) if n1.kind == k2 => {
                self.diff_children(a, b) && (n1.sym == n2.sym || self.push(R::Variable, a, b))
            }
            (k1, k2)
                if k1 == k2
                    && k1.is_expression()
                    && n1.sym == n2.sym
                    && has_children(self.t1, a) =>
            {
                self.diff_children(a, b)
            }
            _ => false,
        }
    }

    pub(crate) fn same_receivers(&self, a: NodeId, b: NodeId) -> bool {
        match (receiver(self.t1, a), receiver(self.t2, b)) {
            (None, None) => true,
            (Some(x), Some(y)) => self.same(x, y),
            (Some(x), None) => is_this(&self.arguments.after, self.t1, x),
            (None, Some(y)) => is_this(&self.arguments.before, self.t2, y),
        }
    }

    fn diff_receivers(&mut self, a: NodeId, b: NodeId) -> bool {
        match (receiver(self.t1, a), receiver(self.t2, b)) {
            (Some(x), Some(y)) => self.diff(x, y),
            _ => self.same_receivers(a, b),
        }
    }

    /// Whether the access at `a` is of a field of the object that the name at `b` belongs to: `x.f` before, and `f` in a
    /// method that is called on `x`.
    fn is_own_field(&self, a: NodeId, b: NodeId) -> bool {
        let whose = receiver(self.t1, a);
        whose.is_none_or(|x| {
            is_this(&self.arguments.after, self.t1, x)
                && self.arguments.after.get_name(self.t2, b).is_none()
        })
    }

    /// The same the other way round.
    fn is_own_field_after(&self, a: NodeId, b: NodeId) -> bool {
        let whose = receiver(self.t2, b);
        whose.is_none_or(|y| {
            is_this(&self.arguments.before, self.t2, y)
                && self.arguments.before.get_name(self.t1, a).is_none()
        })
    }

    pub(crate) fn same_arguments(&self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (
            self.t1.children_in(a, Role::Argument),
            self.t2.children_in(b, Role::Argument),
        );
        x.clone().count() == y.clone().count() && x.zip(y).all(|(x, y)| self.same(x, y))
    }

    pub(crate) fn diff_all(&mut self, a: NodeId, b: NodeId, role: Role) -> bool {
        let x: Vec<_> = self.t1.children_in(a, role).collect();
        let y: Vec<_> = self.t2.children_in(b, role).collect();
        x.len() == y.len() && x.into_iter().zip(y).all(|(x, y)| self.diff(x, y))
    }

    /// The children of both in pairs, without those that are statements of their own; none where they differ in number
    /// or role.
    fn pairs(&self, a: NodeId, b: NodeId) -> Option<Vec<(NodeId, NodeId)>> {
        let own = |t: &'t Tree, n| {
            t.children(n).filter(move |&c| {
                let node = t.node(c);
                node.role != Role::Annotation && !is_border(node)
            })
        };
        let (x, y) = (own(self.t1, a), own(self.t2, b));
        let pairs: Vec<_> = x.clone().zip(y.clone()).collect();
        (x.count() == y.count()
            && pairs
                .iter()
                .all(|&(x, y)| self.t1.role(x) == self.t2.role(y)))
        .then_some(pairs)
    }

    pub(crate) fn diff_children(&mut self, a: NodeId, b: NodeId) -> bool {
        self.pairs(a, b)
            .is_some_and(|pairs| pairs.into_iter().all(|(x, y)| self.diff(x, y)))
    }
}

/// Without the parentheses around it.
pub(crate) fn bare(tree: &Tree, mut node: NodeId) -> NodeId {
    while tree.kind(node) == Kind::Paren {
        match tree.children(node).next() {
            Some(inner) => node = inner,
            None => break,
        }
    }
    node
}

/// The receiver of a call or access; a plain `this` is none.
pub(crate) fn receiver(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.child_in(node, Role::Receiver)
        .map(|r| bare(tree, r))
        .filter(|&r| tree.kind(r) != Kind::This || has_children(tree, r))
}

/// Whether the expression is what `this` stands for in the called method, or names the type that the method stands in.
fn is_this(arguments: &Arguments<'_>, tree: &Tree, node: NodeId) -> bool {
    let names_type = matches!(tree.kind(node), Kind::Name | Kind::TypeName)
        && arguments.class == Some(tree.sym(node));
    names_type || arguments.this.is_some_and(|t| t.hash() == tree.hash(node))
}

pub(crate) fn has_children(tree: &Tree, node: NodeId) -> bool {
    tree.subtree_end(node) > node.0 + 1
}

/// A lambda, a method reference or the creation of an anonymous class.
pub(crate) fn is_function(tree: &Tree, node: NodeId) -> bool {
    match tree.kind(node) {
        Kind::Lambda | Kind::MethodRef => true,
        Kind::New => tree.child_in(node, Role::Body).is_some(),
        _ => false,
    }
}
