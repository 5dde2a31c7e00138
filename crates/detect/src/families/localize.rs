//! Localised parameters: a method declares itself what it got as a parameter.
//!
//! Localize Parameter
//!
//! ```before
//! class Stack { void push(int x) { store(x); log(x); } }
//! ```
//! ```after
//! class Stack { void push() { int x = next(); store(x); log(x); } }
//! ```
//! ```finds
//! Localize Parameter x : int to x : int in method package push() : void from class Stack
//! ```
//!
//! The name must be the same: what else stands in a parameter's place may have been there for another reason.

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Origin};
use crate::declared::{Declarations, ParamLists, param};
use crate::diff::Diff;
use crate::families::parameter::changed;
use crate::families::variable;
use crate::family::Family;
use crate::variables::{Var, VarKind};
use crate::view::{Method, View};
use reweave_model::{NodeId, Param};
use reweave_text::Symbol;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("localize.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    for l in &declarations.localized {
        let role = "renamed variable declaration";
        out.push(changed(
            diff,
            T::LocalizeParameter,
            l.to,
            &l.parameter,
            &l.local,
            role,
        ));
    }
}

/// A parameter of `from` that is a variable of `to` now.
pub struct Localized {
    pub parameter: Var,
    pub from: Method,
    pub local: Var,
    pub to: Method,
}

pub fn localized(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    params: &[ParamLists],
) -> Vec<Localized> {
    let mut kept: BTreeSet<(u32, NodeId)> = BTreeSet::new();
    for list in params {
        for i in 0..diff.before.method(list.before).params.len() {
            let paired = list.pairs.iter().any(|p| p.0 == i);
            if paired || renamed_in_place(diff, list, i) {
                kept.insert((list.before.file, param(&diff.before, list.before, i).node));
            }
        }
    }
    let mut out = Vec::new();
    for c in contexts.iter().filter(|c| c.origin != Origin::Extracted) {
        for x in c
            .vars_before
            .all
            .iter()
            .filter(|v| v.kind == VarKind::Param)
        {
            let mut now = c.vars_after.all.iter().filter(|v| v.name == x.name);
            let Some(y) = now.next().filter(|y| y.kind == VarKind::Local) else {
                continue;
            };
            let lives_on = c.origin == Origin::Pair && kept.contains(&(x.file, x.node));
            if !lives_on && now.all(|v| v.kind == VarKind::Local) && is_new(diff, c, x.name) {
                out.push(Localized {
                    parameter: x.clone(),
                    from: c.before,
                    local: y.clone(),
                    to: variable::holder(diff, c, y),
                });
            }
        }
    }
    out
}

/// A parameter of the same type in its place: it was renamed, and its name went to another.
fn renamed_in_place(diff: &Diff<'_>, list: &ParamLists, at: usize) -> bool {
    let (old, new) = (
        &diff.before.method(list.before).params,
        &diff.after.method(list.after).params,
    );
    let ty = |view: &View<'_>, file: u32, p: &Param| p.ty.map(|t| view.tree(file).hash(t));
    old.len() == new.len()
        && list.pairs.iter().all(|p| p.0 != at && p.1 != at)
        && ty(&diff.before, list.before.file, &old[at])
            == ty(&diff.after, list.after.file, &new[at])
}

/// Where the code was inlined, the method that took it must not have had such a variable before.
fn is_new(diff: &Diff<'_>, c: &Context<'_, '_>, name: Symbol) -> bool {
    if c.origin == Origin::Pair {
        return true;
    }
    let before = diff.methods.iter().find(|p| p.after == c.after);
    before.is_some_and(|p| {
        let vars = diff.before.variables(p.before);
        vars.all.iter().all(|v| v.name != name)
    })
}
