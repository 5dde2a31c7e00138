//! Whether the call of a new (or vanished) method stands where the code stood that it took.
//!
//! The place of a call is evidence of its own: it holds where the code was changed on the way, and across classes.

use crate::calls::CallSite;
use crate::diff::MethodPair;
use crate::transfer::Way;
use reweave_matching::{Arguments, Body, BodyMatch, Mapping, Replacement, StmtId};
use reweave_model::{Kind, NodeId, Role, Tree};
use rustc_hash::FxHashSet;

/// Whether the extracted method's call took the place of a part of the statement, and does not just wrap it.
pub fn stands_for(p: &MethodPair<'_>, own: &Mapping, sites: &[CallSite], way: Way) -> bool {
    let (t1, t2) = (p.body.before.tree, p.body.after.tree);
    let replaced = own.replacements.iter().filter_map(Replacement::pair);
    way == Way::Extracted
        && replaced
            .filter(|&(_, call)| sites.iter().any(|s| s.node == call))
            .any(|(x, call)| {
                let mut arguments = t2.children_in(call, Role::Argument);
                arguments.all(|a| t2.hash(a) != t1.hash(x)) && !only_changed((t1, x), (t2, call))
            })
}

/// Whether two calls are made on the same thing and differ in their names alone, or in their arguments alone: the called
/// method was renamed, or takes other parameters.
fn only_changed((t1, x): (&Tree, NodeId), (t2, y): (&Tree, NodeId)) -> bool {
    let parts = |t: &Tree, n: NodeId, role: Role| -> Vec<u64> {
        t.children_in(n, role).map(|c| t.hash(c)).collect()
    };
    let same = |role| parts(t1, x, role) == parts(t2, y, role);
    t1.kind(x) == Kind::Call
        && same(Role::Receiver)
        && (same(Role::Argument) || t1.sym(x) == t2.sym(y))
}

/// Whether the call stands where the statement stood: in the statement matched with it, in one that declares the same
/// variable, or between the same neighbours.
pub fn takes_place(p: &MethodPair<'_>, there: StmtId, sites: &[CallSite], way: Way) -> bool {
    let (body, calling) = match way {
        Way::Extracted => (&p.body.before, &p.body.after),
        Way::Inlined => (&p.body.after, &p.body.before),
    };
    let declared = |b: &Body<'_>, i: StmtId| {
        let stmt = b.stmt(i);
        let mut vars = b
            .own_nodes(i)
            .filter(|&n| stmt.kind == Kind::Local && b.tree.kind(n) == Kind::VarDecl);
        vars.next().map(|n| b.tree.sym(n))
    };
    sites.iter().any(|site| {
        calling.stmt_of(site.node).is_some_and(|call| {
            let matched = match way {
                Way::Extracted => p.body.after_of(there) == Some(call),
                Way::Inlined => p.body.before_of(there) == Some(call),
            };
            let name = declared(body, there);
            matched
                || name.is_some() && name == declared(calling, call)
                || between_the_same(p, there, call, way)
        })
    })
}

/// Whether an extracted method's call took the place of a variable that the statement declares or sets.
pub fn takes_variable(p: &MethodPair<'_>, there: StmtId, sites: &[CallSite]) -> bool {
    let tree = p.body.before.tree;
    let replaced = p.body.mappings.iter().flat_map(|m| &m.replacements);
    replaced.filter_map(Replacement::pair).any(|(x, y)| {
        sites.iter().any(|s| s.node == y) && tree.kind(x) == Kind::Name && {
            let name = tree.sym(x);
            p.body.before.own_nodes(there).any(|n| match tree.kind(n) {
                Kind::VarDecl => tree.sym(n) == name,
                Kind::Assign => tree
                    .child_in(n, Role::Target)
                    .is_some_and(|t| tree.kind(t) == Kind::Name && tree.sym(t) == name),
                _ => false,
            })
        }
    })
}

/// Whether what stands before and behind the statement was matched with what stands before and behind the call; the
/// ends of a block are the same too.
pub fn between_the_same(p: &MethodPair<'_>, there: StmtId, call: StmtId, way: Way) -> bool {
    let (old, new) = match way {
        Way::Extracted => (there, call),
        Way::Inlined => (call, there),
    };
    let (before, after) = (&p.body.before, &p.body.after);
    let pair = |x: Option<StmtId>, y: Option<StmtId>| match x {
        Some(x) => y.is_some() && p.body.after_of(x) == y,
        None => y.is_none(),
    };
    p.body.after_of(old).is_none()
        && p.body.before_of(new).is_none()
        && pair(before.stmt(old).parent, after.stmt(new).parent)
        && pair(sibling(before, old, -1), sibling(after, new, -1))
        && pair(sibling(before, old, 1), sibling(after, new, 1))
}

/// The statement of the same parent that stands so many places further.
fn sibling(body: &Body<'_>, i: StmtId, step: i32) -> Option<StmtId> {
    let stmt = body.stmt(i);
    let index = stmt.index.checked_add_signed(step)?;
    let siblings = body.children(stmt.parent);
    let at = siblings.binary_search(&i).ok()?;
    // Places are counted inside what a statement stands in, which in a `case` or `catch` is not its parent.
    let near = siblings.get(at.saturating_sub(1)..)?;
    let mut near = near.iter().take(3).copied();
    near.find(|&s| body.stmt(s).index == index)
}

/// Whether nothing that a statement calls or creates was replaced by something else called or created.
pub fn same_calls(body: &BodyMatch<'_>, m: &Mapping) -> bool {
    let named = |t: &Tree, n: NodeId| match t.kind(n) {
        Kind::Call => Some((Kind::Call, t.sym(n))),
        Kind::New => t.child_in(n, Role::Type).map(|ty| (Kind::New, t.sym(ty))),
        _ => None,
    };
    let mut replaced = m.replacements.iter().filter_map(Replacement::pair);
    replaced.all(|(x, y)| {
        let (old, new) = (named(body.before.tree, x), named(body.after.tree, y));
        old.is_none() || new.is_none() || old == new
    })
}

/// Whether the objects whose creations took each other's place have something in common: a type, or a part of their code.
///
/// The arguments of the call stand for the parameters of the called method.
pub fn share_parts(body: &BodyMatch<'_>, m: &Mapping, arguments: &Arguments<'_>, way: Way) -> bool {
    let (t1, t2) = (body.before.tree, body.after.tree);
    let created = |t: &Tree, n: NodeId| match t.kind(n) {
        Kind::New => t.child_in(n, Role::Type).map(|ty| t.sym(ty)),
        _ => None,
    };
    let passed = |t: &Tree, d: NodeId| match (way, std::ptr::eq(t, t2)) {
        (Way::Extracted, true) | (Way::Inlined, false) => arguments.hash(t, d),
        _ => None,
    };
    // A name that is passed on stands in many places.
    let stands_for_more = |t: &Tree, d: NodeId| {
        let argument = arguments.get_name(t, d);
        passed(t, d).is_some() && argument.is_some_and(|a| a.tree.kind(a.node) != Kind::Name)
    };
    let parts = |t: &Tree, n: NodeId| -> FxHashSet<u64> {
        let all = t.descendants(n).skip(1);
        all.filter(|&d| t.kind(d).is_expression())
            .filter(|&d| t.children(d).next().is_some() || stands_for_more(t, d))
            .map(|d| passed(t, d).unwrap_or_else(|| t.hash(d)))
            .collect()
    };
    let all_parts = |t: &Tree, n: NodeId| -> FxHashSet<u64> {
        let all = t.descendants(n).skip(1);
        all.map(|d| passed(t, d).unwrap_or_else(|| t.hash(d)))
            .collect()
    };
    let mut replaced = m.replacements.iter().filter_map(Replacement::pair);
    replaced.all(|(x, y)| match (created(t1, x), created(t2, y)) {
        (Some(old), Some(new)) => {
            old == new
                || !parts(t1, x).is_disjoint(&all_parts(t2, y))
                || !all_parts(t1, x).is_disjoint(&parts(t2, y))
        }
        _ => true,
    })
}
