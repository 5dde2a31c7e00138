//! Changed parameters: a parameter with another name or type.
//!
//! Parameters are paired by name, by what the bodies replace, and by place.
//!
//! Rename Parameter
//!
//! ```before
//! class Stack { void push(int x) { store(x); log(x); } }
//! ```
//! ```after
//! class Stack { void push(int item) { store(item); log(item); } }
//! ```
//! ```finds
//! Rename Parameter x : int to item : int in method package push(item int) : void from class Stack
//! ```
//!
//! Change Parameter Type
//!
//! ```before
//! class Stack { void push(int x) { store(x); } }
//! ```
//! ```after
//! class Stack { void push(long x) { store(x); } }
//! ```
//! ```finds
//! Change Parameter Type x : int to x : long in method package push(x long) : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Origin};
use crate::describe;
use crate::diff::{Diff, MethodPair};
use crate::emit::{finding, var_at};
use crate::family::Family;
use crate::variables::{Var, VarKind, Variables};
use crate::view::{Method, View};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("parameter.rs"),
    find: None,
};

/// A parameter of one version and what it is in the other: indices into the parameter lists.
pub type ParamPair = (usize, usize);

/// Which parameter is which: by name, by what the bodies replace, by place and type.
pub fn pairs(
    diff: &Diff<'_>,
    before: Method,
    after: Method,
    renamed: &[(Var, Var)],
) -> Vec<ParamPair> {
    let (mb, ma) = (diff.before.method(before), diff.after.method(after));
    let (tb, ta) = (diff.before.tree(before.file), diff.after.tree(after.file));
    let mut out: Vec<ParamPair> = Vec::new();
    let free = |out: &[ParamPair], i: usize, j: usize| out.iter().all(|&(x, y)| x != i && y != j);
    for (i, p) in mb.params.iter().enumerate() {
        let same_name = ma.params.iter().position(|q| q.name == p.name);
        out.extend(same_name.filter(|&j| free(&out, i, j)).map(|j| (i, j)));
    }
    for (x, y) in renamed {
        let i = mb.params.iter().position(|p| p.node == x.node);
        let j = ma.params.iter().position(|q| q.node == y.node);
        let both = i.zip(j).filter(|&(i, j)| free(&out, i, j));
        out.extend(both);
    }
    // The bodies of inner classes were matched with those of the methods around them: what is known of their
    // parameters is known from there.
    if diff.after.ty(diff.after.owner(after)).in_callable.is_some() {
        return out;
    }
    // What is left pairs up by place, where as many are left between the same neighbours on one side as on the other.
    for (i, j, alone) in between(&out, mb.params.len(), ma.params.len()) {
        let (p, q) = (&mb.params[i], &ma.params[j]);
        let typed = tb.dialect().facts.typed || p.ty.is_some();
        let same_type =
            typed && p.ty.map(|t| tb.hash(t)) == q.ty.map(|t| ta.hash(t)) && p.varargs == q.varargs;
        // A variable that lives on under its name was not renamed, if the new name does not resemble it.
        let alive = declares(ta, ma.node, p.name);
        let similar = diff.distances().percent(p.name, q.name) < ALIKE;
        let alike = similar || typed && element(tb, p.ty) == element(ta, q.ty);
        if (!alive || similar) && (same_type || alone || alike) {
            out.push((i, j));
        }
    }
    out.sort_unstable();
    out
}

/// The parameters that are left between the same pairs, in order, where they are as many on both sides; and whether they are
/// the last ones.
fn between(pairs: &[ParamPair], before: usize, after: usize) -> Vec<(usize, usize, bool)> {
    let mut known: Vec<ParamPair> = pairs.to_vec();
    known.sort_unstable();
    // What stands in another order now is no neighbour.
    known.dedup_by(|next, last| next.1 < last.1);
    known.push((before, after));
    let free1 = |i: &usize| pairs.iter().all(|p| p.0 != *i);
    let free2 = |j: &usize| pairs.iter().all(|p| p.1 != *j);
    let (mut from1, mut from2) = (0, 0);
    let mut out = Vec::new();
    for (to1, to2) in known {
        let left1: Vec<usize> = (from1..to1).filter(free1).collect();
        let left2: Vec<usize> = (from2..to2).filter(free2).collect();
        if left1.len() == left2.len() {
            let alone = left1.len() == 1 && before == after && pairs.len() + 1 == before;
            out.extend(left1.into_iter().zip(left2).map(|(i, j)| (i, j, alone)));
        }
        (from1, from2) = (to1 + 1, to2 + 1);
    }
    out
}

/// Names of which less than this share of letters differs, in percent, are taken for versions of each other where their
/// place says so too.
pub const ALIKE: u32 = 60;

/// The name of a type, arrays aside.
fn element(tree: &Tree, ty: Option<NodeId>) -> Option<Symbol> {
    let mut ty = ty?;
    while tree.kind(ty) == Kind::ArrayType {
        ty = tree.child_in(ty, Role::Type)?;
    }
    Some(tree.sym(ty))
}

fn declares(tree: &Tree, method: NodeId, name: Symbol) -> bool {
    tree.descendants(method)
        .any(|n| matches!(tree.kind(n), Kind::VarDecl | Kind::Param) && tree.sym(n) == name)
}

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    out: &mut Vec<Finding>,
) {
    let of_pairs = contexts.iter().zip(renames).rev();
    let of_pairs = of_pairs.filter(|(c, _)| c.origin == Origin::Pair);
    let by_pair: FxHashMap<(Method, Method), &[(Var, Var)]> = of_pairs
        .map(|(c, r)| ((c.before, c.after), &r[..]))
        .collect();
    for pair in &diff.methods {
        let renamed = by_pair.get(&(pair.before, pair.after));
        of_pair(diff, pair, renamed.copied().unwrap_or_default(), out);
    }
}

fn of_pair(diff: &Diff<'_>, pair: &MethodPair<'_>, renamed: &[(Var, Var)], out: &mut Vec<Finding>) {
    let (vars1, vars2) = (
        diff.before.variables(pair.before),
        diff.after.variables(pair.after),
    );
    let params = |vars: &Variables| -> Vec<Var> {
        vars.all
            .iter()
            .filter(|v| v.kind == VarKind::Param)
            .cloned()
            .collect()
    };
    let (p1, p2) = (params(&vars1), params(&vars2));
    for (i, j) in pairs(diff, pair.before, pair.after, renamed) {
        let (Some(x), Some(y)) = (p1.get(i), p2.get(j)) else {
            continue;
        };
        let property = diff.before.is_property(pair.before, x.node)
            || diff.after.is_property(pair.after, y.node);
        if property {
            continue;
        }
        if x.name != y.name {
            out.push(changed(
                diff,
                T::RenameParameter,
                pair.after,
                x,
                y,
                "renamed variable declaration",
            ));
        }
        let comparable = tells_types(&diff.before, x) && tells_types(&diff.after, y);
        if comparable && x.type_text(&diff.before) != y.type_text(&diff.after) {
            out.push(changed(
                diff,
                T::ChangeParameterType,
                pair.after,
                x,
                y,
                "changed-type variable declaration",
            ));
        }
    }
}

/// Whether a variable's type is written, or its absence says something.
fn tells_types(view: &View<'_>, var: &Var) -> bool {
    var.ty.is_some() || view.tree(var.file).dialect().facts.typed
}

/// `<v> to <v> in method <m> from class <c>`.
pub fn changed(
    diff: &Diff<'_>,
    kind: T,
    method: Method,
    x: &Var,
    y: &Var,
    role: &'static str,
) -> Finding {
    let rest = format!(
        "{} to {} {}",
        x.text(&diff.before),
        y.text(&diff.after),
        describe::in_method(&diff.after, method)
    );
    finding(
        kind,
        &rest,
        vec![var_at(&diff.before, x, "original variable declaration")],
        vec![var_at(&diff.after, y, role)],
    )
}
