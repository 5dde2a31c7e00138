//! Split, merged and collapsed classes: a class that is gone, and whose members went to others.
//!
//! Split Class
//!
//! ```before
//! class Gauge { long total(int x) { return sum(x, 2); } double mean(int x) { return avg(x, 3); } }
//! ```
//! ```after
//! class Totals { long total(int x) { return sum(x, 2); } }
//! class Means { double mean(int x) { return avg(x, 3); } }
//! ```
//! ```finds
//! Split Class Gauge split to [Means, Totals]
//! ```
//!
//! Merge Class
//!
//! ```before
//! class Totals { long total(int x) { return sum(x, 2); } }
//! class Means { double mean(int x) { return avg(x, 3); } }
//! ```
//! ```after
//! class Gauge { long total(int x) { return sum(x, 2); } double mean(int x) { return avg(x, 3); } }
//! ```
//! ```finds
//! Merge Class [Means, Totals] merged to Gauge
//! ```
//!
//! Collapse Hierarchy
//!
//! ```before
//! class Box { int n; void open() { n = 1; } }
//! class Chest extends Box { int locks; void lock() { locks = count(3); } }
//! ```
//! ```after
//! class Box { int n; void open() { n = 1; } int locks; void lock() { locks = count(3); } }
//! ```
//! ```finds
//! Pull Up Method package lock() : void from class Chest to package lock() : void from class Box
//! Pull Up Attribute package locks : int from class Chest to package locks : int from class Box
//! Collapse Hierarchy Chest to Box
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::diff::Diff;
use crate::emit::{finding, of_types, type_at};
use crate::family::Family;
use crate::members::signature;
use crate::moves::Moved;
use crate::view::{Ty, View};
use std::collections::{BTreeMap, BTreeSet};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("class_split.rs"),
    find: Some(|given, out| find(given.diff, given.moved, out)),
};

/// More vanished or new classes than this are not compared with each other.
const MOST_TYPES: usize = 400;

pub fn find(diff: &Diff<'_>, moved: &Moved, out: &mut Vec<Finding>) {
    collapsed(diff, moved, out);
    merged(diff, out);
    if diff.removed_types.len().max(diff.added_types.len()) > MOST_TYPES {
        return;
    }
    let old = members(&diff.before, &diff.removed_types);
    let new = members(&diff.after, &diff.added_types);
    for (&whole, own) in &old {
        let parts = parts(own, &new);
        if parts.len() > 1 {
            let rest = format!(
                "{} split to {}",
                diff.before.qualified(whole),
                list(&diff.after, &parts)
            );
            let left = vec![type_at(&diff.before, whole, "original type declaration")];
            let right = parts
                .iter()
                .map(|&t| type_at(&diff.after, t, "split type declaration"));
            out.push(finding(T::SplitClass, &rest, left, right.collect()));
        }
    }
    for (&whole, own) in &new {
        let parts = parts(own, &old);
        if parts.len() > 1 {
            out.push(merger(diff, &parts, whole));
        }
    }
}

/// Types that were merged into one while types were paired.
fn merged(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    let mut wholes: BTreeMap<Ty, Vec<Ty>> = BTreeMap::new();
    for p in &diff.merged {
        let first = || diff.before_of(p.after).into_iter().collect();
        let parts = wholes.entry(p.after).or_insert_with(first);
        parts.push(p.before);
    }
    out.extend(
        wholes
            .iter()
            .map(|(&whole, parts)| merger(diff, parts, whole)),
    );
}

fn merger(diff: &Diff<'_>, parts: &[Ty], whole: Ty) -> Finding {
    let rest = format!(
        "{} merged to {}",
        list(&diff.before, parts),
        diff.after.qualified(whole)
    );
    let left = parts
        .iter()
        .map(|&t| type_at(&diff.before, t, "original type declaration"));
    let right = vec![type_at(&diff.after, whole, "merged type declaration")];
    finding(T::MergeClass, &rest, left.collect(), right)
}

type Members = BTreeSet<(usize, Vec<u64>)>;

/// The signatures of the methods, constructors aside, and the names of the attributes.
fn members(view: &View<'_>, types: &BTreeSet<Ty>) -> BTreeMap<Ty, Members> {
    let of = |ty: Ty| -> Members {
        let methods = view
            .methods(ty)
            .filter(|&m| !view.method(m).is_constructor())
            .map(|m| signature(view, m))
            .map(|(name, types)| (name.index(), types));
        let attrs = view
            .attrs(ty)
            .map(|a| (view.attr(a).name.index(), vec![u64::MAX]));
        methods.chain(attrs).collect()
    };
    types.iter().map(|&ty| (ty, of(ty))).collect()
}

/// The types that have nothing but members of `whole`, and together all that it has.
fn parts(whole: &Members, types: &BTreeMap<Ty, Members>) -> Vec<Ty> {
    let own: Vec<Ty> = types
        .iter()
        .filter(|(_, m)| !m.is_empty() && m.len() < whole.len() && m.is_subset(whole))
        .map(|(&t, _)| t)
        .collect();
    let covered: BTreeSet<&(usize, Vec<u64>)> = own.iter().flat_map(|t| &types[t]).collect();
    if covered.len() == whole.len() {
        own
    } else {
        Vec::new()
    }
}

fn list(view: &View<'_>, types: &[Ty]) -> String {
    let mut names: Vec<&str> = types.iter().map(|&t| view.qualified(t)).collect();
    names.sort_unstable();
    format!("[{}]", names.join(", "))
}

/// A class that vanished into its superclass.
fn collapsed(diff: &Diff<'_>, moved: &Moved, out: &mut Vec<Finding>) {
    let methods = moved.methods.iter().map(|&(i, _)| {
        let p = &diff.methods[i];
        (diff.before.owner(p.before), diff.after.owner(p.after))
    });
    let attrs = moved.attrs.iter().map(|(p, _)| {
        (
            diff.before.attr_owner(p.before),
            diff.after.attr_owner(p.after),
        )
    });
    let pairs: BTreeSet<(Ty, Ty)> = methods.chain(attrs).collect();
    for (from, to) in pairs {
        let superclass = diff.before.ty(from).superclass;
        let name = superclass.map(|s| diff.before.tree(from.file).sym(s));
        let above = name.and_then(|n| diff.before.nearest(from, n));
        if !diff.removed_types.contains(&from) || above.and_then(|t| diff.after_of(t)) != Some(to) {
            continue;
        }
        out.push(of_types(
            diff,
            T::CollapseHierarchy,
            "to",
            (from, "collapsed class"),
            (to, "superclass after collapse"),
        ));
    }
}
