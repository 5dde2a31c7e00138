//! Methods and attributes of matched types: same signature first, then another signature with the same statements
//! (Change Method Signature of paper 4, table 4).

use crate::diff::{Diff, How, TypePair};
use crate::view::{Attr, Method, View};
use reweave_matching::BodyMatch;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// Pairs the members of all matched types; what is left goes to the pools of removed and added members.
pub fn match_members(diff: &mut Diff<'_>) {
    for pair in diff.types.clone() {
        attributes(diff, pair);
        identical_signatures(diff, pair);
    }
    for ty in diff.removed_types.clone() {
        diff.removed_methods.extend(diff.before.methods(ty));
        diff.removed_attrs.extend(diff.before.attrs(ty));
    }
    for ty in diff.added_types.clone() {
        diff.added_methods.extend(diff.after.methods(ty));
        diff.added_attrs.extend(diff.after.attrs(ty));
    }
    for pair in diff.types.clone() {
        changed_signatures(diff, pair);
        if diff.budget.look() {
            return;
        }
    }
}

fn attributes(diff: &mut Diff<'_>, pair: TypePair) {
    let before: Vec<Attr> = diff.before.attrs(pair.before).collect();
    let after: Vec<Attr> = diff.after.attrs(pair.after).collect();
    let by_name: FxHashMap<Symbol, Attr> = after
        .iter()
        .map(|&a| (diff.after.attr(a).name, a))
        .collect();
    diff.added_attrs.extend(after);
    for b in before {
        match by_name.get(&diff.before.attr(b).name) {
            Some(&a) => diff.pair_attrs(b, a),
            None => {
                diff.removed_attrs.insert(b);
            }
        }
    }
}

/// What makes two methods of a class the same at first sight.
type Signature = (Symbol, Vec<u64>);

pub fn signature(view: &View<'_>, method: Method) -> Signature {
    let m = view.method(method);
    let tree = view.tree(method.file);
    let name = if m.constructor { Symbol::EMPTY } else { m.name };
    let types = m
        .params
        .iter()
        .map(|p| p.ty.map_or(0, |t| tree.hash(t)) ^ u64::from(p.varargs))
        .collect();
    (name, types)
}

fn identical_signatures(diff: &mut Diff<'_>, pair: TypePair) {
    let before: Vec<Method> = diff.before.methods(pair.before).collect();
    let after: Vec<Method> = diff.after.methods(pair.after).collect();
    let mut by_signature: FxHashMap<Signature, Vec<Method>> = FxHashMap::default();
    for &a in &after {
        by_signature
            .entry(signature(&diff.after, a))
            .or_default()
            .push(a);
    }
    diff.added_methods.extend(after);
    for b in before {
        let found = by_signature
            .get_mut(&signature(&diff.before, b))
            .and_then(|v| (!v.is_empty()).then(|| v.remove(0)));
        match found {
            Some(a) => pair_up(diff, b, a, How::Same),
            None => {
                diff.removed_methods.insert(b);
            }
        }
    }
}

pub fn pair_up(diff: &mut Diff<'_>, before: Method, after: Method, how: How) {
    if diff.same_body(before, after) {
        diff.pair_identical(before, after, how);
    } else {
        let body = diff.match_methods(before, after);
        diff.pair_methods(before, after, how, body);
    }
}

struct Candidate<'p> {
    before: Method,
    after: Method,
    body: BodyMatch<'p>,
    same_name: bool,
    sure: bool,
}

/// Beyond this many pairs of methods in a class, only those that share a statement are compared.
const MOST_PAIRS: usize = 900;

fn changed_signatures(diff: &mut Diff<'_>, pair: TypePair) {
    let of_class = |view: &View<'_>,
                    pool: &std::collections::BTreeSet<Method>,
                    ty|
     -> Vec<Method> { view.methods(ty).filter(|m| pool.contains(m)).collect() };
    let removed = of_class(&diff.before, &diff.removed_methods, pair.before);
    let added = of_class(&diff.after, &diff.added_methods, pair.after);
    if removed.is_empty() || added.is_empty() {
        return;
    }
    let slack = diff
        .before
        .ty(pair.before)
        .callables
        .len()
        .abs_diff(diff.after.ty(pair.after).callables.len())
        .max(removed.len().abs_diff(added.len()));
    let crowded = removed.len() * added.len() > MOST_PAIRS;
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    for &b in &removed {
        for &a in &added {
            if diff.budget.is_over() {
                return;
            }
            if !crowded || same_name(diff, b, a) || share_statement(diff, b, a) {
                candidates.extend(candidate(diff, pair, b, a, slack));
            }
        }
    }
    candidates.sort_by_cached_key(|c| {
        (
            !c.sure,
            !c.same_name,
            std::cmp::Reverse(c.body.mappings.len()),
            std::cmp::Reverse(c.body.exact()),
            c.body.distance(),
            diff.distances().symbols(
                diff.before.method(c.before).name,
                diff.after.method(c.after).name,
            ),
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

fn same_name(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    mb.constructor == ma.constructor && (mb.constructor || mb.name == ma.name)
}

fn share_statement(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (x, y) = (diff.body_before(b), diff.body_after(a));
    let hashes: rustc_hash::FxHashSet<u64> = x.stmts.iter().map(|s| s.hash).collect();
    y.stmts.iter().any(|s| hashes.contains(&s.hash))
}

fn candidate<'p>(
    diff: &Diff<'p>,
    pair: TypePair,
    b: Method,
    a: Method,
    slack: usize,
) -> Option<Candidate<'p>> {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    if mb.constructor != ma.constructor {
        return None;
    }
    let same_name = same_name(diff, b, a);
    if mb.body.is_none() || ma.body.is_none() {
        // Nothing to match: the same name in the same type must do; the rest is inferred from overriding methods.
        let fits = same_name && compatible(diff, b, a);
        return fits.then(|| Candidate {
            before: b,
            after: a,
            body: BodyMatch::new(diff.body_before(b), diff.body_after(a), Vec::new()),
            same_name,
            sure: false,
        });
    }
    let body = diff.match_methods(b, a);
    let (m, u1, u2) = (
        body.mappings.len(),
        body.left_before.len(),
        body.left_after.len(),
    );
    let position = |view: &View<'_>, ty, m: Method| {
        view.ty(ty)
            .callables
            .iter()
            .position(|&c| c == m.id)
            .unwrap_or(0)
    };
    let near =
        position(&diff.before, pair.before, b).abs_diff(position(&diff.after, pair.after, a))
            <= slack;
    let all_exact = m > 0 && u1 == 0 && u2 == 0 && body.exact() == m;
    let ok = if same_name {
        (m == 0 && u1 == 0 && u2 == 0)
            || m > 0 && (m > u1 || m > u2 || near && compatible(diff, b, a))
    } else {
        all_exact
            || m > u1 && m > u2 && near && compatible(diff, b, a)
            || m > u2 && near && explained(diff, b, a, &body)
    };
    ok.then_some(Candidate {
        before: b,
        after: a,
        same_name,
        sure: all_exact,
        body,
    })
}

/// Sub-rule 3: what is missing in the new body is called from it, in a method that is new.
fn explained(diff: &Diff<'_>, _b: Method, a: Method, body: &BodyMatch<'_>) -> bool {
    let owner = diff.after.owner(a);
    body.mappings.len() > 1
        && diff.after.methods(owner).any(|x| {
            x != a
                && diff.added_methods.contains(&x)
                && !diff.calls_after.own(&diff.after, a, x).is_empty()
                && {
                    let hashes: rustc_hash::FxHashSet<u64> = body
                        .left_before
                        .iter()
                        .map(|&i| body.before.stmt(i).hash)
                        .collect();
                    let other = diff.body_after(x);
                    let shared = other
                        .stmts
                        .iter()
                        .filter(|s| hashes.contains(&s.hash))
                        .count();
                    shared * 2 > other.len()
                }
        })
}

/// The types of one parameter list contain those of the other, or most are the same.
fn compatible(diff: &Diff<'_>, b: Method, a: Method) -> bool {
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
