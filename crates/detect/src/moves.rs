//! Members that went to another class: moved, pulled up, pushed down.

use crate::RefactoringType as T;
use crate::describe;
use crate::diff::{AttrPair, Diff, How, MethodPair};
use crate::members::same_types;
use crate::moved_attributes;
use crate::receiver::match_moved;
use crate::relation::{Relation, relation};
use crate::score::{Decision, Gate, count, evidence};
use crate::signature_change::explained;
use crate::transfer_evidence::{acts, is_telling};
use crate::view::{Method, Ty, View};
use reweave_matching::BodyMatch;
use reweave_model::{Kind, TypeKind};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

struct Candidate<'p> {
    before: Method,
    after: Method,
    relation: Relation,
    same_name: bool,
    same_signature: bool,
    /// Says too little alone: only where more went the same way.
    weak: bool,
    score: i32,
    body: BodyMatch<'p>,
}

evidence! {
    /// Of two methods of different classes.
    MoveEvidence {
        /// 0 to a class above, 1 below, 2 beside, 3 to one that does not know the first.
        relation,
        same_name,
        same_signature,
        same_types,
        same_return,
        name_distance,
        matched,
        exact,
        left_before,
        left_after,
        unexplained_before,
        unexplained_after,
        distance,
        telling,
        acting,
        /// Other methods that left the one class and came to the other under the same name.
        company,
        new_class,
        vanished_class,
        becomes_class,
        /// A getter's attribute went the same way.
        along,
        params,
        /// How many new methods it was compared with.
        rivals,
    }
}

/// What of a class went to another, with what the two have to do with each other.
#[derive(Default)]
pub struct Moved {
    /// Indices into [`Diff::methods`].
    pub methods: Vec<(usize, Relation)>,
    pub attrs: Vec<(AttrPair, Relation)>,
}

/// Pairs methods and attributes across classes.
pub fn find(diff: &mut Diff<'_>) -> Moved {
    let methods = methods(diff);
    let classes: FxHashSet<(Ty, Ty)> = methods
        .iter()
        .map(|&(i, _)| {
            let p = &diff.methods[i];
            (diff.before.owner(p.before), diff.after.owner(p.after))
        })
        .collect();
    let attrs = moved_attributes::pair(diff, &classes);
    Moved { methods, attrs }
}

fn methods(diff: &mut Diff<'_>) -> Vec<(usize, Relation)> {
    let extracted: FxHashSet<Method> = diff.extracted.iter().map(|t| t.method).collect();
    let inlined: FxHashSet<Method> = diff.inlined.iter().map(|t| t.method).collect();
    // A method that lost its body and stayed as an abstract one may have left it to a subclass.
    let emptied = diff
        .methods
        .iter()
        .filter(|p| {
            diff.before.method(p.before).body.is_some() && diff.after.method(p.after).body.is_none()
        })
        .map(|p| p.before);
    let emptied: FxHashSet<Method> = emptied.collect();
    // And one that had none may have got that of a subclass.
    let filled = diff
        .methods
        .iter()
        .filter(|p| {
            diff.before.method(p.before).body.is_none() && diff.after.method(p.after).body.is_some()
        })
        .map(|p| p.after);
    let filled: FxHashSet<Method> = filled.collect();
    let mut removed: Vec<Method> = diff
        .removed_methods
        .iter()
        .copied()
        .filter(|m| !inlined.contains(m))
        .chain(emptied.iter().copied())
        .collect();
    removed.sort_unstable();
    let mut added: Vec<Method> = diff
        .added_methods
        .iter()
        .copied()
        .filter(|m| !extracted.contains(m))
        .chain(filled.iter().copied())
        .collect();
    added.sort_unstable();
    let mut by_name: FxHashMap<Symbol, Vec<Method>> = FxHashMap::default();
    // A method may have become an object: its code stands in a class of its name.
    let mut of_class: FxHashMap<Symbol, Vec<Method>> = FxHashMap::default();
    let mut by_statement: FxHashMap<u64, Vec<Method>> = FxHashMap::default();
    let mut alike: FxHashMap<u64, Vec<Method>> = FxHashMap::default();
    for &a in &added {
        let decl = diff.after.method(a);
        by_name.entry(decl.name).or_default().push(a);
        for key in likeness(&diff.after, a) {
            alike.entry(key).or_default().push(a);
        }
        if decl.body.is_none() {
            continue;
        }
        let owner = diff.after.owner(a);
        if diff.added_types.contains(&owner) {
            let class = diff.after.ty(owner).name;
            of_class.entry(class).or_default().push(a);
        }
        let body = diff.body_after(a);
        for i in body.ids().filter(|&i| is_telling(&body, i)) {
            let list = by_statement.entry(body.stmt(i).hash).or_default();
            if list.last() != Some(&a) {
                list.push(a);
            }
        }
    }
    let company = company(diff, &removed, &by_name);
    let mut candidates = Vec::new();
    for &b in &removed {
        if diff.budget.look() {
            break;
        }
        let decl = diff.before.method(b);
        let mut tried = named(diff, b, &by_name, &alike);
        tried.extend(of_class.get(&decl.name).into_iter().flatten());
        let body = diff.body_before(b);
        for i in body.ids().filter(|&i| is_telling(&body, i)) {
            // A statement that stands in very many new methods tells none of them apart.
            tried.extend(
                by_statement
                    .get(&body.stmt(i).hash)
                    .filter(|v| v.len() <= 20)
                    .into_iter()
                    .flatten(),
            );
        }
        tried.sort_unstable();
        tried.dedup();
        let rivals = tried.len();
        for a in tried {
            let classes = (diff.before.owner(b), diff.after.owner(a));
            let along = company.get(&classes).copied().unwrap_or(0);
            let found = candidate(diff, b, a, (along, rivals));
            let down = |c: &Candidate<'_>| c.relation == Relation::Down;
            let up = |c: &Candidate<'_>| c.relation == Relation::Up && !c.body.mappings.is_empty();
            let fits = |c: &Candidate<'_>| {
                (!emptied.contains(&b) || down(c)) && (!filled.contains(&a) || up(c))
            };
            candidates.extend(found.filter(fits));
        }
    }
    keep_company(diff, &mut candidates);
    candidates.sort_by_cached_key(|c| {
        (
            !c.same_name,
            c.weak,
            c.relation > Relation::Down,
            Reverse(c.score),
            Reverse(c.body.mappings.len()),
            Reverse(c.body.exact()),
            !c.same_signature,
            c.body.distance(),
            diff.distances().percent(
                diff.before.method(c.before).name,
                diff.after.method(c.after).name,
            ),
            c.relation,
            c.before,
            c.after,
        )
    });
    take(diff, candidates)
}

/// A name that more new members have than this tells none of them apart.
pub const MOST_NAMED: usize = 200;

/// New methods of a method's name; of very many only those with its code, in classes of whatever name or of its class's name.
fn named(
    diff: &Diff<'_>,
    before: Method,
    by_name: &FxHashMap<Symbol, Vec<Method>>,
    alike: &FxHashMap<u64, Vec<Method>>,
) -> Vec<Method> {
    let all = by_name.get(&diff.before.method(before).name);
    let all = all.map_or(&[][..], |v| &v[..]);
    if all.len() <= MOST_NAMED {
        return all.to_vec();
    }
    let keys = likeness(&diff.before, before).into_iter();
    let lists = keys.filter_map(|key| alike.get(&key));
    lists
        .flat_map(|v| v.iter().take(MOST_NAMED).copied())
        .collect()
}

/// What methods of one name share that have the same code, or stand in classes of one name.
fn likeness(view: &View<'_>, method: Method) -> [u64; 2] {
    use std::hash::{BuildHasher, BuildHasherDefault};
    let hasher = BuildHasherDefault::<rustc_hash::FxHasher>::default();
    let decl = view.method(method);
    let code = decl.body.map(|b| view.tree(method.file).hash(b));
    let class = view.ty(view.owner(method)).name;
    [
        hasher.hash_one((decl.name, code)),
        hasher.hash_one((decl.name, class)),
    ]
}

/// How many methods of each class may have gone to each other one under their names.
fn company(
    diff: &Diff<'_>,
    removed: &[Method],
    by_name: &FxHashMap<Symbol, Vec<Method>>,
) -> FxHashMap<(Ty, Ty), usize> {
    let mut out: FxHashMap<(Ty, Ty), usize> = FxHashMap::default();
    for &b in removed {
        let named = by_name.get(&diff.before.method(b).name);
        let named = named.filter(|v| v.len() <= MOST_NAMED);
        let mut classes: Vec<Ty> = named
            .into_iter()
            .flatten()
            .map(|&a| diff.after.owner(a))
            .collect();
        classes.sort_unstable();
        classes.dedup();
        for to in classes {
            *out.entry((diff.before.owner(b), to)).or_default() += 1;
        }
    }
    out
}

/// Drops the weak candidates whose two classes share no other method.
fn keep_company(diff: &Diff<'_>, candidates: &mut Vec<Candidate<'_>>) {
    let classes = |c: &Candidate<'_>| (diff.before.owner(c.before), diff.after.owner(c.after));
    let mut company: FxHashMap<(Ty, Ty), FxHashSet<Method>> = FxHashMap::default();
    for c in &*candidates {
        company.entry(classes(c)).or_default().insert(c.before);
    }
    candidates.retain(|c| !c.weak || company[&classes(c)].len() > 1);
}

fn take<'p>(diff: &mut Diff<'p>, candidates: Vec<Candidate<'p>>) -> Vec<(usize, Relation)> {
    let mut used_before: FxHashMap<Method, Relation> = FxHashMap::default();
    let mut used_after: FxHashMap<Method, Relation> = FxHashMap::default();
    // How much of the first method that went there is in it: copies of that have as much, whatever changed since.
    let mut first: FxHashMap<Method, (usize, usize)> = FxHashMap::default();
    let mut out = Vec::new();
    for c in candidates {
        // One method may be pulled up from several classes, or pushed down to several.
        let before_ok = used_before
            .get(&c.before)
            .is_none_or(|&r| r == Relation::Down && c.relation == Relation::Down);
        // Copies of one method may become one.
        let likeness = (c.body.mappings.len(), c.body.exact());
        let copies = c.same_signature && c.body.exact() * 2 > c.body.mappings.len()
            || c.same_name && first.get(&c.after) == Some(&likeness);
        let after_ok = used_after
            .get(&c.after)
            .is_none_or(|&r| r == Relation::Up && c.relation == Relation::Up || copies);
        if before_ok && after_ok {
            used_before.insert(c.before, c.relation);
            used_after.insert(c.after, c.relation);
            first.entry(c.after).or_insert(likeness);
            diff.removed_methods.remove(&c.before);
            diff.added_methods.remove(&c.after);
            diff.methods.push(MethodPair {
                before: c.before,
                after: c.after,
                how: How::Moved,
                body: c.body,
                identical: false,
            });
            out.push((diff.methods.len() - 1, c.relation));
        }
    }
    out
}

/// So many statements to the letter, under the same name in a class that has to do with the first, are no chance even
/// where one of the two methods has more of its own (measured: with 3, as many more false reports as right ones).
const MANY_EXACT: usize = 5;

fn candidate<'p>(
    diff: &Diff<'p>,
    b: Method,
    a: Method,
    (company, rivals): (usize, usize),
) -> Option<Candidate<'p>> {
    let asks = |gate, condition, otherwise| diff.judge.asks(gate, condition, otherwise);
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let (from, to) = (diff.before.owner(b), diff.after.owner(a));
    if mb.is_constructor() || ma.is_constructor() || diff.after_of(from) == Some(to) {
        return None;
    }
    if mb.body.is_some() != ma.body.is_some() {
        return None;
    }
    let relation = relation(diff, from, to);
    if relation == Relation::Down && !same_return_type(diff, b, a) {
        return None;
    }
    let same_name = mb.name == ma.name;
    let same_signature = same_name && same_types(diff, b, a);
    let body = match_moved(diff, b, a);
    if mb.body.is_none() {
        // An abstract method says nothing alone beside its hierarchy; several that went to one class do.
        let same = same_signature && same_return_type(diff, b, a);
        let inherited = relation < Relation::Aside;
        let weak = relation == Relation::Aside || diff.removed_types.contains(&from);
        return (same && (inherited || weak)).then_some(Candidate {
            before: b,
            after: a,
            relation,
            same_name,
            same_signature,
            weak: !inherited,
            score: 0,
            body,
        });
    }
    let (m, mut u1, mut u2) = (
        body.mappings.len(),
        body.left_before.len(),
        body.left_after.len(),
    );
    let all_exact = u1 == 0 && u2 == 0 && body.exact() == m;
    if same_name && u1 > 0 && u2 > 0 && asks(Gate::MoveExplained, true, false) {
        let (gone, calls) = explained(diff, a, &body);
        u1 -= gone;
        u2 -= calls;
    }
    u1 = u1.saturating_sub(body.lets_before().len());
    u2 = u2.saturating_sub(body.lets_after().len());
    let telling = body
        .mappings
        .iter()
        .any(|m| is_telling(&body.before, m.before));
    let along = goes_along(diff, b, a);
    let strange = relation == Relation::Strange && asks(Gate::MoveStrange, true, false);
    let ok = if same_signature && all_exact && is_function(diff, b, a) {
        true
    } else if strange {
        // Classes that do not know each other: the same signature with the same statements, or so many statements that
        // it is no chance.
        let whole = u1 == 0 && u2 == 0 && m > 3 && (all_exact || same_name);
        same_signature && telling && m > 1 && m > 2 * u1.max(u2) || whole && telling
    } else if same_name {
        let many = asks(Gate::MoveManyExact, body.exact() >= MANY_EXACT, false);
        telling && (m > u1 || m > u2) && many
            || m > u1
                && m > u2
                && (telling
                    || same_signature && relation < Relation::Aside
                    || all_exact && same_signature && asks(Gate::MoveAlong, along, false))
            || m > 0 && m >= u1.max(u2) && same_signature && relation < Relation::Aside
            || u1 == 0 && m > 1 && body.exact() == m && same_signature && relation < Relation::Aside
            || m == 0 && u1 == 0 && u2 == 0 && same_signature && relation < Relation::Aside
    } else if diff.added_types.contains(&to) && diff.after.ty(to).name == mb.name {
        // A method that became an object: most of it must be there.
        telling && m > u1 && m > u2
    } else {
        telling && m > 1 && (all_exact || m > 2 * (u1 + u2) && body.exact() * 2 > m)
    };
    let acting = body.mappings.iter().any(|m| acts(&body.before, m.before));
    let same_types = same_types(diff, b, a);
    let mostly = m > 1 && m > u1 && m > u2;
    // A getter says nothing alone; several that went to one new class do.
    let getter = diff.added_types.contains(&to)
        && relation != Relation::Strange
        && same_signature
        && all_exact
        && m > 0;
    // Neither does a method that does nothing.
    let idle = m == 0 && u1 == 0 && u2 == 0 && same_signature && relation == Relation::Aside;
    let weak = !ok
        && asks(Gate::MoveWeak, true, false)
        && (getter
            || idle
            || telling
                && acting
                && (same_signature && (all_exact || mostly)
                    || (same_types || same_name) && mostly && u1 == 0 && u2 == 0));
    let plain = MoveEvidence {
        relation: relation as i32,
        unexplained_before: count(u1),
        unexplained_after: count(u2),
        same_signature: i32::from(same_signature),
        same_types: i32::from(same_types),
        telling: i32::from(telling),
        acting: i32::from(acting),
        along: i32::from(along),
        company: count(company),
        rivals: count(rivals),
        ..MoveEvidence::default()
    };
    let evidence = move_evidence(diff, (b, a), &body, plain);
    let kind = match relation {
        Relation::Up => T::PullUpMethod,
        Relation::Down => T::PushDownMethod,
        _ if same_name => T::MoveMethod,
        _ => T::MoveAndRenameMethod,
    };
    let verdict = diff
        .judge
        .decide(Decision::Move, evidence.values(), ok || weak, || {
            format!(
                "{} {} from class {} to {} from class {}",
                kind.name(),
                describe::method(&diff.before, b),
                describe::class_of(&diff.before, b),
                describe::method(&diff.after, a),
                describe::class_of(&diff.after, a)
            )
        });
    verdict.taken.then_some(Candidate {
        before: b,
        after: a,
        relation,
        same_name,
        same_signature,
        weak: weak && verdict.score == 0,
        score: verdict.score,
        body,
    })
}

/// Bodies of fewer nodes than this are the same by chance.
const LEAST_BODY: u32 = 12;

/// Whether two functions of modules are the same to the letter, and say something: a module has its functions to be called from
/// others, and only one of a name.
fn is_function(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let of_module = |view: &View<'_>, m: Method| {
        let owner = view.owner(m);
        let alone = view.methods_called(owner, view.method(m).name).len() == 1;
        view.ty(owner).kind == TypeKind::Module && alone
    };
    let tree = diff.before.tree(b.file);
    let body = diff.before.method(b).body;
    of_module(&diff.before, b)
        && of_module(&diff.after, a)
        && diff.same_body(b, a)
        && body.is_some_and(|n| tree.subtree_end(n) - n.0 > LEAST_BODY)
}

/// The rest of the evidence, beside what the plain rule asks.
fn move_evidence(
    diff: &Diff<'_>,
    (b, a): (Method, Method),
    body: &BodyMatch<'_>,
    plain: MoveEvidence,
) -> MoveEvidence {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let (from, to) = (diff.before.owner(b), diff.after.owner(a));
    let flag = i32::from;
    MoveEvidence {
        same_name: flag(mb.name == ma.name),
        same_return: flag(same_return_type(diff, b, a)),
        name_distance: diff.distances().percent(mb.name, ma.name).cast_signed(),
        matched: count(body.mappings.len()),
        exact: count(body.exact()),
        left_before: count(body.left_before.len()),
        left_after: count(body.left_after.len()),
        distance: body.distance().cast_signed(),
        new_class: flag(diff.added_types.contains(&to)),
        vanished_class: flag(diff.removed_types.contains(&from)),
        becomes_class: flag(diff.after.ty(to).name == mb.name),
        params: count(mb.params.len()),
        ..plain
    }
}

/// A method that is pushed down gives what it gave: under another return type it is one of the subclass's own.
fn same_return_type(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let name = |view: &View<'_>, m: Method| {
        let ty = view.method(m).return_type;
        ty.map(|t| view.tree(m.file).sym(t))
    };
    let old = name(&diff.before, b);
    let later = old.map(|n| diff.renamed_type(n).unwrap_or(n));
    later == name(&diff.after, a)
}

/// Whether a getter's attribute left the one class and came to the other too.
fn goes_along(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let tree = diff.before.tree(b.file);
    let mut names = tree
        .descendants(diff.before.method(b).node)
        .filter(|&n| matches!(tree.kind(n), Kind::Name | Kind::FieldAccess))
        .map(|n| tree.sym(n));
    names.any(|name| {
        let gone = diff
            .before
            .attrs(diff.before.owner(b))
            .any(|x| diff.before.attr(x).name == name && diff.removed_attrs.contains(&x));
        let came = diff
            .after
            .attrs(diff.after.owner(a))
            .any(|x| diff.after.attr(x).name == name && diff.added_attrs.contains(&x));
        gone && came
    })
}
