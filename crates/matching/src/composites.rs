//! The rounds for composites: innermost first, those that have a matched pair of children.

use crate::body::{Body, StmtId};
use crate::near::NearBy;
use crate::rounds::{CROWD, Candidate, Round, Rounds};

/// How far up from a matched statement composites are tried.
const LEVELS: usize = 6;

/// Of a composite's statements so many are asked which composite their partners stand in.
const MOST_BELOW: usize = 1_000;

impl<'t> Rounds<'_, 't> {
    /// The three rounds for composites, innermost first.
    pub(crate) fn composites(&mut self) {
        for round in [Round::SameDepth, Round::Identical, Round::Similar] {
            let childless = |&j: &StmtId| self.b2.children(Some(j)).is_empty();
            let right = self.free2(true).into_iter().filter(childless);
            let mut near = NearBy::of(right.map(|j| (self.childless_key(self.b2, j, round), j)));
            let expected = self.expected();
            let mut left = self.free1(true);
            left.reverse();
            for i in left {
                if self.matcher.budget.is_over() {
                    return;
                }
                let partners = if self.b1.children(Some(i)).is_empty() {
                    let key = self.childless_key(self.b1, i, round);
                    let there = expected[i as usize];
                    let found = near.around(&key, there, CROWD, &self.taken_after);
                    found.into_iter().map(|j| (j, 0)).collect()
                } else {
                    self.partners(i, round)
                };
                let candidates: Vec<_> = partners
                    .into_iter()
                    .filter_map(|(j, apart)| self.composite(i, j, apart, round))
                    .collect();
                self.best_first(candidates);
            }
        }
    }

    /// What composites without statements must share in a round.
    fn childless_key(&self, body: &Body<'t>, i: StmtId, round: Round) -> u64 {
        let hashes = if std::ptr::eq(body, self.b1) {
            &self.h1
        } else {
            &self.h2
        };
        match round {
            Round::Similar => 0,
            _ => hashes[i as usize],
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
    /// children that are not. Where the headers are the same, statements further down count as children too.
    pub(crate) fn partners(&self, i: StmtId, round: Round) -> Vec<(StmtId, u32)> {
        let similar = matches!(round, Round::Similar);
        let levels = if similar { 1 } else { LEVELS };
        let below: Vec<StmtId> = if similar {
            self.b1.children(Some(i)).to_vec()
        } else {
            (i + 1..self.b1.stmt(i).end).take(MOST_BELOW).collect()
        };
        let mut shared: Vec<(StmtId, u32)> = Vec::new();
        for d in below.iter().filter_map(|&c| self.to_after[c as usize]) {
            let above = std::iter::successors(self.b2.stmt(d).parent, |&p| self.b2.stmt(p).parent);
            let fits = |&p: &StmtId| {
                self.is_free2(p) && (similar || self.h1[i as usize] == self.h2[p as usize])
            };
            shared.extend(above.take(levels).filter(fits).map(|p| (p, 1)));
        }
        shared.sort_unstable();
        shared.dedup_by(|b, a| {
            let same = a.0 == b.0;
            a.1 += if same { b.1 } else { 0 };
            same
        });
        for (p, n) in &mut shared {
            let others = if similar {
                self.b2.children(Some(*p)).len()
            } else {
                (self.b2.stmt(*p).end - *p - 1) as usize
            };
            let most = others
                .min(MOST_BELOW.max(below.len()))
                .max(below.len())
                .max(1) as u32;
            *n = 100 - (*n * 100 / most).min(100);
        }
        shared
    }

    fn is_free2(&self, j: StmtId) -> bool {
        !self.taken_after[j as usize] && self.b2.stmt(j).composite
    }
}
