//! What a called method returns, found inside the statements of the method that calls it.

use crate::calls::CallSite;
use crate::diff::{Diff, MethodPair};
use crate::placed::between_the_same;
use crate::transfer::{MOST_CALLS, Way};
use reweave_matching::{
    Argumentization, Arguments, Body, BodyMatch, Differ, Mapping, Replacement, ReplacementKind,
    StmtId, abstracted, value_of,
};
use reweave_model::{Kind, NodeId, Role, Tree};
use rustc_hash::FxHashSet;

/// What a callee returns may stand inside a statement of the method, not be one: then the statement that holds it
/// corresponds to the return.
pub fn expressions<'t>(
    diff: &Diff<'t>,
    pair: usize,
    body: &mut BodyMatch<'t>,
    sites: &[CallSite],
    arguments: &Arguments<'t>,
    (way, own_class): (Way, bool),
) {
    let p = &diff.methods[pair];
    let (callee, left, caller, used) = match way {
        Way::Extracted => (
            &body.after,
            &body.left_after,
            &p.body.before,
            p.body
                .mappings
                .iter()
                .filter(|m| m.exact)
                .map(|m| m.before)
                .collect::<FxHashSet<_>>(),
        ),
        Way::Inlined => (
            &body.before,
            &body.left_before,
            &p.body.after,
            p.body
                .mappings
                .iter()
                .filter(|m| m.exact)
                .map(|m| m.after)
                .collect(),
        ),
    };
    let sides = Sides {
        diff,
        caller,
        callee,
        arguments,
        way,
    };
    let gone = gave_way(p, sites, way);
    let mut found: Vec<Mapping> = Vec::new();
    let inexact = body
        .mappings
        .iter()
        .filter(|m| !m.exact)
        .map(|m| match way {
            Way::Extracted => m.after,
            Way::Inlined => m.before,
        });
    for i in left.iter().copied().chain(inexact) {
        let stmt = callee.stmt(i);
        let value = match stmt.kind {
            Kind::Return => value_of(callee.tree, stmt.node),
            _ => None,
        };
        let Some(value) = value
            .filter(|&v| callee.tree.kind(v) != Kind::This && !callee.tree.kind(v).is_literal())
        else {
            found.extend(
                sides
                    .inside(&gone, i)
                    .map(|(s, inner)| sides.mapping(s, i, inner)),
            );
            continue;
        };
        let plain = callee.tree.kind(value) == Kind::Name;
        if plain && !own_class {
            continue;
        }
        let hash = arguments
            .hash(callee.tree, value)
            .unwrap_or_else(|| callee.tree.hash(value));
        // A bare name stands in many statements: only where the call took its place.
        let free = || caller.ids().filter(|s| !plain && !used.contains(s));
        let holder = free().find_map(|s| {
            let inner = caller.own_nodes(s).find(|&n| caller.tree.hash(n) == hash)?;
            Some((s, inner, true))
        });
        let holder = holder.or_else(|| {
            if !left.contains(&i) {
                return None;
            }
            let replaced = replaced_by_call(p, sites, way);
            let in_its_place = replaced
                .into_iter()
                .filter(|(s, _)| !used.contains(s))
                .filter(|&(_, n)| {
                    // A variable that the method wraps in something is no code that went there.
                    if plain {
                        caller.tree.hash(n) == hash
                    } else {
                        caller.tree.children(n).next().is_some()
                    }
                })
                .find(|&(_, n)| {
                    returned(callee.tree, value)
                        .into_iter()
                        .any(|v| sides.equal_after(n, v))
                });
            if let Some((s, inner)) = in_its_place {
                return Some((s, inner, false));
            }
            free().find_map(|s| {
                let inner = caller
                    .own_nodes(s)
                    .filter(|&n| caller.tree.kind(n) == callee.tree.kind(value))
                    .find(|&n| sides.alike(n, value))?;
                Some((s, inner, false))
            })
        });
        let holder = holder.or_else(|| {
            let (s, (inner, _)) = sides.inside(&gone, i)?;
            Some((s, inner, true))
        });
        if let Some((s, inner, exact)) = holder {
            let kind = if exact {
                ReplacementKind::Wrapped
            } else {
                ReplacementKind::Node
            };
            let (before, after, r) = match way {
                Way::Extracted => (s, i, Replacement::one(kind, inner, value)),
                Way::Inlined => (i, s, Replacement::one(kind, value, inner)),
            };
            found.push(Mapping {
                before,
                after,
                exact,
                distance: u32::from(!exact),
                replacements: vec![r],
            });
        }
    }
    if !found.is_empty() {
        let mut mappings = body.mappings.clone();
        mappings.retain(|m| {
            found
                .iter()
                .all(|f| f.before != m.before && f.after != m.after)
        });
        mappings.extend(found);
        *body = BodyMatch::new(body.before.clone(), body.after.clone(), mappings);
    }
}

/// The values that an expression may give: itself, or the branches of a conditional one.
fn returned(tree: &Tree, value: NodeId) -> Vec<NodeId> {
    let mut out = vec![value];
    if tree.kind(value) == Kind::Conditional {
        let branches = [Role::Then, Role::Else].map(|r| tree.child_in(value, r));
        out.extend(branches.into_iter().flatten());
    }
    out
}

/// What stood, in matched statements, where the call of the new (or vanished) method stands on the other side.
fn replaced_by_call(p: &MethodPair<'_>, sites: &[CallSite], way: Way) -> Vec<(StmtId, NodeId)> {
    let calls = |n: NodeId| sites.iter().any(|s| s.node == n);
    let mut out = Vec::new();
    for m in &p.body.mappings {
        for (x, y) in m.replacements.iter().filter_map(Replacement::pair) {
            match way {
                Way::Extracted if calls(y) => out.push((m.before, x)),
                Way::Inlined if calls(x) => out.push((m.after, y)),
                _ => {}
            }
        }
    }
    out
}

/// The expressions in whose place the call stands as a whole: of statements that nothing was matched with, where a statement
/// of the same kind is the call and nothing else.
fn gave_way(p: &MethodPair<'_>, sites: &[CallSite], way: Way) -> Vec<(StmtId, NodeId)> {
    let (body, left, calling) = match way {
        Way::Extracted => (&p.body.before, &p.body.left_before, &p.body.after),
        Way::Inlined => (&p.body.after, &p.body.left_after, &p.body.before),
    };
    let mut out = replaced_by_call(p, sites, way);
    for site in sites.iter().take(MOST_CALLS) {
        let Some(call) = calling.stmt_of(site.node) else {
            continue;
        };
        let whole = covered(calling.tree, calling.stmt(call).node) == Some(site.node);
        let kind = calling.stmt(call).kind;
        let there = left.iter().copied().filter(|&s| body.stmt(s).kind == kind);
        out.extend(
            there
                .filter(|&s| whole && between_the_same(p, s, call, way))
                .filter_map(|s| Some((s, covered(body.tree, body.stmt(s).node)?))),
        );
    }
    out
}

/// The expression that a statement consists of.
fn covered(tree: &Tree, node: NodeId) -> Option<NodeId> {
    match tree.kind(node) {
        Kind::Throw => tree.child_in(node, Role::Value),
        _ => abstracted(tree, node).map(|a| a.expression),
    }
}

/// A method and the one that it calls: where expressions of both are compared.
struct Sides<'a, 't> {
    diff: &'a Diff<'t>,
    caller: &'a Body<'t>,
    callee: &'a Body<'t>,
    arguments: &'a Arguments<'t>,
    way: Way,
}

impl Sides<'_, '_> {
    /// An expression that gave way to the call, and where it stands in a statement of the called method.
    fn inside(&self, gone: &[(StmtId, NodeId)], i: StmtId) -> Option<(StmtId, (NodeId, NodeId))> {
        let tree = self.callee.tree;
        gone.iter().find_map(|&(s, inner)| {
            self.caller.tree.children(inner).next()?;
            let hash = self.caller.tree.hash(inner);
            let is = |&n: &NodeId| {
                tree.kind(n) == self.caller.tree.kind(inner)
                    && self.arguments.hash(tree, n).unwrap_or_else(|| tree.hash(n)) == hash
            };
            let at = self.callee.own_nodes(i).find(is)?;
            Some((s, (inner, at)))
        })
    }

    fn mapping(&self, s: StmtId, i: StmtId, (inner, at): (NodeId, NodeId)) -> Mapping {
        let (before, after, r) = match self.way {
            Way::Extracted => (s, i, Replacement::one(ReplacementKind::Wrapped, inner, at)),
            Way::Inlined => (i, s, Replacement::one(ReplacementKind::Wrapped, at, inner)),
        };
        Mapping {
            before,
            after,
            exact: true,
            distance: 0,
            replacements: vec![r],
        }
    }

    /// Whether a call or creation inside a statement is the one that the called method returns, with other arguments.
    fn alike(&self, inner: NodeId, value: NodeId) -> bool {
        let named = |t: &Tree, n: NodeId| match t.kind(n) {
            Kind::Call => Some(t.sym(n)),
            Kind::New => t.child_in(n, Role::Type).map(|ty| t.sym(ty)),
            _ => None,
        };
        let (Some(a), Some(b)) = (
            named(self.caller.tree, inner),
            named(self.callee.tree, value),
        ) else {
            return false;
        };
        let names = match self.way {
            Way::Extracted => (a, b),
            Way::Inlined => (b, a),
        };
        (names.0 == names.1 || self.diff.renames.contains(&names)) && self.equal_after(inner, value)
    }

    /// Whether an expression of the method and one of the called method are equal after replacements.
    fn equal_after(&self, inner: NodeId, value: NodeId) -> bool {
        let mut both = Argumentization::default();
        let (caller, callee) = (self.caller.tree, self.callee.tree);
        let (t1, n1, t2, n2) = match self.way {
            Way::Extracted => {
                both.after = self.arguments.clone();
                (caller, inner, callee, value)
            }
            Way::Inlined => {
                both.before = self.arguments.clone();
                (callee, value, caller, inner)
            }
        };
        Differ::new(t1, t2, &both, &self.diff.renames).expressions(n1, n2)
    }
}
