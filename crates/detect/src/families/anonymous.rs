//! Anonymous classes that became something with less ceremony, or with a name.
//!
//! Replace Anonymous With Lambda
//!
//! ```before
//! class Stack { void start() { run(new Runnable() { public void run() { store(); } }); log(); } }
//! ```
//! ```after
//! class Stack { void start() { run(() -> store()); log(); } }
//! ```
//! ```finds
//! Replace Anonymous With Lambda Stack.start.run.new Runnable with () -> store() in method package start() : void from class Stack
//! ```
//!
//! A lambda with a block is told up to the end of its first simple statement.
//!
//! Replace Anonymous With Class
//!
//! ```before
//! class Stack { void start() { run(new Runnable() { public void run() { store(); } }); log(); } }
//! ```
//! ```after
//! class Stack { void start() { run(new Job()); log(); } static class Job implements Runnable { public void run() { store(); } } }
//! ```
//! ```finds
//! Replace Anonymous With Class Stack.start.run.new Runnable with Stack.Job
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::Roles;
use crate::context::{Context, Origin};
use crate::diff::Diff;
use crate::emit::of_types;
use crate::family::Family;
use crate::view::{Ty, View};
use reweave_matching::own_nodes;
use reweave_model::{Kind, NodeId, Role, Tree, TypeKind};
use reweave_text::Symbol;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("anonymous.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        lambdas(diff, c, out);
    }
    let mut done = BTreeSet::new();
    for c in contexts.iter().filter(|c| c.origin == Origin::Pair) {
        let (from, to) = (
            diff.before.method(c.before).node,
            diff.after.method(c.after).node,
        );
        classes(
            diff,
            [c.before.file, c.after.file],
            [from, to],
            &mut done,
            out,
        );
    }
    for p in &diff.attrs {
        let (x, y) = (diff.before.attr(p.before), diff.after.attr(p.after));
        if let (Some(from), Some(to)) = (x.init, y.init) {
            let files = [p.before.file, p.after.file];
            classes(diff, files, [from, to], &mut done, out);
        }
    }
}

fn anonymous(tree: &Tree, node: NodeId) -> Option<NodeId> {
    tree.child_in(node, Role::Body)
        .filter(|_| tree.kind(node) == Kind::New)
}

/// In a pair of statements there are fewer anonymous classes and more lambdas than before.
fn lambdas(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    for m in c.body.mappings.iter().filter(|m| !m.exact) {
        let (s, t) = (c.node1(m.before), c.node2(m.after));
        let old: Vec<NodeId> = own_nodes(c.t1, s)
            .filter(|&n| anonymous(c.t1, n).is_some())
            .collect();
        let still = own_nodes(c.t2, t).filter(|&n| anonymous(c.t2, n).is_some());
        let functions = |tree: &Tree, at: NodeId| -> Vec<NodeId> {
            own_nodes(tree, at)
                .filter(|&n| tree.kind(n) == Kind::Lambda)
                .collect()
        };
        let had = functions(c.t1, s).len();
        let new = functions(c.t2, t).into_iter().skip(had);
        for (x, y) in old.into_iter().skip(still.count()).zip(new) {
            let Some(class) =
                anonymous(c.t1, x).and_then(|b| type_of(&diff.before, c.before.file, b))
            else {
                continue;
            };
            let change = format!("{} with {}", diff.before.qualified(class), head(diff, c, y));
            let roles = Roles {
                before: "anonymous class declaration",
                after: "lambda expression",
                method_after: "method declaration with introduced lambda",
            };
            let kind = T::ReplaceAnonymousWithLambda;
            out.push(c.finding(diff, kind, &change, [&[x], &[y]], roles));
        }
    }
}

/// A lambda as it is told: one with a block up to the end of its first simple statement.
fn head(diff: &Diff<'_>, c: &Context<'_, '_>, lambda: NodeId) -> String {
    let (tree, whole) = (c.t2, c.text2(diff, lambda));
    let block = tree
        .child_in(lambda, Role::Body)
        .filter(|&b| tree.kind(b) == Kind::Block);
    let Some(block) = block else {
        return whole;
    };
    let Some(start) = whole.strip_suffix(&*c.text2(diff, block)) else {
        return whole;
    };
    let mut out = format!("{start}{{");
    let mut next = tree.children(block).next();
    while let Some(statement) = next {
        out.push_str(&c.text2(diff, statement));
        next = tree
            .children(statement)
            .find(|&b| tree.kind(b) == Kind::Block)
            .and_then(|b| tree.children(b).next())
            .filter(|_| tree.kind(statement).is_composite());
    }
    out
}

fn type_of(view: &View<'_>, file: u32, node: NodeId) -> Option<Ty> {
    let model = view.file(file);
    let id = model.type_ids().find(|&t| model.ty(t).node == node)?;
    Some(Ty { file, id })
}

/// An anonymous class whose methods a new class has, of which an instance is made where it stood.
fn classes(
    diff: &Diff<'_>,
    [file1, file2]: [u32; 2],
    [from, to]: [NodeId; 2],
    done: &mut BTreeSet<(Ty, Ty)>,
    out: &mut Vec<Finding>,
) {
    let (t1, t2) = (diff.before.tree(file1), diff.after.tree(file2));
    let made = |tree: &Tree, at: NodeId| -> Vec<Symbol> {
        tree.descendants(at)
            .filter(|&n| tree.kind(n) == Kind::New && anonymous(tree, n).is_none())
            .filter_map(|n| tree.child_in(n, Role::Type))
            .map(|t| tree.sym(t))
            .collect()
    };
    let old: Vec<NodeId> = t1
        .descendants(from)
        .filter_map(|n| anonymous(t1, n))
        .collect();
    if old.is_empty() {
        return;
    }
    let now = made(t2, to);
    let still: Vec<Symbol> = t2
        .descendants(to)
        .filter(|&n| anonymous(t2, n).is_some())
        .filter_map(|n| t2.child_in(n, Role::Type))
        .map(|t| t2.sym(t))
        .collect();
    for node in old {
        let Some(class) = type_of(&diff.before, file1, node) else {
            continue;
        };
        let kind = t1
            .parent(node)
            .and_then(|n| t1.child_in(n, Role::Type))
            .map(|t| t1.sym(t));
        if kind.is_some_and(|k| still.contains(&k)) {
            continue;
        }
        let new = diff
            .added_types
            .iter()
            .copied()
            .find(|&t| now.contains(&diff.after.ty(t).name) && has_methods(diff, class, t));
        if let Some(new) = new.filter(|&n| done.insert((class, n))) {
            out.push(of_types(
                diff,
                T::ReplaceAnonymousWithClass,
                "with",
                (class, "anonymous class declaration"),
                (new, "new class declaration"),
            ));
        }
    }
}

fn has_methods(diff: &Diff<'_>, class: Ty, new: Ty) -> bool {
    let names = |view: &View<'_>, ty: Ty| -> BTreeSet<String> {
        view.methods(ty)
            .map(|m| view.text(view.method(m).name).to_string())
            .collect()
    };
    let wanted = names(&diff.before, class);
    diff.after.ty(new).kind == TypeKind::Class
        && !wanted.is_empty()
        && wanted.is_subset(&names(&diff.after, new))
}
