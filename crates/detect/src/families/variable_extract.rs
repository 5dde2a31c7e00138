//! Extracted and inlined variables: an expression that got a name, or a name that gave way to its expression.
//!
//! The value of the variable must be the expression that it stands for.
//!
//! Extract Variable
//!
//! ```before
//! class Stack { void push(Box b) { store(b.get("k"), 1); } }
//! ```
//! ```after
//! class Stack { void push(Box b) { String key = b.get("k"); store(key, 1); } }
//! ```
//! ```finds
//! Extract Variable key : String in method package push(b Box) : void from class Stack
//! ```
//!
//! Inline Variable
//!
//! ```before
//! class Stack { void push(Box b) { String key = b.get("k"); store(key, 1); } }
//! ```
//! ```after
//! class Stack { void push(Box b) { store(b.get("k"), 1); } }
//! ```
//! ```finds
//! Inline Variable key : String in method package push(b Box) : void from class Stack
//! ```

use crate::context::Context;
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, var_at};
use crate::family::Family;
use crate::types::RefactoringType as T;
use crate::variables::{Var, VarKind, Variables};
use crate::{Finding, Side};
use reweave_matching::{Arguments, Body, Mapping};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("variable_extract.rs"),
    find: None,
};

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    out: &mut Vec<Finding>,
) {
    for (c, renamed) in contexts.iter().zip(renames) {
        for (kind, side) in [
            (T::ExtractVariable, Side::After),
            (T::InlineVariable, Side::Before),
        ] {
            let said = Said::new(diff, c, renamed, side);
            let mut list = said.variables(c);
            list.sort_unstable();
            list.dedup();
            out.extend(list.iter().map(|&v| found(diff, c, kind, side, v)));
        }
    }
}

/// Every node that another took the place of, those of replaced argument lists each with each.
fn replaced(c: &Context<'_, '_>) -> Vec<(NodeId, NodeId)> {
    let all = c.body.mappings.iter().flat_map(|m| &m.replacements);
    all.flat_map(|r| {
        r.before
            .iter()
            .flat_map(|&a| r.after.iter().map(move |&b| (a, b)))
    })
    .collect()
}

fn found(diff: &Diff<'_>, c: &Context<'_, '_>, kind: T, side: Side, var: usize) -> Finding {
    let (view, method, v, role) = match side {
        Side::Before => (
            &diff.before,
            c.before,
            c.var1(var),
            "inlined variable declaration",
        ),
        Side::After => (
            &diff.after,
            c.after,
            c.var2(var),
            "extracted variable declaration",
        ),
    };
    let holder = view.callable_at(method.file, v.node).unwrap_or(method);
    let rest = format!(
        "{} in method {} from class {}",
        v.text(view),
        describe::method(view, holder),
        describe::class_of(view, holder)
    );
    let at = vec![var_at(view, v, role)];
    match side {
        Side::Before => finding(kind, &rest, at, Vec::new()),
        Side::After => finding(kind, &rest, Vec::new(), at),
    }
}

fn is_new(kind: VarKind, on_other_side: bool) -> bool {
    kind == VarKind::Local && !on_other_side
}

/// The side that has the variables, and the one that has the expressions they stand for.
struct Said<'a> {
    diff: &'a Diff<'a>,
    side: Side,
    tree: &'a Tree,
    vars: &'a Variables,
    other: &'a Tree,
    renamed: &'a [(Var, Var)],
    arguments: &'a Arguments<'a>,
}

impl Said<'_> {
    /// The variables of this side that stand where the other has their values.
    fn variables(&self, c: &Context<'_, '_>) -> Vec<usize> {
        let mut out = Vec::new();
        for (a, b) in replaced(c) {
            let (own, other) = self.mine(a, b);
            if let Some(v) = self.variable(own)
                && self.is_new(c, v)
                && self.says(&self.vars.all[v], other)
            {
                out.push(v);
            }
        }
        for m in &c.body.mappings {
            out.extend(self.in_statements(c, m));
        }
        out
    }

    fn mine<N>(&self, before: N, after: N) -> (N, N) {
        match self.side {
            Side::Before => (before, after),
            Side::After => (after, before),
        }
    }

    /// The variable that is declared, or named, at a node.
    fn variable(&self, node: NodeId) -> Option<usize> {
        self.vars.at(self.tree, node)
    }

    fn is_new(&self, c: &Context<'_, '_>, v: usize) -> bool {
        let var = &self.vars.all[v];
        let lives = match self.side {
            Side::Before => c.lives_on(var),
            Side::After => c.lived_before(var),
        };
        is_new(var.kind, lives)
    }

    /// The variables that one of two matched statements names and whose values the other holds, more often than this one.
    fn in_statements(&self, c: &Context<'_, '_>, m: &Mapping) -> Vec<usize> {
        let (own, other) = self.mine(&c.body.before, &c.body.after);
        let (mine, theirs) = self.mine(m.before, m.after);
        let mut named: Vec<usize> = own
            .own_nodes(mine)
            .filter(|&n| self.tree.kind(n) == Kind::Name)
            .filter_map(|n| self.variable(n))
            .filter(|&v| self.is_new(c, v) && own.stmt_of(self.vars.all[v].node) != Some(mine))
            .collect();
        named.sort_unstable();
        named.dedup();
        named.retain(|&v| {
            self.vars.all[v].init.is_some_and(|value| {
                let own_hash = self.tree.hash(value);
                let hash = self.arguments.hash(self.tree, value).unwrap_or(own_hash);
                let telling = !self.tree.kind(value).is_literal();
                let count = |body: &Body<'_>, id, hash| {
                    let nodes = body.own_nodes(id);
                    nodes.filter(|&n| body.tree.hash(n) == hash).count()
                };
                let held = count(other, theirs, hash);
                held > 0
                    && (telling || c.body.mappings.len() > 1)
                    && held > count(own, mine, own_hash)
            })
        });
        named
    }
}

/// Values nested deeper than this are compared by their hash alone: the walk is recursive.
const DEEPEST: u32 = 50;

impl<'a> Said<'a> {
    fn new(
        diff: &'a Diff<'a>,
        c: &'a Context<'_, '_>,
        renamed: &'a [(Var, Var)],
        side: Side,
    ) -> Self {
        let (tree, vars, other) = match side {
            Side::Before => (c.t1, &c.vars_before, c.t2),
            Side::After => (c.t2, &c.vars_after, c.t1),
        };
        Self {
            diff,
            side,
            tree,
            vars,
            other,
            renamed,
            arguments: &c.arguments,
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

    /// Whether what the variable starts with, or is set to later, is the expression that it stands for.
    fn says(&self, var: &Var, expression: NodeId) -> bool {
        let value = |v| {
            self.is_or_wraps(v, expression)
                || self.holds(v, expression)
                || self.same_call(v, expression)
        };
        var.init.is_some_and(value) || self.assigned(var).any(value)
    }

    /// The values that are assigned to the variable where it is declared without one, or later.
    fn assigned(&self, var: &Var) -> impl Iterator<Item = NodeId> {
        self.vars.places(var, var.name).iter().filter_map(|&n| {
            let assign = self.tree.parent(n)?;
            let set = self.tree.kind(assign) == Kind::Assign && self.tree.role(n) == Role::Target;
            set.then(|| self.tree.child_in(assign, Role::Value))?
        })
    }

    /// Whether a value has the expression in it: a bare name as one of its branches, anything else anywhere.
    fn holds(&self, value: NodeId, expression: NodeId) -> bool {
        if self.other.kind(expression) == Kind::Name {
            let branches = [Role::Then, Role::Else].map(|r| self.tree.child_in(value, r));
            let mut branches = branches.into_iter().flatten();
            return branches.any(|b| self.same(b, expression, 0));
        }
        let kind = self.other.kind(expression);
        let telling = self.other.children(expression).next().is_some();
        telling
            && self
                .tree
                .descendants(value)
                .any(|n| self.tree.kind(n) == kind && self.same(n, expression, 0))
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
