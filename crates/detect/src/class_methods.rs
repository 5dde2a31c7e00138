//! The methods that are left in a pair of types: what is asked of each of their pairs, and which pairs are worth comparing.

use crate::bodyless::Shapes;
use crate::diff::{Diff, TypePair};
use crate::members::method_name;
use crate::view::{Method, View};
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What the pairs of left methods of one class are judged by, looked up once.
pub struct Class {
    pub pair: TypePair,
    /// One method is left on each side.
    pub last_ones: bool,
    /// How many methods are left before and after.
    pub left: (usize, usize),
    /// By how many places a method may have shifted: as many as the class gained or lost.
    slack: usize,
    places: FxHashMap<Method, usize>,
    places_after: FxHashMap<Method, usize>,
    neighbours: FxHashSet<(Method, Method)>,
    /// How many methods of a name are left before and after.
    named: FxHashMap<Symbol, (u32, u32)>,
    pub shapes: Shapes,
    /// The pairs of methods of the class that call something of a name, before and after.
    callers: [FxHashMap<Symbol, Vec<(Method, Method)>>; 2],
}

impl Class {
    pub fn new(diff: &Diff<'_>, pair: TypePair, removed: &[Method], added: &[Method]) -> Self {
        let before = diff.before.method_count(pair.before);
        let gained = before.abs_diff(diff.after.method_count(pair.after));
        let places = |all: &mut dyn Iterator<Item = Method>| -> FxHashMap<Method, usize> {
            all.enumerate().map(|(i, m)| (m, i)).collect()
        };
        let mut named: FxHashMap<Symbol, (u32, u32)> = FxHashMap::default();
        for &m in removed {
            named
                .entry(method_name(diff.before.method(m)))
                .or_default()
                .0 += 1;
        }
        for &m in added {
            named
                .entry(method_name(diff.after.method(m)))
                .or_default()
                .1 += 1;
        }
        let mut class = Self {
            pair,
            last_ones: removed.len() == 1 && added.len() == 1,
            left: (removed.len(), added.len()),
            slack: gained.max(removed.len().abs_diff(added.len())),
            places: places(&mut diff.before.methods(pair.before)),
            places_after: places(&mut diff.after.methods(pair.after)),
            neighbours: FxHashSet::default(),
            named,
            shapes: Shapes::of(diff, removed, added),
            callers: Default::default(),
        };
        class.neighbours = class.find_neighbours(diff);
        class.find_callers(diff);
        class
    }

    /// Whether two methods stand where one could have become the other.
    pub fn near(&self, b: Method, a: Method) -> bool {
        let place = |places: &FxHashMap<Method, usize>, m| places.get(&m).copied().unwrap_or(0);
        place(&self.places, b).abs_diff(place(&self.places_after, a)) <= self.slack
            || self.neighbours.contains(&(b, a))
    }

    /// Whether one method of that name is left, before and after.
    pub fn only_one(&self, name: Symbol) -> bool {
        self.named.get(&name) == Some(&(1, 1))
    }

    /// The pairs of methods left that stand next to the same matched method, or as many steps from it.
    fn find_neighbours(&self, diff: &Diff<'_>) -> FxHashSet<(Method, Method)> {
        let before: Vec<Method> = diff.before.methods(self.pair.before).collect();
        let after: Vec<Method> = diff.after.methods(self.pair.after).collect();
        let mut out = FxHashSet::default();
        let free = |all: &[Method], at: usize, step: isize, pool: &BTreeSet<Method>| {
            let k = at.checked_add_signed(step)?;
            all.get(k).copied().filter(|m| pool.contains(m))
        };
        for p in diff.methods_in(self.pair.before) {
            let (Some(&i), Some(&j)) =
                (self.places.get(&p.before), self.places_after.get(&p.after))
            else {
                continue;
            };
            for sign in [1, -1] {
                let mut step = sign;
                while let (Some(x), Some(y)) = (
                    free(&before, i, step, &diff.removed_methods),
                    free(&after, j, step, &diff.added_methods),
                ) {
                    out.insert((x, y));
                    step += sign;
                }
            }
        }
        out
    }

    fn find_callers(&mut self, diff: &Diff<'_>) {
        for p in diff.methods_in(self.pair.before).filter(|p| !p.identical) {
            let calls = [
                diff.calls_before.of(&diff.before, p.before),
                diff.calls_after.of(&diff.after, p.after),
            ];
            for (callers, calls) in self.callers.iter_mut().zip(calls) {
                for call in calls.iter() {
                    let list: &mut Vec<_> = callers.entry(call.name).or_default();
                    if list.last() != Some(&(p.before, p.after)) {
                        list.push((p.before, p.after));
                    }
                }
            }
        }
    }

    /// Whether methods of the class that were matched already call the new one without having called the old, and none
    /// goes from one to the other: then it was extracted, not renamed; or the other way round, inlined.
    pub fn is_helper(&self, diff: &Diff<'_>, b: Method, a: Method) -> bool {
        let of = |side: usize, name: Symbol| self.callers[side].get(&name).into_iter().flatten();
        let mut pairs: Vec<(Method, Method)> = of(0, diff.before.method(b).name)
            .chain(of(1, diff.after.method(a).name))
            .copied()
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut one_alone = false;
        // So many callers tell as much as all of them.
        for (old, new) in pairs.into_iter().take(MOST_CALLERS) {
            let before = !diff.calls_before.own(&diff.before, old, b).is_empty();
            let after = !diff.calls_after.own(&diff.after, new, a).is_empty();
            if before && after {
                return false;
            }
            one_alone |= before != after;
        }
        one_alone
    }
}

const MOST_CALLERS: usize = 200;

/// Up to so many pairs of methods in a class, all are compared.
const MOST_PAIRS: usize = 900;

/// In a larger class each method is compared with so many: those that share a name or the most statements, the nearest
/// among equals.
const BEST_FEW: usize = 8;

/// So many of those that share one statement are looked at, the nearest on each side.
const NEAREST: usize = 8;

/// Which new methods a vanished one of the class is compared with.
pub struct Tried {
    added: Vec<Method>,
    crowded: bool,
    by_name: FxHashMap<String, Vec<Method>>,
    by_statement: FxHashMap<u64, Vec<Method>>,
    neighbours: FxHashMap<Method, Vec<Method>>,
}

impl Tried {
    pub fn new(diff: &Diff<'_>, class: &Class, removed: &[Method], added: &[Method]) -> Self {
        let crowded = removed.len() * added.len() > MOST_PAIRS;
        let mut out = Self {
            added: added.to_vec(),
            crowded,
            by_name: FxHashMap::default(),
            by_statement: FxHashMap::default(),
            neighbours: FxHashMap::default(),
        };
        if crowded {
            for &a in added {
                out.by_name
                    .entry(folded(&diff.after, a))
                    .or_default()
                    .push(a);
                let body = diff.body_after(a);
                let mut hashes: Vec<u64> = body.stmts.iter().map(|s| s.hash).collect();
                hashes.sort_unstable();
                hashes.dedup();
                for hash in hashes {
                    out.by_statement.entry(hash).or_default().push(a);
                }
            }
            for &(b, a) in &class.neighbours {
                out.neighbours.entry(b).or_default().push(a);
            }
        }
        out
    }

    pub fn of(&self, diff: &Diff<'_>, class: &Class, b: Method) -> Vec<Method> {
        if !self.crowded {
            return self.added.clone();
        }
        let at = class.places.get(&b).copied().unwrap_or(0);
        let place = |m: &Method| class.places_after.get(m).copied().unwrap_or(0);
        let mut shared: FxHashMap<Method, usize> = FxHashMap::default();
        let named = self.by_name.get(&folded(&diff.before, b));
        for &a in nearest(named.map_or(&[], |v| v), at, place) {
            *shared.entry(a).or_default() += SAME_NAME;
        }
        let body = diff.body_before(b);
        let hashes: FxHashSet<u64> = body.stmts.iter().map(|s| s.hash).collect();
        for hash in &hashes {
            let with = self.by_statement.get(hash).map_or(&[][..], |v| v);
            for &a in nearest(with, at, place) {
                *shared.entry(a).or_default() += 1;
            }
        }
        for &a in self.neighbours.get(&b).into_iter().flatten() {
            if let Some(n) = shared.get_mut(&a) {
                *n += 1;
            }
        }
        let mut out: Vec<(usize, usize, Method)> = shared
            .into_iter()
            .map(|(a, n)| (n, place(&a).abs_diff(at), a))
            .collect();
        out.sort_by_key(|&(n, far, a)| (std::cmp::Reverse(n), far, a));
        out.truncate(BEST_FEW);
        out.into_iter().map(|(_, _, a)| a).collect()
    }
}

/// What a kept name weighs beside statements: methods of one name are compared whatever else they share.
const SAME_NAME: usize = 1_000;

/// The methods of a list in order of place that stand nearest to `at`.
fn nearest(all: &[Method], at: usize, place: impl Fn(&Method) -> usize) -> &[Method] {
    let middle = all.partition_point(|m| place(m) < at);
    &all[middle.saturating_sub(NEAREST)..(middle + NEAREST).min(all.len())]
}

/// The name without the case of its letters; constructors have none.
fn folded(view: &View<'_>, m: Method) -> String {
    view.text(method_name(view.method(m))).to_ascii_lowercase()
}
