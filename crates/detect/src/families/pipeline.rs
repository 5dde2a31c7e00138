//! Loops and pipelines: what a loop does one by one, a chain of calls with functions does as a whole.
//!
//! Replace Loop With Pipeline
//!
//! ```before
//! class Stack { void all(List<Box> boxes) { for (Box b : boxes) { store(b); } log(); } }
//! ```
//! ```after
//! class Stack { void all(List<Box> boxes) { boxes.forEach(b -> store(b)); log(); } }
//! ```
//! ```finds
//! Replace Loop With Pipeline for(b: boxes) with boxes.forEach(b -> store(b)); in method package all(boxes List<Box>) : void from class Stack
//! ```
//!
//! Replace Pipeline With Loop
//!
//! ```before
//! class Stack { void all(List<Box> boxes) { boxes.forEach(b -> store(b)); log(); } }
//! ```
//! ```after
//! class Stack { void all(List<Box> boxes) { for (Box b : boxes) { store(b); } log(); } }
//! ```
//! ```finds
//! Replace Pipeline With Loop boxes.forEach(b -> store(b)); with for(b: boxes) in method package all(boxes List<Box>) : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::{Roles, of_kind};
use crate::context::Context;
use crate::diff::Diff;
use crate::family::Family;
use reweave_matching::{Body, StmtId};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Interner, Part};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("pipeline.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

const LOOPS: &[Kind] = &[Kind::ForEach, Kind::For, Kind::While];

/// The calls that start or end a pipeline.
const PIPES: &[&str] = &[
    "stream",
    "parallelStream",
    "forEach",
    "forEachOrdered",
    "removeIf",
    "replaceAll",
    "iterate",
    "range",
    "rangeClosed",
];

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    let names = &diff.before.program.names;
    for c in contexts {
        let (before, after) = (&c.body.before, &c.body.after);
        for s in of_kind(before, &c.body.left_before, LOOPS) {
            let found = pipeline(names, after, before, s, |t| {
                c.body
                    .before_of(t)
                    .is_none_or(|s| !is_pipeline(names, before, s))
            });
            if let Some(t) = found {
                let (x, y) = (c.node1(s), c.node2(t));
                let change = format!("{} with {}", c.text1(diff, x), head(&c.text2(diff, y)));
                let roles = Roles {
                    before: "original code",
                    after: "pipeline code",
                    method_after: "method declaration with introduced pipeline",
                };
                let kind = T::ReplaceLoopWithPipeline;
                out.push(c.finding(diff, kind, &change, [&[x], &[y]], roles));
            }
        }
        for t in of_kind(after, &c.body.left_after, LOOPS) {
            let found = pipeline(names, before, after, t, |s| {
                c.body
                    .after_of(s)
                    .is_none_or(|t| !is_pipeline(names, after, t))
            });
            if let Some(s) = found {
                let (x, y) = (c.node1(s), c.node2(t));
                let change = format!("{} with {}", head(&c.text1(diff, x)), c.text2(diff, y));
                let roles = Roles {
                    before: "pipeline code",
                    after: "loop code",
                    method_after: "method declaration with introduced loop",
                };
                let kind = T::ReplacePipelineWithLoop;
                out.push(c.finding(diff, kind, &change, [&[x], &[y]], roles));
            }
        }
    }
}

/// The statement up to the body of its first function.
fn head(text: &str) -> &str {
    text.find("-> {")
        .map_or(text, |at| text.part(..at + "-> {".len()))
}

/// The statement of `body` whose pipeline starts from what the loop goes over.
fn pipeline(
    names: &Interner,
    body: &Body<'_>,
    other: &Body<'_>,
    lop: StmtId,
    free: impl Fn(StmtId) -> bool,
) -> Option<StmtId> {
    let over = other
        .tree
        .child_in(other.stmt(lop).node, Role::Condition)
        .map(|n| other.tree.hash(n));
    body.ids().find(|&t| {
        !body.stmt(t).composite
            && is_pipeline(names, body, t)
            && free(t)
            && body
                .own_nodes(t)
                .any(|n| body.tree.role(n) == Role::Receiver && Some(body.tree.hash(n)) == over)
    })
}

fn is_pipeline(names: &Interner, body: &Body<'_>, id: StmtId) -> bool {
    body.own_nodes(id).any(|n| pipes(names, body.tree, n))
}

fn pipes(names: &Interner, tree: &Tree, node: NodeId) -> bool {
    tree.kind(node) == Kind::Call && PIPES.contains(&names.text(tree.sym(node)))
}
