//! Changed variables: a local variable with another name, type or kind.
//!
//! A rename must be consistent: what stands for the one on the left stands for the other on the right, and neither name
//! lives on in the other version (paper 4, section 4.3).
//!
//! Rename Variable
//!
//! ```before
//! class Stack { void push() { int x = next(); store(x); log(x); } }
//! ```
//! ```after
//! class Stack { void push() { int item = next(); store(item); log(item); } }
//! ```
//! ```finds
//! Rename Variable x : int to item : int in method package push() : void from class Stack
//! ```
//!
//! Change Variable Type
//!
//! ```before
//! class Stack { void push() { int x = next(); store(x); } }
//! ```
//! ```after
//! class Stack { void push() { long x = next(); store(x); } }
//! ```
//! ```finds
//! Change Variable Type x : int to x : long in method package push() : void from class Stack
//! ```
//!
//! Parameterize Variable
//!
//! ```before
//! class Stack { void push() { int x = next(); store(x); log(x); } }
//! ```
//! ```after
//! class Stack { void push(int x) { store(x); log(x); } }
//! ```
//! ```finds
//! Parameterize Variable x : int to x : int in method package push(x int) : void from class Stack
//! ```
//!
//! Replace Variable With Attribute
//!
//! ```before
//! class Stack { void push() { int x = next(); store(x); log(x); } }
//! ```
//! ```after
//! class Stack { private int x; void push() { x = next(); store(x); log(x); } }
//! ```
//! ```finds
//! Replace Variable With Attribute x : int to x : int in method package push() : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, FieldName, Origin, Ref, is_variable_replacement};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{attr_at, finding, var_at};
use crate::families::attribute_local::stands_for;
use crate::families::parameter::changed;
use crate::family::Family;
use crate::variables::{Var, VarKind};
use crate::view::{Attr, Method};
use reweave_model::{Kind, Role, Tree};
use reweave_text::Symbol;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("variable.rs"),
    find: None,
};

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    out: &mut Vec<Finding>,
) {
    for (c, renamed) in contexts.iter().zip(renames) {
        for (x, y) in renamed {
            let same_type = x.type_text(&diff.before) == y.type_text(&diff.after);
            let kind = match (x.kind, y.kind) {
                (VarKind::Param, _) => continue,
                (_, VarKind::Param) if !same_type => continue,
                (_, VarKind::Param) => T::ParameterizeVariable,
                (VarKind::InnerParam, VarKind::InnerParam) if of_inner_methods(c, x, y) => {
                    T::RenameParameter
                }
                (VarKind::InnerParam, VarKind::InnerParam) if of_lambdas(c, x, y) => {
                    T::RenameVariable
                }
                (VarKind::InnerParam, _) | (_, VarKind::InnerParam) => continue,
                _ => T::RenameVariable,
            };
            let role = "renamed variable declaration";
            out.push(changed(diff, kind, holder(diff, c, y), x, y, role));
            let inner = kind == T::RenameParameter && x.kind == VarKind::InnerParam;
            if inner && !handed_over(c.t2, y) {
                out.push(changed(diff, T::RenameVariable, c.after, x, y, role));
            }
        }
        parameterized(diff, c, out);
        became_attribute(diff, c, out);
        types(diff, c, renamed, out);
    }
}

/// Two parameters of inner classes' methods; a lambda's have no method to tell of.
fn of_inner_methods(c: &Context<'_, '_>, x: &Var, y: &Var) -> bool {
    belong_to(c, x, y, Kind::Callable)
}

/// Two parameters of lambdas: variables of the method around them.
fn of_lambdas(c: &Context<'_, '_>, x: &Var, y: &Var) -> bool {
    belong_to(c, x, y, Kind::Lambda)
}

fn belong_to(c: &Context<'_, '_>, x: &Var, y: &Var, kind: Kind) -> bool {
    let of = |tree: &Tree, v: &Var| tree.parent(v.node).is_some_and(|p| tree.kind(p) == kind);
    of(c.t1, x) && of(c.t2, y)
}

/// Whether the class or lambda that a parameter belongs to is given to another object's method: then it is no variable
/// of the method around it, which never calls it.
fn handed_over(tree: &Tree, parameter: &Var) -> bool {
    let up = std::iter::successors(tree.parent(parameter.node), |&n| tree.parent(n));
    let made = up
        .into_iter()
        .find(|&n| matches!(tree.kind(n), Kind::New | Kind::Lambda));
    made.is_some_and(|value| {
        tree.parent(value).is_some_and(|call| {
            tree.kind(call) == Kind::Call
                && tree.node(value).role == Role::Argument
                && tree.child_in(call, Role::Receiver).is_some()
        })
    })
}

/// A local that is a parameter of the same name now.
fn parameterized(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    if c.origin == Origin::Extracted {
        passed(diff, c, out);
        went_along(diff, c, out);
    }
    for (x, y) in became_parameters(diff, c) {
        out.push(changed(
            diff,
            T::ParameterizeVariable,
            c.after,
            x,
            y,
            "renamed variable declaration",
        ));
    }
}

/// The locals that are parameters of the same name now.
pub fn became_parameters<'c>(diff: &Diff<'_>, c: &'c Context<'_, '_>) -> Vec<(&'c Var, &'c Var)> {
    let mut out = Vec::new();
    if c.origin != Origin::Pair {
        return out;
    }
    for y in c.vars_after.all.iter().filter(|v| v.kind == VarKind::Param) {
        let named = |v: &&Var| v.name == y.name;
        let was: Vec<&Var> = c.vars_before.all.iter().filter(named).collect();
        let still = c.vars_after.all.iter().filter(named).count() > 1;
        if let [x] = was[..]
            && x.kind == VarKind::Local
            && x.type_text(&diff.before) == y.type_text(&diff.after)
            && !still
        {
            out.push((x, y));
        }
    }
    out
}

/// A local that is gone from the method whose code was extracted: the call passes its value, and the extracted method
/// gets it under its name.
fn went_along(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let Some(rest) = &c.vars_rest else {
        return;
    };
    for y in c.vars_after.all.iter().filter(|v| v.kind == VarKind::Param) {
        let [x] = c.vars_before.called(y.name) else {
            continue;
        };
        let x = c.var1(*x);
        let gone = x.kind == VarKind::Local && rest.called(y.name).is_empty();
        let value = x.init.map(|v| c.t1.hash(v));
        let passed = c.arguments.of(y.name).map(|a| a.hash());
        if gone && value.is_some() && value == passed && stands_for(c, y.name, y.name) {
            let role = "renamed variable declaration";
            out.push(changed(diff, T::ParameterizeVariable, c.after, x, y, role));
            if x.type_text(&diff.before) != y.type_text(&diff.after) {
                out.push(changed(diff, T::ChangeVariableType, c.after, x, y, role));
            }
        }
    }
}

/// A variable whose code was extracted, and that the extracted method gets as a parameter of another name.
fn passed(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    for (x, y) in &c.passed {
        let (Some(v), Some(w)) = (c.vars_before.all.get(*x), c.vars_after.all.get(*y)) else {
            continue;
        };
        let kind = match v.kind {
            VarKind::Local => T::ParameterizeVariable,
            VarKind::Param => T::RenameParameter,
            _ => continue,
        };
        if v.name != w.name && !c.lives_on(v) {
            out.push(changed(
                diff,
                kind,
                c.after,
                v,
                w,
                "renamed variable declaration",
            ));
        }
    }
}

/// A local whose place an attribute takes: the local is gone, and what stood for it stands for the attribute, in the
/// method itself or in one that its code was extracted to.
fn became_attribute(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    if c.origin == Origin::Inlined {
        return;
    }
    let owner = diff.after.owner(c.after);
    let mut found: Vec<(usize, Attr)> = Vec::new();
    let used: BTreeSet<Attr> =
        c.t2.descendants(diff.after.method(c.after).node)
            .filter(|&n| matches!(c.t2.kind(n), Kind::Name | Kind::FieldAccess))
            .filter_map(|n| diff.after.attr_called(owner, c.t2.sym(n)))
            .collect();
    for a in used {
        let field = diff.after.attr(a);
        let new = diff.added_attrs.contains(&a);
        if !c.vars_after.called(field.name).is_empty() {
            continue;
        }
        let type_text = describe::attr_type(&diff.after, a);
        let locals = c.vars_before.all.iter().enumerate();
        let same = locals.filter(|(_, v)| v.kind == VarKind::Local && v.name == field.name);
        let same: Vec<usize> = same
            .filter(|(_, v)| new && v.type_text(&diff.before) == type_text)
            .filter(|(_, v)| stands_for(c, v.name, v.name))
            .map(|(x, _)| x)
            .collect();
        found.extend(same.first().map(|&x| (x, a)));
        found.extend(stood_for(c, field.name).into_iter().map(|x| (x, a)));
    }
    found.sort_unstable();
    found.dedup();
    for (x, a) in found {
        let x = c.var1(x);
        let rest = format!(
            "{} to {} {}",
            x.text(&diff.before),
            describe::attr_variable(&diff.after, a),
            describe::in_method(&diff.after, c.after)
        );
        out.push(finding(
            T::ReplaceVariableWithAttribute,
            &rest,
            vec![var_at(&diff.before, x, "original variable declaration")],
            vec![attr_at(&diff.after, a, "replaced variable declaration")],
        ));
    }
}

/// The variables that are gone and in whose place the field stands, each more often than anything else does.
fn stood_for(c: &Context<'_, '_>, field: Symbol) -> Vec<usize> {
    let wanted = Ref::Field(FieldName(field.index()));
    let replaced: Vec<(usize, Option<Ref>)> = c
        .pairs()
        .filter(|(_, r, _, _)| is_variable_replacement(r))
        .filter_map(|(_, _, a, b)| match c.ref1(a) {
            Some(Ref::Var(x)) => Some((x, c.ref2(b))),
            _ => None,
        })
        .collect();
    let mut out: Vec<usize> = replaced
        .iter()
        .filter(|(_, r)| *r == Some(wanted))
        .map(|&(x, _)| x)
        .filter(|&x| c.var1(x).kind == VarKind::Local && !c.lives_on(c.var1(x)))
        .filter(|&x| {
            let of = |same: bool| {
                let of_x = replaced.iter().filter(|(v, _)| *v == x);
                of_x.filter(|(_, r)| (*r == Some(wanted)) == same).count()
            };
            of(true) > of(false)
        })
        .collect();
    out.sort_unstable();
    out.dedup();
    out
}

/// The innermost method that the variable stands in: an anonymous class's method has variables of its own.
pub fn holder(diff: &Diff<'_>, c: &Context<'_, '_>, var: &Var) -> Method {
    diff.after
        .callable_at(c.after.file, var.node)
        .unwrap_or(c.after)
}

/// The variables that both versions have: declared in matched statements or under one name, and renamed ones.
pub fn kept<'c>(c: &'c Context<'_, '_>, renamed: &'c [(Var, Var)]) -> Vec<(&'c Var, &'c Var)> {
    let is = |x: &Var, y: &Var| {
        let mut all = renamed.iter();
        all.any(|(a, b)| a.node == x.node && b.node == y.node)
    };
    let mut out: Vec<(&Var, &Var)> = c
        .declarations()
        .into_iter()
        .map(|(i, j)| (c.var1(i), c.var2(j)))
        .filter(|(x, y)| x.name == y.name || is(x, y))
        .collect();
    for (x, y) in renamed {
        if out
            .iter()
            .all(|(a, b)| a.node != x.node && b.node != y.node)
        {
            out.push((x, y));
        }
    }
    out
}

fn types(diff: &Diff<'_>, c: &Context<'_, '_>, renamed: &[(Var, Var)], out: &mut Vec<Finding>) {
    for (x, y) in kept(c, renamed) {
        if x.kind == VarKind::Param || y.kind == VarKind::Param {
            continue;
        }
        // An inner method's parameter is a variable of the method around it, too; the inner one tells of it itself.
        let inner = x.kind == VarKind::InnerParam && y.kind == VarKind::InnerParam;
        if inner && handed_over(c.t2, y) {
            continue;
        }
        let method = if inner { c.after } else { holder(diff, c, y) };
        let known = |tree: &Tree, v: &Var| v.ty.is_some() || tree.dialect().facts.inferred_types;
        let comparable = known(c.t1, x) && known(c.t2, y);
        if comparable && x.type_text(&diff.before) != y.type_text(&diff.after) {
            out.push(changed(
                diff,
                T::ChangeVariableType,
                method,
                x,
                y,
                "changed-type variable declaration",
            ));
        }
    }
}
