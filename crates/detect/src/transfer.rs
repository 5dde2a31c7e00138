//! Code that left a method for a new one it calls (extracted), or came from a vanished one it called (inlined).
//!
//! Both are one mechanism read in two directions (paper 4, table 4): the statements that the method pair could not match
//! are matched with the body of the called method, arguments in the place of its parameters.

use crate::calls::{CallSite, Calls, Receiver, matches_call};
use crate::diff::{Diff, MethodPair, Transfer};
use crate::expression_type::{attribute_type, type_of};
use crate::families::extraction::words;
use crate::overload::is_meant;
use crate::returned::expressions;
use crate::score::Decision;
use crate::transfer_evidence::{evidence_of, is_by_product};
use crate::view::{Method, Ty, View};
use reweave_matching::{Argumentization, Arguments, BodyMatch, Mapping, StmtId};
use reweave_model::{Kind, Role, TypeKind};
use reweave_text::Symbol;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Which way the code went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    Extracted,
    Inlined,
}

/// More call sites of one method than this are not tried: their arguments only differ in detail.
pub const MOST_CALLS: usize = 6;

/// Finds the extracted or inlined methods of the method pairs from index `first` on; `other_class` asks for those of
/// other classes.
pub fn find(diff: &mut Diff<'_>, first: usize, way: Way, other_class: bool) {
    for pair in first..diff.methods.len() {
        if diff.budget.look() {
            return;
        }
        if !diff.methods[pair].identical {
            along_call_tree(diff, pair, way, other_class);
        }
    }
}

/// Goes down the calls to new methods, breadth first, with arguments passed on (section 4.4).
fn along_call_tree(diff: &mut Diff<'_>, pair: usize, way: Way, other_class: bool) {
    let start = caller(&diff.methods[pair], way);
    let mut seen: FxHashSet<Method> = FxHashSet::default();
    let mut queue = VecDeque::from([(start, Arguments::default())]);
    // Methods that only call a further new one count as soon as that one does.
    let mut delegates: Vec<(Method, Method)> = Vec::new();
    while let Some((from, outer)) = queue.pop_front() {
        for callee in callees(diff, pair, from, way, other_class) {
            if !seen.insert(callee) || diff.budget.is_over() {
                continue;
            }
            match best_transfer(diff, pair, from, callee, &outer, way, other_class) {
                Some((transfer, arguments)) => {
                    queue.push_back((callee, arguments));
                    accept(diff, transfer, way);
                    if let Some(at) = delegates.iter().position(|d| d.0 == from) {
                        let (delegate, by) = delegates.remove(at);
                        let transfer = delegated(diff, pair, by, delegate, way);
                        accept(diff, transfer, way);
                    }
                }
                None if !other_class && only_delegates(diff, callee, way) => {
                    let (view, calls) = side(diff, way);
                    let tree = view.tree(from.file);
                    if let Some(site) = calls.own(view, from, callee).first() {
                        let decl = view.method(callee);
                        let arguments = Arguments::of_call(tree, site.node, decl, &outer);
                        queue.push_back((callee, arguments));
                        delegates.push((callee, from));
                    }
                    if let Some(transfer) = passes_on(diff, pair, from, callee, way) {
                        delegates.pop();
                        accept(diff, transfer, way);
                    }
                }
                None => {}
            }
        }
    }
}

/// A method that only calls one to which the code of the pair is already known to have gone.
fn passes_on<'p>(
    diff: &Diff<'p>,
    pair: usize,
    from: Method,
    callee: Method,
    way: Way,
) -> Option<Transfer<'p>> {
    let (view, calls) = side(diff, way);
    let known = match way {
        Way::Extracted => &diff.extracted,
        Way::Inlined => &diff.inlined,
    };
    let mut known = known.iter().filter(|t| t.pair == pair);
    known
        .any(|t| !calls.own(view, callee, t.method).is_empty())
        .then(|| delegated(diff, pair, from, callee, way))
}

/// Whether all that a method does is to call further new (or vanished) ones.
fn only_delegates(diff: &Diff<'_>, callee: Method, way: Way) -> bool {
    let body = match way {
        Way::Extracted => diff.body_after(callee),
        Way::Inlined => diff.body_before(callee),
    };
    !body.is_empty()
        && body
            .ids()
            .all(|i| is_by_product(diff, &body, i, callee, way))
}

fn delegated<'p>(
    diff: &Diff<'p>,
    pair: usize,
    by: Method,
    callee: Method,
    way: Way,
) -> Transfer<'p> {
    let (view, calls) = side(diff, way);
    let sites = calls.own(view, by, callee);
    let p = &diff.methods[pair];
    let body = match way {
        Way::Extracted => {
            BodyMatch::new(p.body.before.clone(), diff.body_after(callee), Vec::new())
        }
        Way::Inlined => BodyMatch::new(diff.body_before(callee), p.body.after.clone(), Vec::new()),
    };
    Transfer {
        pair,
        method: callee,
        body,
        caller: by,
        calls: sites.iter().map(|s| s.node).collect(),
        other_class: false,
    }
}

pub fn caller(pair: &MethodPair<'_>, way: Way) -> Method {
    match way {
        Way::Extracted => pair.after,
        Way::Inlined => pair.before,
    }
}

/// The side on which the called method stands.
pub fn side<'d, 'p>(diff: &'d Diff<'p>, way: Way) -> (&'d View<'p>, &'d Calls) {
    match way {
        Way::Extracted => (&diff.after, &diff.calls_after),
        Way::Inlined => (&diff.before, &diff.calls_before),
    }
}

/// The new (or vanished) methods that `from` calls and the other version of the pair does not.
fn callees(diff: &Diff<'_>, pair: usize, from: Method, way: Way, other_class: bool) -> Vec<Method> {
    let (view, calls) = side(diff, way);
    let pool = match way {
        Way::Extracted => &diff.added_methods,
        Way::Inlined => &diff.removed_methods,
    };
    let owner = view.owner(from);
    let made = calls.of(view, from);
    let mut candidates: Vec<Method> = made
        .iter()
        .flat_map(|c| {
            if other_class {
                view.all_called(c.name)
            } else {
                view.methods_called(owner, c.name)
            }
        })
        .copied()
        .filter(|m| pool.contains(m) && (view.owner(*m) != owner || !other_class))
        .collect();
    candidates.sort_unstable();
    candidates.dedup();
    candidates
        .into_iter()
        .filter(|&m| view.method(m).body.is_some() && m != from)
        .filter(|&m| !calls_of(view, calls, from, m, other_class).is_empty())
        .filter(|&m| !called_already(diff, pair, m, way, other_class))
        .filter(|&m| other_class || way == Way::Inlined || !came_from_elsewhere(diff, m))
        .collect()
}

/// Whether a method of the same name left another class with most of these statements: then it was moved here, not
/// extracted.
fn came_from_elsewhere(diff: &Diff<'_>, new: Method) -> bool {
    let name = diff.after.method(new).name;
    let to = diff.after.owner(new);
    let gone = diff.before.all_called(name).iter();
    gone.filter(|m| diff.removed_methods.contains(m))
        .any(|&old| {
            let from = diff.before.owner(old);
            diff.after_of(from) != Some(to) && {
                let body = diff.match_methods(old, new);
                let exact = body.exact();
                exact > 1
                    && exact * 2 > body.mappings.len()
                    && exact > body.left_before.len()
                    && exact > body.left_after.len()
                    || exact > 0 && exact == body.before.len() && exact == body.after.len()
            }
        })
}

fn calls_of(
    view: &View<'_>,
    calls: &Calls,
    from: Method,
    to: Method,
    other_class: bool,
) -> Vec<CallSite> {
    if other_class {
        let mut sites = calls.any(view, from, view.method(to));
        sites.retain(|s| s.on == Receiver::Other || links(view, from, s, to));
        sites.retain(|s| is_meant(view, from, to, s));
        sites
    } else {
        calls.own(view, from, to)
    }
}

/// Whether the call is made on the class of `to` as far as names tell: on the class itself, on a variable or attribute of
/// that type, on a new instance, or by inheritance.
pub fn links(view: &View<'_>, from: Method, site: &CallSite, to: Method) -> bool {
    let owner = view.owner(from);
    let class = view.owner(to);
    if view.ty(class).kind == TypeKind::Module {
        return names_module(view, site, class);
    }
    let name = view.ty(class).name;
    let is_class = |n: Symbol| {
        n == name
            || view.is_subtype(class, n) && alone_below(view, to, n)
            || view.named(n).iter().any(|&t| view.is_subtype(t, name))
    };
    match site.on {
        Receiver::Own
            if view
                .methods_called(owner, site.name)
                .iter()
                .any(|&m| matches_call(view.method(m), site)) =>
        {
            false
        }
        Receiver::Own => {
            let outer = std::iter::successors(Some(owner), |&t| view.outer(t));
            outer
                .clone()
                .any(|t| t == class || view.is_subtype(t, name))
                || imported(view, from, to)
        }
        Receiver::Name(n) if n == name => true,
        Receiver::Name(n) => {
            let vars = view.variables(from);
            let tree = view.tree(from.file);
            let local = vars
                .resolve(n, site.node)
                .and_then(|i| vars.all[i].ty)
                .map(|t| tree.sym(t));
            let field = || attribute_type(view, owner, n);
            local.or_else(field).is_some_and(is_class)
        }
        Receiver::Other => {
            let tree = view.tree(from.file);
            tree.child_in(site.node, Role::Receiver)
                .is_some_and(|r| match type_of(view, from, r) {
                    Some(ty) => is_class(ty),
                    None => tree.kind(r) == Kind::FieldAccess,
                })
        }
    }
}

/// Whether a call may be one of a module's function: by its bare name, or on the name of the module.
fn names_module(view: &View<'_>, site: &CallSite, module: Ty) -> bool {
    match site.on {
        Receiver::Own => true,
        Receiver::Name(n) => {
            let package = view.text(view.package(module));
            package.rsplit('.').next() == Some(view.text(n))
        }
        Receiver::Other => false,
    }
}

/// Whether the file of `from` imports the static method `to` by its name, or all static members of its class (JLS 7.5.3
/// and 7.5.4).
fn imported(view: &View<'_>, from: Method, to: Method) -> bool {
    let class = view.qualified(view.owner(to));
    let member = view.text(view.method(to).name);
    let named = |import: &str| {
        let inside = import.strip_prefix(class);
        inside.and_then(|rest| rest.strip_prefix('.')) == Some(member)
    };
    let mut imports = view.file(from.file).imports.iter();
    imports.any(|i| {
        let name = view.text(i.name);
        i.is_static
            && if i.on_demand {
                name == class
            } else {
                named(name)
            }
    })
}

/// Whether no other type below the one called `name` has such a method: a call on `name` could mean any of them.
fn alone_below(view: &View<'_>, method: Method, name: Symbol) -> bool {
    let decl = view.method(method);
    let own = view.owner(method);
    let mut others = view.types.iter().filter(|&&t| t != own);
    !others.any(|&t| {
        let like = |m: Method| {
            let m = view.method(m);
            m.body.is_some() && m.name == decl.name && m.params.len() == decl.params.len()
        };
        view.methods(t).any(like) && (view.ty(t).name == name || view.is_subtype(t, name))
    })
}

/// Whether the other version of the pair calls the method too: then it is not what the code went to.
fn called_already(
    diff: &Diff<'_>,
    pair: usize,
    callee: Method,
    way: Way,
    other_class: bool,
) -> bool {
    let p = &diff.methods[pair];
    let (decl, others, view, caller) = match way {
        Way::Extracted => (
            diff.after.method(callee),
            &diff.calls_before,
            &diff.before,
            p.before,
        ),
        Way::Inlined => (
            diff.before.method(callee),
            &diff.calls_after,
            &diff.after,
            p.after,
        ),
    };
    // A method of that name and number of parameters in the class was what such a call meant.
    let overloaded = view
        .methods_called(view.owner(caller), decl.name)
        .iter()
        .any(|&m| view.method(m).params.len() == decl.params.len());
    // A call that went along into the method is none of the method.
    let went_along = |c: &CallSite| {
        let (own, calls) = side(diff, way);
        let on = receiver_name(view, caller, c);
        other_class
            && on.is_some()
            && calls
                .of(own, callee)
                .iter()
                .any(|d| matches_call(decl, d) && receiver_name(own, callee, d) == on)
    };
    !overloaded
        && others.of(view, caller).iter().any(|c| {
            matches_call(decl, c) && (other_class || c.on == Receiver::Own) && !went_along(c)
        })
}

/// The last name of what a call is made on.
fn receiver_name(view: &View<'_>, caller: Method, site: &CallSite) -> Option<Symbol> {
    let tree = view.tree(caller.file);
    tree.child_in(site.node, Role::Receiver)
        .filter(|&r| matches!(tree.kind(r), Kind::Name | Kind::FieldAccess))
        .map(|r| tree.sym(r))
}

fn best_transfer<'p>(
    diff: &Diff<'p>,
    pair: usize,
    from: Method,
    callee: Method,
    outer: &Arguments<'p>,
    way: Way,
    other_class: bool,
) -> Option<(Transfer<'p>, Arguments<'p>)> {
    let (view, calls) = side(diff, way);
    let sites = calls_of(view, calls, from, callee, other_class);
    let tree = view.tree(from.file);
    sites
        .iter()
        .take(MOST_CALLS)
        .flat_map(|site| {
            // The receiver may stand for `this` of the called method, or the code may speak of its own class again.
            let with = Arguments::of_call(tree, site.node, view.method(callee), outer);
            let without = with.this.is_some().then(|| with.without_this());
            [Some(with), without]
        })
        .flatten()
        .filter_map(|arguments| {
            let mut body = matched(diff, pair, callee, &arguments, way);
            expressions(
                diff,
                pair,
                &mut body,
                &sites,
                &arguments,
                (way, !other_class),
            );
            let how = (&*sites, &arguments, way);
            let (evidence, rule) = evidence_of(diff, pair, (from, callee), &body, how);
            let verdict = diff
                .judge
                .decide(Decision::Transfer, evidence.values(), rule, || {
                    let (kind, rest) = words(diff, pair, callee, way, other_class);
                    format!("{} {rest}", kind.name())
                });
            verdict.taken.then_some((verdict, body, arguments))
        })
        .max_by_key(|(verdict, body, _)| {
            (
                verdict.score,
                body.mappings.len(),
                body.exact(),
                std::cmp::Reverse(body.distance()),
            )
        })
        .map(|(_, body, arguments)| {
            let transfer = Transfer {
                pair,
                method: callee,
                body,
                caller: from,
                calls: sites.iter().map(|s| s.node).collect(),
                other_class,
            };
            (transfer, arguments)
        })
}

fn matched<'p>(
    diff: &Diff<'p>,
    pair: usize,
    callee: Method,
    arguments: &Arguments<'p>,
    way: Way,
) -> BodyMatch<'p> {
    let p = &diff.methods[pair];
    let types = match way {
        Way::Extracted => diff.types_of(p.before, callee),
        Way::Inlined => diff.types_of(callee, p.after),
    };
    match way {
        Way::Extracted => {
            let free = free(
                &p.body.left_before,
                p.body
                    .mappings
                    .iter()
                    .filter(|m| !m.exact)
                    .map(|m| m.before),
            );
            diff.matcher().some(
                p.body.before.clone(),
                diff.body_after(callee),
                &Argumentization {
                    before: types.before,
                    after: arguments.clone().within(types.after.class),
                },
                |i| free.contains(&i),
                |_| true,
            )
        }
        Way::Inlined => {
            let free = free(
                &p.body.left_after,
                p.body.mappings.iter().filter(|m| !m.exact).map(|m| m.after),
            );
            diff.matcher().some(
                diff.body_before(callee),
                p.body.after.clone(),
                &Argumentization {
                    before: arguments.clone().within(types.before.class),
                    after: types.after,
                },
                |_| true,
                |i| free.contains(&i),
            )
        }
    }
}

fn free(left: &[StmtId], inexact: impl Iterator<Item = StmtId>) -> FxHashSet<StmtId> {
    left.iter().copied().chain(inexact).collect()
}

/// Keeps the transfer; statements that it explains better leave the method pair.
fn accept<'p>(diff: &mut Diff<'p>, transfer: Transfer<'p>, way: Way) {
    let p = &mut diff.methods[transfer.pair];
    let better = |m: &Mapping| {
        transfer.body.mappings.iter().any(|t| {
            let same = match way {
                Way::Extracted => t.before == m.before,
                Way::Inlined => t.after == m.after,
            };
            same && t.distance < m.distance
        })
    };
    if p.body.mappings.iter().any(better) {
        p.body = p.body.without(better);
    }
    match way {
        Way::Extracted => diff.extracted.push(transfer),
        Way::Inlined => diff.inlined.push(transfer),
    }
}
