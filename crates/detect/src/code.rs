//! Findings about pieces of code inside a method, in the one form that all their wordings share: `code … in method <m>
//! from class <c>`, the pieces and the method on both sides.

use crate::Finding;
use crate::RefactoringType;
use crate::context::Context;
use crate::declared::in_method;
use crate::diff::Diff;
use crate::emit::{code_at, finding, method_at};
use crate::view::{Method, View};
use reweave_matching::{Body, StmtId};
use reweave_model::{NodeId, code_text};

/// What the places of a finding are called.
#[derive(Clone, Copy)]
pub struct Roles {
    pub before: &'static str,
    pub after: &'static str,
    pub method_after: &'static str,
}

impl Context<'_, '_> {
    pub fn text1(&self, diff: &Diff<'_>, node: NodeId) -> String {
        code_text(self.t1, node, &diff.before.program.names)
    }

    pub fn text2(&self, diff: &Diff<'_>, node: NodeId) -> String {
        code_text(self.t2, node, &diff.after.program.names)
    }

    pub fn node1(&self, id: StmtId) -> NodeId {
        self.body.before.stmt(id).node
    }

    pub fn node2(&self, id: StmtId) -> NodeId {
        self.body.after.stmt(id).node
    }

    /// The innermost methods that two nodes stand in: an inner class's method is told of itself.
    pub fn methods_at(
        &self,
        diff: &Diff<'_>,
        before: Option<&NodeId>,
        after: Option<&NodeId>,
    ) -> (Method, Method) {
        let innermost = |view: &View<'_>, method: Method, node: Option<&NodeId>| {
            let at = node.and_then(|&n| view.callable_at(method.file, n));
            at.unwrap_or(method)
        };
        (
            innermost(&diff.before, self.before, before),
            innermost(&diff.after, self.after, after),
        )
    }

    /// A finding about these nodes; `change` is the wording before `in method …`.
    pub fn finding(
        &self,
        diff: &Diff<'_>,
        kind: RefactoringType,
        change: &str,
        [before, after]: [&[NodeId]; 2],
        roles: Roles,
    ) -> Finding {
        let (b, a) = self.methods_at(diff, before.first(), after.first());
        let mut left: Vec<_> = before
            .iter()
            .map(|&n| code_at(&diff.before, b.file, n, roles.before))
            .collect();
        let mut right: Vec<_> = after
            .iter()
            .map(|&n| code_at(&diff.after, a.file, n, roles.after))
            .collect();
        left.push(method_at(&diff.before, b, "original method declaration"));
        right.push(method_at(&diff.after, a, roles.method_after));
        let rest = format!("{change} {}", in_method(&diff.after, a));
        finding(kind, &rest, left, right)
    }
}

/// `[code, code]`.
pub fn list(texts: &[String]) -> String {
    format!("[{}]", texts.join(", "))
}

/// The statements of `kinds` that have no partner.
pub fn of_kind<'b>(
    body: &'b Body<'_>,
    left: &'b [StmtId],
    kinds: &'b [reweave_model::Kind],
) -> impl Iterator<Item = StmtId> + 'b {
    left.iter()
        .copied()
        .filter(move |&i| kinds.contains(&body.stmt(i).kind))
}
