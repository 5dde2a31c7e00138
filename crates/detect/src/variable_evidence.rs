//! What shows that a variable of one version is one of another name in the other.
//!
//! Both must stand for each other wherever they stand, and neither name should live on (paper 4, section 4.3).

use crate::RefactoringType as T;
use crate::context::{Context, Origin, Ref, is_variable_replacement};
use crate::diff::{AttrPair, Diff};
use crate::families::parameter::{ALIKE, changed};
use crate::families::variable::holder;
use crate::score::{Decision, Gate, Verdict, count, evidence};
use crate::variables::{Var, VarKind, Variables};
use crate::view::View;
use reweave_model::{Kind, NodeId, Role, Tree};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

evidence! {
    /// Of two variables with different names.
    VariableEvidence {
        /// Replacements of the one by the other, and of either by something else.
        votes,
        rivals,
        /// Between the names, in percent.
        distance,
        same_initial,
        /// Their declarations stand in paired statements, or correspond by other signs.
        matched,
        declared,
        same_type,
        same_value,
        other_value,
        /// The old name is used where the new variable can be, and the new one where the old variable could.
        lives,
        lived,
        /// Variables of the old name after, and of the new one before.
        kept_names,
        had_names,
        /// How many of the two are of that kind.
        params,
        inner,
        caught,
        origin,
        uses_before,
        uses_after,
        mappings,
        left_before,
        left_after,
    }
}

/// The variables of a context that were renamed, after the consistency checks of paper 4 section 4.3.
pub fn renamed(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    renamed_attrs: &[AttrPair],
) -> Vec<(Var, Var)> {
    let mut votes: FxHashMap<(Ref, Ref), u32> = FxHashMap::default();
    for (_, r, a, b) in c.pairs() {
        if is_variable_replacement(r)
            && let (Some(x), Some(y)) = (c.ref1(a), c.ref2(b))
            && !diff.judge.asks(
                Gate::VariableAttributes,
                of_other_attributes(diff, c, renamed_attrs, (a, b)),
                false,
            )
        {
            *votes.entry((x, y)).or_default() += 1;
        }
    }
    let declared = Declared {
        matched: c.matched_declarations(),
        all: c.declarations(),
    };
    for &(x, y) in declared.matched.iter().filter(|&&(x, y)| {
        let same = same_value(c, x, y);
        diff.judge.asks(Gate::VariableSameValue, same, false)
    }) {
        if let Some(n) = votes.get_mut(&(Ref::Var(x), Ref::Var(y))) {
            *n += SAME_VALUE;
        }
    }
    let mut candidates: Vec<(Verdict, u32, usize, usize)> = Vec::new();
    for (&pair, &n) in &votes {
        let (Ref::Var(x), Ref::Var(y)) = pair else {
            continue;
        };
        if c.var1(x).name == c.var2(y).name {
            continue;
        }
        let rivals: u32 = votes
            .iter()
            .filter(|((a, b), _)| (*a == Ref::Var(x)) != (*b == Ref::Var(y)))
            .map(|(_, n)| *n)
            .sum();
        let counted = Counted {
            pair: (x, y),
            votes: n,
            rivals,
        };
        let evidence = evidence_of(diff, c, &declared, &counted);
        let rule = consistent(diff, c, &declared, &counted);
        let verdict = diff
            .judge
            .decide(Decision::Variable, evidence.values(), rule, || {
                described(diff, c, (x, y))
            });
        if verdict.taken {
            candidates.push((verdict, n, x, y));
        }
    }
    candidates.sort_by_key(|&(verdict, n, x, y)| (Reverse(verdict.score), Reverse(n), x, y));
    let mut out: Vec<(usize, usize)> = Vec::new();
    for (_, _, x, y) in candidates {
        if out.iter().all(|&(a, b)| a != x && b != y) {
            out.push((x, y));
        }
    }
    out.sort_unstable();
    out.into_iter()
        .map(|(x, y)| (c.var1(x).clone(), c.var2(y).clone()))
        .collect()
}

/// Two variables, and how often one stands where the other stood, or another.
struct Counted {
    pair: (usize, usize),
    votes: u32,
    rivals: u32,
}

fn evidence_of(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    declared: &Declared,
    counted: &Counted,
) -> VariableEvidence {
    let (v, w) = (c.var1(counted.pair.0), c.var2(counted.pair.1));
    let is = |kind| i32::from(v.kind == kind) + i32::from(w.kind == kind);
    let flag = i32::from;
    let places = |vars: &Variables, var: &Var| count(vars.places(var, var.name).len());
    let named = |vars: &Variables, name| count(vars.called(name).len());
    let begins = |var: &Var, view: &View<'_>| view.text(var.name).bytes().next();
    VariableEvidence {
        votes: counted.votes.cast_signed(),
        rivals: counted.rivals.cast_signed(),
        distance: diff.distances().percent(v.name, w.name).cast_signed(),
        same_initial: flag(begins(v, &diff.before) == begins(w, &diff.after)),
        matched: flag(declared.matched.contains(&counted.pair)),
        declared: flag(declared.all.contains(&counted.pair)),
        same_type: flag(!differ_in_type(c, v, w)),
        same_value: flag(same_value(c, counted.pair.0, counted.pair.1)),
        other_value: flag(other_value(c, v, w)),
        lives: flag(alive(c.t2, &c.vars_after, w, v)),
        lived: flag(alive(c.t1, &c.vars_before, v, w)),
        kept_names: named(&c.vars_after, v.name),
        had_names: named(&c.vars_before, w.name),
        params: is(VarKind::Param),
        inner: is(VarKind::InnerParam),
        caught: is(VarKind::Caught),
        origin: match c.origin {
            Origin::Pair => 0,
            Origin::Extracted => 1,
            Origin::Inlined => 2,
        },
        uses_before: places(&c.vars_before, v),
        uses_after: places(&c.vars_after, w),
        mappings: count(c.body.mappings.len()),
        left_before: count(c.body.left_before.len()),
        left_after: count(c.body.left_after.len()),
    }
}

/// What would be reported of the two.
fn described(diff: &Diff<'_>, c: &Context<'_, '_>, pair: (usize, usize)) -> String {
    let (v, w) = (c.var1(pair.0), c.var2(pair.1));
    let lambda =
        c.t2.parent(w.node)
            .is_some_and(|p| c.t2.kind(p) == Kind::Lambda);
    let (kind, method) = match (v.kind, w.kind) {
        (VarKind::Param, VarKind::Param) => (T::RenameParameter, c.after),
        (VarKind::InnerParam, VarKind::InnerParam) if !lambda => {
            (T::RenameParameter, holder(diff, c, w))
        }
        (VarKind::Param, _) => (T::LocalizeParameter, holder(diff, c, w)),
        (_, VarKind::Param) => (T::ParameterizeVariable, c.after),
        _ => (T::RenameVariable, holder(diff, c, w)),
    };
    changed(diff, kind, method, v, w, "").description
}

/// How many replacements it outweighs that a variable is declared with the value that the other had.
const SAME_VALUE: u32 = 2;

/// Whether two variables are declared with the same value, and one that says more than a name or a literal; or go through
/// the same collection, or two views of it.
fn same_value(c: &Context<'_, '_>, x: usize, y: usize) -> bool {
    let over = (
        iterated(c.t1, c.var1(x).node),
        iterated(c.t2, c.var2(y).node),
    );
    if let (Some(a), Some(b)) = over {
        return c.t1.hash(a) == c.t2.hash(b);
    }
    c.var1(x).init.zip(c.var2(y).init).is_some_and(|(a, b)| {
        let simple = c.t1.kind(a).is_literal() || c.t1.children(a).next().is_none();
        !simple && c.t1.hash(a) == c.t2.hash(b)
    })
}

/// What the loop goes through that declares the variable: the object where that is asked for a view of it.
fn iterated(tree: &Tree, variable: NodeId) -> Option<NodeId> {
    let each = tree.parent(tree.parent(variable)?)?;
    let over =
        (tree.kind(each) == Kind::ForEach).then(|| tree.child_in(each, Role::Condition))??;
    let is_view = tree.kind(over) == Kind::Call && tree.child_in(over, Role::Argument).is_none();
    let object = tree.child_in(over, Role::Receiver).filter(|_| is_view);
    Some(object.unwrap_or(over))
}

/// Whether both are declared with a value, and not with the same.
fn other_value(c: &Context<'_, '_>, v: &Var, w: &Var) -> bool {
    v.init
        .zip(w.init)
        .is_some_and(|(a, b)| c.t1.hash(a) != c.t2.hash(b))
}

/// `this.a = a` and `this.b = b`, where attribute `a` did not become `b`: nothing in the two is the same.
fn of_other_attributes(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    renamed_attrs: &[AttrPair],
    (old, new): (NodeId, NodeId),
) -> bool {
    let target = |tree: &Tree, vars: &Variables, value: NodeId| {
        let assign = tree.parent(value).filter(|&p| {
            tree.kind(p) == Kind::Assign && tree.child_in(p, Role::Value) == Some(value)
        })?;
        let target = tree.child_in(assign, Role::Target)?;
        vars.at(tree, target).is_none().then(|| tree.sym(target))
    };
    let (Some(from), Some(to)) = (
        target(c.t1, &c.vars_before, old),
        target(c.t2, &c.vars_after, new),
    ) else {
        return false;
    };
    from != to
        && renamed_attrs
            .iter()
            .all(|p| diff.before.attr(p.before).name != from || diff.after.attr(p.after).name != to)
}

/// The declarations that correspond, with and without those that only follow from other signs.
struct Declared {
    matched: Vec<(usize, usize)>,
    all: Vec<(usize, usize)>,
}

/// Whether `votes`, replacements of one variable by another, against `rivals` that say otherwise tell of a rename. Locals
/// whose declarations were matched may leave their old name to another variable, or take their new one from another,
/// where more than one place or the name itself says so.
fn consistent(
    diff: &Diff<'_>,
    c: &Context<'_, '_>,
    declared: &Declared,
    &Counted {
        pair,
        votes,
        rivals,
    }: &Counted,
) -> bool {
    let asks = |gate, condition, otherwise| diff.judge.asks(gate, condition, otherwise);
    let (v, w) = (c.var1(pair.0), c.var2(pair.1));
    let alike = diff.distances().percent(v.name, w.name) < ALIKE;
    let lives = asks(Gate::VariableLives, alive(c.t2, &c.vars_after, w, v), false);
    let lived = asks(
        Gate::VariableLives,
        alive(c.t1, &c.vars_before, v, w),
        false,
    );
    if v.kind == VarKind::Param || w.kind == VarKind::Param {
        let both = v.kind == VarKind::Param && w.kind == VarKind::Param;
        let taken = lived || lives && (!both || differ_in_type(c, v, w));
        let enough = both || votes > 1 || alike || c.origin == Origin::Pair;
        return rivals < votes && !taken && enough;
    }
    let matched = declared.matched.contains(&pair);
    let matched = asks(Gate::VariableMatched, matched, true);
    let clear = match (lives, lived) {
        (false, false) => true,
        (true, true) => false,
        _ => rivals < votes && (votes > 1 || alike),
    };
    match c.origin {
        Origin::Pair if matched => {
            let other = other_value(c, v, w) && !differ_in_type(c, v, w);
            let other = asks(Gate::VariableOtherValue, other, false);
            rivals <= votes && clear && (votes > 1 || alike || !other)
        }
        Origin::Pair => {
            let told = declared.all.contains(&pair) || differ_in_type(c, v, w) && rivals == 0;
            rivals < votes && told && !lives && !lived
        }
        Origin::Extracted | Origin::Inlined => matched && votes > 1 && rivals < votes && clear,
    }
}

fn differ_in_type(c: &Context<'_, '_>, v: &Var, w: &Var) -> bool {
    v.ty.map(|t| c.t1.hash(t)) != w.ty.map(|t| c.t2.hash(t))
}

/// Whether a variable called like `other` of the other version is used where `var` can be: then neither became the other.
fn alive(tree: &Tree, vars: &Variables, var: &Var, other: &Var) -> bool {
    let mut places = vars.places(var, other.name).iter();
    places.any(|&n| match tree.kind(n) {
        Kind::VarDecl | Kind::Param => true,
        Kind::Name => vars.resolve(other.name, n).is_some(),
        _ => false,
    })
}
