//! Exception handling: catch clauses that became one, and resources that close themselves.
//!
//! Merge Catch
//!
//! ```before
//! class Stack { void push() { try { store(); } catch (IOException e) { log(e); } catch (SQLException e) { log(e); } } }
//! ```
//! ```after
//! class Stack { void push() { try { store(); } catch (IOException | SQLException e) { log(e); } } }
//! ```
//! ```finds
//! Change Variable Type e : IOException to e : IOException|SQLException in method package push() : void from class Stack
//! Merge Catch [catch(IOException e), catch(SQLException e)] to catch(IOException|SQLException e) in method package push() : void from class Stack
//! ```
//!
//! Try With Resources
//!
//! ```before
//! class Stack { void push() { In in = open(); try { store(in); } finally { in.close(); } } }
//! ```
//! ```after
//! class Stack { void push() { try (In in = open()) { store(in); } } }
//! ```
//! ```finds
//! Try With Resources try(In in=open()) in method package push() : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::{Roles, list, of_kind};
use crate::context::Context;
use crate::diff::Diff;
use crate::family::Family;
use reweave_matching::{Body, StmtId};
use reweave_model::{Kind, NodeId, Role, Tree};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("catch.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        merged(diff, c, out);
        resources(diff, c, out);
    }
}

/// The type that a clause catches.
fn caught(tree: &Tree, catch: NodeId) -> Option<NodeId> {
    tree.child_in(tree.child_in(catch, Role::Param)?, Role::Type)
}

fn merged(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    for t in statements(&c.body.after, Kind::Catch) {
        let union = caught(c.t2, c.node2(t)).filter(|&u| c.t2.kind(u) == Kind::UnionType);
        let Some(union) = union else {
            continue;
        };
        let types: Vec<u64> = c.t2.children(union).map(|n| c.t2.hash(n)).collect();
        let mut were: Vec<NodeId> = Vec::new();
        for s in statements(&c.body.before, Kind::Catch) {
            let free = c.body.after_of(s).is_none_or(|other| other == t);
            let one = caught(c.t1, c.node1(s)).is_some_and(|u| types.contains(&c.t1.hash(u)));
            if free && one {
                were.push(c.node1(s));
            }
        }
        // Only those of one `try`.
        let with = |n: NodeId| {
            were.iter()
                .filter(|&&o| c.t1.parent(o) == c.t1.parent(n))
                .count()
        };
        let together: Vec<NodeId> = were.iter().copied().filter(|&n| with(n) > 1).collect();
        let first = together.first().and_then(|&n| c.t1.parent(n));
        were.retain(|&n| together.contains(&n) && c.t1.parent(n) == first);
        if were.is_empty() {
            continue;
        }
        let texts: Vec<String> = were.iter().map(|&n| c.text1(diff, n)).collect();
        let node = c.node2(t);
        let change = format!("{} to {}", list(&texts), c.text2(diff, node));
        let roles = Roles {
            before: "merged catch block",
            after: "new catch block",
            method_after: "method declaration with merged catch blocks",
        };
        out.push(c.finding(diff, T::MergeCatch, &change, [&were, &[node]], roles));
    }
}

fn statements<'b>(body: &'b Body<'_>, kind: Kind) -> impl Iterator<Item = StmtId> + 'b {
    body.ids().filter(move |&i| body.stmt(i).kind == kind)
}

/// A `try` with resources whose partner has none, for a variable that the method declared before.
fn resources(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let has = |tree: &Tree, node: NodeId| tree.child_in(node, Role::Resource).is_some();
    for t in statements(&c.body.after, Kind::Try) {
        let node = c.node2(t);
        if !has(c.t2, node) {
            continue;
        }
        let was = match c.body.before_of(t) {
            Some(s) => Some(s),
            None => of_kind(&c.body.before, &c.body.left_before, &[Kind::Try]).next(),
        };
        let Some(was) = was.map(|s| c.node1(s)).filter(|&s| !has(c.t1, s)) else {
            continue;
        };
        let declared =
            c.t2.children_in(node, Role::Resource)
                .flat_map(|r| c.t2.children(r).chain([r]))
                .filter(|&n| matches!(c.t2.kind(n), Kind::VarDecl | Kind::Name))
                .any(|n| c.vars_before.all.iter().any(|v| v.name == c.t2.sym(n)));
        if declared {
            let roles = Roles {
                before: "original code",
                after: "try-with-resources",
                method_after: "method declaration with try-with-resources",
            };
            let change = c.text2(diff, node);
            out.push(c.finding(diff, T::TryWithResources, &change, [&[was], &[node]], roles));
        }
    }
}
