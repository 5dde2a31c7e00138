//! Change Method Signature (paper 4, table 4): a method of the same class with another signature and the same
//! statements.

use crate::bodyless::is_renamed_declaration;
use crate::class_methods::{Class, Tried};
use crate::describe;
use crate::diff::{Diff, How, TypePair};
use crate::members::{Signature, erased, method_name, same_types, signature};
use crate::score::{Decision, Gate, count, evidence};
use crate::transfer_evidence::is_telling;
use crate::view::{Method, Ty, View};
use reweave_matching::{
    Argumentization, Arguments, Body, BodyMatch, Mapping, ReplacementKind, StmtId, value_of,
};
use reweave_model::Kind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

struct Candidate {
    before: Method,
    after: Method,
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
    score: i32,
}

evidence! {
    /// Of two methods of one class with different names.
    MethodEvidence {
        /// Statements that are paired, to the letter, and left on both sides; and those without what new methods took.
        matched,
        exact,
        left_before,
        left_after,
        kept,
        unexplained_before,
        unexplained_after,
        distance,
        replacements,
        /// Between the names, in percent.
        name_distance,
        /// Other methods of the one name became ones of the other, or calls did.
        known,
        same_types,
        compatible,
        params_before,
        params_after,
        same_params,
        same_return,
        same_modifiers,
        /// About the same place among the methods of the class.
        near,
        last_ones,
        telling,
        light,
        wrapped,
        follows,
        helper,
        attributes_follow,
        size_before,
        size_after,
        rivals_before,
        rivals_after,
    }
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
    let body = decl.body.filter(|_| !decl.is_constructor())?;
    Some((signature(view, m), view.tree(m.file).hash(body)))
}

/// Pairs the methods left in a class, the best first.
pub fn match_methods(diff: &mut Diff<'_>, pair: TypePair, elsewhere: &Elsewhere) {
    let (removed, added) = diff.left_methods(pair);
    if removed.is_empty() || added.is_empty() {
        return;
    }
    let class = Class::new(diff, pair, &removed, &added);
    let tried = Tried::new(diff, &class, &removed, &added);
    let mut candidates: Vec<(Rank, Candidate)> = Vec::new();
    for &b in &removed {
        let known_elsewhere = elsewhere.has(diff, b);
        for a in tried.of(diff, &class, b) {
            if diff.budget.is_over() {
                return;
            }
            if known_elsewhere && !same_name(diff, b, a) {
                continue;
            }
            let found = candidate(diff, &class, b, a, &elsewhere.transitions);
            candidates.extend(found.map(|(c, body)| (rank(diff, &c, &body), c)));
        }
    }
    candidates.sort_by_key(|candidate| candidate.0);
    for (_, c) in candidates {
        if diff.removed_methods.contains(&c.before) && diff.added_methods.contains(&c.after) {
            let body = diff.match_methods(c.before, c.after);
            diff.pair_methods(c.before, c.after, How::Signature, body);
        }
    }
}

/// What is better comes first.
type Rank = (
    (bool, Reverse<i32>, bool, bool),
    [Reverse<usize>; 4],
    (u32, u32),
    (Method, Method),
);

fn rank(diff: &Diff<'_>, c: &Candidate, body: &BodyMatch<'_>) -> Rank {
    let old = diff.before.method(c.before).name;
    let new = diff.after.method(c.after).name;
    let counts = [c.kept, body.mappings.len(), body.exact(), c.same_params];
    (
        (!c.alike, Reverse(c.score), !c.known, !c.sure),
        counts.map(Reverse),
        (body.distance(), diff.distances().percent(old, new)),
        (c.before, c.after),
    )
}

/// The same name, but for the case of its letters.
pub fn same_name(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let (old, new) = (method_name(mb), method_name(ma));
    mb.is_constructor() == ma.is_constructor()
        && (old == new
            || diff
                .before
                .text(old)
                .eq_ignore_ascii_case(diff.after.text(new)))
}

fn candidate<'p>(
    diff: &Diff<'p>,
    class: &Class,
    b: Method,
    a: Method,
    transitions: &Transitions,
) -> Option<(Candidate, BodyMatch<'p>)> {
    let pair = class.pair;
    let asks = |gate, condition, otherwise| diff.judge.asks(gate, condition, otherwise);
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let same_name = same_name(diff, b, a);
    let comparable = mb.is_constructor() == ma.is_constructor()
        && (same_name || mb.is_accessor() == ma.is_accessor());
    if !comparable {
        return None;
    }
    let known = diff.renames.contains(&(mb.name, ma.name)) && !mb.is_constructor();
    let known = asks(Gate::MethodKnown, known, false);
    let alone = same_name && class.only_one(method_name(mb));
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
                && compatible(diff, b, a)
            || is_renamed_declaration(diff, class, b, a);
        let none = Candidate {
            before: b,
            after: a,
            kept: 0,
            alike: same_name,
            known,
            sure: false,
            same_params,
            score: 0,
        };
        let body = BodyMatch::new(diff.body_before(b), diff.body_after(a), Vec::new());
        return fits.then_some((none, body));
    }
    let same_types = same_types(diff, b, a);
    let body = diff.match_methods(b, a);
    let (mut m, mut u1, mut u2) = (
        body.mappings.len(),
        body.left_before.len(),
        body.left_after.len(),
    );
    if u1 + u2 > 0 && !same_name && asks(Gate::MethodExplained, true, false) {
        let (gone, calls) = explained(diff, a, &body);
        u1 -= gone;
        u2 -= calls;
        if m > 0 && same_types {
            m += gone;
        }
    }
    if !same_name && asks(Gate::MethodIdle, true, false) {
        u1 -= idle(&body.before, &body.left_before).min(u1);
        u2 -= idle(&body.after, &body.left_after).min(u2);
    }
    u1 = u1.saturating_sub(body.lets_before().len());
    u2 = u2.saturating_sub(body.lets_after().len());
    let near = asks(Gate::MethodNear, class.near(b, a), true);
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
            || near && class.last_ones
            || same_types && same_return(diff, b, a))
    {
        true
    } else if m == 1 && u1 + u2 == 0 && !all_exact && asks(Gate::MethodOneStatement, true, false) {
        // One statement that differs is a weak sign: little of it may have changed, and nothing of what goes in.
        near && u1 == 0
            && u2 == 0
            && light(&body.mappings)
            && (same_types || !wrapped(&body.mappings))
            && (telling && compatible(diff, b, a)
                || same_types && attributes_follow(diff, pair, &body))
    } else {
        let fits = compatible(diff, b, a) || telling && mb.params.len() == ma.params.len();
        let fits = asks(Gate::MethodFits, fits, true);
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
    let another = asks(Gate::MethodAnother, another, false);
    let helper = class.is_helper(diff, b, a);
    let most = u1 == 0 && m > u2 || same_types && m > u1 + u2;
    let whole = m > 1 && most && body.exact() * 2 >= m && telling;
    let follows = asks(Gate::MethodFollows, follows(diff, transitions, b, a), false);
    let ok = ok || (same_name || same_types) && follows;
    let mut ok = ok
        && (same_name
            || known
            || all_exact
            || whole
            || !another && !asks(Gate::MethodHelper, helper, false));
    let same_but_name =
        same_types && telling && body.left_before.is_empty() && body.left_after.is_empty();
    let mut score = 0;
    if !same_name && !mb.is_constructor() {
        let plain = MethodEvidence {
            kept: count(m),
            unexplained_before: count(u1),
            unexplained_after: count(u2),
            same_types: i32::from(same_types),
            same_params: count(same_params),
            known: i32::from(known),
            near: i32::from(near),
            telling: i32::from(telling),
            follows: i32::from(follows),
            helper: i32::from(helper),
            ..MethodEvidence::default()
        };
        let evidence = method_evidence(diff, class, (b, a), &body, plain);
        let verdict = diff
            .judge
            .decide(Decision::Method, evidence.values(), ok, || {
                format!(
                    "Rename Method {} renamed to {} in class {}",
                    describe::method(&diff.before, b),
                    describe::method(&diff.after, a),
                    describe::class_of(&diff.after, a)
                )
            });
        ok = verdict.taken;
        score = verdict.score;
    }
    let found = Candidate {
        before: b,
        after: a,
        score,
        alike: same_name || same_but_name,
        known,
        sure: all_exact,
        kept: m,
        same_params,
    };
    ok.then_some((found, body))
}

/// The rest of the evidence, beside what the plain rule asks.
fn method_evidence(
    diff: &Diff<'_>,
    class: &Class,
    (b, a): (Method, Method),
    body: &BodyMatch<'_>,
    plain: MethodEvidence,
) -> MethodEvidence {
    let (mb, ma) = (diff.before.method(b), diff.after.method(a));
    let flag = i32::from;
    let replacements: usize = body.mappings.iter().map(|m| m.replacements.len()).sum();
    MethodEvidence {
        matched: count(body.mappings.len()),
        exact: count(body.exact()),
        left_before: count(body.left_before.len()),
        left_after: count(body.left_after.len()),
        distance: body.distance().cast_signed(),
        replacements: count(replacements),
        name_distance: diff.distances().percent(mb.name, ma.name).cast_signed(),
        compatible: flag(compatible(diff, b, a)),
        params_before: count(mb.params.len()),
        params_after: count(ma.params.len()),
        same_return: flag(same_return(diff, b, a)),
        same_modifiers: flag(mb.modifiers == ma.modifiers),
        last_ones: flag(class.last_ones),
        light: flag(light(&body.mappings)),
        wrapped: flag(wrapped(&body.mappings)),
        attributes_follow: flag(attributes_follow(diff, class.pair, body)),
        size_before: count(body.before.len()),
        size_after: count(body.after.len()),
        rivals_before: count(class.left.0),
        rivals_after: count(class.left.1),
        ..plain
    }
}

/// Whether two methods give the same type.
fn same_return(diff: &Diff<'_>, b: Method, a: Method) -> bool {
    let returned = |view: &View<'_>, m: Method| {
        let ty = view.method(m).return_type;
        ty.map(|t| view.tree(m.file).hash(t))
    };
    returned(&diff.before, b) == returned(&diff.after, a)
}

/// How many of the statements only end a method: `return;`, or `return this;` in one whose calls can be chained now.
fn idle(body: &Body<'_>, left: &[StmtId]) -> usize {
    let ends = |&&i: &&StmtId| {
        let stmt = body.stmt(i);
        let value = value_of(body.tree, stmt.node);
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
    !diff.before.method(b).is_constructor() && classes.any(|&c| above(own, c) || above(c, own))
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
    let owner = diff.after.owner(a);
    let mut called: Vec<Method> = diff
        .calls_after
        .of(&diff.after, a)
        .iter()
        .flat_map(|c| diff.after.methods_called(owner, c.name))
        .copied()
        .filter(|x| *x != a && diff.added_methods.contains(x))
        .collect();
    called.sort_unstable();
    called.dedup();
    for x in called {
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
    let (_, types1) = erased(diff, &diff.before, b);
    let (_, types2) = erased(diff, &diff.after, a);
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
