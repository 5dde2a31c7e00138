//! Methods and attributes of matched types, by signature.

use crate::class_match;
use crate::diff::{Diff, How, TypePair};
use crate::signature_change::{self, Elsewhere};
use crate::view::{Attr, Method, Ty, View};
use reweave_model::{Callable, Kind, NodeId, Param, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Pairs the members of all matched types; what is left stays in the pools of removed and added members.
pub fn match_members(diff: &mut Diff<'_>) {
    for ty in diff.removed_types.clone() {
        diff.removed_methods.extend(diff.before.methods(ty));
        diff.removed_attrs.extend(diff.before.attrs(ty));
    }
    for ty in diff.added_types.clone() {
        diff.added_methods.extend(diff.after.methods(ty));
        diff.added_attrs.extend(diff.after.attrs(ty));
    }
    match_members_of(
        diff,
        diff.types.iter().chain(&diff.merged).copied().collect(),
    );
    let inferred = class_match::infer_renamed(diff);
    for &(before, after) in &inferred {
        diff.pair_types(before, after);
    }
    if !inferred.is_empty() {
        let pairs = inferred
            .into_iter()
            .map(|(before, after)| TypePair { before, after });
        match_members_of(diff, pairs.collect());
    }
    match_again(diff);
    follow_calls(diff);
    forget_module_bodies(diff);
}

/// The statements of a file are no function that could be renamed, moved or inlined: they live and die with the file.
fn forget_module_bodies(diff: &mut Diff<'_>) {
    let (before, after) = (&diff.before, &diff.after);
    diff.removed_methods
        .retain(|&m| !before.method(m).is_module_body());
    diff.added_methods
        .retain(|&m| !after.method(m).is_module_body());
}

/// How often what is known of renamed methods is used to find more of them.
const ROUNDS: usize = 3;

/// Methods left over that the callers of the one now call the other: interfaces and abstract methods follow what
/// implements them, and rewritten methods follow their calls (paper 4, section 4.5).
fn follow_calls(diff: &mut Diff<'_>) {
    for _ in 0..ROUNDS {
        let called = called_otherwise(diff);
        diff.renames.extend(called);
        let known = diff.methods.len();
        let elsewhere = Elsewhere::new(diff);
        for pair in diff.types.clone() {
            signature_change::match_methods(diff, pair, &elsewhere);
        }
        if diff.methods.len() == known || diff.budget.look() {
            return;
        }
        match_again(diff);
    }
}

/// The names of vanished methods that calls of new ones took the place of, in matched statements and more often than
/// calls of anything else.
fn called_otherwise(diff: &Diff<'_>) -> Vec<(Symbol, Symbol)> {
    let gone: FxHashSet<Symbol> = names(&diff.before, &diff.removed_methods);
    let new: FxHashSet<Symbol> = names(&diff.after, &diff.added_methods);
    let mut votes: BTreeMap<(usize, usize), (u32, Symbol, Symbol)> = BTreeMap::new();
    for body in diff.methods.iter().map(|p| &p.body) {
        for r in body.mappings.iter().flat_map(|m| &m.replacements) {
            let Some((x, y)) = r.pair() else { continue };
            let (t1, t2) = (body.before.tree, body.after.tree);
            let calls = t1.kind(x) == Kind::Call && t2.kind(y) == Kind::Call;
            let (old, new_name) = (t1.sym(x), t2.sym(y));
            if calls && gone.contains(&old) && new.contains(&new_name) {
                let vote = (old.index(), new_name.index());
                votes.entry(vote).or_insert((0, old, new_name)).0 += 1;
            }
        }
    }
    let mut all: FxHashMap<usize, u32> = FxHashMap::default();
    for (vote, (n, ..)) in &votes {
        *all.entry(vote.0).or_default() += n;
    }
    votes
        .iter()
        .filter(|&(vote, &(n, ..))| all[&vote.0] < 2 * n)
        .map(|(_, &(_, old, new))| (old, new))
        .collect()
}

fn names(view: &View<'_>, pool: &BTreeSet<Method>) -> FxHashSet<Symbol> {
    pool.iter().map(|&m| view.method(m).name).collect()
}

fn match_members_of(diff: &mut Diff<'_>, pairs: Vec<TypePair>) {
    for pair in &pairs {
        diff.removed_methods
            .extend(diff.before.methods(pair.before));
        diff.added_methods.extend(diff.after.methods(pair.after));
        diff.removed_attrs.extend(diff.before.attrs(pair.before));
        diff.added_attrs.extend(diff.after.attrs(pair.after));
    }
    for &pair in &pairs {
        attributes(diff, pair);
        by_key(diff, pair, |_, view, m| signature(view, m));
        by_key(diff, pair, erased);
    }
    let elsewhere = Elsewhere::new(diff);
    for pair in pairs {
        signature_change::match_methods(diff, pair, &elsewhere);
        by_name(diff, pair);
        if diff.budget.look() {
            return;
        }
    }
}

/// Matches bodies again with what is known by now of renamed methods.
fn match_again(diff: &mut Diff<'_>) {
    let renamed: Vec<(Symbol, Symbol)> = diff
        .methods
        .iter()
        .map(|p| {
            let (before, after) = (diff.before.method(p.before), diff.after.method(p.after));
            (before.name, after.name)
        })
        .filter(|(old, new)| old != new)
        .collect();
    if renamed.is_empty() {
        return;
    }
    diff.renames.extend(renamed);
    for i in 0..diff.methods.len() {
        if diff.methods[i].identical || diff.budget.is_over() {
            continue;
        }
        let (before, after) = (diff.methods[i].before, diff.methods[i].after);
        diff.methods[i].body = diff.match_methods(before, after);
    }
}

fn attributes(diff: &mut Diff<'_>, pair: TypePair) {
    let (before, after) = diff.left_attrs(pair);
    let by_name: FxHashMap<Symbol, Attr> = after
        .iter()
        .map(|&a| (diff.after.attr(a).name, a))
        .collect();
    for b in before {
        if let Some(&a) = by_name.get(&diff.before.attr(b).name) {
            diff.pair_attrs(b, a);
        }
    }
}

/// What makes two methods of a class the same at first sight.
pub type Signature = (Symbol, Vec<u64>);

/// Name and parameter types as written.
pub fn signature(view: &View<'_>, method: Method) -> Signature {
    let m = view.method(method);
    let tree = view.tree(method.file);
    let mut types: Vec<u64> = m
        .params
        .iter()
        .map(|p| p.ty.map_or(0, |t| tree.hash(t)) ^ u64::from(p.varargs))
        .collect();
    types.extend(m.receiver.map(|r| tree.hash(r)));
    // One part of a type may have a method that another part has for another interface.
    let owner = view.file(method.file).ty(m.owner);
    let interfaces = owner.interfaces.iter().filter(|_| owner.part);
    types.extend(interfaces.map(|&i| tree.hash(i)));
    (method_name(m), types)
}

/// Constructors have no name of their own: it is the type's, which may change.
pub fn method_name(m: &Callable) -> Symbol {
    if m.is_constructor() {
        Symbol::EMPTY
    } else {
        m.name
    }
}

/// Name and parameter types without packages, type arguments and the names of renamed types: no two methods of a class
/// have the same.
pub fn erased(diff: &Diff<'_>, view: &View<'_>, method: Method) -> Signature {
    let m = view.method(method);
    let tree = view.tree(method.file);
    let param = |p: &Param| {
        p.ty.map_or(0, |t| {
            erased_type(diff, tree, t) ^ (u64::from(p.varargs) << 48)
        })
    };
    let mut types: Vec<u64> = m.params.iter().map(param).collect();
    types.extend(m.receiver.map(|r| erased_type(diff, tree, r)));
    (method_name(m), types)
}

/// Whether two methods take the same types, as written or under the names that types have now.
pub fn same_types(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    signature(&diff.before, b).1 == signature(&diff.after, a).1
        || erased(diff, &diff.before, b).1 == erased(diff, &diff.after, a).1
}

pub fn erased_type(diff: &Diff<'_>, tree: &Tree, mut node: NodeId) -> u64 {
    let mut dimensions = 0;
    while tree.kind(node) == Kind::ArrayType {
        dimensions += 1;
        match tree.child_in(node, Role::Type) {
            Some(inner) => node = inner,
            None => break,
        }
    }
    let name = tree.sym(node);
    let now = diff.renamed_type(name).unwrap_or(name);
    ((now.index() as u64) << 8) | dimensions
}

/// Pairs the methods left in a class that have the same key. Of several, those with the same code are the same; the others
/// only where as many are left on both sides, in order.
fn by_key(
    diff: &mut Diff<'_>,
    pair: TypePair,
    key: impl Fn(&Diff<'_>, &View<'_>, Method) -> Signature,
) {
    let (before, after) = diff.left_methods(pair);
    let mut by_key: FxHashMap<Signature, (Vec<Method>, Vec<Method>)> = FxHashMap::default();
    let mut order = Vec::new();
    for b in before {
        let key = key(diff, &diff.before, b);
        let left = by_key.entry(key.clone()).or_default();
        if left.0.is_empty() {
            order.push(key);
        }
        left.0.push(b);
    }
    for a in after {
        if let Some(left) = by_key.get_mut(&key(diff, &diff.after, a)) {
            left.1.push(a);
        }
    }
    for (mut before, mut after) in order.iter().filter_map(|key| by_key.remove(key)) {
        if before.len() + after.len() > 2 {
            before.retain(|&b| {
                let same = after.iter().position(|&a| diff.same_body(b, a));
                let same = same.map(|at| after.remove(at));
                same.inspect(|&a| pair_up(diff, b, a, How::Same)).is_none()
            });
        }
        if before.len() == after.len() {
            for (b, a) in before.into_iter().zip(after) {
                pair_up(diff, b, a, How::Same);
            }
        }
    }
}

/// Where a name has one meaning in a class, the only method of that name is the same, whatever it takes.
fn by_name(diff: &mut Diff<'_>, pair: TypePair) {
    let overloads = |view: &View<'_>, ty: Ty| view.tree(ty.file).dialect().facts.overloading;
    if overloads(&diff.before, pair.before) || overloads(&diff.after, pair.after) {
        return;
    }
    let counted = |view: &View<'_>, ty: Ty| {
        let mut counts: FxHashMap<Symbol, usize> = FxHashMap::default();
        for m in view.methods(ty) {
            *counts.entry(view.method(m).name).or_default() += 1;
        }
        counts
    };
    let (before, after) = diff.left_methods(pair);
    if before.is_empty() || after.is_empty() {
        return;
    }
    let counts = [
        counted(&diff.before, pair.before),
        counted(&diff.after, pair.after),
    ];
    let new = after.iter().map(|&a| (diff.after.method(a).name, a));
    let new: FxHashMap<Symbol, Method> = new.collect();
    for b in before {
        let name = diff.before.method(b).name;
        let alone = counts.iter().all(|c| c.get(&name) == Some(&1));
        if let Some(&a) = new.get(&name).filter(|_| alone) {
            pair_up(diff, b, a, How::Signature);
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
