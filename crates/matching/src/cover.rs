//! Expressions that cover a whole statement (paper 4, section 3.3): they are not replaced by just anything; the
//! heuristics of its table 3 say when they match.

use crate::diff::{Differ, bare, is_function, receiver};
use crate::lets::{self, Declared};
use crate::replacement::{Replacement, ReplacementKind as R};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

/// What else of the two statements is the same, so that the expression alone need not decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    /// Nothing: a returned value, an argument of a throw.
    None,
    /// The kind of statement: both declare or assign a variable.
    Assigned,
    /// The variable that is declared or assigned.
    Target,
}

impl Differ<'_, '_> {
    pub(crate) fn cover(&mut self, a: NodeId, b: NodeId, anchor: Anchor) -> bool {
        let (a, b) = (bare(self.t1, a), bare(self.t2, b));
        self.same(a, b) || self.attempt(|d| d.cover_at(a, b, anchor))
    }

    /// Whether one of the two is a variable that only its version declares, and the other is much like its value.
    fn like_value(&mut self, a: NodeId, b: NodeId, anchor: Anchor) -> bool {
        let Some(lets) = self.lets else {
            return false;
        };
        let is_made = |k: Kind| matches!(k, Kind::Call | Kind::New);
        let old = lets::value(&lets.before, self.t1, a).unwrap_or(a);
        let new = lets::value(&lets.after, self.t2, b).unwrap_or(b);
        let one = (old == a) != (new == b);
        let mark = self.out.len();
        let alike = one
            && is_made(self.t1.kind(old))
            && is_made(self.t2.kind(new))
            && self.attempt(|d| d.cover(old, new, anchor));
        self.out.truncate(mark);
        alike && self.push(R::Node, a, b)
    }

    fn cover_at(&mut self, a: NodeId, b: NodeId, anchor: Anchor) -> bool {
        let (ka, kb) = (self.t1.kind(a), self.t2.kind(b));
        if self.like_value(a, b, anchor) {
            return true;
        }
        match (ka, kb) {
            (Kind::Call, Kind::Call) => self.calls(a, b, anchor),
            (Kind::New, Kind::New) => self.creations(a, b),
            (Kind::Assign, Kind::Assign) => self.assignments(a, b),
            _ if is_function(self.t1, a) && is_function(self.t2, b) => {
                self.inside(a, b) || self.push(R::Function, a, b)
            }
            (Kind::Cast, k) if k != Kind::Cast => self
                .t1
                .child_in(a, Role::Operand)
                .is_some_and(|o| self.cover(o, b, anchor) && self.push(R::Wrapped, a, b)),
            (k, Kind::Cast) if k != Kind::Cast => self
                .t2
                .child_in(b, Role::Operand)
                .is_some_and(|o| self.cover(a, o, anchor) && self.push(R::Wrapped, a, b)),
            (Kind::Unary, k) if k != Kind::Unary => self
                .t1
                .child_in(a, Role::Operand)
                .is_some_and(|o| self.cover(o, b, anchor) && self.push(R::Operator, a, b)),
            (k, Kind::Unary) if k != Kind::Unary => self
                .t2
                .child_in(b, Role::Operand)
                .is_some_and(|o| self.cover(a, o, anchor) && self.push(R::Operator, a, b)),
            (Kind::Conditional, k) if k != Kind::Conditional => {
                !kb.is_literal()
                    && self.branches(a, self.t1).iter().any(|&x| self.same(x, b))
                    && self.push(R::Wrapped, a, b)
            }
            (k, Kind::Conditional) if k != Kind::Conditional => {
                !ka.is_literal()
                    && self.branches(b, self.t2).iter().any(|&y| self.same(a, y))
                    && self.push(R::Wrapped, a, b)
            }
            _ if self.wrapped(a, b) => self.push(R::Wrapped, a, b),
            (Kind::Binary, _) | (_, Kind::Binary) => self.operands(a, b),
            (Kind::New, Kind::Call) | (Kind::Call, Kind::New) => {
                self.shares_argument(a, b) && self.push(R::Node, a, b)
            }
            _ if is_variable(ka) && is_variable(kb) => {
                self.inside(a, b) || self.push(R::Node, a, b)
            }
            _ if ka.is_literal() && kb.is_literal() => {
                let fits = match anchor {
                    Anchor::Target => true,
                    Anchor::Assigned => ka == kb,
                    Anchor::None => ka == kb && ka != Kind::Bool,
                };
                fits && self.push(R::Node, a, b)
            }
            _ if (is_variable(ka) && kb.is_literal()) || (ka.is_literal() && is_variable(kb)) => {
                let weak = |k| matches!(k, Kind::Bool | Kind::Null);
                (anchor == Anchor::Target || !(weak(ka) || weak(kb))) && self.push(R::Node, a, b)
            }
            _ => self.inside(a, b),
        }
    }

    fn branches(&self, node: NodeId, tree: &reweave_model::Tree) -> Vec<NodeId> {
        let _ = self;
        [Role::Then, Role::Else]
            .into_iter()
            .filter_map(|r| tree.child_in(node, r))
            .collect()
    }

    fn assignments(&mut self, a: NodeId, b: NodeId) -> bool {
        if self.t1.sym(a) != self.t2.sym(b) {
            return false;
        }
        let sides = |t: &Tree, n| Some((t.child_in(n, Role::Target)?, t.child_in(n, Role::Value)?));
        let (Some((target1, value1)), Some((target2, value2))) =
            (sides(self.t1, a), sides(self.t2, b))
        else {
            return false;
        };
        let anchor = if self.same(target1, target2) {
            Anchor::Target
        } else {
            Anchor::Assigned
        };
        self.diff(target1, target2) && self.cover(value1, value2, anchor)
    }

    /// Whether one of the two is an argument or the receiver of the other: `f(x)` for `x`.
    fn wrapped(&self, a: NodeId, b: NodeId) -> bool {
        let parts = |t: &Tree, n: NodeId| -> Vec<NodeId> {
            let wraps = matches!(
                t.kind(n),
                Kind::Call | Kind::New | Kind::Index | Kind::FieldAccess
            );
            t.children(n)
                .filter(|&c| wraps && matches!(t.role(c), Role::Argument | Role::Receiver))
                .map(|c| bare(t, c))
                .collect()
        };
        let weak = |k: Kind| k.is_literal() || k == Kind::This;
        !weak(self.t1.kind(a)) && parts(self.t2, b).into_iter().any(|y| self.same(a, y))
            || !weak(self.t2.kind(b)) && parts(self.t1, a).into_iter().any(|x| self.same(x, b))
    }

    fn shares_argument(&self, a: NodeId, b: NodeId) -> bool {
        let parts = |t: &Tree, n| -> Vec<NodeId> {
            t.children(n)
                .filter(|&c| matches!(t.role(c), Role::Argument | Role::Receiver))
                .map(|c| bare(t, c))
                .filter(|&c| !t.kind(c).is_literal())
                .collect()
        };
        let others = parts(self.t2, b);
        parts(self.t1, a)
            .iter()
            .any(|&x| others.iter().any(|&y| self.same(x, y)))
    }

    /// Heuristics 1 to 9: receiver, name and arguments, two of the three the same.
    fn calls(&mut self, a: NodeId, b: NodeId, anchor: Anchor) -> bool {
        let same_receiver = self.same_receivers(a, b);
        let same_arguments = self.same_arguments(a, b);
        let has_arguments = self.t1.child_in(a, Role::Argument).is_some();
        if self.same_name(a, b) {
            let receivers = same_receiver
                || self.attempt(|d| d.receivers(a, b, same_arguments && has_arguments));
            if receivers && (same_arguments || self.attempt(|d| d.argument_lists(a, b))) {
                return self.t1.sym(a) == self.t2.sym(b) || self.push(R::CallName, a, b);
            }
        } else if same_receiver
            && same_arguments
            && (has_arguments || receiver(self.t1, a).is_some() || anchor == Anchor::Target)
        {
            return self.push(R::CallName, a, b);
        }
        same_receiver && self.attempt(|d| d.renamed_call(a, b))
            || self.chains(a, b)
            || self.wrapped(a, b) && self.push(R::Wrapped, a, b)
    }

    /// Another name on the same receiver, with at least half of the arguments the same.
    fn renamed_call(&mut self, a: NodeId, b: NodeId) -> bool {
        let x: Vec<_> = self.t1.children_in(a, Role::Argument).collect();
        let y: Vec<_> = self.t2.children_in(b, Role::Argument).collect();
        let common = x.iter().zip(&y).filter(|&(&x, &y)| self.same(x, y)).count();
        receiver(self.t1, a).is_some()
            && x.len() == y.len()
            && x.len() > 1
            && common * 2 >= x.len()
            && x.into_iter().zip(y).all(|(x, y)| self.diff(x, y))
            && self.push(R::CallName, a, b)
    }

    /// Different receivers are replaced like any part of a statement; one that was added or taken away wants the
    /// arguments to be the same (heuristic 9).
    fn receivers(&mut self, a: NodeId, b: NodeId, same_arguments: bool) -> bool {
        match (receiver(self.t1, a), receiver(self.t2, b)) {
            (None, None) => true,
            (Some(x), Some(y)) => self.diff(x, y),
            _ => self.same_receivers(a, b) || same_arguments && self.push(R::Wrapped, a, b),
        }
    }

    /// Heuristics 4 to 7: arguments replaced, wrapped, added, removed, merged or split.
    pub(crate) fn argument_lists(&mut self, a: NodeId, b: NodeId) -> bool {
        let x: Vec<_> = self.t1.children_in(a, Role::Argument).collect();
        let y: Vec<_> = self.t2.children_in(b, Role::Argument).collect();
        if x.len() == y.len() {
            return x.into_iter().zip(y).all(|(x, y)| self.diff(x, y));
        }
        let (left, right) = self.uncommon(&x, &y);
        let common = x.len() - left.len();
        match (&*left, &*right) {
            ([], added) => self.each(R::ArgumentAdded, &[], added),
            (removed, []) => self.each(R::ArgumentRemoved, removed, &[]),
            (one, many)
                if one.len() == 1
                    || many.len() == 1
                    || common > 0 && common >= x.len().min(y.len()) / 2 =>
            {
                if common == 0 {
                    let wrapped = one
                        .iter()
                        .any(|&x| many.iter().any(|&y| self.overlap(x, y)));
                    if !wrapped && !self.variables_for_others(one, many) {
                        return false;
                    }
                }
                self.out.push(Replacement {
                    kind: R::Arguments,
                    before: left,
                    after: right,
                });
                true
            }
            _ => false,
        }
    }

    /// Whether variables that only the one body has stand where those stood that only the other has: split or merged.
    fn variables_for_others(&self, x: &[NodeId], y: &[NodeId]) -> bool {
        let Some((before, after)) = self.declared else {
            return false;
        };
        let known = |tree: &Tree, name: Symbol| {
            let mut all = tree.descendants(NodeId::ROOT);
            all.any(|n| tree.sym(n) == name)
        };
        let only = |nodes: &[NodeId],
                    (tree, own): (&Tree, &Declared),
                    (there, other): (&Tree, &Declared)| {
            nodes.iter().all(|&n| {
                let name = tree.sym(n);
                tree.kind(n) == Kind::Name
                    && !other.names.contains(&name)
                    // An attribute, of which the other file must know nothing.
                    && (own.names.contains(&name) || !known(there, name))
            })
        };
        let (old, new) = ((self.t1, before), (self.t2, after));
        only(x, old, new) && only(y, new, old)
    }

    /// A call inside a statement some of whose arguments were split or merged.
    pub(crate) fn regrouped_arguments(&mut self, a: NodeId, b: NodeId) -> bool {
        let x: Vec<_> = self.t1.children_in(a, Role::Argument).collect();
        let y: Vec<_> = self.t2.children_in(b, Role::Argument).collect();
        let (left, right) = self.uncommon(&x, &y);
        let regrouped = x.len() != y.len()
            && (left.len() == 1 && right.len() > 1 || left.len() > 1 && right.len() == 1)
            && self.variables_for_others(&left, &right);
        if regrouped {
            self.out.push(Replacement {
                kind: R::Arguments,
                before: left,
                after: right,
            });
        }
        regrouped
    }

    /// Whether the code of one stands somewhere in the other.
    fn overlap(&self, x: NodeId, y: NodeId) -> bool {
        let weak = |k: Kind| k.is_literal() && k != Kind::ClassLiteral;
        let (hash_x, hash_y) = (
            self.t1.hash(x),
            self.arguments
                .after
                .hash(self.t2, y)
                .unwrap_or_else(|| self.t2.hash(y)),
        );
        let in_x =
            !weak(self.t2.kind(y)) && self.t1.descendants(x).any(|n| self.t1.hash(n) == hash_y);
        let in_y =
            !weak(self.t1.kind(x)) && self.t2.descendants(y).any(|n| self.t2.hash(n) == hash_x);
        in_x || in_y
    }

    fn each(&mut self, kind: R, before: &[NodeId], after: &[NodeId]) -> bool {
        self.out.extend(before.iter().map(|&n| Replacement {
            kind,
            before: vec![n],
            after: Vec::new(),
        }));
        self.out.extend(after.iter().map(|&n| Replacement {
            kind,
            before: Vec::new(),
            after: vec![n],
        }));
        true
    }

    /// What is left of two lists when the same elements are taken out, each once.
    fn uncommon(&self, x: &[NodeId], y: &[NodeId]) -> (Vec<NodeId>, Vec<NodeId>) {
        let mut right: Vec<NodeId> = y.to_vec();
        let mut left = Vec::new();
        for &a in x {
            match right.iter().position(|&b| self.same(a, b)) {
                Some(at) => {
                    right.remove(at);
                }
                None => left.push(a),
            }
        }
        (left, right)
    }

    fn creations(&mut self, a: NodeId, b: NodeId) -> bool {
        let types = (
            self.t1.child_in(a, Role::Type),
            self.t2.child_in(b, Role::Type),
        );
        let (Some(t1), Some(t2)) = types else {
            return false;
        };
        let same_type = self.t1.hash(t1) == self.t2.hash(t2) || self.same_name(t1, t2);
        if !same_type && !self.same_arguments(a, b) {
            return false;
        }
        self.diff(t1, t2) && self.argument_lists(a, b)
    }

    /// Chains of calls by majority: more calls in common than not.
    fn chains(&mut self, a: NodeId, b: NodeId) -> bool {
        let (x, y) = (chain(self.t1, a), chain(self.t2, b));
        if x.len() < 2 && y.len() < 2 {
            return false;
        }
        let mut rest = y.clone();
        let mut common = 0;
        for &c in &x {
            let same_link =
                |&&d: &&NodeId| self.t1.sym(c) == self.t2.sym(d) && self.same_arguments(c, d);
            if let Some(at) = rest.iter().position(|d| same_link(&d)) {
                rest.remove(at);
                common += 1;
            }
        }
        common > x.len() + y.len() - 2 * common && self.push(R::Chain, a, b)
    }

    /// Two operations: operands replaced, added or removed, the operator changed.
    fn operands(&mut self, a: NodeId, b: NodeId) -> bool {
        let both = self.t1.kind(a) == self.t2.kind(b);
        if both && self.t1.sym(a) == self.t2.sym(b) {
            let op = self.t1.sym(a);
            let (x, y) = (operands(self.t1, a, op), operands(self.t2, b, op));
            if x.len() == y.len() {
                return x.into_iter().zip(y).all(|(x, y)| self.diff(x, y));
            }
        }
        if both && self.attempt(|d| d.changed_operator(a, b)) {
            return true;
        }
        let ops = [(self.t1, a), (self.t2, b)]
            .map(|(t, n)| (t.kind(n) == Kind::Binary).then(|| t.sym(n)));
        ops.into_iter()
            .flatten()
            .any(|op| self.attempt(|d| d.operand_lists(a, b, op)))
    }

    fn operand_lists(&mut self, a: NodeId, b: NodeId, op: Symbol) -> bool {
        let (x, y) = (operands(self.t1, a, op), operands(self.t2, b, op));
        let (left, right) = self.uncommon(&x, &y);
        let common = x.len() - left.len();
        let enough = common > 0
            && (left.is_empty() || right.is_empty() || common >= left.len().max(right.len()));
        enough
            && self.each(R::OperandRemoved, &left, &[])
            && self.each(R::OperandAdded, &[], &right)
    }

    fn changed_operator(&mut self, a: NodeId, b: NodeId) -> bool {
        let x: Vec<_> = self.t1.children_in(a, Role::Operand).collect();
        let y: Vec<_> = self.t2.children_in(b, Role::Operand).collect();
        x.len() == y.len()
            && x.iter().zip(&y).any(|(&x, &y)| self.same(x, y))
            && x.into_iter().zip(y).all(|(x, y)| self.diff(x, y))
            && self.push(R::Operator, a, b)
    }
}

/// The calls of a chain, the last first: `a.b().c()` gives `c` and `b`.
fn chain(tree: &Tree, call: NodeId) -> Vec<NodeId> {
    let mut out = vec![call];
    let mut at = call;
    while let Some(r) = receiver(tree, at) {
        if tree.kind(r) != Kind::Call {
            break;
        }
        out.push(r);
        at = r;
    }
    out
}

/// The operands of a chain of the operator `op`, in order; the node itself where it is none.
fn operands(tree: &Tree, node: NodeId, op: Symbol) -> Vec<NodeId> {
    let mut out = Vec::new();
    let mut open = vec![node];
    while let Some(n) = open.pop() {
        let n = bare(tree, n);
        if tree.kind(n) == Kind::Binary && tree.sym(n) == op {
            let mut parts: Vec<_> = tree.children_in(n, Role::Operand).collect();
            parts.reverse();
            open.extend(parts);
        } else {
            out.push(n);
        }
    }
    out
}

pub(crate) const fn is_variable(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Name | Kind::FieldAccess | Kind::This | Kind::Index
    )
}
