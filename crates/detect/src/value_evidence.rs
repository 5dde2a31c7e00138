//! What shows that a local variable of one version stands for an expression of the other: extracted, or inlined.

use crate::Side;
use crate::context::{Context, Origin};
use crate::diff::Diff;
use crate::score::{self, Gate, evidence};
use crate::variables::{Var, VarKind, Variables};
use reweave_matching::{Arguments, Body, Mapping, StmtId};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

evidence! {
    /// Counts of places unless said otherwise; "own" is the version that has the variable.
    ValueEvidence {
        inlined,
        /// 0 in a method of both versions, 1 in extracted and 2 in inlined code.
        origin,
        /// Where the variable took the place of another expression.
        replaced,
        /// Of these, where the expression is the value, is in it, or is the same call.
        says,
        equal,
        in_value,
        same_call,
        /// Statements that name it, paired with ones that hold its value.
        held,
        /// Where names of its initial value's calls stand in the paired statements.
        like_held,
        /// The best likeness of an expression that it replaced with its value, in percent.
        overlap,
        /// 0 a name, 1 a literal, 2 a call, 3 a creation, 4 an access, 5 anything else, 6 none.
        value_kind,
        value_size,
        uses,
        /// Uses in statements that are paired.
        paired_uses,
        /// Times that the value stands in the other version, in ours, and in statements left over there.
        there,
        here,
        left_over,
        /// Of these places in the other version, those inside a larger expression, those where a variable gets it, and the
        /// first in statements left over.
        within,
        named_there,
        left_within,
        /// Whether it stands in the statement that is paired with the declaration.
        in_declaration,
        /// 0 not paired, 1 paired with replacements, 2 without.
        declaration,
        /// The partner of the declaration declares something too.
        declared_there,
        /// The other version has a variable of the name.
        lived,
        /// Parts of the value that say something and stand in the other version, in percent.
        told,
        mappings,
        exact,
        left_own,
        left_other,
    }
}

/// Values nested deeper than this are compared by their hash alone: the walk is recursive.
const DEEPEST: u32 = 50;
/// Expressions with more nodes than this are not looked at part by part.
const LARGEST: usize = 400;

/// The side that has the variables, and the one that has the expressions they stand for.
pub struct Values<'a, 'd, 'p> {
    diff: &'a Diff<'p>,
    c: &'a Context<'d, 'p>,
    side: Side,
    tree: &'a Tree,
    vars: &'a Variables,
    other: &'a Tree,
    renamed: &'a [(Var, Var)],
    arguments: &'a Arguments<'a>,
    own_body: &'a Body<'p>,
    other_body: &'a Body<'p>,
    /// What each variable took the place of.
    replaced: FxHashMap<usize, Vec<NodeId>>,
    /// The statements that name each variable.
    naming: FxHashMap<usize, Vec<StmtId>>,
    counts: [FxHashMap<u64, i32>; 2],
    left: FxHashSet<u64>,
}

impl<'a, 'd, 'p> Values<'a, 'd, 'p> {
    pub fn new(
        diff: &'a Diff<'p>,
        c: &'a Context<'d, 'p>,
        renamed: &'a [(Var, Var)],
        side: Side,
    ) -> Self {
        let (tree, vars, other) = match side {
            Side::Before => (c.t1, &*c.vars_before, c.t2),
            Side::After => (c.t2, &*c.vars_after, c.t1),
        };
        let (own_body, other_body) = match side {
            Side::Before => (&c.body.before, &c.body.after),
            Side::After => (&c.body.after, &c.body.before),
        };
        Self {
            diff,
            c,
            side,
            tree,
            vars,
            other,
            renamed,
            arguments: &c.arguments,
            own_body,
            other_body,
            replaced: FxHashMap::default(),
            naming: FxHashMap::default(),
            counts: Default::default(),
            left: FxHashSet::default(),
        }
    }

    /// The variables that only this version may have.
    pub fn candidates(&mut self) -> Vec<usize> {
        let declared: FxHashSet<usize> = self
            .c
            .declarations()
            .into_iter()
            .filter(|&(x, y)| self.c.var1(x).name == self.c.var2(y).name)
            .map(|(x, y)| self.mine(x, y).0)
            .collect();
        let is_renamed = |v: &Var| {
            let mut pairs = self.renamed.iter();
            pairs.any(|(x, y)| self.mine(x, y).0.node == v.node)
        };
        let all = self.vars.all.iter().enumerate();
        let out: Vec<usize> = all
            .filter(|(i, v)| v.kind == VarKind::Local && !declared.contains(i) && !is_renamed(v))
            .map(|(i, _)| i)
            .collect();
        if !out.is_empty() {
            self.look(&out);
        }
        out
    }

    /// Gathers what the candidates replaced, where they are named, and what stands where.
    fn look(&mut self, candidates: &[usize]) {
        let wanted: FxHashSet<usize> = candidates.iter().copied().collect();
        for r in self.c.body.mappings.iter().flat_map(|m| &m.replacements) {
            let (own, other) = self.mine(&r.before, &r.after);
            for &n in own {
                if let Some(v) = self.vars.at(self.tree, n).filter(|v| wanted.contains(v)) {
                    self.replaced.entry(v).or_default().extend(other);
                }
            }
        }
        for i in self.own_body.ids() {
            for n in self.own_body.own_nodes(i) {
                if self.tree.kind(n) == Kind::Name
                    && let Some(v) = self.vars.at(self.tree, n).filter(|v| wanted.contains(v))
                {
                    self.naming.entry(v).or_default().push(i);
                }
            }
        }
        for (at, body) in [self.own_body, self.other_body].into_iter().enumerate() {
            for i in body.ids() {
                for n in body.own_nodes(i) {
                    *self.counts[at].entry(body.tree.hash(n)).or_default() += 1;
                }
            }
        }
        let left = match self.side {
            Side::Before => &self.c.body.left_after,
            Side::After => &self.c.body.left_before,
        };
        for &i in left {
            let nodes = self.other_body.own_nodes(i);
            self.left.extend(nodes.map(|n| self.other.hash(n)));
        }
    }

    fn mine<N>(&self, before: N, after: N) -> (N, N) {
        match self.side {
            Side::Before => (before, after),
            Side::After => (after, before),
        }
    }

    fn partner(&self, own: StmtId) -> Option<StmtId> {
        match self.side {
            Side::Before => self.c.body.after_of(own),
            Side::After => self.c.body.before_of(own),
        }
    }

    /// What speaks for the variable, and whether the plain rule takes it; none where nothing does.
    pub fn evidence(&self, v: usize) -> Option<(ValueEvidence, bool)> {
        let var = &self.vars.all[v];
        let mut e = ValueEvidence {
            inlined: i32::from(self.side == Side::Before),
            origin: match self.c.origin {
                Origin::Pair => 0,
                Origin::Extracted => 1,
                Origin::Inlined => 2,
            },
            lived: i32::from(match self.side {
                Side::Before => self.c.lives_on(var),
                Side::After => self.c.lived_before(var),
            }),
            mappings: score::count(self.c.body.mappings.len()),
            exact: score::count(self.c.body.exact()),
            ..ValueEvidence::default()
        };
        let (left_own, left_other) = self.mine(&self.c.body.left_before, &self.c.body.left_after);
        (e.left_own, e.left_other) = (score::count(left_own.len()), score::count(left_other.len()));
        self.replacements(v, &mut e);
        self.value(v, &mut e);
        self.declaration(var, &mut e);
        let any = e.replaced + e.held + e.like_held + e.in_declaration > 0
            || e.there > 0 && e.value_kind > 1;
        let asks = |gate, condition, otherwise| self.diff.judge.asks(gate, condition, otherwise);
        let said = e.says > 0 || asks(Gate::ValueHeld, e.held > 0, false);
        let rule = asks(Gate::ValueLived, e.lived == 0, true) && said;
        any.then_some((e, rule))
    }

    fn replacements(&self, v: usize, e: &mut ValueEvidence) {
        let var = &self.vars.all[v];
        let values: Vec<NodeId> = var.init.into_iter().chain(self.assigned(var)).collect();
        for &expression in self.replaced.get(&v).into_iter().flatten() {
            e.replaced += 1;
            let any = |test: &dyn Fn(NodeId) -> bool| i32::from(values.iter().any(|&v| test(v)));
            let asks = |gate, test| self.diff.judge.asks(gate, test, false);
            let equal = any(&|v| self.is_or_wraps(v, expression));
            let inside = any(&|v| asks(Gate::ValueHolds, self.holds(v, expression)));
            let call = any(&|v| asks(Gate::ValueSameCall, self.same_call(v, expression)));
            e.equal += equal;
            e.in_value += inside + any(&|v| self.is_given(v, expression));
            e.same_call += call;
            e.says += i32::from(equal + inside + call > 0);
            let best = values.iter().map(|&v| self.overlap(v, expression)).max();
            e.overlap = e.overlap.max(best.unwrap_or(0));
        }
    }

    /// How much of the code of an expression and of a value is the same, in percent of both.
    fn overlap(&self, value: NodeId, expression: NodeId) -> i32 {
        let own: FxHashSet<u64> = self
            .tree
            .descendants(value)
            .take(LARGEST)
            .map(|n| self.hash(n))
            .collect();
        let other: FxHashSet<u64> = self
            .other
            .descendants(expression)
            .take(LARGEST)
            .map(|n| self.other.hash(n))
            .collect();
        let common = own.intersection(&other).count();
        score::count(100 * 2 * common / (own.len() + other.len()).max(1))
    }

    /// The hash of own code as the other version would have it.
    fn hash(&self, node: NodeId) -> u64 {
        let passed = self.arguments.hash(self.tree, node);
        passed.unwrap_or_else(|| self.tree.hash(node))
    }

    fn value(&self, v: usize, e: &mut ValueEvidence) {
        let var = &self.vars.all[v];
        let naming = self.naming.get(&v).map_or(&[][..], |n| n);
        e.uses = score::count(naming.len());
        let Some(value) = var.init else {
            e.value_kind = 6;
            return;
        };
        e.value_kind = kind(self.tree.kind(value));
        e.value_size = score::count(self.tree.descendants(value).count());
        let (own_hash, hash) = (self.tree.hash(value), self.hash(value));
        let count = |at: usize, h: u64| self.counts[at].get(&h).copied().unwrap_or(0);
        e.here = count(0, own_hash) - 1;
        e.there = count(1, hash);
        e.left_over = i32::from(self.left.contains(&hash));
        if e.there > 0 && e.value_kind > 1 {
            self.stands(hash, e);
        }
        e.told = self.told(value);
        let called = (e.value_kind == 2).then(|| self.tree.sym(value));
        let mut seen: FxHashSet<StmtId> = FxHashSet::default();
        for &i in naming {
            let Some(partner) = self.partner(i).filter(|_| seen.insert(i)) else {
                continue;
            };
            e.paired_uses += 1;
            let held = |body: &Body<'_>, id, h| {
                let nodes = body.own_nodes(id);
                nodes.filter(|&n| body.tree.hash(n) == h).count()
            };
            let there = held(self.other_body, partner, hash);
            let declares = self.own_body.stmt_of(var.node) == Some(i);
            e.held += i32::from(!declares && there > held(self.own_body, i, own_hash));
            let mut nodes = self.other_body.own_nodes(partner);
            let like = nodes
                .any(|n| self.other.kind(n) == Kind::Call && Some(self.other.sym(n)) == called);
            e.like_held += i32::from(like);
        }
    }

    /// Where the value stands in the other version.
    fn stands(&self, hash: u64, e: &mut ValueEvidence) {
        for i in self.other_body.ids() {
            let left = match self.side {
                Side::Before => self.c.body.before_of(i).is_none(),
                Side::After => self.c.body.after_of(i).is_none(),
            };
            let nodes = self.other_body.own_nodes(i);
            for n in nodes.filter(|&n| self.other.hash(n) == hash) {
                let Some(holder) = self.other.parent(n) else {
                    continue;
                };
                match self.other.kind(holder) {
                    Kind::VarDecl | Kind::Assign => e.named_there += 1,
                    Kind::ExprStmt => {}
                    _ => {
                        e.within += 1;
                        e.left_within += i32::from(left);
                    }
                }
            }
        }
    }

    /// The share of what a value consists of, calls, creations, accesses and names, that the other version has.
    fn told(&self, value: NodeId) -> i32 {
        let parts: Vec<u64> = self
            .tree
            .descendants(value)
            .take(LARGEST)
            .filter(|&n| {
                matches!(
                    self.tree.kind(n),
                    Kind::Call | Kind::New | Kind::FieldAccess | Kind::Name | Kind::Binary
                )
            })
            .map(|n| self.hash(n))
            .collect();
        let found = parts.iter().filter(|h| self.counts[1].contains_key(*h));
        score::count(100 * found.count() / parts.len().max(1))
    }

    fn declaration(&self, var: &Var, e: &mut ValueEvidence) {
        let own = self.own_body.stmt_of(var.node);
        if let Some(m) = own.and_then(|own| self.mapping(own)) {
            e.declaration = if m.exact { 2 } else { 1 };
            let partner = self.mine(m.before, m.after).1;
            e.declared_there = i32::from(self.other_body.stmt(partner).kind == Kind::Local);
        }
        // A variable may be declared without a value, and get one in several branches.
        let values = var.init.into_iter().chain(self.assigned(var));
        let stands = |value: NodeId| {
            let own = self.own_body.stmt_of(value);
            let partner = own.and_then(|own| self.partner(own));
            let hash = self.hash(value);
            let telling = Some(value) == var.init || self.tree.children(value).next().is_some();
            partner.is_some_and(|p| {
                let mut nodes = self.other_body.own_nodes(p);
                telling && nodes.any(|n| self.other.hash(n) == hash)
            })
        };
        e.in_declaration = i32::from(values.into_iter().any(stands));
    }

    fn mapping(&self, own: StmtId) -> Option<&Mapping> {
        match self.side {
            Side::Before => self.c.body.of_before(own),
            Side::After => self.c.body.of_after(own),
        }
    }

    /// Whether a name of the one side is known to be the other's.
    fn became(&self, own: Symbol, other: Symbol) -> bool {
        let pair = match self.side {
            Side::Before => (own, other),
            Side::After => (other, own),
        };
        let mut variables = self.renamed.iter();
        own == other
            || self.diff.renames.contains(&pair)
            || variables.any(|(x, y)| (x.name, y.name) == pair)
    }

    /// The values that are assigned to the variable where it is declared without one, or later.
    fn assigned(&self, var: &Var) -> impl Iterator<Item = NodeId> {
        self.vars.places(var, var.name).iter().filter_map(|&n| {
            if self.tree.kind(n) == Kind::VarDecl && n != var.node {
                // Where a name lives in the whole function, what declares it again assigns to it.
                return self.tree.child_in(n, Role::Init);
            }
            let assign = self.tree.parent(n)?;
            let set = self.tree.kind(assign) == Kind::Assign && self.tree.role(n) == Role::Target;
            set.then(|| self.tree.child_in(assign, Role::Value))?
        })
    }

    /// Whether a value has the expression in it: a bare name as one of its branches, anything else anywhere.
    fn holds(&self, value: NodeId, expression: NodeId) -> bool {
        if self.other.kind(expression) == Kind::Name {
            return self.has_part(value, expression, &[Role::Then, Role::Else]);
        }
        let kind = self.other.kind(expression);
        let telling = self.other.children(expression).next().is_some();
        telling
            && self
                .tree
                .descendants(value)
                .any(|n| self.tree.kind(n) == kind && self.same(n, expression, 0))
    }

    /// Whether a value is a call on the expression or with it.
    fn is_given(&self, value: NodeId, expression: NodeId) -> bool {
        self.tree.kind(value) == Kind::Call
            && self.has_part(value, expression, &[Role::Argument, Role::Receiver])
    }

    fn has_part(&self, value: NodeId, expression: NodeId, roles: &[Role]) -> bool {
        let mut parts = self.tree.children(value);
        parts.any(|p| roles.contains(&self.tree.role(p)) && self.same(p, expression, 0))
    }

    /// Whether both are calls of one method on the same object, or create objects of one type.
    fn same_call(&self, value: NodeId, expression: NodeId) -> bool {
        let (kind, other) = (self.tree.kind(value), self.other.kind(expression));
        let part = |role| {
            let own = self.tree.child_in(value, role);
            let wanted = self.other.child_in(expression, role);
            match (own, wanted) {
                (Some(x), Some(y)) => self.same(x, y, 0),
                (None, None) => true,
                _ => false,
            }
        };
        kind == other
            && match kind {
                Kind::Call => {
                    self.became(self.tree.sym(value), self.other.sym(expression))
                        && part(Role::Receiver)
                }
                Kind::New => part(Role::Type),
                _ => false,
            }
    }

    /// Whether a value is the expression, but for parentheses and casts around it.
    fn is_or_wraps(&self, mut value: NodeId, expression: NodeId) -> bool {
        while matches!(self.tree.kind(value), Kind::Paren | Kind::Cast)
            && self.tree.hash(value) != self.other.hash(expression)
        {
            match self.tree.children_in(value, Role::Operand).next() {
                Some(inner) => value = inner,
                None => break,
            }
        }
        self.same(value, expression, 0)
    }

    /// The same code, but for names that are known to have changed and variables that stand for what they were given.
    fn same(&self, a: NodeId, b: NodeId, depth: u32) -> bool {
        let (own, wanted) = (self.tree.node(a), self.other.node(b));
        if self.tree.hash(a) == self.other.hash(b) {
            return true;
        }
        if depth == DEEPEST {
            return false;
        }
        let same_name = self.became(own.sym, wanted.sym);
        // What the call passes is what the parameter stands for.
        let passed = self.arguments.get_name(self.tree, a);
        if passed.is_some_and(|p| p.hash() == self.other.hash(b)) {
            return true;
        }
        if own.kind == Kind::Name && wanted.kind == Kind::Name {
            return same_name;
        }
        if own.kind == Kind::Name {
            let var = self.vars.at(self.tree, a).map(|v| &self.vars.all[v]);
            return var
                .and_then(|v| v.init)
                .is_some_and(|init| self.same(init, b, depth + 1));
        }
        let (x, y) = (self.tree.children(a), self.other.children(b));
        own.kind == wanted.kind
            && same_name
            && own.flags == wanted.flags
            && x.clone().count() > 0
            && x.clone().count() == y.clone().count()
            && x.zip(y)
                .all(|(x, y)| self.tree.role(x) == self.other.role(y) && self.same(x, y, depth + 1))
    }
}

const fn kind(kind: Kind) -> i32 {
    match kind {
        Kind::Name => 0,
        Kind::Call => 2,
        Kind::New => 3,
        Kind::FieldAccess | Kind::Index => 4,
        k if k.is_literal() => 1,
        _ => 5,
    }
}
