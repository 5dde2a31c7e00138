//! Which type of one version is which of the other: by name, then by members (Change Class Signature of paper 4, table 4).

use crate::diff::Diff;
use crate::view::{Ty, View};
use reweave_model::TypeKind;
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

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
    match_by_members(diff);
    match_nested(diff);
}

/// A member type goes where its outer type went.
fn match_nested(diff: &mut Diff<'_>) {
    for before in diff.removed_types.clone() {
        let outer = diff.before.outer(before).and_then(|o| diff.after_of(o));
        let name = diff.before.ty(before).name;
        let nested = outer.and_then(|o| {
            diff.added_types
                .iter()
                .copied()
                .find(|&t| diff.after.outer(t) == Some(o) && diff.after.ty(t).name == name)
        });
        if let Some(after) = nested {
            diff.pair_types(before, after);
        }
    }
}

/// What a type has in common with another is counted in these.
struct Members {
    keys: FxHashSet<u64>,
    count: usize,
}

struct Candidate {
    before: Ty,
    after: Ty,
    common: usize,
    same_name: bool,
    distance: u32,
}

fn match_by_members(diff: &mut Diff<'_>) {
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
            return;
        }
    }
    candidates.sort_by_key(|c| {
        (
            !c.same_name,
            std::cmp::Reverse(c.common),
            c.distance,
            c.before,
            c.after,
        )
    });
    for c in candidates {
        if diff.removed_types.contains(&c.before) && diff.added_types.contains(&c.after) {
            diff.pair_types(c.before, c.after);
        }
    }
}

const MOST_SHARED: usize = 200;

fn members_of(view: &View<'_>, types: &[Ty]) -> Vec<(Ty, Members)> {
    types.iter().map(|&t| (t, members(view, t))).collect()
}

/// The keys of a type's members: signatures without what names the type itself, so that they survive its renaming.
fn members(view: &View<'_>, ty: Ty) -> Members {
    use std::hash::{Hash, Hasher};
    let tree = view.tree(ty.file);
    let own = view.ty(ty).name;
    let mut keys = FxHashSet::default();
    let mut count = 0;
    let type_key = |node: Option<reweave_model::NodeId>| match node {
        Some(n) if tree.sym(n) == own => 1,
        Some(n) => tree.hash(n),
        None => 0,
    };
    for m in view.methods(ty) {
        let m = view.method(m);
        let mut h = rustc_hash::FxHasher::default();
        let name = if m.constructor { Symbol::EMPTY } else { m.name };
        (1u8, name, m.params.len()).hash(&mut h);
        for p in &m.params {
            type_key(p.ty).hash(&mut h);
        }
        keys.insert(h.finish());
        count += 1;
    }
    for a in view.attrs(ty) {
        let a = view.attr(a);
        let mut h = rustc_hash::FxHasher::default();
        (2u8, a.name, type_key(a.ty)).hash(&mut h);
        keys.insert(h.finish());
        count += 1;
    }
    Members { keys, count }
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
    let same_name = d1.name == d2.name;
    let comparable = (d1.kind == TypeKind::Annotation) == (d2.kind == TypeKind::Annotation);
    let (least, most) = (m1.count.min(m2.count), m1.count.max(m2.count));
    // Most of the smaller one's members must be the other's too; a renamed one must also not be a mere fragment.
    let enough = if same_name {
        common * 2 >= least
    } else {
        common > 0 && common * 2 > most || common > 1 && common == least && common * 3 > most
    };
    (comparable && enough).then(|| Candidate {
        before,
        after,
        common,
        same_name,
        distance: diff.distances().symbols(d1.name, d2.name),
    })
}
