//! What shows that code went to a called method, or came from one: how much of it was matched, how exactly, and where the
//! call stands.

use crate::calls::CallSite;
use crate::diff::{Diff, MethodPair};
use crate::placed::{same_calls, share_parts, stands_for, takes_place, takes_variable};
use crate::score::{Gate, count, evidence};
use crate::transfer::{Way, caller, links, side};
use crate::view::Method;
use reweave_matching::{
    Arguments, Body, BodyMatch, Mapping, ReplacementKind, StmtId, own_hash, value_of,
};
use reweave_model::{Kind, Role};
use rustc_hash::FxHashSet;

evidence! {
    /// Of a method that gave code to one it calls, or took it from one it called.
    TransferEvidence {
        inlined,
        other_class,
        /// The call is on the class of the called method, as far as names tell.
        linked,
        /// The call stands in a method further down.
        deep,
        /// Pairs of statements that the method's own other version does not explain as well, and those to the letter.
        gained,
        exact,
        /// All pairs.
        matched,
        /// Exact pairs of statements that say something.
        kept_exactly,
        telling,
        /// Statements of the called method that nothing explains.
        unexplained,
        left_callee,
        callee_size,
        caller_size,
        /// The call stands in the place of a matched statement.
        placed,
        same_calls,
        alike,
        light,
        distance,
        replacements,
        same_name,
        handed_on,
        all_gone,
        only_returned,
        delegates,
        sites,
        /// Statements of the calling version that are left over, and of the other.
        left_own,
        left_other,
        arguments,
    }
}

/// What speaks for code that went along a call, and whether the plain rule says so.
pub fn evidence_of(
    diff: &Diff<'_>,
    pair: usize,
    (from, callee): (Method, Method),
    body: &BodyMatch<'_>,
    (sites, arguments, way): (&[CallSite], &Arguments<'_>, Way),
) -> (TransferEvidence, bool) {
    let p = &diff.methods[pair];
    let asks = |gate, condition, otherwise| diff.judge.asks(gate, condition, otherwise);
    // Calls further down the tree do not stand in the pair.
    let here = if from == caller(p, way) { sites } else { &[] };
    // A pair that the method's own other version explains just as well is no sign of moved code.
    let own = |i: StmtId| match way {
        Way::Extracted => p.body.of_before(i),
        Way::Inlined => p.body.of_after(i),
    };
    let gained: Vec<_> = body
        .mappings
        .iter()
        .filter(|m| {
            let there = match way {
                Way::Extracted => m.before,
                Way::Inlined => m.after,
            };
            own(there).is_none_or(|o| m.distance < o.distance || stands_for(p, o, here, way))
        })
        .collect();
    let (left, callee_body) = match way {
        Way::Extracted => (&body.left_after, &body.after),
        Way::Inlined => (&body.left_before, &body.before),
    };
    let caller_body = match way {
        Way::Extracted => &body.before,
        Way::Inlined => &body.after,
    };
    // What stands in the method too was copied, not written anew.
    let stood: FxHashSet<u64> = if left.is_empty() || asks(Gate::TransferStood, false, true) {
        FxHashSet::default()
    } else {
        caller_body.stmts.iter().map(|s| s.hash).collect()
    };
    let named = match way {
        Way::Extracted => body.lets_after(),
        Way::Inlined => body.lets_before(),
    };
    let unexplained = left
        .iter()
        .filter(|i| !named.contains(i))
        .filter(|&&i| !is_by_product(diff, callee_body, i, callee, way))
        .filter(|&&i| {
            !stood.contains(&own_hash(
                callee_body.tree,
                callee_body.stmt(i).node,
                arguments,
            ))
        })
        .count();
    let exact = gained.iter().filter(|m| m.exact).count();
    let telling = gained.iter().any(|m| {
        let (b, i) = match way {
            Way::Extracted => (&body.before, m.before),
            Way::Inlined => (&body.before, m.before),
        };
        is_telling(b, i)
    });
    let (view, _) = side(diff, way);
    let other_class = view.owner(callee) != view.owner(caller(p, way));
    let telling = telling
        && (!other_class
            || gained.iter().any(|m| {
                let i = match way {
                    Way::Extracted => m.after,
                    Way::Inlined => m.before,
                };
                acts(callee_body, i)
            }));
    let linked = !other_class || sites.iter().any(|s| links(view, from, s, callee));
    let in_place = |m: &&Mapping| {
        let there = match way {
            Way::Extracted => m.before,
            Way::Inlined => m.after,
        };
        takes_place(p, there, here, way)
            || linked && way == Way::Extracted && takes_variable(p, there, here)
    };
    let placed = gained
        .iter()
        .any(|m| in_place(m) && (!other_class || same_calls(body, m)));
    let placed = asks(Gate::TransferPlaced, placed, false);
    // All of it went to a method of the same name that it asks now.
    let handed_on = way == Way::Extracted
        && linked
        && from == caller(p, way)
        && view.method(callee).name == view.method(from).name
        && unexplained == 0
        && all_gone(p, body, way)
        && asks(Gate::TransferHandedOn, true, false);
    // One statement in which another object is created is another statement.
    let alike = gained.iter().any(|m| {
        is_telling(&body.before, m.before) && (m.exact || share_parts(body, m, arguments, way))
    });
    let alike = asks(Gate::TransferAlike, alike, true);
    let shown = exact > 0 && linked
        || placed && way == Way::Extracted
        || !other_class
            && (gained.len() > 1 || light(&gained) || gained.first().is_some_and(in_place));
    let enough = handed_on || alike && shown;
    // A statement that stands in the called method to the letter says much by itself.
    let kept_exactly = gained
        .iter()
        .filter(|m| m.exact && is_telling(&body.before, m.before))
        .count();
    let most = gained.len() > unexplained
        || unexplained < MOST_UNEXPLAINED * kept_exactly.min(2)
        || gained.len() >= unexplained && placed && (!other_class || exact > 0)
        || gained.len() > 1 && gained.len() >= unexplained && kept_exactly * 2 >= gained.len()
        || exact > 1 && exact == gained.len() && all_gone(p, body, way);
    // The place of a call further down says nothing, so the statements alone must.
    let deep = from != caller(p, way);
    let chance = deep && (exact == 0 || unexplained > 0 && gained.len() < 3 && kept_exactly < 2);
    // What a method returned stands in many forms elsewhere: changed, it is no sign that it was inlined.
    let only_returned = way == Way::Inlined
        && exact == 0
        && gained.len() == 1
        && gained
            .iter()
            .all(|m| callee_body.stmt(m.before).kind == Kind::Return);
    let delegates = delegates(diff, p, callee, body, way);
    let rule = asks(Gate::TransferTelling, telling, true)
        && asks(Gate::TransferMost, most, true)
        && asks(Gate::TransferEnough, enough, true)
        && !asks(Gate::TransferChance, chance, false)
        && !asks(Gate::TransferOnlyReturned, only_returned, false)
        || asks(Gate::TransferDelegates, delegates, false);
    let replacements = gained.iter().map(|m| m.replacements.len()).sum();
    let distance: u32 = gained.iter().map(|m| m.distance).sum();
    let (left_own, left_other) = match way {
        Way::Extracted => (&p.body.left_after, &p.body.left_before),
        Way::Inlined => (&p.body.left_before, &p.body.left_after),
    };
    let found = TransferEvidence {
        inlined: i32::from(way == Way::Inlined),
        other_class: i32::from(other_class),
        linked: i32::from(linked),
        deep: i32::from(deep),
        gained: count(gained.len()),
        exact: count(exact),
        matched: count(body.mappings.len()),
        kept_exactly: count(kept_exactly),
        telling: i32::from(telling),
        unexplained: count(unexplained),
        left_callee: count(left.len()),
        callee_size: count(callee_body.len()),
        caller_size: count(caller_body.len()),
        placed: i32::from(gained.iter().any(in_place)),
        same_calls: i32::from(gained.iter().any(|m| same_calls(body, m))),
        alike: i32::from(alike),
        light: i32::from(light(&gained)),
        distance: distance.cast_signed(),
        replacements: count(replacements),
        same_name: i32::from(view.method(callee).name == view.method(from).name),
        handed_on: i32::from(handed_on),
        all_gone: i32::from(all_gone(p, body, way)),
        only_returned: i32::from(only_returned),
        delegates: i32::from(delegates),
        sites: count(sites.len()),
        left_own: count(left_own.len()),
        left_other: count(left_other.len()),
        arguments: count(view.method(callee).params.len()),
    };
    (found, rule)
}

/// Whether all that the method did is what the called one of the same name does now, and it only calls that: an overload
/// with more or fewer parameters took its body.
fn delegates(
    diff: &Diff<'_>,
    p: &MethodPair<'_>,
    callee: Method,
    body: &BodyMatch<'_>,
    way: Way,
) -> bool {
    let (view, _) = side(diff, way);
    let calling = match way {
        Way::Extracted => &p.body.after,
        Way::Inlined => &p.body.before,
    };
    let all = match way {
        Way::Extracted => body.left_before.is_empty(),
        Way::Inlined => body.left_after.is_empty(),
    };
    calling.len() == 1
        && all
        && body.exact() == body.mappings.len()
        && !body.mappings.is_empty()
        && view.owner(callee) == view.owner(caller(p, way))
        && view.method(callee).name == view.method(caller(p, way)).name
}

/// Whether nothing of what the method lost is left over.
fn all_gone(p: &MethodPair<'_>, body: &BodyMatch<'_>, way: Way) -> bool {
    match way {
        Way::Extracted => p
            .body
            .left_before
            .iter()
            .all(|i| body.after_of(*i).is_some()),
        Way::Inlined => p
            .body
            .left_after
            .iter()
            .all(|i| body.before_of(*i).is_some()),
    }
}

/// A method with more statements of its own than this was not made by extraction alone.
const MOST_UNEXPLAINED: usize = 10;

/// One pair alone, not exact, may differ in a single expression only.
fn light(gained: &[&Mapping]) -> bool {
    let one = gained.iter().map(|m| m.replacements.len()).sum::<usize>() < 2;
    one && gained.iter().flat_map(|m| &m.replacements).all(|r| {
        matches!(
            r.kind,
            ReplacementKind::Node | ReplacementKind::Variable | ReplacementKind::Type
        )
    })
}

/// A statement that extraction itself brings about: returning a variable, or calling a further new method.
pub fn is_by_product(
    diff: &Diff<'_>,
    body: &Body<'_>,
    i: StmtId,
    callee: Method,
    way: Way,
) -> bool {
    let stmt = body.stmt(i);
    let tree = body.tree;
    if stmt.kind == Kind::Return {
        let plain =
            |v| matches!(tree.kind(v), Kind::Name | Kind::This) || tree.kind(v).is_literal();
        if value_of(tree, stmt.node).is_none_or(plain) {
            return true;
        }
    }
    let (view, _) = side(diff, way);
    let pool = match way {
        Way::Extracted => &diff.added_methods,
        Way::Inlined => &diff.removed_methods,
    };
    let owner = view.owner(callee);
    body.own_nodes(i).any(|n| {
        let node = tree.node(n);
        node.kind == Kind::Call
            && tree.child_in(n, Role::Receiver).is_none()
            && view
                .methods_called(owner, node.sym)
                .iter()
                .any(|m| *m != callee && pool.contains(m))
    })
}

/// Whether a statement does something: a bare `return x`, `break` or `i++` stands in many methods.
pub fn is_telling(body: &Body<'_>, i: StmtId) -> bool {
    let stmt = body.stmt(i);
    if stmt.composite {
        return stmt.kind != Kind::Try;
    }
    !matches!(stmt.kind, Kind::Break | Kind::Continue)
        && body.own_nodes(i).any(|n| {
            matches!(
                body.tree.kind(n),
                Kind::Call
                    | Kind::New
                    | Kind::Assign
                    | Kind::Binary
                    | Kind::VarDecl
                    | Kind::ConstructorCall
                    | Kind::Index
                    | Kind::Conditional
                    | Kind::NewArray
                    | Kind::FieldAccess
                    | Kind::InstanceOf
                    | Kind::Lambda
            )
        })
}

/// Whether a statement does more than to give a field: getters stand in many classes.
pub fn acts(body: &Body<'_>, i: StmtId) -> bool {
    body.stmt(i).kind != Kind::Return
        || body.own_nodes(i).any(|n| {
            !matches!(
                body.tree.kind(n),
                Kind::Return | Kind::Name | Kind::FieldAccess | Kind::This | Kind::Paren
            )
        })
}
