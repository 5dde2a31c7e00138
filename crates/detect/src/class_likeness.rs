//! Types that have less in common than most of their members, paired by how they are built and where they stand.

use crate::class_match::{Candidate, MOST_SHARED, Members, is_annotation, members, take_best};
use crate::diff::Diff;
use crate::view::{Ty, View};
use reweave_model::NodeId;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Types left over in one package, paired where they are built alike: the same kinds of members in number and types,
/// under a similar name or with a body that reads the same; or half of the members of the smaller one. A package is the
/// same where most of its types went. The only type of a name that is left on both sides is a candidate too.
pub fn match_types(diff: &mut Diff<'_>) {
    let later = later_packages(diff);
    let mut by_package: BTreeMap<(usize, bool), Vec<Ty>> = BTreeMap::new();
    let old = by_name(&diff.before, &diff.removed_types);
    let new = by_name(&diff.after, &diff.added_types);
    for &a in &diff.added_types {
        let key = (diff.after.package(a).index(), diff.after.outer(a).is_some());
        by_package.entry(key).or_default().push(a);
    }
    let mut by_method: FxHashMap<Symbol, Vec<Ty>> = FxHashMap::default();
    for &a in &diff.added_types {
        for name in method_names(&diff.after, a) {
            by_method.entry(name).or_default().push(a);
        }
    }
    let built = Built {
        before: built(diff, &diff.before, &diff.removed_types),
        after: built(diff, &diff.after, &diff.added_types),
    };
    let mut candidates = Vec::new();
    let mut sharing = Vec::new();
    for &b in &diff.removed_types {
        let stayed = diff.before.package(b);
        let now = later.get(&stayed).copied().filter(|&p| p != stayed);
        for package in std::iter::once(stayed).chain(now) {
            let key = (package.index(), diff.before.outer(b).is_some());
            let others = by_package.get(&key);
            for &a in others.into_iter().flatten().take(MOST_SHARED) {
                candidates.extend(alike(diff, &built, b, a));
            }
        }
        sharing.extend(share_names(diff, b, &by_method));
        let name = diff.before.ty(b).name;
        if let (Some([_]), Some([a])) = (
            old.get(&name).map(|v| &v[..]),
            new.get(&name).map(|v| &v[..]),
        ) {
            candidates.extend(share_member(diff, &built, b, *a));
        }
        if diff.budget.look() {
            return;
        }
    }
    // Where more than one could be meant, names say nothing.
    let meant = |ty: fn(&Candidate) -> Ty| -> BTreeMap<Ty, usize> {
        let mut out = BTreeMap::new();
        for c in &sharing {
            *out.entry(ty(c)).or_default() += 1;
        }
        out
    };
    let (before, after) = (meant(|c| c.before), meant(|c| c.after));
    sharing.retain(|c| before[&c.before] == 1 && after[&c.after] == 1);
    candidates.extend(sharing);
    take_best(diff, candidates);
}

/// Where most of a package's types went, as far as they are paired.
fn later_packages(diff: &Diff<'_>) -> FxHashMap<Symbol, Symbol> {
    let mut votes: BTreeMap<(usize, usize), (usize, Symbol, Symbol)> = BTreeMap::new();
    for p in &diff.types {
        let (old, new) = (diff.before.package(p.before), diff.after.package(p.after));
        let vote = votes.entry((old.index(), new.index()));
        vote.or_insert((0, old, new)).0 += 1;
    }
    let mut votes: Vec<_> = votes.into_values().collect();
    votes.sort_by_key(|&(n, ..)| n);
    votes.into_iter().map(|(_, old, new)| (old, new)).collect()
}

/// How the types that are left are built, each looked at once.
struct Built {
    before: FxHashMap<Ty, Build>,
    after: FxHashMap<Ty, Build>,
}

struct Build {
    members: Members,
    /// Kind, number of parameters and type of each member, in order.
    shapes: Vec<Shape>,
}

type Shape = (bool, usize, Option<usize>);

fn built(diff: &Diff<'_>, view: &View<'_>, types: &BTreeSet<Ty>) -> FxHashMap<Ty, Build> {
    let build = |&ty: &Ty| {
        let (members, shapes) = (members(view, ty), shapes(diff, view, ty));
        (ty, Build { members, shapes })
    };
    types.iter().map(build).collect()
}

fn alike(diff: &Diff<'_>, built: &Built, before: Ty, after: Ty) -> Option<Candidate> {
    let (d1, d2) = (diff.before.ty(before), diff.after.ty(after));
    if d1.kind != d2.kind {
        return None;
    }
    let (b1, b2) = (&built.before[&before], &built.after[&after]);
    let (m1, m2) = (&b1.members, &b2.members);
    let common = m1.keys.intersection(&m2.keys).count();
    let (least, most) = (m1.count.min(m2.count), m1.count.max(m2.count));
    let shapes = common_shapes(&b1.shapes, &b2.shapes);
    let distance = diff.distances().percent(d1.name, d2.name);
    let same_body = !m1.bodies.is_disjoint(&m2.bodies);
    let built_alike =
        shapes >= 3 && shapes * 3 >= most * 2 && (same_body || distance < SIMILAR_NAME);
    let shared = common >= 3 && common * 2 >= least && common * 3 >= most;
    let reads_alike = diff.same_text(before, after) >= SAME_TEXT;
    // An exception, say, has little that it could be told by.
    let same = distance < SIMILAR_NAME && diff.same_but_name(before, after);
    (built_alike || shared || reads_alike || same).then_some(Candidate {
        before,
        after,
        common,
        same_name: false,
        distance,
    })
}

/// A share of the text, in percent, that two types do not have in common by chance.
const SAME_TEXT: u32 = 70;

/// The same for the only two types of one name.
const SAME_TEXT_AND_NAME: u32 = 40;

/// Names of which less than this share of letters differs, in percent.
const SIMILAR_NAME: u32 = 50;

fn shapes(diff: &Diff<'_>, view: &View<'_>, ty: Ty) -> Vec<Shape> {
    let tree = view.tree(ty.file);
    let name_of = |t: Option<NodeId>| {
        let name = tree.sym(t?);
        let now = diff.renamed_type(name).unwrap_or(name);
        Some(if name == view.ty(ty).name {
            0
        } else {
            1 + now.index()
        })
    };
    let methods = view.methods(ty).map(|m| view.method(m));
    let methods = methods.map(|m| (true, m.params.len(), name_of(m.return_type)));
    let attrs = view.attrs(ty).map(|a| (false, 0, name_of(view.attr(a).ty)));
    let mut shapes: Vec<Shape> = methods.chain(attrs).collect();
    shapes.sort_unstable();
    shapes
}

/// How many members have the same kind and types, whatever their names; both lists are in order.
fn common_shapes(before: &[Shape], after: &[Shape]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while let (Some(a), Some(b)) = (before.get(i), after.get(j)) {
        i += usize::from(a <= b);
        j += usize::from(b <= a);
        common += usize::from(a == b);
    }
    common
}

/// A type that shares a member with the only one of its name on the other side.
fn share_member(diff: &Diff<'_>, built: &Built, before: Ty, after: Ty) -> Option<Candidate> {
    let (m1, m2) = (&built.before[&before].members, &built.after[&after].members);
    let common = m1.keys.intersection(&m2.keys).count();
    let comparable = is_annotation(&diff.before, before) == is_annotation(&diff.after, after);
    let alike = common > 0 || diff.same_text(before, after) >= SAME_TEXT_AND_NAME;
    (comparable && alike).then_some(Candidate {
        before,
        after,
        common,
        same_name: true,
        distance: 0,
    })
}

/// The names of a type's methods, each once, but for those that a supertype asks for.
fn method_names(view: &View<'_>, ty: Ty) -> Vec<Symbol> {
    let own = view
        .methods(ty)
        .filter(|&m| !view.method(m).is_constructor() && !view.overrides(m));
    let mut out: Vec<Symbol> = own.map(|m| view.method(m).name).collect();
    out.sort_unstable_by_key(|s| s.index());
    out.dedup();
    out
}

/// Types of similar names that share more than half of their methods' names, whatever these take.
fn share_names(
    diff: &Diff<'_>,
    before: Ty,
    by_method: &FxHashMap<Symbol, Vec<Ty>>,
) -> Vec<Candidate> {
    let names = method_names(&diff.before, before);
    let mut shared: BTreeMap<Ty, usize> = BTreeMap::new();
    for name in &names {
        let with = by_method.get(name).filter(|v| v.len() <= MOST_SHARED);
        for &a in with.into_iter().flatten() {
            *shared.entry(a).or_default() += 1;
        }
    }
    let old = diff.before.ty(before);
    let fits = |&(after, common): &(Ty, usize)| {
        let least = names.len().min(method_names(&diff.after, after).len());
        let new = diff.after.ty(after);
        common >= 2
            && common * 2 > least
            && old.kind == new.kind
            && diff.distances().percent(old.name, new.name) < SIMILAR_NAME
    };
    shared
        .into_iter()
        .filter(fits)
        .map(|(after, common)| Candidate {
            before,
            after,
            common,
            same_name: false,
            distance: diff
                .distances()
                .percent(old.name, diff.after.ty(after).name),
        })
        .collect()
}

fn by_name(view: &View<'_>, types: &BTreeSet<Ty>) -> FxHashMap<Symbol, Vec<Ty>> {
    let mut out: FxHashMap<Symbol, Vec<Ty>> = FxHashMap::default();
    for &ty in types {
        out.entry(view.ty(ty).name).or_default().push(ty);
    }
    out
}
