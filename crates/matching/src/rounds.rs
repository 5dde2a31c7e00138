//! Statement matching in rounds (paper 4, algorithm 1): identical at the same depth, identical, equal after
//! replacements; leaves first, then composites that have a matched pair of children.

use crate::arguments::Argumentization;
use crate::body::{Body, Stmt, StmtId, own_hash};
use crate::diff::{Differ, Renames};
use crate::distance::Distances;
use crate::lets::{Lets, Values};
use crate::mapping::{BodyMatch, Mapping};
use crate::near::NearBy;
use crate::replacement::{Replacement, ReplacementKind};
use crate::{Budget, statement};
use reweave_model::{Kind, NodeId, Tree};

/// What the rounds need beside the two bodies.
pub struct Matcher<'a, 'n> {
    pub distances: &'a Distances<'n>,
    pub budget: &'a Budget<'a>,
    pub renames: &'a Renames,
}

/// More pairs than this are not compared one by one: only those whose statements look alike at first sight, and of these
/// the nearest.
const MOST_PAIRS: usize = 40_000;

/// Of more like statements than this, only so many of the nearest on each side are looked at.
pub(crate) const CROWD: usize = 64;

/// Of statements that look alike in a body with too many pairs, so many of the nearest on each side are compared, and
/// only the best few pairs of each are kept.
const NEAREST: usize = 12;
const BEST_FEW: usize = 6;

/// What statements of different kinds are apart beside their expressions: about a keyword.
const ANOTHER_KIND: u32 = 6;

impl Matcher<'_, '_> {
    /// All statements of both bodies.
    pub fn bodies<'t>(
        &self,
        before: Body<'t>,
        after: Body<'t>,
        arguments: &Argumentization<'t>,
    ) -> BodyMatch<'t> {
        self.some(before, after, arguments, |_| true, |_| true)
    }

    /// Only those statements that `free_before` and `free_after` name.
    pub fn some<'t>(
        &self,
        before: Body<'t>,
        after: Body<'t>,
        arguments: &Argumentization<'t>,
        free_before: impl Fn(StmtId) -> bool,
        free_after: impl Fn(StmtId) -> bool,
    ) -> BodyMatch<'t> {
        let lets = Lets::between(&before, &after, arguments);
        let h1 = hashes(&before, &arguments.before);
        let h2 = hashes(&after, &arguments.after);
        let mut rounds = Rounds {
            matcher: self,
            arguments,
            lets: &lets,
            to_after: vec![None; before.len()],
            at: vec![usize::MAX; before.len()],
            taken: before.ids().map(|i| !free_before(i)).collect(),
            taken_after: after.ids().map(|i| !free_after(i)).collect(),
            mappings: Vec::new(),
            h1,
            h2,
            b1: &before,
            b2: &after,
        };
        rounds.identical_leaves();
        rounds.similar_leaves();
        rounds.composites();
        rounds.carried_loops();
        rounds.emptied_loops();
        rounds.headers_and_leaves();
        let mut mappings = rounds.mappings;
        mappings.sort_by_key(|m| (m.before, m.after));
        BodyMatch::new(before, after, mappings)
    }
}

/// The hashes of the parent, of the statement before and of the one behind in the same block: what follows the last of
/// several clauses says nothing of which of them is meant.
fn neighbours(body: &Body<'_>, hashes: &[u64], i: StmtId) -> [Option<u64>; 3] {
    let parent = body.stmt(i).parent;
    let beside = |n: Option<StmtId>| {
        n.filter(|&n| {
            body.stmts
                .get(n as usize)
                .is_some_and(|s| s.parent == parent)
        })
    };
    let around = [parent, beside(i.checked_sub(1)), beside(Some(i + 1))];
    around.map(|n| n.and_then(|n| hashes.get(n as usize)).copied())
}

fn hashes(body: &Body<'_>, arguments: &crate::Arguments<'_>) -> Vec<u64> {
    body.stmts
        .iter()
        .map(|s| {
            if arguments.is_empty() {
                s.hash
            } else {
                own_hash(body.tree, s.node, arguments)
            }
        })
        .collect()
}

pub(crate) struct Rounds<'r, 't> {
    pub(crate) matcher: &'r Matcher<'r, 'r>,
    arguments: &'r Argumentization<'t>,
    lets: &'r Lets,
    pub(crate) b1: &'r Body<'t>,
    pub(crate) b2: &'r Body<'t>,
    pub(crate) h1: Vec<u64>,
    pub(crate) h2: Vec<u64>,
    /// Statements of the first body that are matched, or not to be.
    taken: Vec<bool>,
    /// The same of the second.
    pub(crate) taken_after: Vec<bool>,
    pub(crate) to_after: Vec<Option<StmtId>>,
    /// The index of each statement's mapping; past the end where it has none.
    at: Vec<usize>,
    mappings: Vec<Mapping>,
}

pub(crate) struct Candidate {
    pub before: StmtId,
    pub after: StmtId,
    pub distance: u32,
    /// Only part of one stands in the other: taken where nothing better is found.
    pub weak: bool,
    /// Of the children, how many are not matched with each other, in percent.
    pub apart: u32,
    pub replacements: Vec<Replacement>,
}

impl<'t> Rounds<'_, 't> {
    fn take(
        &mut self,
        before: StmtId,
        after: StmtId,
        distance: u32,
        replacements: Vec<Replacement>,
    ) {
        self.taken[before as usize] = true;
        self.taken_after[after as usize] = true;
        self.to_after[before as usize] = Some(after);
        self.at[before as usize] = self.mappings.len();
        let exact = replacements.is_empty();
        self.mappings.push(Mapping {
            before,
            after,
            exact,
            distance,
            replacements,
        });
    }

    pub(crate) fn mapping_of(&self, before: StmtId) -> Option<&Mapping> {
        self.mappings.get(self.at[before as usize])
    }

    /// Where each statement of the first body would stand in the second if what lies between it and the matched one
    /// before it were the same.
    pub(crate) fn expected(&self) -> Vec<StmtId> {
        let mut shift = 0_i32;
        let last = self.b2.len().saturating_sub(1) as StmtId;
        let place = |(i, to): (usize, &Option<StmtId>)| {
            let i = i as StmtId;
            if let Some(j) = to {
                shift = j.cast_signed().wrapping_sub(i.cast_signed());
            }
            i.saturating_add_signed(shift).min(last)
        };
        self.to_after.iter().enumerate().map(place).collect()
    }

    pub(crate) fn free1(&self, composite: bool) -> Vec<StmtId> {
        let ok = |&i: &StmtId| !self.taken[i as usize] && self.b1.stmt(i).composite == composite;
        self.b1.ids().filter(ok).collect()
    }

    pub(crate) fn free2(&self, composite: bool) -> Vec<StmtId> {
        let ok =
            |&i: &StmtId| !self.taken_after[i as usize] && self.b2.stmt(i).composite == composite;
        self.b2.ids().filter(ok).collect()
    }

    /// How far apart two statements stand: the paper's tie-breaks, the neighbours between them.
    fn apart(&self, i: StmtId, j: StmtId) -> (u32, u32, u32, u32) {
        let (s1, s2) = (self.b1.stmt(i), self.b2.stmt(j));
        (
            u32::from(s1.depth.abs_diff(s2.depth)),
            self.strange_neighbours(i, j),
            s1.index.abs_diff(s2.index),
            i.abs_diff(j),
        )
    }

    /// Parent, statement before and statement after: how many of the three differ.
    fn strange_neighbours(&self, i: StmtId, j: StmtId) -> u32 {
        let pairs = self.around1(i).into_iter().zip(self.around2(j));
        pairs.map(|(x, y)| u32::from(x != y)).sum()
    }

    fn around1(&self, i: StmtId) -> [Option<u64>; 3] {
        neighbours(self.b1, &self.h1, i)
    }

    fn around2(&self, j: StmtId) -> [Option<u64>; 3] {
        neighbours(self.b2, &self.h2, j)
    }

    /// Rounds 1 and 2 for leaves.
    fn identical_leaves(&mut self) {
        for same_depth in [true, false] {
            let depth = |s: &Stmt| if same_depth { s.depth } else { 0 };
            let right = self.free2(false).into_iter();
            let right: Vec<_> = right
                .map(|j| ((self.h2[j as usize], depth(self.b2.stmt(j))), j))
                .collect();
            let mut near = NearBy::of(right.iter().copied());
            // In a crowd of like statements, those between the same neighbours may stand far away.
            let mut between = NearBy::of(right.iter().map(|&(k, j)| ((k, self.around2(j)), j)));
            let mut shift = 0;
            for i in self.free1(false) {
                if self.matcher.budget.is_over() {
                    return;
                }
                let key = (self.h1[i as usize], depth(self.b1.stmt(i)));
                let mut found = near.around(&key, i, CROWD, &self.taken_after);
                if found.len() >= CROWD {
                    let there = i.saturating_add_signed(shift);
                    found.extend(near.around(&key, there, NEAREST, &self.taken_after));
                    let key = (key, self.around1(i));
                    found.extend(between.around(&key, there, NEAREST, &self.taken_after));
                }
                let best = found.into_iter().min_by_key(|&j| (self.apart(i, j), j));
                if let Some(j) = best {
                    shift = j.cast_signed().wrapping_sub(i.cast_signed());
                    self.take(i, j, 0, Vec::new());
                }
            }
        }
    }

    /// Round 3 for leaves: all pairs, the best first; in a crowd the nearest that look alike.
    fn similar_leaves(&mut self) {
        let (left, right) = (self.free1(false), self.free2(false));
        let many = left.len() * right.len() > MOST_PAIRS;
        let expected = self.expected();
        let mut near = NearBy::of(
            right
                .iter()
                .filter(|_| many)
                .map(|&j| (look(self.b2, j), j)),
        );
        let mut candidates = Vec::new();
        for &i in &left {
            let nearest;
            let others = if many {
                let there = expected[i as usize];
                nearest = near.around(&look(self.b1, i), there, NEAREST, &self.taken_after);
                &nearest
            } else {
                &right
            };
            let first = candidates.len();
            for &j in others {
                if self.matcher.budget.is_over() {
                    break;
                }
                candidates.extend(self.compare(i, j));
            }
            if many {
                // The nearest came first, and stay first among equals.
                candidates[first..].sort_by_key(|c: &Candidate| (c.weak, c.distance));
                candidates.truncate(first + BEST_FEW);
            }
        }
        self.best_first(candidates);
    }

    pub(crate) fn compare(&self, i: StmtId, j: StmtId) -> Option<Candidate> {
        let (s1, s2) = (self.b1.stmt(i), self.b2.stmt(j));
        let mut differ = Differ::between(
            (self.b1, self.b2),
            self.arguments,
            self.matcher.renames,
            self.lets,
        );
        differ.statements(s1, s2).then(|| {
            let mut replacements = differ.finish();
            self.add_lets((i, j), &mut replacements);
            let distance = self.distance(s1, s2, &replacements);
            let partial = |r: &Replacement| {
                matches!(r.kind, ReplacementKind::Wrapped | ReplacementKind::Chain)
            };
            Candidate {
                before: i,
                after: j,
                weak: s1.kind != s2.kind && !replacements.is_empty()
                    || replacements.iter().any(partial),
                distance,
                apart: 0,
                replacements,
            }
        })
    }

    /// The variables of the two statements that were taken for their values: those that nothing replaced.
    fn add_lets(&self, (i, j): (StmtId, StmtId), replacements: &mut Vec<Replacement>) {
        if self.lets.is_empty() {
            return;
        }
        let stands = |tree: &Tree, lets: &Values, n: NodeId| {
            tree.kind(n) == Kind::Name && lets.contains_key(&tree.sym(n))
        };
        let (t1, t2) = (self.b1.tree, self.b2.tree);
        let known = replacements.len();
        for n in self
            .b1
            .own_nodes(i)
            .filter(|&n| stands(t1, &self.lets.before, n))
        {
            let replaced = &replacements[..known];
            if !replaced
                .iter()
                .flat_map(|r| &r.before)
                .any(|&r| t1.contains(r, n))
            {
                replacements.push(Replacement {
                    kind: ReplacementKind::Let,
                    before: vec![n],
                    after: Vec::new(),
                });
            }
        }
        for n in self
            .b2
            .own_nodes(j)
            .filter(|&n| stands(t2, &self.lets.after, n))
        {
            let replaced = &replacements[..known];
            if !replaced
                .iter()
                .flat_map(|r| &r.after)
                .any(|&r| t2.contains(r, n))
            {
                replacements.push(Replacement {
                    kind: ReplacementKind::Let,
                    before: Vec::new(),
                    after: vec![n],
                });
            }
        }
    }

    pub(crate) fn distance(&self, s1: &Stmt, s2: &Stmt, replacements: &[Replacement]) -> u32 {
        let (t1, t2) = (self.b1.tree, self.b2.tree);
        let replaced: u32 = replacements
            .iter()
            .map(|r| {
                if r.kind == ReplacementKind::Let {
                    return 1;
                }
                let distances = self.matcher.distances;
                distances.nodes(t1, &r.before, t2, &r.after).max(1)
            })
            .sum();
        // Statements of different kinds differ in what they wrap the expression in.
        replaced + u32::from(s1.kind != s2.kind) * ANOTHER_KIND
    }

    pub(crate) fn best_first(&mut self, mut candidates: Vec<Candidate>) {
        candidates.sort_by_cached_key(|c| {
            (
                c.weak,
                self.other_header(c),
                c.distance,
                c.apart,
                self.apart(c.before, c.after),
                c.before,
                c.after,
            )
        });
        for c in candidates {
            if !self.taken[c.before as usize] && !self.taken_after[c.after as usize] {
                self.take(c.before, c.after, c.distance, c.replacements);
            }
        }
    }

    /// Whether the two stand below headers that differ: of two statements that are about as alike, the one below the same
    /// `if` is meant, even where its own words changed more.
    fn other_header(&self, c: &Candidate) -> bool {
        let (s1, s2) = (self.b1.stmt(c.before), self.b2.stmt(c.after));
        match (s1.parent, s2.parent) {
            (Some(p), Some(q)) => self.h1[p as usize] != self.h2[q as usize],
            (None, None) => false,
            _ => true,
        }
    }

    /// A condition that became a returned or assigned value, or the other way round.
    fn headers_and_leaves(&mut self) {
        let mut candidates = Vec::new();
        for (left, right) in [(true, false), (false, true)] {
            let (left, right) = (self.free1(left), self.free2(right));
            let many = left.len() * right.len() > MOST_PAIRS;
            let hashed = right.iter().filter(|_| many);
            let hashed = hashed.filter_map(|&j| Some((self.header_hash(self.b2, j)?, j)));
            let mut near = NearBy::of(hashed);
            for &i in &left {
                let nearest;
                let others = if many {
                    let hash = self.header_hash(self.b1, i).unwrap_or_default();
                    nearest = near.around(&hash, i, NEAREST, &self.taken_after);
                    &nearest
                } else {
                    &right
                };
                for &j in others {
                    if self.matcher.budget.is_over() {
                        break;
                    }
                    if self.may_be_header(i, j) {
                        candidates.extend(self.compare(i, j));
                    }
                }
            }
        }
        self.best_first(candidates);
    }

    fn may_be_header(&self, i: StmtId, j: StmtId) -> bool {
        let value = |s: &Stmt| matches!(s.kind, Kind::Return | Kind::Local | Kind::ExprStmt);
        let test = |s: &Stmt| {
            matches!(
                s.kind,
                Kind::If | Kind::While | Kind::DoWhile | Kind::Switch | Kind::Synchronized
            )
        };
        let (s1, s2) = (self.b1.stmt(i), self.b2.stmt(j));
        (value(s1) && test(s2) || test(s1) && value(s2))
            && (self.header_hash(self.b1, i) == self.header_hash(self.b2, j)
                || !self.arguments.after.is_empty()
                || !self.arguments.before.is_empty())
    }

    fn header_hash(&self, body: &Body<'t>, i: StmtId) -> Option<u64> {
        let _ = self;
        statement::abstracted(body.tree, body.stmt(i).node).map(|a| body.tree.hash(a.expression))
    }
}

#[derive(Clone, Copy)]
pub(crate) enum Round {
    SameDepth,
    Identical,
    Similar,
}

/// What a statement looks like at first sight: its kind, and the name of what it calls or declares.
fn look(body: &Body<'_>, i: StmtId) -> u64 {
    let s = body.stmt(i);
    let named = statement::abstracted(body.tree, s.node).map_or(s.node, |a| a.expression);
    (body.tree.kind(named) as u64) << 32 | body.tree.sym(named).index() as u64
}
