//! Vector abstraction and concretization (paper 2, sections 3.2 and 3.4): what a refactoring changes in a sample is
//! evened out in all vectors, so that code before and after it looks the same.

use crate::{Dense, FEATURES, Feature, View};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// What a sample before and after a refactoring has in common, and what it has not.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Difference {
    /// The assimilation vector: of each feature, what both have.
    pub common: Dense,
    /// By how much each feature changes; never by 0. In order of feature.
    pub changes: Vec<(Feature, i32)>,
}

impl Difference {
    pub fn between(before: &Dense, after: &Dense) -> Self {
        let mut difference = Self::default();
        for i in 0..FEATURES {
            let (b, a) = (before.0[i], after.0[i]);
            difference.common.0[i] = b.min(a);
            if a != b {
                difference.changes.push((Feature(i as u8), a - b));
            }
        }
        difference
    }

    /// The greatest difference that all samples of one type share: features that all change in the same direction, by
    /// the least amount.
    pub fn common(all: &[Self]) -> Self {
        let Some((first, rest)) = all.split_first() else {
            return Self::default();
        };
        let mut common = first.clone();
        for other in rest {
            for (n, o) in common.common.0.iter_mut().zip(other.common.0) {
                *n = (*n).min(o);
            }
            common.changes = common
                .changes
                .iter()
                .filter_map(|&(f, n)| {
                    let &(_, o) = other.changes.iter().find(|(g, _)| *g == f)?;
                    (o.signum() == n.signum()).then(|| (f, n.signum() * n.abs().min(o.abs())))
                })
                .collect();
        }
        common
    }

    /// Concretization, first and second rule: the change from `query` to `answer` is at least this one, and what the
    /// sample has in common is in both.
    pub fn is_in(&self, query: &Dense, answer: &Dense) -> bool {
        let changes = self.changes.iter().all(|&(f, n)| {
            let change = answer.get(f) - query.get(f);
            change.signum() == n.signum() && change.abs() >= n.abs() && query.get(f) + n >= 0
        });
        changes
            && self
                .common
                .iter()
                .all(|(f, n)| query.calls_or(f) >= n && answer.calls_or(f) >= n)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    Keep,
    Zero,
    /// The same in all vectors; concretization sees to it that it is there.
    One,
    /// Counted together with others, under the least of them.
    Merge(u8),
}

/// How a type of refactoring looks at vectors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Abstraction {
    pub view: View,
    fates: [Fate; FEATURES],
}

/// Subsets that sum to zero are sought among so many features; samples change fewer.
const MOST_CHANGES: usize = 20;
/// The largest subset that is sought.
const LARGEST_SUBSET: usize = 4;

impl Abstraction {
    /// Nothing is evened out.
    pub fn none(view: View) -> Self {
        Self {
            view,
            fates: [Fate::Keep; FEATURES],
        }
    }

    /// The abstraction that a difference calls for. A feature outside of it keeps its count; a subset that sums to zero is
    /// counted as one feature; a subset that changes by equal amounts is set to one; any other feature of it is left
    /// out. Where subsets overlap: first those that sum to zero, the smallest first, then by the order of their features;
    /// of what is left, the equal amounts.
    pub fn of(view: View, difference: &Difference) -> Self {
        let mut abstraction = Self::none(view);
        let mut left = difference.changes.clone();
        while left.len() <= MOST_CHANGES
            && let Some(subset) = zero_subset(&left)
        {
            let under = left[subset[0]].0;
            for &i in &subset {
                abstraction.fates[left[i].0.index()] = Fate::Merge(under.0);
            }
            let mut i = 0;
            left.retain(|_| {
                i += 1;
                !subset.contains(&(i - 1))
            });
        }
        for &(feature, change) in &left {
            let equal = left.iter().filter(|(_, n)| *n == change).count() > 1;
            abstraction.fates[feature.index()] = if equal { Fate::One } else { Fate::Zero };
        }
        abstraction
    }

    /// One abstraction for several: what one of them evens out stays evened out. Features that are counted together by one of
    /// them and with others by another are all counted together, unless one of these is left out somewhere: then all are.
    pub fn pooled(view: View, all: &[Self]) -> Self {
        let mut group: Vec<usize> = (0..FEATURES).collect();
        for abstraction in all {
            for (i, fate) in abstraction.fates.iter().enumerate() {
                if let Fate::Merge(under) = *fate {
                    let (from, to) = (group[i], group[usize::from(under)]);
                    for g in group.iter_mut().filter(|g| **g == from.max(to)) {
                        *g = from.min(to);
                    }
                }
            }
        }
        let left_out = |i: usize| {
            let mut fates = all.iter().map(|a| a.fates[i]);
            fates.any(|f| matches!(f, Fate::Zero | Fate::One))
        };
        let mut pooled = Self::none(view);
        for (i, fate) in pooled.fates.iter_mut().enumerate() {
            let mut members = (0..FEATURES).filter(|&j| group[j] == group[i]);
            let alone = members.clone().count() == 1;
            *fate = if members.any(left_out) {
                Fate::Zero
            } else if alone {
                Fate::Keep
            } else {
                Fate::Merge(group[i] as u8)
            };
        }
        pooled
    }

    /// Own and api calls count as one: who calls what is not known of all code, and structure tells calls apart by name.
    /// What a sample changes in the one is changed in the other.
    #[must_use]
    pub fn joining_calls(mut self) -> Self {
        for arguments in 0..=Feature::MOST_ARGUMENTS {
            let (own, api) = (Feature::own_call(arguments), Feature::api_call(arguments));
            let fate = match [own, api].map(|f| self.fates[f.index()]) {
                [Fate::Keep, Fate::Keep] => Fate::Merge(own.0),
                [Fate::Keep, changed] | [changed, Fate::Keep] => changed,
                [own, api] if own == api => own,
                _ => Fate::Zero,
            };
            self.fates[own.index()] = fate;
            self.fates[api.index()] = fate;
        }
        self
    }

    /// The abstracted vector of a stored one.
    pub fn apply(&self, stored: &Dense) -> Dense {
        let mut out = Dense::default();
        for (n, fate) in out.0.iter_mut().zip(self.fates) {
            *n = i32::from(fate == Fate::One);
        }
        for (feature, count) in self.view.of(stored).iter() {
            match self.fates[feature.index()] {
                Fate::Keep => out.0[feature.index()] += count,
                Fate::Zero => {}
                Fate::One => {}
                Fate::Merge(under) => out.0[usize::from(under)] += count,
            }
        }
        out
    }

    /// A number that is equal for stored vectors whose abstractions are equal.
    pub fn key(&self, stored: &Dense) -> u64 {
        let mut hasher = FxHasher::default();
        for (feature, count) in self.apply(stored).iter() {
            hasher.write_u64(u64::from(feature.0) << 32 | u64::from(count.unsigned_abs()));
        }
        hasher.finish()
    }
}

/// The smallest subset whose changes sum to zero, the first in order among equals.
fn zero_subset(changes: &[(Feature, i32)]) -> Option<Vec<usize>> {
    (2..=LARGEST_SUBSET).find_map(|size| zero_subset_of(changes, size, 0, 0, &mut Vec::new()))
}

fn zero_subset_of(
    changes: &[(Feature, i32)],
    size: usize,
    from: usize,
    sum: i32,
    taken: &mut Vec<usize>,
) -> Option<Vec<usize>> {
    if taken.len() == size {
        return (sum == 0).then(|| taken.clone());
    }
    for i in from..changes.len() {
        taken.push(i);
        let found = zero_subset_of(changes, size, i + 1, sum + changes[i].1, taken);
        taken.pop();
        if found.is_some() {
            return found;
        }
    }
    None
}
