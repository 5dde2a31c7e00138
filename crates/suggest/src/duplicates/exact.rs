//! The part of two places that reads the same: what lies between statements that only one of them has, or that differ in
//! more than a method could take. The engine can make a method of it as it stands. Of two methods that do the same as a
//! whole one can go: no part of them is proposed instead.

use super::compare::Common;
use super::groups::{Fit, Pair};
use super::regions::{Growing, Region, is_guard};
use super::worth::BY_HAND;
use super::{Scopes, Tally};
use crate::code::{Code, Place};

impl<'a> Fit<'a> {
    /// Two methods as a whole; of other places and of their part that reads the same, what is worth more.
    pub(super) fn best(
        &self,
        region: Region,
        common: &Common<'a>,
        tally: &mut Tally,
    ) -> Option<Pair> {
        let part = self.alike_part(&region);
        let are_methods =
            (0..2).all(|side| self.is_all(&region, side) && self.goes_on(&region, side));
        let whole = self.separable(region, common, tally);
        let settles = |w: &Pair| w.difference.is_exact() || are_methods;
        if whole.as_ref().is_some_and(settles) {
            return whole;
        }
        let (part, common) = part?;
        let part = self.separable(part, &common, &mut Tally::default());
        let part = part.filter(|p| p.difference.is_exact());
        let weight = |pair: &Pair| pair.weight as f64;
        match (whole, part) {
            (Some(w), Some(p)) if weight(&p) < BY_HAND * weight(&w) => Some(w),
            (whole, part) => part.or(whole),
        }
    }

    /// Whether nothing that only this side has leaves it early.
    fn goes_on(&self, region: &Region, side: usize) -> bool {
        let (from, to) = region.range(side);
        let paired = |i: usize| region.pairs.iter().any(|p| [p.0, p.1][side] == i);
        let mut own = (from..=to).filter(|&i| !paired(i));
        own.all(|i| !is_guard(&self.sides[side][i]))
    }

    /// The heaviest run of neighbouring statements that read the same on both sides.
    fn alike_part(&self, region: &Region) -> Option<(Region, Common<'a>)> {
        let mut best: Option<(usize, Region, Common<'a>)> = None;
        let mut rest = &region.pairs[..];
        while !rest.is_empty() {
            let mut common = self.common();
            let mut run = Region::default();
            for &(i, j) in rest {
                let is_next = run
                    .pairs
                    .last()
                    .is_none_or(|&(p, q)| (p + 1, q + 1) == (i, j));
                let sides = [&self.sides[0][i], &self.sides[1][j]];
                if !is_next || !self.reads_alike(sides) || !common.adds_exactly(sides) {
                    break;
                }
                run.pairs.push((i, j));
            }
            rest = &rest[run.pairs.len().max(1)..];
            let weight = self.weight(&run);
            if best.as_ref().is_none_or(|(w, _, _)| weight > *w) {
                best = Some((weight, run, common));
            }
        }
        let (weight, run, common) = best?;
        (!run.pairs.is_empty() && weight >= self.least(&run)).then_some((run, common))
    }

    fn reads_alike(&self, sides: [&Code; 2]) -> bool {
        let [a, b] = sides.map(|s| self.scopes.form(s.place));
        a == b
    }
}

impl<'a> Common<'a> {
    /// Adds statements that differ in nothing but names and values; others leave nothing behind.
    fn adds_exactly(&mut self, [a, b]: [&'a Code; 2]) -> bool {
        let mark = self.mark();
        let exact = self.add(a, b)
            && self.types.is_empty()
            && (self.named, self.calls, self.extra) == (0, 0, 0);
        if !exact {
            self.back_to(mark);
        }
        exact
    }
}

impl Scopes<'_> {
    /// How a piece of text is written.
    pub(super) fn form(&self, place: Place) -> Vec<u64> {
        let tree = &self.model(place.file).tree;
        super::form::form(tree, (place.node, place.span), self.names())
    }
}
