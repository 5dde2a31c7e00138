//! Inverted conditions: a test that asks for the opposite now, so that its branches change places or go.
//!
//! Invert Condition
//!
//! ```before
//! class Stack { void push(Box b) { if (b != null) { store(b); } else { log("none"); } } }
//! ```
//! ```after
//! class Stack { void push(Box b) { if (b == null) { log("none"); } else { store(b); } } }
//! ```
//! ```finds
//! Invert Condition if(b != null) to if(b == null) in method package push(b Box) : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::Roles;
use crate::condition::Conditions;
use crate::context::Context;
use crate::diff::Diff;
use crate::family::Family;
use reweave_matching::{Body, StmtId, abstracted};
use reweave_model::{Kind, NodeId};
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("invert.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        for (s, t) in inverted(diff, c) {
            out.push(report(diff, c, s, t));
        }
    }
}

fn inverted(diff: &Diff<'_>, c: &Context<'_, '_>) -> Vec<(StmtId, StmtId)> {
    let names = &diff.before.program.names;
    let (one, two) = (
        Conditions { tree: c.t1, names },
        Conditions { tree: c.t2, names },
    );
    let tested = |body: &Body<'_>, id: StmtId| {
        let node = body.stmt(id).node;
        abstracted(body.tree, node).map(|a| a.expression)
    };
    let opposite = |s: StmtId, t: StmtId| {
        let (Some(x), Some(y)) = (tested(&c.body.before, s), tested(&c.body.after, t)) else {
            return false;
        };
        let headers = is_test(&c.body.before, s) || is_test(&c.body.after, t);
        (headers || one.is_boolean(x) || two.is_boolean(y))
            && one.meaning(x, false) == two.meaning(y, true)
    };
    let mut out: Vec<(StmtId, StmtId)> = c
        .body
        .mappings
        .iter()
        .filter(|m| !m.exact && opposite(m.before, m.after))
        .map(|m| (m.before, m.after))
        .collect();
    // Guards lose all they hold when they are turned round: nothing but the test itself says what became of them.
    let mut taken: BTreeSet<StmtId> = BTreeSet::new();
    for &s in &c.body.left_before {
        if !is_test(&c.body.before, s) {
            continue;
        }
        let found = c
            .body
            .left_after
            .iter()
            .copied()
            .find(|&t| is_test(&c.body.after, t) && !taken.contains(&t) && opposite(s, t));
        if let Some(t) = found {
            taken.insert(t);
            out.push((s, t));
        }
    }
    out
}

fn is_test(body: &Body<'_>, id: StmtId) -> bool {
    matches!(body.stmt(id).kind, Kind::If | Kind::While | Kind::DoWhile)
}

fn report(diff: &Diff<'_>, c: &Context<'_, '_>, s: StmtId, t: StmtId) -> Finding {
    let nodes = [c.node1(s), c.node2(t)];
    let change = format!("{} to {}", c.text1(diff, nodes[0]), c.text2(diff, nodes[1]));
    let roles = Roles {
        before: "original conditional",
        after: "inverted conditional",
        method_after: "method declaration with inverted conditional",
    };
    let sides: [&[NodeId]; 2] = [&nodes[..1], &nodes[1..]];
    c.finding(diff, T::InvertCondition, &change, sides, roles)
}
