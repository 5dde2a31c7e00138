//! Merged and split variables: several that are passed on together become one, or the other way round.
//!
//! Parameters, variables and attributes alike; all on the one side must be gone, all on the other new.
//!
//! Merge Parameter
//!
//! ```before
//! class Box { void put(int x, int y, Out out) { out.draw(out, x, y); } }
//! ```
//! ```after
//! class Box { void put(Point p, Out out) { out.draw(out, p); } }
//! ```
//! ```finds
//! Merge Parameter [x : int, y : int] to p : Point in method package put(p Point, out Out) : void from class Box
//! ```
//!
//! Split Parameter
//!
//! ```before
//! class Box { void put(Point p, Out out) { out.draw(out, p); } }
//! ```
//! ```after
//! class Box { void put(int x, int y, Out out) { out.draw(out, x, y); } }
//! ```
//! ```finds
//! Split Parameter p : Point to [x : int, y : int] in method package put(x int, y int, out Out) : void from class Box
//! ```
//!
//! Merge Variable
//!
//! ```before
//! class Box { void put(Out out) { int x = out.a(); int y = out.b(); out.draw(out, x, y); } }
//! ```
//! ```after
//! class Box { void put(Out out) { Point p = out.point(); out.draw(out, p); } }
//! ```
//! ```finds
//! Merge Variable [x : int, y : int] to p : Point in method package put(out Out) : void from class Box
//! ```
//!
//! Split Variable
//!
//! ```before
//! class Box { void put(Out out) { Point p = out.point(); out.draw(out, p); } }
//! ```
//! ```after
//! class Box { void put(Out out) { int x = out.a(); int y = out.b(); out.draw(out, x, y); } }
//! ```
//! ```finds
//! Split Variable p : Point to [x : int, y : int] in method package put(out Out) : void from class Box
//! ```
//!
//! Merge Attribute
//!
//! ```before
//! class Box { private int x; private int y; void put(Out out) { out.draw(out, x, y); } }
//! ```
//! ```after
//! class Box { private Point p; void put(Out out) { out.draw(out, p); } }
//! ```
//! ```finds
//! Merge Attribute [x : int, y : int] to p : Point in class Box
//! ```
//!
//! Split Attribute
//!
//! ```before
//! class Box { private Point p; void put(Out out) { out.draw(out, p); } }
//! ```
//! ```after
//! class Box { private int x; private int y; void put(Out out) { out.draw(out, x, y); } }
//! ```
//! ```finds
//! Split Attribute p : Point to [x : int, y : int] in class Box
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Origin, Ref};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{attr_at, finding, method_at, var_at};
use crate::family::Family;
use crate::report::Location;
use crate::variables::{Var, VarKind};
use crate::view::{Attr, View};
use reweave_matching::ReplacementKind;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("merge_split.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts.iter().filter(|c| c.origin == Origin::Pair) {
        let replaced = c
            .body
            .mappings
            .iter()
            .flat_map(|m| &m.replacements)
            .filter(|r| r.kind == ReplacementKind::Arguments);
        for r in replaced {
            let before: Option<Vec<Thing>> = r.before.iter().map(|&n| gone(diff, c, n)).collect();
            let after: Option<Vec<Thing>> = r.after.iter().map(|&n| new(diff, c, n)).collect();
            if let (Some(before), Some(after)) = (before, after) {
                out.extend(merged_or_split(diff, c, &before, &after));
            }
        }
        by_parts(diff, c, out);
    }
}

/// Things that are gone and in whose places parts of one new thing stand, as its getters or fields; or the other way
/// round, where all of them are parameters: a local that takes a part of another is no more than that.
fn by_parts(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let mut merged: Vec<(Thing, Vec<Thing>)> = Vec::new();
    let mut split: Vec<(Thing, Vec<Thing>)> = Vec::new();
    for (_, _, a, b) in c.pairs() {
        if let (Some(x), Some(y)) = (
            gone(diff, c, a),
            whole(c.t2, b).and_then(|r| new(diff, c, r)),
        ) {
            gather(&mut merged, y, x);
        }
        if let (Some(x), Some(y)) = (
            whole(c.t1, a).and_then(|r| gone(diff, c, r)),
            new(diff, c, b),
        ) {
            gather(&mut split, x, y);
        }
    }
    for (one, parts) in merged {
        out.extend(merged_or_split(diff, c, &parts, &[one]));
    }
    let is_param = |t: &Thing| matches!(t, Thing::Var(v) if v.kind == VarKind::Param);
    split.retain(|(one, parts)| is_param(one) && parts.iter().all(is_param));
    for (one, parts) in split {
        out.extend(merged_or_split(diff, c, &[one], &parts));
    }
}

/// What a getter is called on, or a field taken from.
fn whole(tree: &Tree, part: NodeId) -> Option<NodeId> {
    let getter = match tree.kind(part) {
        Kind::Call => tree.child_in(part, Role::Argument).is_none(),
        Kind::FieldAccess => true,
        _ => false,
    };
    getter
        .then(|| tree.child_in(part, Role::Receiver))
        .flatten()
}

/// Parts are told in the order in which the body uses them.
fn gather(groups: &mut Vec<(Thing, Vec<Thing>)>, one: Thing, part: Thing) {
    let at = groups.iter().position(|(o, _)| o.key() == one.key());
    let at = at.unwrap_or_else(|| {
        groups.push((one, Vec::new()));
        groups.len() - 1
    });
    let parts = &mut groups[at].1;
    if parts.iter().all(|p| p.key() != part.key()) {
        parts.push(part);
    }
}

/// A variable or attribute that only one version has.
enum Thing {
    Var(Var),
    Attr(Attr),
}

impl Thing {
    /// Its place in the order of declarations.
    fn key(&self) -> (bool, u32, u32) {
        match self {
            Self::Var(v) => (false, v.file, v.node.0),
            Self::Attr(a) => (true, a.file, a.id.0),
        }
    }

    fn text(&self, view: &View<'_>) -> String {
        match self {
            Self::Var(v) => v.text(view),
            Self::Attr(a) => describe::attr_variable(view, *a),
        }
    }

    fn at(&self, view: &View<'_>, role: &'static str) -> Location {
        match self {
            Self::Var(v) => var_at(view, v, role),
            Self::Attr(a) => attr_at(view, *a, role),
        }
    }
}

fn gone(diff: &Diff<'_>, c: &Context<'_, '_>, node: NodeId) -> Option<Thing> {
    match c.ref1(node)? {
        Ref::Var(x) => {
            let var = c.var1(x);
            (!c.lives_on(var)).then(|| Thing::Var(var.clone()))
        }
        Ref::Field(_) => attr_before(diff, c, c.t1.sym(node)).map(Thing::Attr),
    }
}

fn new(diff: &Diff<'_>, c: &Context<'_, '_>, node: NodeId) -> Option<Thing> {
    match c.ref2(node)? {
        Ref::Var(y) => {
            let var = c.var2(y);
            (!c.lived_before(var)).then(|| Thing::Var(var.clone()))
        }
        Ref::Field(_) => attr_after(diff, c, c.t2.sym(node)).map(Thing::Attr),
    }
}

fn attr_before(diff: &Diff<'_>, c: &Context<'_, '_>, name: Symbol) -> Option<Attr> {
    let attr = diff.before.attr_called(diff.before.owner(c.before), name);
    attr.filter(|a| diff.removed_attrs.contains(a))
}

fn attr_after(diff: &Diff<'_>, c: &Context<'_, '_>, name: Symbol) -> Option<Attr> {
    let attr = diff.after.attr_called(diff.after.owner(c.after), name);
    attr.filter(|a| diff.added_attrs.contains(a))
}

fn merged_or_split(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    before: &[Thing],
    after: &[Thing],
) -> Option<Finding> {
    let merged = before.len() > 1 && after.len() == 1;
    let split = before.len() == 1 && after.len() > 1;
    if !merged && !split {
        return None;
    }
    let all = || before.iter().chain(after);
    let params = all().all(|t| matches!(t, Thing::Var(v) if v.kind == VarKind::Param));
    let attrs = all().all(|t| matches!(t, Thing::Attr(_)));
    let kind = match (merged, params, attrs) {
        (true, true, _) => T::MergeParameter,
        (true, _, true) => T::MergeAttribute,
        (true, ..) => T::MergeVariable,
        (false, true, _) => T::SplitParameter,
        (false, _, true) => T::SplitAttribute,
        (false, ..) => T::SplitVariable,
    };
    let list = |things: &[Thing], view: &View<'_>| {
        let texts: Vec<String> = things.iter().map(|t| t.text(view)).collect();
        match &*texts {
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        }
    };
    let class = describe::class_of(&diff.after, c.after);
    let place = if attrs {
        format!("in class {class}")
    } else {
        describe::in_method(&diff.after, c.after)
    };
    let rest = format!(
        "{} to {} {place}",
        list(before, &diff.before),
        list(after, &diff.after)
    );
    let (old, new, joined) = if merged {
        (
            "merged variable declaration",
            "new variable declaration",
            "method declaration with merged variables",
        )
    } else {
        (
            "original variable declaration",
            "split variable declaration",
            "method declaration with split variable",
        )
    };
    let mut left: Vec<Location> = before.iter().map(|t| t.at(&diff.before, old)).collect();
    let mut right: Vec<Location> = after.iter().map(|t| t.at(&diff.after, new)).collect();
    if !attrs {
        let role = "original method declaration";
        left.push(method_at(&diff.before, c.before, role));
        right.push(method_at(&diff.after, c.after, joined));
    }
    Some(finding(kind, &rest, left, right))
}
