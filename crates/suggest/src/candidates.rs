//! Candidates: pairs of methods whose vectors say that one could be refactored as the other has been.

use crate::catalogue::{Asks, Query, Rule, Types};
use crate::shapes::Shapes;
use crate::side::Side;
use crate::types::Family;
use rayon::prelude::*;
use reweave_vectors::{
    CodeBase, Dense, Inliner, InliningConfig, Lsh, MethodFlags, MethodId, Variant, View, exact,
};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::{Hash, Hasher};

/// What is asked for, and how closely vectors must agree.
#[derive(Clone, PartialEq, Debug)]
pub struct Options {
    pub inlining: InliningConfig,
    /// 1 for equal vectors; below it, locality-sensitive hashing.
    pub similarity: f64,
    /// Filter Size (paper 3): smaller methods are not asked about.
    pub least_size: u32,
    /// Names of the types to look for; all when empty.
    pub types: Vec<String>,
    /// So many projects, the first ones, are an older version of the others: what is asked stands in the older, what answers
    /// in the newer, under the same name (filter Names of paper 2).
    pub older_projects: u16,
    /// Also give candidates whose structure does not agree.
    pub unconfirmed: bool,
}

/// Paper 3 asks for 20 nodes of its syntax trees, in which every name, block and statement is a node; the same methods have
/// some 12 of ours.
const LEAST_SIZE: u32 = 12;

impl Default for Options {
    fn default() -> Self {
        Self {
            inlining: InliningConfig::default(),
            similarity: 1.0,
            least_size: LEAST_SIZE,
            types: Vec::new(),
            older_projects: 0,
            unconfirmed: false,
        }
    }
}

/// What might be refactored (`query`) as `answer` has been.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Candidate {
    /// The number of the query in [`Types::queries`].
    pub query_kind: u16,
    pub query: Side,
    pub answer: Side,
}

/// Answers that are looked at for each method asked about: the nearest ones.
const MOST_ANSWERS: usize = 12;
/// Methods asked about in one group of equal vectors; a larger group is boilerplate.
const MOST_ASKED: usize = 100;

/// All candidates of the wanted types, in order.
pub fn candidates(
    base: &CodeBase,
    inliner: &Inliner<'_>,
    types: &Types,
    options: &Options,
) -> Vec<Candidate> {
    let mut all = Vec::new();
    for (kind, query) in types.queries.iter().enumerate() {
        let asked = query
            .types
            .iter()
            .any(|(t, _)| types.is_wanted(*t, &options.types));
        if asked {
            let search = Search {
                base,
                inliner,
                options,
                types,
                query,
                changed: query
                    .changed_calls
                    .iter()
                    .filter_map(|n| Some(base.names.get(n)?.index() as u32))
                    .collect(),
            };
            let pairs = search.run();
            all.extend(pairs.into_iter().map(|(query, answer)| Candidate {
                query_kind: kind as u16,
                query,
                answer,
            }));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The methods whose code the candidates need: both sides and what is inlined in them, in order.
pub fn wanted(
    candidates: &[Candidate],
    base: &CodeBase,
    inliner: &Inliner<'_>,
    depth: u8,
) -> Vec<MethodId> {
    let mut all: FxHashSet<MethodId> = FxHashSet::default();
    for side in candidates.iter().flat_map(|c| [c.query, c.answer]) {
        all.insert(side.method);
        let mut open = inliner.inlined(side.method, side.variant);
        for _ in 0..depth {
            let next = open.iter().filter(|_| depth > 1);
            let next: Vec<MethodId> = next.flat_map(|&c| inliner.callees(c)).collect();
            all.extend(open);
            open = next;
        }
    }
    let mut all: Vec<MethodId> = all.into_iter().collect();
    all.sort_unstable_by_key(|&m| (base.method(m).file, m));
    all
}

struct Search<'a> {
    base: &'a CodeBase,
    inliner: &'a Inliner<'a>,
    options: &'a Options,
    types: &'a Types,
    query: &'a Query,
    /// Names of calls that do not count.
    changed: Vec<u32>,
}

impl Search<'_> {
    fn run(&self) -> Vec<(Side, Side)> {
        if self.options.similarity < 1.0 {
            return self.close();
        }
        let keyed: Vec<(u64, Side)> = self
            .base
            .methods
            .par_iter()
            .enumerate()
            .flat_map_iter(|(m, _)| {
                let mut keyed = Vec::new();
                self.sides(MethodId(m as u32), |side, vector| {
                    keyed.push((self.key(side, vector), side));
                });
                keyed
            })
            .collect();
        let groups = exact(keyed);
        let pairs: Vec<Vec<(Side, Side)>> = groups.par_iter().map(|g| self.pairs(g)).collect();
        pairs.into_iter().flatten().collect()
    }

    /// Equal for sides whose abstracted vectors are equal and which call methods of the same names: no type that is looked
    /// for changes these, inlined calls aside.
    fn key(&self, side: Side, vector: &Dense) -> u64 {
        let mut hasher = FxHasher::default();
        self.query.abstraction.key(vector).hash(&mut hasher);
        let mut names = self.inliner.call_names(side.method, side.variant);
        names.retain(|n| !self.changed.contains(n));
        names.hash(&mut hasher);
        hasher.finish()
    }

    /// The sides of a method that take part, with their vectors.
    fn sides(&self, method: MethodId, mut f: impl FnMut(Side, &Dense)) {
        let facts = self.base.method(method);
        if facts.flags.has(MethodFlags::NO_BODY) {
            return;
        }
        if self.query.asks != Asks::OfInlined {
            if facts.size >= self.options.least_size {
                let vector = self.inliner.base_vector(method);
                f(
                    Side {
                        method,
                        variant: Variant::Base,
                    },
                    &vector,
                );
            }
            return;
        }
        self.inliner.variants(method, |variant, vector| {
            let enough = match variant {
                Variant::Base => facts.size >= self.options.least_size,
                _ => View::Core.of(vector).size() >= self.options.least_size,
            };
            if enough {
                f(Side { method, variant }, vector);
            }
        });
    }

    fn pairs(&self, group: &[Side]) -> Vec<(Side, Side)> {
        let shapes = Shapes::new(self.inliner, &self.query.abstraction);
        match self.query.asks {
            Asks::OfInlined => {
                let (asked, answers): (Vec<Side>, Vec<Side>) =
                    group.iter().partition(|s| s.variant == Variant::Base);
                let mut pairs =
                    self.join(&asked, &answers, |q, a| shapes.is_missed_extraction(q, a));
                pairs.extend(
                    self.join(&answers, &answers, |q, a| shapes.is_divided_otherwise(q, a)),
                );
                pairs
            }
            Asks::BaseOfBase => self.join(group, group, |q, a| {
                q.method != a.method && shapes.whole(q.method) != shapes.whole(a.method)
            }),
            Asks::Alike => self.join(group, group, |q, a| {
                q.method != a.method && self.may_differ(q.method, a.method)
            }),
        }
    }

    /// Whether some type that is asked for sees a difference between methods that read the same.
    fn may_differ(&self, query: MethodId, answer: MethodId) -> bool {
        self.query.types.iter().any(|(kind, _)| {
            matches!(self.types.all[*kind].1, Rule::BuiltIn(Family::Likeness { differ, .. })
                if differ(self.base, query, answer))
        })
    }

    fn join(
        &self,
        asked: &[Side],
        answers: &[Side],
        fits: impl Fn(Side, Side) -> bool,
    ) -> Vec<(Side, Side)> {
        let mut pairs = Vec::new();
        let asked = asked.iter().filter(|s| self.may_ask(**s));
        for &query in asked.take(MOST_ASKED) {
            let mut near: Vec<Side> = answers
                .iter()
                .copied()
                .filter(|a| self.may_answer(query, *a))
                .collect();
            near.sort_by_cached_key(|a| (distance(self.base, query.method, a.method), *a));
            let fitting = near.into_iter().filter(|&a| fits(query, a));
            pairs.extend(fitting.take(MOST_ANSWERS).map(|a| (query, a)));
        }
        pairs
    }

    fn is_older(&self, method: MethodId) -> bool {
        self.base.project(method).0 < self.options.older_projects
    }

    fn may_ask(&self, side: Side) -> bool {
        self.options.older_projects == 0 || self.is_older(side.method)
    }

    fn may_answer(&self, query: Side, answer: Side) -> bool {
        self.options.older_projects == 0
            || !self.is_older(answer.method)
                && self.base.qualified_name(query.method) == self.base.qualified_name(answer.method)
    }

    /// The pairs whose vectors are close, by locality-sensitive hashing of vectors of about the same size.
    fn close(&self) -> Vec<(Side, Side)> {
        let mut sides: Vec<(Side, Dense)> = Vec::new();
        for method in self.base.method_ids() {
            self.sides(method, |side, vector| {
                sides.push((side, self.query.abstraction.apply(vector)));
            });
        }
        // Each power of two has its own width; a vector near the border is in both.
        let mut keyed: Vec<(u64, u32)> = Vec::new();
        for (i, (_, vector)) in sides.iter().enumerate() {
            let size = vector.size().max(1);
            let class = size.ilog2();
            for class in [class, class + 1] {
                let lsh = Lsh::new(self.options.similarity, 1 << class);
                for key in lsh.keys(vector) {
                    keyed.push((key.wrapping_add(u64::from(class)), i as u32));
                }
            }
        }
        let mut pairs: FxHashSet<(Side, Side)> = FxHashSet::default();
        for group in exact(keyed) {
            let near: Vec<Side> = group.iter().map(|&i| sides[i as usize].0).collect();
            let of = |s: Side| {
                let i = group.iter().find(|&&i| sides[i as usize].0 == s);
                i.map(|&i| &sides[i as usize].1)
            };
            for (query, answer) in self.pairs(&near) {
                if let (Some(q), Some(a)) = (of(query), of(answer))
                    && Lsh::similarity(q, a) >= self.options.similarity
                {
                    pairs.insert((query, answer));
                }
            }
        }
        pairs.into_iter().collect()
    }
}

/// Nearer examples say more: the same type, file, package, project, name.
pub(crate) fn distance(base: &CodeBase, a: MethodId, b: MethodId) -> u8 {
    let (x, y) = (base.method(a), base.method(b));
    let package = |file: u32| base.files[file as usize].package;
    u8::from(x.owner != y.owner)
        + u8::from(x.file != y.file)
        + u8::from(package(x.file) != package(y.file))
        + u8::from(base.project(a) != base.project(b))
        + 2 * u8::from(x.name != y.name)
}
