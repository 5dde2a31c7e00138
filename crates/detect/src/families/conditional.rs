//! Conditionals that were split, merged, or became one expression.
//!
//! What a conditional tests is taken apart at `&&` and `||`; the parts must be found again on the other side, whichever
//! way round they are written.
//!
//! Split Conditional
//!
//! ```before
//! class Stack { void push(Box b) { if (b != null && open) { store(b); log(b); } } }
//! ```
//! ```after
//! class Stack { void push(Box b) { if (b != null) { if (open) { store(b); log(b); } } } }
//! ```
//! ```finds
//! Split Conditional if(b != null && open) to [if(open), if(b != null)] in method package push(b Box) : void from class Stack
//! ```
//!
//! Merge Conditional
//!
//! ```before
//! class Stack { void push(Box b) { if (b != null) { if (open) { store(b); log(b); } } } }
//! ```
//! ```after
//! class Stack { void push(Box b) { if (b != null && open) { store(b); log(b); } } }
//! ```
//! ```finds
//! Merge Conditional [if(open), if(b != null)] to if(b != null && open) in method package push(b Box) : void from class Stack
//! ```
//!
//! Replace Conditional With Ternary
//!
//! ```before
//! class Stack { int size(Box b) { if (b.isOpen()) { return b.size(); } else { return none(); } } }
//! ```
//! ```after
//! class Stack { int size(Box b) { return b.isOpen() ? b.size() : none(); } }
//! ```
//! ```finds
//! Replace Conditional With Ternary if(b.isOpen()) to return b.isOpen() ? b.size() : none(); in method package size(b Box) : int from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::{Roles, list};
use crate::condition::Conditions;
use crate::context::Context;
use crate::diff::Diff;
use crate::family::Family;
use reweave_matching::{Body, StmtId};
use reweave_model::{Kind, NodeId, Role};
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("conditional.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        let names = &diff.before.program.names;
        let one = Side::new(&c.body.before, names);
        let two = Side::new(&c.body.after, names);
        let exact = |s: StmtId, t: StmtId| {
            let same = |m: &reweave_matching::Mapping| m.before == s && m.after == t;
            c.body.mappings.iter().any(|m| m.exact && same(m))
        };
        for whole in one.tests.iter().filter(|t| t.parts.len() > 1) {
            let partner = c.body.after_of(whole.id);
            if partner.is_some_and(|t| exact(whole.id, t)) {
                continue;
            }
            let free = |t: StmtId| c.body.before_of(t).is_none_or(|s| s == whole.id);
            let parts = two.covering(whole, partner, free, |t| one.same(t));
            if let Some(parts) = parts {
                out.push(split(diff, c, whole.id, &parts));
            }
        }
        for whole in two.tests.iter().filter(|t| t.parts.len() > 1) {
            let partner = c.body.before_of(whole.id);
            if partner.is_some_and(|s| exact(s, whole.id)) {
                continue;
            }
            let free = |s: StmtId| c.body.after_of(s).is_none_or(|t| t == whole.id);
            let parts = one.covering(whole, partner, free, |t| two.same(t));
            if let Some(parts) = parts {
                out.push(merge(diff, c, &parts, whole.id));
            }
        }
        ternaries(diff, c, out);
    }
}

/// A statement with a condition, and the single tests that it is made of.
struct Test {
    id: StmtId,
    parts: BTreeSet<u64>,
}

struct Side<'b, 't> {
    body: &'b Body<'t>,
    tests: Vec<Test>,
}

impl<'b, 't> Side<'b, 't> {
    fn new(body: &'b Body<'t>, names: &'t reweave_text::Interner) -> Self {
        let conditions = Conditions {
            tree: body.tree,
            names,
        };
        let is_test = |&i: &StmtId| matches!(body.stmt(i).kind, Kind::If | Kind::While);
        let tests = body.ids().filter(is_test).filter_map(|id| {
            let condition = body.tree.child_in(body.stmt(id).node, Role::Condition)?;
            let parts = conditions.tests(condition).into_iter().collect();
            Some(Test { id, parts })
        });
        Self {
            tests: tests.collect(),
            body,
        }
    }

    /// Whether a statement of this side tests just the same.
    fn same(&self, test: &Test) -> bool {
        self.tests.iter().any(|t| t.parts == test.parts)
    }

    /// Two or more tests that together ask all that `whole` asked, each a part of it: the partner first, then from the
    /// inside out. `known` names tests that the other side has as they are.
    fn covering(
        &self,
        whole: &Test,
        partner: Option<StmtId>,
        free: impl Fn(StmtId) -> bool,
        known: impl Fn(&Test) -> bool,
    ) -> Option<Vec<StmtId>> {
        let mut parts: Vec<&Test> = self
            .tests
            .iter()
            .filter(|t| {
                t.parts.is_subset(&whole.parts)
                    && t.parts.len() < whole.parts.len()
                    && free(t.id)
                    && !known(t)
            })
            .collect();
        parts.sort_by_key(|t| {
            let depth = self.body.stmt(t.id).depth;
            (Some(t.id) != partner, std::cmp::Reverse(depth), t.id)
        });
        let mut rest = whole.parts.clone();
        let mut out = Vec::new();
        for t in parts {
            if t.parts.is_subset(&rest) {
                rest.retain(|p| !t.parts.contains(p));
                out.push(t.id);
            }
        }
        (rest.is_empty() && out.len() > 1).then_some(out)
    }
}

fn split(diff: &Diff<'_>, c: &Context<'_, '_>, whole: StmtId, parts: &[StmtId]) -> Finding {
    let node = c.node1(whole);
    let nodes: Vec<NodeId> = parts.iter().map(|&t| c.node2(t)).collect();
    let texts: Vec<String> = nodes.iter().map(|&n| c.text2(diff, n)).collect();
    let change = format!("{} to {}", c.text1(diff, node), list(&texts));
    let roles = Roles {
        before: "original conditional",
        after: "split conditional",
        method_after: "method declaration with split conditional",
    };
    c.finding(diff, T::SplitConditional, &change, [&[node], &nodes], roles)
}

fn merge(diff: &Diff<'_>, c: &Context<'_, '_>, parts: &[StmtId], whole: StmtId) -> Finding {
    let node = c.node2(whole);
    let nodes: Vec<NodeId> = parts.iter().map(|&s| c.node1(s)).collect();
    let texts: Vec<String> = nodes.iter().map(|&n| c.text1(diff, n)).collect();
    let change = format!("{} to {}", list(&texts), c.text2(diff, node));
    let roles = Roles {
        before: "merged conditional",
        after: "new conditional",
        method_after: "method declaration with merged conditional",
    };
    c.finding(diff, T::MergeConditional, &change, [&nodes, &[node]], roles)
}

/// A test that is gone, and that an expression asks now.
fn ternaries(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let names = &diff.before.program.names;
    let (one, two) = (
        Conditions { tree: c.t1, names },
        Conditions { tree: c.t2, names },
    );
    let both = |tree: Conditions<'_>, n: NodeId| tree.meaning(n, false).min(tree.meaning(n, true));
    let (before, after) = (&c.body.before, &c.body.after);
    let ifs = before.ids().filter(|&s| {
        let gone = c.body.after_of(s);
        before.stmt(s).kind == Kind::If && gone.is_none_or(|t| after.stmt(t).kind != Kind::If)
    });
    for s in ifs {
        let Some(condition) = c.t1.child_in(c.node1(s), Role::Condition) else {
            continue;
        };
        let meaning = both(one, condition);
        let asks = |t: StmtId| {
            !after.stmt(t).composite
                && after.own_nodes(t).any(|n| {
                    let asked = c.t2.child_in(n, Role::Condition);
                    c.t2.kind(n) == Kind::Conditional
                        && asked.is_some_and(|q| both(two, q) == meaning)
                })
        };
        let new = |t: StmtId| c.body.before_of(t).is_none_or(|s| !has_ternary(before, s));
        let Some(t) = after.ids().find(|&t| asks(t) && new(t)) else {
            continue;
        };
        let (x, y) = (c.node1(s), c.node2(t));
        let change = format!("{} to {}", c.text1(diff, x), c.text2(diff, y));
        let roles = Roles {
            before: "original conditional",
            after: "ternary conditional",
            method_after: "method declaration with ternary conditional",
        };
        let kind = T::ReplaceConditionalWithTernary;
        out.push(c.finding(diff, kind, &change, [&[x], &[y]], roles));
    }
}

fn has_ternary(body: &Body<'_>, id: StmtId) -> bool {
    body.own_nodes(id)
        .any(|n| body.tree.kind(n) == Kind::Conditional)
}
