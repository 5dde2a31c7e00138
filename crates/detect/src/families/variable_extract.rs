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
use crate::variables::{Var, VarKind};
use crate::{Finding, Side};
use reweave_model::{Kind, NodeId, Role, Tree};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        let mut extracted: Vec<usize> = Vec::new();
        let mut inlined: Vec<usize> = Vec::new();
        for (a, b) in replaced(c) {
            if let Some(Ref::Var(y)) = c.ref2(b) {
                let v = c.var2(y);
                if is_new(v.kind, c.lived_before(v)) && says(c.t2, v, c.t1, a) {
                    extracted.push(y);
                }
            }
            if let Some(Ref::Var(x)) = c.ref1(a) {
                let v = c.var1(x);
                if is_new(v.kind, c.lives_on(v)) && says(c.t1, v, c.t2, b) {
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

/// Whether what the variable starts with, or is set to later, is the expression that it stands for.
fn says(tree: &Tree, var: &Var, other: &Tree, expression: NodeId) -> bool {
    let wanted = other.hash(expression);
    var.init.is_some_and(|init| is_or_wraps(tree, init, wanted))
        || assigned(tree, var).any(|value| is_or_wraps(tree, value, wanted))
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

/// Whether a value is the expression, but for parentheses and casts.
fn is_or_wraps(tree: &Tree, mut value: NodeId, wanted: u64) -> bool {
    while matches!(tree.kind(value), Kind::Paren | Kind::Cast) && tree.hash(value) != wanted {
        match tree.children_in(value, Role::Operand).next() {
            Some(inner) => value = inner,
            None => break,
        }
    }
    tree.hash(value) == wanted
}
