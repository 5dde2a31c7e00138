//! Statement matching in rounds (paper 4, algorithm 1): identical at the same depth, identical, equal after
//! replacements; leaves first, then composites that have a matched pair of children.

use crate::arguments::Argumentization;
use crate::body::{Body, Stmt, StmtId, own_hash};
use crate::diff::{Differ, Renames};
use crate::distance::Distances;
use crate::mapping::{BodyMatch, Mapping};
use crate::replacement::{Replacement, ReplacementKind};
use crate::{Budget, statement};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// What the rounds need beside the two bodies.
pub struct Matcher<'a, 'n> {
    pub distances: &'a Distances<'n>,
    pub budget: &'a Budget<'a>,
    pub renames: &'a Renames,
}

/// More pairs than this are not compared one by one: only those whose statements look alike at first sight.
const MOST_PAIRS: usize = 40_000;

/// How far up from a matched statement composites are tried.
const LEVELS: usize = 6;

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
        let h1 = hashes(&before, &arguments.before);
        let h2 = hashes(&after, &arguments.after);
        let mut rounds = Rounds {
            matcher: self,
            arguments,
            to_after: vec![None; before.len()],
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

struct Rounds<'r, 't> {
    matcher: &'r Matcher<'r, 'r>,
    arguments: &'r Argumentization<'t>,
    b1: &'r Body<'t>,
    b2: &'r Body<'t>,
    h1: Vec<u64>,
    h2: Vec<u64>,
    /// Statements of the first body that are matched, or not to be.
    taken: Vec<bool>,
    /// The same of the second.
    taken_after: Vec<bool>,
    to_after: Vec<Option<StmtId>>,
    mappings: Vec<Mapping>,
}

struct Candidate {
    before: StmtId,
    after: StmtId,
    distance: u32,
    /// Only part of one stands in the other: taken where nothing better is found.
    weak: bool,
    /// Of the children, how many are not matched with each other, in percent.
    apart: u32,
    replacements: Vec<Replacement>,
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
        let exact = replacements.is_empty();
        self.mappings.push(Mapping {
            before,
            after,
            exact,
            distance,
            replacements,
        });
    }

    fn free1(&self, composite: bool) -> Vec<StmtId> {
        let ok = |&i: &StmtId| !self.taken[i as usize] && self.b1.stmt(i).composite == composite;
        self.b1.ids().filter(ok).collect()
    }

    fn free2(&self, composite: bool) -> Vec<StmtId> {
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
        let hash1 = |i: Option<StmtId>| i.and_then(|i| self.h1.get(i as usize)).copied();
        let hash2 = |j: Option<StmtId>| j.and_then(|j| self.h2.get(j as usize)).copied();
        let (s1, s2) = (self.b1.stmt(i), self.b2.stmt(j));
        u32::from(hash1(s1.parent) != hash2(s2.parent))
            + u32::from(hash1(i.checked_sub(1)) != hash2(j.checked_sub(1)))
            + u32::from(hash1(Some(i + 1)) != hash2(Some(j + 1)))
    }

    /// Rounds 1 and 2 for leaves.
    fn identical_leaves(&mut self) {
        for same_depth in [true, false] {
            let mut by_hash: FxHashMap<u64, Vec<StmtId>> = FxHashMap::default();
            for j in self.free2(false) {
                by_hash.entry(self.h2[j as usize]).or_default().push(j);
            }
            for i in self.free1(false) {
                if self.matcher.budget.is_over() {
                    return;
                }
                let Some(candidates) = by_hash.get_mut(&self.h1[i as usize]) else {
                    continue;
                };
                let depth = self.b1.stmt(i).depth;
                let best = candidates
                    .iter()
                    .enumerate()
                    .filter(|&(_, &j)| !same_depth || self.b2.stmt(j).depth == depth)
                    .min_by_key(|&(_, &j)| self.apart(i, j));
                if let Some((at, &j)) = best {
                    candidates.remove(at);
                    self.take(i, j, 0, Vec::new());
                }
            }
        }
    }

    /// Round 3 for leaves: all pairs, the best first.
    fn similar_leaves(&mut self) {
        let (left, right) = (self.free1(false), self.free2(false));
        let many = left.len() * right.len() > MOST_PAIRS;
        let mut by_look: FxHashMap<u64, Vec<StmtId>> = FxHashMap::default();
        if many {
            for &j in &right {
                by_look.entry(look(self.b2, j)).or_default().push(j);
            }
        }
        let mut candidates = Vec::new();
        for &i in &left {
            let others: &[StmtId] = if many {
                by_look
                    .get(&look(self.b1, i))
                    .map_or(&[], |v| &v[..v.len().min(50)])
            } else {
                &right
            };
            for &j in others {
                if self.matcher.budget.is_over() {
                    break;
                }
                candidates.extend(self.compare(i, j));
            }
        }
        self.best_first(candidates);
    }

    fn compare(&self, i: StmtId, j: StmtId) -> Option<Candidate> {
        let (s1, s2) = (self.b1.stmt(i), self.b2.stmt(j));
        let mut differ = Differ::new(
            self.b1.tree,
            self.b2.tree,
            self.arguments,
            self.matcher.renames,
        );
        differ.statements(s1, s2).then(|| {
            let replacements = differ.finish();
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

    fn distance(&self, s1: &Stmt, s2: &Stmt, replacements: &[Replacement]) -> u32 {
        let (t1, t2) = (self.b1.tree, self.b2.tree);
        let replaced: u32 = replacements
            .iter()
            .map(|r| {
                self.matcher
                    .distances
                    .nodes(t1, &r.before, t2, &r.after)
                    .max(1)
            })
            .sum();
        // Statements of different kinds differ in what they wrap the expression in.
        replaced + u32::from(s1.kind != s2.kind) * ANOTHER_KIND
    }

    fn best_first(&mut self, mut candidates: Vec<Candidate>) {
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

    /// The three rounds for composites, innermost first.
    fn composites(&mut self) {
        for round in [Round::SameDepth, Round::Identical, Round::Similar] {
            let mut left = self.free1(true);
            left.reverse();
            for i in left {
                if self.matcher.budget.is_over() {
                    return;
                }
                let candidates: Vec<_> = self
                    .partners(i, round)
                    .into_iter()
                    .filter_map(|(j, apart)| self.composite(i, j, apart, round))
                    .collect();
                self.best_first(candidates);
            }
        }
    }

    fn composite(&self, i: StmtId, j: StmtId, apart: u32, round: Round) -> Option<Candidate> {
        let identical = self.h1[i as usize] == self.h2[j as usize];
        let same_depth = self.b1.stmt(i).depth == self.b2.stmt(j).depth;
        let mut candidate = match round {
            Round::SameDepth if !(identical && same_depth) => None,
            Round::Identical if !identical => None,
            Round::SameDepth | Round::Identical => Some(Candidate {
                before: i,
                after: j,
                weak: false,
                distance: 0,
                apart: 0,
                replacements: Vec::new(),
            }),
            Round::Similar => self.compare(i, j),
        }?;
        candidate.apart = apart;
        Some(candidate)
    }

    /// The free composites of the other side that have a child matched with a child of `i`, each with the share of
    /// children that are not; childless ones only with their like. Where the headers are the same, statements further
    /// down count as children too.
    fn partners(&self, i: StmtId, round: Round) -> Vec<(StmtId, u32)> {
        let end = self.b1.stmt(i).end;
        if end == i + 1 {
            return self
                .free2(true)
                .into_iter()
                .filter(|&j| self.b2.stmt(j).end == j + 1)
                .map(|j| (j, 0))
                .collect();
        }
        let similar = matches!(round, Round::Similar);
        let levels = if similar { 1 } else { LEVELS };
        let mut shared: Vec<(StmtId, u32)> = Vec::new();
        let mut children = 0;
        for c in i + 1..end {
            if similar && self.b1.stmt(c).parent != Some(i) {
                continue;
            }
            children += 1;
            let Some(d) = self.to_after[c as usize] else {
                continue;
            };
            let above = std::iter::successors(self.b2.stmt(d).parent, |&p| self.b2.stmt(p).parent);
            for p in above.take(levels).filter(|&p| self.is_free2(p)) {
                match shared.iter_mut().find(|(q, _)| *q == p) {
                    Some((_, n)) => *n += 1,
                    None => shared.push((p, 1)),
                }
            }
        }
        for (p, n) in &mut shared {
            let others = if similar {
                children_count(self.b2, *p)
            } else {
                self.b2.stmt(*p).end as usize - *p as usize - 1
            };
            let most = others.max(children).max(1) as u32;
            *n = 100 - *n * 100 / most;
        }
        shared
    }

    /// Loops over something else that stand in the same place, and whose variables stand for each other in what they do.
    fn carried_loops(&mut self) {
        let mut candidates = Vec::new();
        for i in self.free1(true) {
            let s1 = self.b1.stmt(i);
            let Some(old) = LoopVariable::of(self.b1.tree, s1) else {
                continue;
            };
            for (j, apart) in self.partners(i, Round::Similar) {
                let s2 = self.b2.stmt(j);
                let same_place = match (s1.parent, s2.parent) {
                    (Some(p), Some(q)) => self.to_after[p as usize] == Some(q),
                    (None, None) => true,
                    _ => false,
                };
                let alike = same_place && apart <= 50;
                let new = LoopVariable::of(self.b2.tree, s2).filter(|_| alike);
                let Some(new) = new.filter(|new| self.carried(i, &old, new)) else {
                    continue;
                };
                let replacements = old.replaced_by(&new, self.b1.tree, self.b2.tree);
                candidates.push(Candidate {
                    before: i,
                    after: j,
                    distance: self.distance(s1, s2, &replacements),
                    weak: true,
                    apart,
                    replacements,
                });
            }
        }
        self.best_first(candidates);
    }

    /// Whether a statement of the loop `i` has the one variable where its partner has the other.
    fn carried(&self, i: StmtId, old: &LoopVariable, new: &LoopVariable) -> bool {
        let (t1, t2) = (self.b1.tree, self.b2.tree);
        let uses = |tree: &Tree, node: NodeId, name: Symbol| {
            tree.descendants(node)
                .any(|n| tree.kind(n) == Kind::Name && tree.sym(n) == name)
        };
        let inside = self.mappings.iter().filter(|m| {
            let below = i < m.before && m.before < self.b1.stmt(i).end;
            below && self.b1.stmt(m.before).parent == Some(i)
        });
        inside.flat_map(|m| &m.replacements).any(|r| {
            r.before.iter().any(|&n| uses(t1, n, t1.sym(old.variable)))
                && r.after.iter().any(|&n| uses(t2, n, t2.sym(new.variable)))
        })
    }

    /// Loops over the same thing of which no child was matched: what they did may stand in another method now.
    fn emptied_loops(&mut self) {
        let over = |body: &Body<'t>, i: StmtId| {
            let s = body.stmt(i);
            let iterated = (s.kind == Kind::ForEach)
                .then(|| body.tree.child_in(s.node, Role::Condition))
                .flatten();
            iterated.map(|n| body.tree.hash(n))
        };
        let right: Vec<(StmtId, u64)> = self
            .free2(true)
            .into_iter()
            .filter_map(|j| Some((j, over(self.b2, j)?)))
            .collect();
        let mut candidates = Vec::new();
        for i in self.free1(true) {
            let Some(hash) = over(self.b1, i) else {
                continue;
            };
            for &(j, _) in right.iter().filter(|(_, h)| *h == hash) {
                if self.matcher.budget.is_over() {
                    return;
                }
                candidates.extend(self.compare(i, j));
            }
        }
        self.best_first(candidates);
    }

    fn is_free2(&self, j: StmtId) -> bool {
        !self.taken_after[j as usize] && self.b2.stmt(j).composite
    }

    /// A condition that became a returned or assigned value, or the other way round.
    fn headers_and_leaves(&mut self) {
        let mut candidates = Vec::new();
        for (left, right) in [(true, false), (false, true)] {
            let (left, right) = (self.free1(left), self.free2(right));
            if left.len() * right.len() > MOST_PAIRS {
                continue;
            }
            for &i in &left {
                for &j in &right {
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

/// What a loop over a collection declares and goes through.
struct LoopVariable {
    ty: NodeId,
    variable: NodeId,
    over: NodeId,
}

impl LoopVariable {
    fn of(tree: &Tree, s: &Stmt) -> Option<Self> {
        let declared = (s.kind == Kind::ForEach)
            .then(|| tree.child_in(s.node, Role::Init))
            .flatten()?;
        Some(Self {
            ty: tree.child_in(declared, Role::Type)?,
            variable: tree
                .children(declared)
                .find(|&c| tree.kind(c) == Kind::VarDecl)?,
            over: tree.child_in(s.node, Role::Condition)?,
        })
    }

    fn replaced_by(&self, new: &Self, t1: &Tree, t2: &Tree) -> Vec<Replacement> {
        let parts = [
            (ReplacementKind::Type, self.ty, new.ty),
            (ReplacementKind::Variable, self.variable, new.variable),
            (ReplacementKind::Wrapped, self.over, new.over),
        ];
        let differ = |&(_, a, b): &(ReplacementKind, NodeId, NodeId)| t1.hash(a) != t2.hash(b);
        let of = |(kind, a, b)| Replacement {
            kind,
            before: vec![a],
            after: vec![b],
        };
        parts.into_iter().filter(differ).map(of).collect()
    }
}

#[derive(Clone, Copy)]
enum Round {
    SameDepth,
    Identical,
    Similar,
}

fn children_count(body: &Body<'_>, i: StmtId) -> usize {
    (i + 1..body.stmt(i).end)
        .filter(|&c| body.stmt(c).parent == Some(i))
        .count()
}

/// What a statement looks like at first sight: its kind, and the name of what it calls or declares.
fn look(body: &Body<'_>, i: StmtId) -> u64 {
    let s = body.stmt(i);
    let named = statement::abstracted(body.tree, s.node).map_or(s.node, |a| a.expression);
    (body.tree.kind(named) as u64) << 32 | body.tree.sym(named).index() as u64
}
