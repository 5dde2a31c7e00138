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

use crate::context::{Context, Ref};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, var_at};
use crate::types::RefactoringType as T;
use crate::variables::{Var, VarKind, Variables};
use crate::{Finding, Side};
use reweave_matching::Arguments;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    out: &mut Vec<Finding>,
) {
    for (c, renamed) in contexts.iter().zip(renames) {
        let mut extracted: Vec<usize> = Vec::new();
        let mut inlined: Vec<usize> = Vec::new();
        for (a, b) in replaced(c) {
            if let Some(Ref::Var(y)) = c.ref2(b) {
                let v = c.var2(y);
                if is_new(v.kind, c.lived_before(v))
                    && Said::new(diff, c, renamed, Side::After).says(v, a)
                {
                    extracted.push(y);
                }
            }
            if let Some(Ref::Var(x)) = c.ref1(a) {
                let v = c.var1(x);
                if is_new(v.kind, c.lives_on(v))
                    && Said::new(diff, c, renamed, Side::Before).says(v, b)
                {
                    inlined.push(x);
                }
            }
        }
        for (kind, side, list) in [
            (T::ExtractVariable, Side::After, &mut extracted),
            (T::InlineVariable, Side::Before, &mut inlined),
        ] {
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
        let value = |v| self.is_or_wraps(v, expression);
        var.init.is_some_and(value) || assigned(self.tree, var).any(value)
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

/// The values that are assigned to the variable where it is declared without one, or later.
fn assigned<'t>(tree: &'t Tree, var: &Var) -> impl Iterator<Item = NodeId> + use<'t> {
    let name = var.name;
    let end = var.scope.1.min(tree.len() as u32);
    (var.scope.0..end).map(NodeId).filter_map(move |n| {
        let target = (tree.kind(n) == Kind::Assign)
            .then(|| tree.child_in(n, Role::Target))
            .flatten()?;
        let own = tree.kind(target) == Kind::Name && tree.sym(target) == name;
        own.then(|| tree.child_in(n, Role::Value)).flatten()
    })
}
