//! Which type of one version is which of the other: by name, then by members (Change Class Signature of paper 4, table 4).

use crate::diff::Diff;
use crate::view::{Ty, View};
use crate::{class_likeness, class_merge};
use reweave_matching::ReplacementKind;
use reweave_model::{NodeId, Tree, TypeKind};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Pairs the types that kept their name and place, then those that were renamed or moved.
pub fn match_types(diff: &mut Diff<'_>) {
    for before in diff.before.types.clone() {
        let qualified = diff.before.ty(before).qualified;
        if let Some(after) = diff
            .after
            .find(qualified)
            .filter(|t| diff.added_types.contains(t))
        {
            diff.pair_types(before, after);
        }
    }
    if diff.removed_types.is_empty() || diff.added_types.is_empty() {
        return;
    }
    let rivals = match_by_members(diff);
    match_nested(diff);
    class_likeness::match_types(diff);
    match_outer(diff);
    class_merge::match_types(diff, &rivals);
}

/// A member type goes where its outer type went.
fn match_nested(diff: &mut Diff<'_>) {
    let mut nested: FxHashMap<(Ty, Symbol), Ty> = FxHashMap::default();
    for &after in diff.added_types.iter().rev() {
        if let Some(outer) = diff.after.outer(after) {
            nested.insert((outer, diff.after.ty(after).name), after);
        }
    }
    for before in diff.removed_types.clone() {
        let outer = diff.before.outer(before).and_then(|o| diff.after_of(o));
        let name = diff.before.ty(before).name;
        if let Some(&after) = outer.and_then(|o| nested.get(&(o, name)))
            && diff.added_types.contains(&after)
        {
            diff.pair_types(before, after);
        }
    }
}

/// A type goes where most of its member types went.
fn match_outer(diff: &mut Diff<'_>) {
    let mut votes: BTreeMap<(Ty, Ty), usize> = BTreeMap::new();
    for p in &diff.types {
        let outer = (diff.before.outer(p.before), diff.after.outer(p.after));
        if let (Some(before), Some(after)) = outer
            && diff.removed_types.contains(&before)
            && diff.added_types.contains(&after)
        {
            *votes.entry((before, after)).or_default() += 1;
        }
    }
    let mut votes: Vec<_> = votes.into_iter().collect();
    votes.sort_by_key(|&(pair, n)| (Reverse(n), pair));
    for ((before, after), n) in votes {
        let nested = diff.before.ty(before).types.len();
        if n * 2 > nested
            && diff.removed_types.contains(&before)
            && diff.added_types.contains(&after)
        {
            diff.pair_types(before, after);
        }
    }
}

/// What a type has in common with another is counted in these.
pub struct Members {
    pub keys: FxHashSet<u64>,
    pub count: usize,
    /// Of the bodies that are long enough to be told apart.
    pub bodies: FxHashSet<u64>,
}

pub struct Candidate {
    pub before: Ty,
    pub after: Ty,
    pub common: usize,
    pub same_name: bool,
    pub distance: u32,
}

/// Gives the pairs that would have fitted too, but lost one side to a better one.
fn match_by_members(diff: &mut Diff<'_>) -> Vec<(Ty, Ty)> {
    let removed: Vec<(Ty, Members)> = members_of(
        &diff.before,
        &diff.removed_types.iter().copied().collect::<Vec<_>>(),
    );
    let added: Vec<(Ty, Members)> = members_of(
        &diff.after,
        &diff.added_types.iter().copied().collect::<Vec<_>>(),
    );
    let mut by_key: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
    let mut by_name: FxHashMap<Symbol, Vec<usize>> = FxHashMap::default();
    for (i, (ty, members)) in added.iter().enumerate() {
        for &k in &members.keys {
            by_key.entry(k).or_default().push(i);
        }
        by_name.entry(diff.after.ty(*ty).name).or_default().push(i);
    }
    let mut candidates = Vec::new();
    for (before, members) in &removed {
        let mut common: FxHashMap<usize, usize> = FxHashMap::default();
        for k in &members.keys {
            // A member that every other class has tells nothing, and would make this quadratic.
            for &i in by_key
                .get(k)
                .filter(|v| v.len() <= MOST_SHARED)
                .into_iter()
                .flatten()
            {
                *common.entry(i).or_default() += 1;
            }
        }
        for &i in by_name
            .get(&diff.before.ty(*before).name)
            .into_iter()
            .flatten()
        {
            common.entry(i).or_default();
        }
        for (i, n) in common {
            let (after, others) = &added[i];
            candidates.extend(candidate(diff, *before, members, *after, others, n));
        }
        if diff.budget.look() {
            return Vec::new();
        }
    }
    take_best(diff, candidates)
}

/// Pairs types, the best candidates first, and gives those that are left.
pub fn take_best(diff: &mut Diff<'_>, mut candidates: Vec<Candidate>) -> Vec<(Ty, Ty)> {
    candidates.sort_by_cached_key(|c| {
        // A name that was kept counts as one member more; where that leaves it open, a type stayed in its package.
        let stayed = diff.before.package(c.before) == diff.after.package(c.after);
        let weight = c.common + usize::from(c.same_name);
        let text = diff.same_text(c.before, c.after);
        (
            !(c.same_name || stayed),
            Reverse(text / TEXT_STEP),
            Reverse(weight),
            !stayed,
            !c.same_name,
            Reverse(text),
            c.distance,
            (c.before, c.after),
        )
    });
    candidates.retain(|c| {
        let free = diff.removed_types.contains(&c.before) && diff.added_types.contains(&c.after);
        if free {
            diff.pair_types(c.before, c.after);
        }
        !free
    });
    candidates.iter().map(|c| (c.before, c.after)).collect()
}

/// Shares of the same text that lie closer together than this, in percent, say nothing by themselves.
const TEXT_STEP: u32 = 10;

pub const MOST_SHARED: usize = 200;

/// Bodies of fewer nodes than this are the same by chance.
const LEAST_BODY: u32 = 12;

fn members_of(view: &View<'_>, types: &[Ty]) -> Vec<(Ty, Members)> {
    types.iter().map(|&t| (t, members(view, t))).collect()
}

/// The keys of a type's members: signatures without what names the type itself, so that they survive its renaming.
pub fn members(view: &View<'_>, ty: Ty) -> Members {
    use std::hash::{Hash, Hasher};
    let own = view.ty(ty).name;
    let mut keys = FxHashSet::default();
    let mut count = 0;
    let type_key = |tree: &Tree, node: Option<NodeId>| match node {
        Some(n) if tree.sym(n) == own => 1,
        Some(n) => tree.hash(n),
        None => 0,
    };
    for m in view.methods(ty) {
        let (tree, m) = (view.tree(m.file), view.method(m));
        if m.is_module_body() {
            continue;
        }
        let mut h = rustc_hash::FxHasher::default();
        let name = if m.is_constructor() {
            Symbol::EMPTY
        } else {
            m.name
        };
        (1u8, name, m.params.len()).hash(&mut h);
        for p in &m.params {
            type_key(tree, p.ty).hash(&mut h);
        }
        keys.insert(h.finish());
        count += 1;
    }
    for a in view.attrs(ty) {
        let (tree, a) = (view.tree(a.file), view.attr(a));
        let mut h = rustc_hash::FxHasher::default();
        (2u8, a.name, type_key(tree, a.ty)).hash(&mut h);
        keys.insert(h.finish());
        count += 1;
    }
    for &nested in &view.ty(ty).types {
        let mut h = rustc_hash::FxHasher::default();
        (3u8, view.file(ty.file).ty(nested).name).hash(&mut h);
        keys.insert(h.finish());
        count += 1;
    }
    let bodies = view
        .methods(ty)
        .filter_map(|m| view.method(m).body.map(|b| (view.tree(m.file), b)))
        .filter(|(tree, b)| tree.subtree_end(*b) - b.0 > LEAST_BODY)
        .map(|(tree, b)| tree.hash(b))
        .collect();
    Members {
        keys,
        count,
        bodies,
    }
}

fn candidate(
    diff: &Diff<'_>,
    before: Ty,
    m1: &Members,
    after: Ty,
    m2: &Members,
    common: usize,
) -> Option<Candidate> {
    let (d1, d2) = (diff.before.ty(before), diff.after.ty(after));
    let same_name = names_as(&diff.before, before) == names_as(&diff.after, after);
    let comparable = is_annotation(&diff.before, before) == is_annotation(&diff.after, after);
    // All modules are alike as far as they are empty.
    let comparable = comparable && (common > 0 || d1.kind != TypeKind::Module);
    let (least, most) = (m1.count.min(m2.count), m1.count.max(m2.count));
    let bodies = m1.bodies.intersection(&m2.bodies).count();
    let stayed = diff.before.package(before) == diff.after.package(after);
    // Most of the smaller one's members must be the other's too; a renamed one must also not be a mere fragment, unless
    // all of it went there.
    let enough = if same_name {
        common * 2 >= least
    } else {
        common > 0 && common * 2 > most
            || common > 1 && common == least && (common * 3 > most || common > 2 && bodies > 0)
            || bodies > 1 && (bodies * 2 >= least || stayed && common * 2 >= least)
    };
    (comparable && enough).then(|| Candidate {
        before,
        after,
        // What reads the same to the end says more than a signature.
        common: common + 2 * bodies,
        same_name,
        distance: diff.distances().percent(d1.name, d2.name),
    })
}

/// What tells a type from others by its name: a name that all modules have says nothing, that of
/// the file does.
fn names_as<'p>(view: &View<'p>, ty: Ty) -> &'p str {
    let decl = view.ty(ty);
    let name = view.text(decl.name);
    let shared = view.tree(ty.file).dialect().words.module;
    if decl.kind != TypeKind::Module || name != shared {
        return name;
    }
    let package = view.text(view.package(ty));
    package.rsplit('.').next().unwrap_or_default()
}

pub fn is_annotation(view: &View<'_>, ty: Ty) -> bool {
    view.ty(ty).kind == TypeKind::Annotation
}

/// Types left over whose names always change into each other in the types of matched members (section 4.5).
pub fn infer_renamed(diff: &Diff<'_>) -> Vec<(Ty, Ty)> {
    let mut votes: FxHashMap<(Symbol, Symbol), u32> = FxHashMap::default();
    let mut vote = |t1: &Tree, a: Option<NodeId>, t2: &Tree, b: Option<NodeId>| {
        if let (Some(a), Some(b)) = (a, b) {
            let (x, y) = (t1.sym(a), t2.sym(b));
            if x != y {
                *votes.entry((x, y)).or_default() += 1;
            }
        }
    };
    for p in &diff.methods {
        let (t1, t2) = (
            diff.before.tree(p.before.file),
            diff.after.tree(p.after.file),
        );
        let (m1, m2) = (diff.before.method(p.before), diff.after.method(p.after));
        vote(t1, m1.return_type, t2, m2.return_type);
        if m1.params.len() == m2.params.len() {
            for (a, b) in m1.params.iter().zip(&m2.params) {
                vote(t1, a.ty, t2, b.ty);
            }
        }
        for r in p.body.mappings.iter().flat_map(|m| &m.replacements) {
            if r.kind == ReplacementKind::Type {
                let pair = r.pair();
                vote(t1, pair.map(|p| p.0), t2, pair.map(|p| p.1));
            }
        }
    }
    for p in &diff.types {
        let (a, b) = (diff.before.ty(p.before), diff.after.ty(p.after));
        let (t1, t2) = (
            diff.before.tree(p.before.file),
            diff.after.tree(p.after.file),
        );
        vote(t1, a.superclass, t2, b.superclass);
        if let ([x], [y]) = (&a.interfaces[..], &b.interfaces[..]) {
            vote(t1, Some(*x), t2, Some(*y));
        }
    }
    for p in &diff.attrs {
        let (a, b) = (diff.before.attr(p.before), diff.after.attr(p.after));
        vote(
            diff.before.tree(p.before.file),
            a.ty,
            diff.after.tree(p.after.file),
            b.ty,
        );
    }
    let mut found: Vec<(u32, Ty, Ty)> = Vec::new();
    for (&(x, y), &n) in votes.iter().filter(|(_, n)| **n > 1) {
        let named = |view: &View<'_>, pool: &std::collections::BTreeSet<Ty>, name| {
            pool.iter().copied().find(|&t| view.ty(t).name == name)
        };
        let before = named(&diff.before, &diff.removed_types, x);
        let after = named(&diff.after, &diff.added_types, y);
        if let (Some(b), Some(a)) = (before, after) {
            found.push((n, b, a));
        }
    }
    found.sort_by_key(|&(n, b, a)| (std::cmp::Reverse(n), b, a));
    let mut out: Vec<(Ty, Ty)> = Vec::new();
    for (_, b, a) in found {
        if out.iter().all(|p| p.0 != b && p.1 != a) {
            out.push((b, a));
        }
    }
    out
}
