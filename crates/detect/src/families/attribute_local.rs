//! Attributes that became local: a method gets as a parameter, or declares itself, what it took from a field.
//!
//! What stood for the attribute in matched statements stands for the parameter or variable now, or the name is the same
//! and means another thing.
//!
//! Parameterize Attribute
//!
//! ```before
//! class Stack { int limit; boolean full(int n) { log(n); return n > limit; } }
//! ```
//! ```after
//! class Stack { int limit; boolean full(int n, int most) { log(n); return n > most; } }
//! ```
//! ```finds
//! Add Parameter most : int in method package full(n int, most int) : boolean from class Stack
//! Parameterize Attribute limit : int to most : int in method package full(n int, most int) : boolean from class Stack
//! ```
//!
//! Replace Attribute With Variable
//!
//! ```before
//! class Stack { int limit; boolean full(int n) { log(n); return n > limit; } }
//! ```
//! ```after
//! class Stack { boolean full(int n) { int limit = most(); log(n); return n > limit; } }
//! ```
//! ```finds
//! Replace Attribute With Variable limit : int to limit : int in method package full(n int) : boolean from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, FieldName, Origin, Ref, is_variable_replacement};
use crate::declared::in_method;
use crate::describe;
use crate::diff::{Diff, Transfer};
use crate::emit::{attr_at, finding, var_at};
use crate::families::variable;
use crate::family::Family;
use crate::variables::{Var, VarKind};
use crate::view::Attr;
use reweave_matching::Body;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use std::collections::BTreeMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("attribute_local.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts.iter().filter(|c| c.origin != Origin::Inlined) {
        for (attr, y) in replaced(diff, c).into_iter().chain(same_name(diff, c)) {
            out.push(report(diff, c, attr, c.var2(y)));
        }
    }
    let extracted = contexts.iter().filter(|c| c.origin == Origin::Extracted);
    for (c, t) in extracted.zip(&diff.extracted) {
        for (attr, y) in passed(diff, c, t) {
            out.push(report(diff, c, attr, c.var2(y)));
        }
    }
}

/// An attribute that the code used where it stood and gets as an argument where it was extracted to.
fn passed(diff: &Diff<'_>, c: &Context<'_, '_>, t: &Transfer<'_>) -> Vec<(Attr, usize)> {
    let tree = diff.after.tree(t.caller.file);
    let vars = diff.after.variables(t.caller);
    let params: Vec<usize> = (0..c.vars_after.all.len())
        .filter(|&i| c.var2(i).kind == VarKind::Param)
        .collect();
    let mut out = Vec::new();
    // Where several calls pass different attributes, none of them alone became the parameter.
    let only = t.calls.iter().filter(|_| t.calls.len() == 1);
    for &call in only {
        for (argument, &y) in tree.children_in(call, Role::Argument).zip(&params) {
            let name = tree.sym(argument);
            let field = match tree.kind(argument) {
                Kind::Name => vars.resolve(name, argument).is_none(),
                Kind::FieldAccess => names_field(tree, argument),
                _ => false,
            };
            if !field || name == c.var2(y).name || !stands_for(c, name, c.var2(y).name) {
                continue;
            }
            out.extend(attribute(diff, c, name).map(|a| (a, y)));
        }
    }
    out
}

/// Whether a pair of statements has the one name before and the other after.
pub fn stands_for(c: &Context<'_, '_>, old: Symbol, new: Symbol) -> bool {
    let has = |body: &Body<'_>, id, name| {
        let mut own = body.own_nodes(id);
        own.any(|n| {
            matches!(body.tree.kind(n), Kind::Name | Kind::FieldAccess) && body.tree.sym(n) == name
        })
    };
    let mut all = c.body.mappings.iter();
    all.any(|m| has(&c.body.before, m.before, old) && has(&c.body.after, m.after, new))
}

/// The attribute of the class, or of one around it, that a name in the method of the first version means.
fn attribute(diff: &Diff<'_>, c: &Context<'_, '_>, name: Symbol) -> Option<Attr> {
    let own = diff.before.owner(c.before);
    std::iter::successors(Some(own), |&t| diff.before.outer(t))
        .find_map(|t| diff.before.attr_called(t, name))
}

/// By the replacements of matched statements: always this variable for that attribute.
fn replaced(diff: &Diff<'_>, c: &Context<'_, '_>) -> Vec<(Attr, usize)> {
    let mut votes: BTreeMap<(Ref, Ref), u32> = BTreeMap::new();
    let mut names: BTreeMap<Ref, Symbol> = BTreeMap::new();
    for (_, r, a, b) in c.pairs().filter(|p| is_variable_replacement(p.1)) {
        let _ = r;
        if let (Some(x), Some(y)) = (c.ref1(a), c.ref2(b)) {
            *votes.entry((x, y)).or_default() += 1;
            names.insert(x, c.t1.sym(a));
        }
    }
    let mut out = Vec::new();
    for &(x, y) in votes.keys() {
        let (Ref::Field(FieldName(_)), Ref::Var(at)) = (x, y) else {
            continue;
        };
        let rival = votes.keys().any(|&(a, b)| (a == x) != (b == y));
        let var = c.var2(at);
        let name = names[&x];
        if !rival
            && var.name != name
            && !c.lived_before(var)
            && !uses(c.t2, diff.after.method(c.after).node, name)
        {
            out.extend(attribute(diff, c, name).map(|a| (a, at)));
        }
    }
    out
}

/// A new variable under the name of an attribute that the method used before.
fn same_name(diff: &Diff<'_>, c: &Context<'_, '_>) -> Vec<(Attr, usize)> {
    let mut out = Vec::new();
    if c.origin != Origin::Pair {
        return out;
    }
    for (at, var) in c.vars_after.all.iter().enumerate() {
        let first = c.vars_after.all.iter().position(|v| v.name == var.name);
        if first != Some(at)
            || c.lived_before(var)
            || var.kind != VarKind::Local
            || !stands_for(c, var.name, var.name)
        {
            continue;
        }
        let gone = attribute(diff, c, var.name).filter(|&a| {
            let now = diff.after_of(diff.before.attr_owner(a));
            now.is_none_or(|t| diff.after.attr_called(t, var.name).is_none())
        });
        out.extend(gone.map(|a| (a, at)));
    }
    out
}

/// Whether the code at `node` mentions an attribute of that name.
fn uses(tree: &Tree, node: NodeId, name: Symbol) -> bool {
    tree.descendants(node).any(|n| {
        tree.sym(n) == name
            && match tree.kind(n) {
                Kind::Name => true,
                Kind::FieldAccess => names_field(tree, n),
                _ => false,
            }
    })
}

/// `this.name`.
fn names_field(tree: &Tree, access: NodeId) -> bool {
    tree.child_in(access, Role::Receiver)
        .is_some_and(|r| tree.kind(r) == Kind::This)
}

fn report(diff: &Diff<'_>, c: &Context<'_, '_>, attr: Attr, y: &Var) -> Finding {
    let kind = match y.kind {
        VarKind::Param => T::ParameterizeAttribute,
        _ => T::ReplaceAttributeWithVariable,
    };
    let rest = format!(
        "{} to {} {}",
        describe::attr_variable(&diff.before, attr),
        y.text(&diff.after),
        in_method(&diff.after, variable::holder(diff, c, y))
    );
    finding(
        kind,
        &rest,
        vec![attr_at(&diff.before, attr, "original variable declaration")],
        vec![var_at(&diff.after, y, "renamed variable declaration")],
    )
}
