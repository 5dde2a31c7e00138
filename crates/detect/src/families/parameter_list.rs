//! Parameter lists: a parameter that a method got, lost, or takes in another place.
//!
//! Parameters that are paired by name, use or place were kept, whatever else of them changed; those that were merged,
//! split, made local or made of a local variable went that way.
//!
//! Add Parameter
//!
//! ```before
//! class Stack { void push(int x) { store(x); } }
//! ```
//! ```after
//! class Stack { void push(int x, Log log) { log.info(); store(x); } }
//! ```
//! ```finds
//! Add Parameter log : Log in method package push(x int, log Log) : void from class Stack
//! ```
//!
//! Remove Parameter
//!
//! ```before
//! class Stack { void push(int x, Log log) { log.info(); store(x); } }
//! ```
//! ```after
//! class Stack { void push(int x) { store(x); } }
//! ```
//! ```finds
//! Remove Parameter log : Log in method package push(x int, log Log) : void from class Stack
//! ```
//!
//! Reorder Parameter
//!
//! ```before
//! class Stack { void push(int x, Log log) { log.info(); store(x); } }
//! ```
//! ```after
//! class Stack { void push(Log log, int x) { log.info(); store(x); } }
//! ```
//! ```finds
//! Reorder Parameter [x : int, log : Log] to [log : Log, x : int] in method package push(log Log, x int) : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::{Declarations, ParamLists, in_method, param};
use crate::diff::Diff;
use crate::emit::{finding, method_at, var_at};
use crate::family::Family;
use crate::members::signature;
use crate::report::{Location, Side};
use crate::variables::Var;
use crate::view::{Method, View};
use reweave_model::CallableKind;
use reweave_text::Span;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("parameter_list.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    let known = told_of(out);
    for list in &declarations.params {
        out.extend(reordered(diff, list));
        if !same_types(diff, list) && !unrelated(diff, list) {
            changed_length(diff, list, &known, out);
        }
    }
}

/// The places of parameters of which other findings tell where they went or came from.
fn told_of(findings: &[Finding]) -> BTreeSet<(Side, u32, Span)> {
    let mut out = BTreeSet::new();
    for f in findings {
        let both = matches!(f.kind, T::MergeParameter | T::SplitParameter);
        if both || f.kind == T::LocalizeParameter {
            out.extend(f.left.iter().map(|p| (Side::Before, p.file, p.span)));
        }
        if both || f.kind == T::ParameterizeVariable {
            out.extend(f.right.iter().map(|p| (Side::After, p.file, p.span)));
        }
    }
    out
}

/// Constructors that share no parameter are two ways to make an object, not one that changed.
fn unrelated(diff: &Diff<'_>, list: &ParamLists) -> bool {
    let (old, new) = (
        diff.before.method(list.before),
        diff.after.method(list.after),
    );
    let overloads = diff
        .before
        .tree(list.before.file)
        .dialect()
        .facts
        .overloading;
    let one_of_several = overloads && old.kind == CallableKind::Constructor;
    one_of_several && list.pairs.is_empty() && !old.params.is_empty() && !new.params.is_empty()
}

/// The same types in the same places: the parameters were renamed at most.
fn same_types(diff: &Diff<'_>, list: &ParamLists) -> bool {
    signature(&diff.before, list.before).1 == signature(&diff.after, list.after).1
}

fn params(view: &View<'_>, method: Method) -> Vec<Var> {
    (0..view.method(method).params.len())
        .map(|i| param(view, method, i))
        .collect()
}

fn changed_length(
    diff: &Diff<'_>,
    list: &ParamLists,
    known: &BTreeSet<(Side, u32, Span)>,
    out: &mut Vec<Finding>,
) {
    let told = |side: Side, view: &View<'_>, v: &Var| {
        known.contains(&(side, v.file, view.tree(v.file).span(v.node)))
    };
    let original = || method_at(&diff.before, list.before, "original method declaration");
    let old = params(&diff.before, list.before).into_iter().enumerate();
    for (_, x) in old.filter(|(i, _)| list.pairs.iter().all(|p| p.0 != *i)) {
        if told(Side::Before, &diff.before, &x) {
            continue;
        }
        let place = in_method(&diff.before, list.before);
        out.push(finding(
            T::RemoveParameter,
            &format!("{} {place}", x.text(&diff.before)),
            vec![var_at(&diff.before, &x, "removed parameter"), original()],
            vec![method_at(
                &diff.after,
                list.after,
                "method declaration with removed parameter",
            )],
        ));
    }
    let new = params(&diff.after, list.after).into_iter().enumerate();
    for (_, y) in new.filter(|(j, _)| list.pairs.iter().all(|p| p.1 != *j)) {
        if told(Side::After, &diff.after, &y) {
            continue;
        }
        let place = in_method(&diff.after, list.after);
        let role = "method declaration with added parameter";
        out.push(finding(
            T::AddParameter,
            &format!("{} {place}", y.text(&diff.after)),
            vec![original()],
            vec![
                var_at(&diff.after, &y, "added parameter"),
                method_at(&diff.after, list.after, role),
            ],
        ));
    }
}

/// Those that kept their names stand in another order, whatever came or went beside them.
fn reordered(diff: &Diff<'_>, list: &ParamLists) -> Option<Finding> {
    let (old, new) = (
        params(&diff.before, list.before),
        params(&diff.after, list.after),
    );
    let texts = |view: &View<'_>, all: &[Var]| -> Vec<String> {
        all.iter().map(|v| v.text(view)).collect()
    };
    let (before, after) = (texts(&diff.before, &old), texts(&diff.after, &new));
    let mut kept: Vec<(usize, usize)> = list.pairs.clone();
    kept.retain(|&(i, j)| old[i].name == new[j].name);
    kept.sort_unstable();
    if kept.is_sorted_by_key(|&(_, j)| j) {
        return None;
    }
    let rest = format!(
        "[{}] to [{}] {}",
        before.join(", "),
        after.join(", "),
        in_method(&diff.after, list.after)
    );
    let at = |view: &View<'_>, all: &[Var], role| -> Vec<Location> {
        all.iter().map(|v| var_at(view, v, role)).collect()
    };
    let mut left = at(&diff.before, &old, "original parameter declaration");
    let mut right = at(&diff.after, &new, "reordered parameter declaration");
    left.push(method_at(
        &diff.before,
        list.before,
        "original method declaration",
    ));
    right.push(method_at(
        &diff.after,
        list.after,
        "method declaration with reordered parameters",
    ));
    Some(finding(T::ReorderParameter, &rest, left, right))
}
