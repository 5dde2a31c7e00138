//! Change Method Signature (paper 4, table 4): a method of the same class with another signature and the same
//! statements.

use crate::diff::{Diff, How, TypePair};
use crate::members::{Signature, method_name, signature};
use crate::transfer_evidence::is_telling;
use crate::view::{Method, Ty, View};
use reweave_matching::{
    Argumentization, Arguments, Body, BodyMatch, Mapping, ReplacementKind, StmtId,
};
use reweave_model::{Kind, Role};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeSet;

struct Candidate<'p> {
    before: Method,
    after: Method,
    body: BodyMatch<'p>,
    /// How many statements are the same, those included that went to new methods it calls.
    kept: usize,
    /// The name is the same, or all but the name: parameter types, and every statement has its like.
    alike: bool,
    /// Other methods of the one name became ones of the other, or calls did.
    known: bool,
    /// Every statement is the same.
    sure: bool,
    /// How many parameters kept their names.
    same_params: usize,
}

/// What is known of all classes before the methods of one are paired.
pub struct Elsewhere {
    /// The new methods by signature and body: a method that stands elsewhere word for word went there, and was not
    /// renamed.
    new: FxHashSet<(Signature, u64)>,
    transitions: Transitions,
}

impl Elsewhere {
    pub fn new(diff: &Diff<'_>) -> Self {
        let new = diff.added_methods.iter();
        Self {
            new: new.filter_map(|&m| told(&diff.after, m)).collect(),
            transitions: transitions(diff),
        }
    }

    fn has(&self, diff: &Diff<'_>, m: Method) -> bool {
        told(&diff.before, m).is_some_and(|t| self.new.contains(&t))
    }
}

fn told(view: &View<'_>, m: Method) -> Option<(Signature, u64)> {
    let decl = view.method(m);
    let body = decl.body.filter(|_| !decl.constructor)?;
    Some((signature(view, m), view.tree(m.file).hash(body)))
}

/// Beyond this many pairs of methods in a class, only those that share a name or a statement are compared.
const MOST_PAIRS: usize = 900;

/// Pairs the methods left in a class, the best first.
pub fn match_methods(diff: &mut Diff<'_>, pair: TypePair, elsewhere: &Elsewhere) {
    let (removed, added) = diff.left_methods(pair);
    if removed.is_empty() || added.is_empty() {
        return;
    }
    let slack = slack(diff, pair).max(removed.len().abs_diff(added.len()));
    let neighbours = neighbours(diff, pair);
    let crowded = removed.len() * added.len() > MOST_PAIRS;
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for &b in &removed {
        for &a in &added {
            if diff.budget.is_over() {
                return;
            }
            let same_name = same_name(diff, b, a);
            if !same_name && elsewhere.has(diff, b) {
                continue;
            }
            if !crowded || same_name || share_statement(diff, b, a) {
                candidates.extend(candidate(
                    diff,
                    pair,
                    b,
                    a,
                    slack,
                    &neighbours,
                    &elsewhere.transitions,
                ));
            }
        }
    }
    candidates.sort_by_cached_key(|c| {
        let names = (
            diff.before.method(c.before).name,
            diff.after.method(c.after).name,
        );
        (
            !c.alike,
            !c.known,
            !c.sure,
            Reverse(c.kept),
            Reverse(c.body.mappings.len()),
            Reverse(c.body.exact()),
            Reverse(c.same_params),
            c.body.distance(),
            diff.distances().percent(names.0, names.1),
            c.before,
            c.after,
        )
    });
    for c in candidates {
        if diff.removed_methods.contains(&c.before) && diff.added_methods.contains(&c.after) {
            diff.pair_methods(c.before, c.after, How::Signature, c.body);
        }
    }
}

/// By how many places a method may have shifted: as many as the class gained or lost.
fn slack(diff: &Diff<'_>, pair: TypePair) -> usize {
    let (before, after) = (diff.before.ty(pair.before), diff.after.ty(pair.after));
    before.callables.len().abs_diff(after.callables.len())
}

/// The pairs of methods left that stand next to the same matched method, or as many steps from it.
fn neighbours(diff: &Diff<'_>, pair: TypePair) -> FxHashSet<(Method, Method)> {
    let partner: FxHashMap<Method, Method> = diff
        .methods
        .iter()
        .filter(|p| diff.before.owner(p.before) == pair.before)
        .map(|p| (p.before, p.after))
        .collect();
    let before: Vec<Method> = diff.before.methods(pair.before).collect();
    let after: Vec<Method> = diff.after.methods(pair.after).collect();
    let mut out = FxHashSet::default();
    let free = |all: &[Method], at: usize, step: isize, pool: &BTreeSet<Method>| {
        let k = at.checked_add_signed(step)?;
        all.get(k).copied().filter(|m| pool.contains(m))
    };
    for (i, b) in before.iter().enumerate() {
        let anchor = partner.get(b);
        let Some(j) = anchor.and_then(|m| after.iter().position(|a| a == m)) else {
            continue;
        };
        for sign in [1, -1] {
            let mut step = sign;
            while let (Some(x), Some(y)) = (
                free(&before, i, step, &diff.removed_methods),
                free(&after, j, step, &diff.added_methods),
            ) {
                out.insert((x, y));
                step += sign;
            }
        }
    }
    out
}

/// The same name, but for the case of its letters.
fn same_name(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let (old, new) = (method_name(mb), method_name(ma));
    mb.constructor == ma.constructor
        && (old == new
            || diff
                .before
                .text(old)
                .eq_ignore_ascii_case(diff.after.text(new)))
}

fn share_statement(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (x, y) = (diff.body_before(b), diff.body_after(a));
    let hashes: FxHashSet<u64> = x.stmts.iter().map(|s| s.hash).collect();
    y.stmts.iter().any(|s| hashes.contains(&s.hash))
}

fn candidate<'p>(
    diff: &Diff<'p>,
    pair: TypePair,
    b: Method,
    a: Method,
    slack: usize,
    neighbours: &FxHashSet<(Method, Method)>,
    transitions: &Transitions,
) -> Option<Candidate<'p>> {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    if mb.constructor != ma.constructor {
        return None;
    }
    let same_name = same_name(diff, b, a);
    let known = diff.renames.contains(&(mb.name, ma.name)) && !mb.constructor;
    let alone = same_name && only_one(diff, pair, b);
    let same_params = mb
        .params
        .iter()
        .filter(|p| ma.params.iter().any(|q| q.name == p.name))
        .count();
    if mb.body.is_none() || ma.body.is_none() {
        // Nothing to match: the same name in the same type must do.
        let fits = same_name
            && (alone || compatible(diff, b, a) || mb.params.len() == ma.params.len())
            || known
                && mb.body.is_some() == ma.body.is_some()
                && mb.params.is_empty() == ma.params.is_empty()
                && compatible(diff, b, a);
        return fits.then(|| Candidate {
            before: b,
            after: a,
            body: BodyMatch::new(diff.body_before(b), diff.body_after(a), Vec::new()),
            kept: 0,
            alike: same_name,
            known,
            sure: false,
            same_params,
        });
    }
    let same_types = signature(&diff.before, b).1 == signature(&diff.after, a).1;
    let body = diff.match_methods(b, a);
    let (mut m, mut u1, mut u2) = (
        body.mappings.len(),
        body.left_before.len(),
        body.left_after.len(),
    );
    if u1 + u2 > 0 && !same_name {
        let (gone, calls) = explained(diff, a, &body);
        u1 -= gone;
        u2 -= calls;
        if m > 0 && same_types {
            m += gone;
        }
    }
    if !same_name {
        u1 -= idle(&body.before, &body.left_before).min(u1);
        u2 -= idle(&body.after, &body.left_after).min(u2);
    }
    let near = place(&diff.before, pair.before, b).abs_diff(place(&diff.after, pair.after, a))
        <= slack
        || neighbours.contains(&(b, a));
    let all_exact = m > 0
        && body.left_before.len() == idle(&body.before, &body.left_before)
        && body.left_after.len() == idle(&body.after, &body.left_after)
        && body.exact() == body.mappings.len();
    let telling = body
        .mappings
        .iter()
        .any(|m| is_telling(&body.before, m.before) && is_telling(&body.after, m.after));
    let same_names = mb.params.len() == ma.params.len() && same_params == mb.params.len();
    let ok = if same_name {
        m == 0 && u1 == 0 && u2 == 0
            || alone && (m > 0 || near && same_names)
            || same_types && mb.name != ma.name
            || m > u1
            || m > u2
            || m > 0 && near && compatible(diff, b, a)
    } else if known
        && (compatible(diff, b, a) && (m > 0 && m >= u1.min(u2) && near || m > u1 || m > u2)
            || near && last_ones(diff, pair))
    {
        true
    } else if m == 1 && u1 + u2 == 0 && !all_exact {
        // One statement that differs is a weak sign: little of it may have changed, and nothing of what goes in.
        near && u1 == 0
            && u2 == 0
            && light(&body.mappings)
            && (same_types || !wrapped(&body.mappings))
            && (telling && compatible(diff, b, a)
                || same_types && attributes_follow(diff, pair, &body))
    } else {
        let fits = compatible(diff, b, a) || telling && mb.params.len() == ma.params.len();
        all_exact && (telling || near)
            || m > u1 && m > u2 && near && fits
            || m > 1 && u1 + u2 == 0 && same_types && telling
            || near
                && same_types
                && telling
                && body.exact() == m
                && (u1 == 0 && m >= u2 || u2 == 0 && m >= u1)
    };
    // With statements of its own on each side and none the same, it is another method built alike.
    let another = body.exact() == 0 && u1 > 0 && u2 > 0;
    let most = u1 == 0 && m > u2 || same_types && m > u1 + u2;
    let whole = m > 1 && most && body.exact() * 2 >= m && telling;
    let ok = ok || (same_name || same_types) && follows(diff, transitions, b, a);
    let ok = ok
        && (same_name || known || all_exact || whole || !another && !is_helper(diff, pair, b, a));
    let same_but_name =
        same_types && telling && body.left_before.is_empty() && body.left_after.is_empty();
    ok.then_some(Candidate {
        before: b,
        after: a,
        alike: same_name || same_but_name,
        known,
        sure: all_exact,
        kept: m,
        body,
        same_params,
    })
}

/// How many of the statements only end a method: `return;`, or `return this;` in one whose calls can be chained now.
fn idle(body: &Body<'_>, left: &[StmtId]) -> usize {
    let ends = |&&i: &&StmtId| {
        let stmt = body.stmt(i);
        let value = body.tree.child_in(stmt.node, Role::Value);
        stmt.kind == Kind::Return && value.is_none_or(|v| body.tree.kind(v) == Kind::This)
    };
    left.iter().filter(ends).count()
}

/// What became of methods: their classes by the signatures before and after.
type Transitions = FxHashMap<(Signature, Signature), Vec<Ty>>;

fn transitions(diff: &Diff<'_>) -> Transitions {
    let mut out = Transitions::default();
    for p in diff.methods.iter().filter(|p| p.how == How::Signature) {
        let key = (
            signature(&diff.before, p.before),
            signature(&diff.after, p.after),
        );
        out.entry(key)
            .or_default()
            .push(diff.before.owner(p.before));
    }
    out
}

/// Whether the method of a class above or below became the same: one overrides the other before and after.
fn follows(diff: &Diff<'_>, transitions: &Transitions, b: Method, a: Method) -> bool {
    let key = (signature(&diff.before, b), signature(&diff.after, a));
    let own = diff.before.owner(b);
    let above = |x: Ty, y: Ty| {
        let name = diff.before.ty(y).name;
        diff.hierarchy_before.above(&diff.before, x).contains(&name)
    };
    let mut classes = transitions.get(&key).into_iter().flatten();
    !diff.before.method(b).constructor && classes.any(|&c| above(own, c) || above(c, own))
}

/// Whether methods of the class that were matched already call the new one without having called the old, and none goes
/// from one to the other: then it was extracted, not renamed; or the other way round, inlined.
fn is_helper(diff: &Diff<'_>, pair: TypePair, b: Method, a: Method) -> bool {
    let mut one_alone = false;
    for p in &diff.methods {
        if p.identical || diff.before.owner(p.before) != pair.before {
            continue;
        }
        let before = !diff.calls_before.own(&diff.before, p.before, b).is_empty();
        let after = !diff.calls_after.own(&diff.after, p.after, a).is_empty();
        if before && after {
            return false;
        }
        one_alone |= before != after;
    }
    one_alone
}

fn place(view: &View<'_>, ty: crate::view::Ty, m: Method) -> usize {
    let all = &view.ty(ty).callables;
    all.iter().position(|&c| c == m.id).unwrap_or(0)
}

/// Whether no other method of that name is left in the class, before or after.
fn only_one(diff: &Diff<'_>, pair: TypePair, b: Method) -> bool {
    let name = method_name(diff.before.method(b));
    let (removed, added) = diff.left_methods(pair);
    let named = |view: &View<'_>, all: &[Method]| {
        let same = all.iter().filter(|&&m| method_name(view.method(m)) == name);
        same.count()
    };
    named(&diff.before, &removed) == 1 && named(&diff.after, &added) == 1
}

/// Whether one method is left in the class on each side.
fn last_ones(diff: &Diff<'_>, pair: TypePair) -> bool {
    let (removed, added) = diff.left_methods(pair);
    removed.len() == 1 && added.len() == 1
}

/// Whether the attributes that were replaced are themselves gone and new: a getter goes with its attribute.
fn attributes_follow(diff: &Diff<'_>, pair: TypePair, body: &BodyMatch<'_>) -> bool {
    body.mappings.iter().flat_map(|m| &m.replacements).all(|r| {
        r.pair().is_some_and(|(x, y)| {
            let (old, new) = (body.before.tree.sym(x), body.after.tree.sym(y));
            let still = diff
                .after
                .attrs(pair.after)
                .any(|a| diff.after.attr(a).name == old);
            let already = diff
                .before
                .attrs(pair.before)
                .any(|a| diff.before.attr(a).name == new);
            !still && !already
        })
    })
}

/// Whether only names, types and single expressions changed.
fn light(mappings: &[Mapping]) -> bool {
    use ReplacementKind as R;
    mappings.iter().flat_map(|m| &m.replacements).all(|r| {
        matches!(
            r.kind,
            R::Node | R::Type | R::CallName | R::Variable | R::Function | R::Wrapped | R::Operator
        )
    })
}

/// Whether something became part of something else, or came out of it.
fn wrapped(mappings: &[Mapping]) -> bool {
    let mut all = mappings.iter().flat_map(|m| &m.replacements);
    all.any(|r| r.kind == ReplacementKind::Wrapped)
}

/// Sub-rule 3: how many statements are missing because they went to a new method that the new body calls, and how many
/// are new because they call it.
pub fn explained(diff: &Diff<'_>, a: Method, body: &BodyMatch<'_>) -> (usize, usize) {
    let mut gone: FxHashSet<StmtId> = FxHashSet::default();
    let mut calls: FxHashSet<StmtId> = FxHashSet::default();
    for x in diff.after.methods(diff.after.owner(a)) {
        if x == a || !diff.added_methods.contains(&x) {
            continue;
        }
        for site in diff.calls_after.own(&diff.after, a, x) {
            let Some(at) = body.after.stmt_of(site.node) else {
                continue;
            };
            let arguments = Argumentization {
                before: Arguments::default(),
                after: Arguments::of_call(
                    body.after.tree,
                    site.node,
                    diff.after.method(x),
                    &Arguments::default(),
                ),
            };
            let free: FxHashSet<StmtId> = body.left_before.iter().copied().collect();
            let part = diff.matcher().some(
                body.before.clone(),
                diff.body_after(x),
                &arguments,
                |i| free.contains(&i),
                |_| true,
            );
            if !part.mappings.is_empty() {
                if body.left_after.contains(&at) {
                    calls.insert(at);
                }
                gone.extend(part.mappings.iter().map(|m| m.before));
            }
        }
    }
    (gone.len(), calls.len())
}

/// The types of one parameter list contain those of the other, or most are the same.
pub fn compatible(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (_, types1) = signature(&diff.before, b);
    let (_, types2) = signature(&diff.after, a);
    let mut rest = types2.clone();
    let mut common = 0;
    for t in &types1 {
        if let Some(at) = rest.iter().position(|r| r == t) {
            rest.remove(at);
            common += 1;
        }
    }
    let least = types1.len().min(types2.len());
    common == least || common >= types1.len() + types2.len() - 2 * common
}
