//! Diamonds: the type arguments of an instance creation that the compiler can infer were left out.
//!
//! Replace Generic With Diamond
//!
//! ```before
//! class Stack { List<String> all() { List<String> l = new ArrayList<String>(); fill(l); return l; } }
//! ```
//! ```after
//! class Stack { List<String> all() { List<String> l = new ArrayList<>(); fill(l); return l; } }
//! ```
//! ```finds
//! Replace Generic With Diamond ArrayList<String> with ArrayList<> in method package all() : List<String> from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::Context;
use crate::declared::{Declarations, Declared, ORIGINAL, Words, in_method};
use crate::diff::Diff;
use crate::emit::{code_at, finding, method_at};
use crate::family::Family;
use crate::report::Location;
use crate::view::View;
use reweave_matching::own_nodes;
use reweave_model::{Kind, NodeId, Role, Tree, code_text};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("diamond.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, given.declarations, out)),
};

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    declarations: &Declarations,
    out: &mut Vec<Finding>,
) {
    for c in contexts {
        for m in c.body.mappings.iter().filter(|m| !m.exact) {
            let (s, t) = (
                c.body.before.stmt(m.before).node,
                c.body.after.stmt(m.after).node,
            );
            for (x, y) in creations(c.t1, s, c.t2, t) {
                // What an inner class does is told of its own method and of the one around it.
                let mut told = vec![(c.before, c.after), c.methods_at(diff, Some(&x), Some(&y))];
                told.dedup();
                for (from, to) in told {
                    let place = in_method(&diff.after, to);
                    let left = method_at(&diff.before, from, "original method declaration");
                    let role = "method declaration with diamond operator";
                    let right = method_at(&diff.after, to, role);
                    let at = [(c.before.file, x), (c.after.file, y)];
                    out.push(replaced(diff, at, &place, vec![left], vec![right]));
                }
            }
        }
    }
    for p in &declarations.attrs {
        let (x, y) = (diff.before.attr(p.before), diff.after.attr(p.after));
        let (Some(a), Some(b)) = (x.init, y.init) else {
            continue;
        };
        let (t1, t2) = (
            diff.before.tree(p.before.file),
            diff.after.tree(p.after.file),
        );
        if t1.hash(a) == t2.hash(b) {
            continue;
        }
        for (x, y) in creations(t1, a, t2, b) {
            let (old, new) = (Declared::Attribute(p.before), Declared::Attribute(p.after));
            let at = [(p.before.file, x), (p.after.file, y)];
            out.push(replaced(
                diff,
                at,
                &new.place(&diff.after),
                old.at(&diff.before, ORIGINAL),
                new.at(&diff.after, CHANGED),
            ));
        }
    }
}

const CHANGED: Words = Words {
    attribute: "attribute declaration with diamond operator",
    ..ORIGINAL
};

fn replaced(
    diff: &Diff<'_>,
    [(file1, x), (file2, y)]: [(u32, NodeId); 2],
    place: &str,
    mut left: Vec<Location>,
    mut right: Vec<Location>,
) -> Finding {
    let rest = format!(
        "{} with {} {place}",
        created(&diff.before, file1, x),
        created(&diff.after, file2, y)
    );
    left.insert(0, code_at(&diff.before, file1, x, "original creation"));
    right.insert(
        0,
        code_at(&diff.after, file2, y, "creation with diamond operator"),
    );
    finding(T::ReplaceGenericWithDiamond, &rest, left, right)
}

fn created(view: &View<'_>, file: u32, creation: NodeId) -> String {
    let tree = view.tree(file);
    tree.child_in(creation, Role::Type)
        .map_or_else(String::new, |t| code_text(tree, t, &view.program.names))
}

/// The instance creations of two pieces of code that differ in the diamond, in their order.
fn creations(t1: &Tree, s: NodeId, t2: &Tree, t: NodeId) -> Vec<(NodeId, NodeId)> {
    let mut old: Vec<NodeId> = own_nodes(t1, s)
        .filter(|&n| arguments(t1, n) == Some(false))
        .collect();
    let mut out = Vec::new();
    for y in own_nodes(t2, t).filter(|&n| arguments(t2, n) == Some(true)) {
        let name = |tree: &Tree, n| tree.child_in(n, Role::Type).map(|t| tree.sym(t));
        let same = old.iter().position(|&x| name(t1, x) == name(t2, y));
        if let Some(at) = same {
            out.push((old.remove(at), y));
        }
    }
    out
}

/// Whether a creation leaves its type arguments to inference; none where it has no type arguments.
fn arguments(tree: &Tree, node: NodeId) -> Option<bool> {
    if tree.kind(node) != Kind::New {
        return None;
    }
    let ty = tree.child_in(node, Role::Type)?;
    let first = tree.child_in(ty, Role::TypeArgument)?;
    Some(tree.kind(first) == Kind::InferredType)
}
