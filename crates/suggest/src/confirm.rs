//! Structure confirms: the candidates' code is compared with the refactoring carried out, and rules name what is left.

use crate::align::{
    Alignment, Correspondence, LEAST_SCORE, Statement, align, core_statements, statements,
};
use crate::calls::Calls;
use crate::candidates::distance;
use crate::catalogue::{Asks, Rule, Types};
use crate::code::{Body, Place};
use crate::extraction::Extraction;
use crate::finding::Finding;
use crate::inline::inline;
use crate::normal::Context;
use crate::rewriting::Rewriting;
use crate::types::Family;
use crate::{Bodies, Candidate, Options};
use rayon::prelude::*;
use reweave_vectors::{
    Abstraction, CallSite, CodeBase, Difference, Inliner, MethodId, Variant, View,
};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The findings among the candidates, in order of the missed place.
pub fn confirm(
    candidates: &[Candidate],
    base: &CodeBase,
    inliner: &Inliner<'_>,
    bodies: &Bodies,
    types: &Types,
    options: &Options,
) -> Vec<Finding> {
    let context = Context {
        base,
        names: &base.names,
        graph: inliner.graph(),
        callers: inliner.graph().callers(base.methods.len()),
    };
    let check = Check {
        base,
        inliner,
        bodies,
        types,
        options,
        context: &context,
    };
    let found: Vec<Finding> = candidates
        .par_iter()
        .filter_map(|c| check.candidate(c))
        .collect();
    without_rivals(found, base, inliner)
}

struct Check<'a> {
    base: &'a CodeBase,
    inliner: &'a Inliner<'a>,
    bodies: &'a Bodies,
    types: &'a Types,
    options: &'a Options,
    context: &'a Context<'a>,
}

impl Check<'_> {
    fn candidate(&self, candidate: &Candidate) -> Option<Finding> {
        let query = &self.types.queries[usize::from(candidate.query_kind)];
        match query.asks {
            Asks::OfInlined => self.extraction(candidate, &query.types),
            Asks::BaseOfBase | Asks::Alike => self.rewriting(candidate, &query.types),
        }
    }

    fn extraction(
        &self,
        candidate: &Candidate,
        kinds: &[(usize, Option<Difference>)],
    ) -> Option<Finding> {
        let own = self.bodies.get(candidate.query.method)?;
        let example = self.bodies.get(candidate.answer.method)?;
        let calls_of = |side| Calls::of(side, self.base, self.inliner, self.bodies);
        let calls = calls_of(candidate.answer);
        let inlined = inline(example, &calls, candidate.answer.variant.depth());
        let missed = match candidate.query.variant {
            Variant::Base => Cow::Borrowed(own),
            divided => Cow::Owned(inline(own, &calls_of(candidate.query), divided.depth())),
        };
        let missed = &*missed;
        let equal = self.base.names.get("==");
        let sides = [missed, &inlined].map(|b| core_statements(&b.block, equal));
        let alignment = align(&sides[0], &sides[1]);
        if alignment.score() < LEAST_SCORE.min(self.options.similarity) {
            return None;
        }
        let (sites, callees) = self.called(candidate.answer.method, &calls);
        if callees.is_empty() {
            return None;
        }
        let evidence = Extraction {
            context: self.context,
            missed,
            example,
            missed_method: candidate.query.method,
            example_method: candidate.answer.method,
            callees: &callees,
            sites: &sites,
            inlined: &inlined,
            alignment: &alignment,
        };
        let kind = self.kind(kinds, &evidence)?;
        let mut finding = finding(kind, candidate, &alignment, &sides);
        finding.callees = callees.iter().map(|(m, _)| *m).collect();
        finding.field = evidence.field_behind_getter();
        finding.saved = finding
            .evidence
            .iter()
            .filter(|c| {
                callees
                    .iter()
                    .any(|(_, b)| b.file == c.example.file && b.span.contains(c.example.span))
            })
            .map(|c| c.missed)
            .collect();
        let in_own_code = |p: &Place| p.file == own.file && own.span.contains(p.span);
        if !finding.saved.iter().all(in_own_code) {
            return None;
        }
        // What its own callees do is no part of the missed place.
        finding.evidence.retain(|c| in_own_code(&c.missed));
        if matches!(self.types.all[kind].1, Rule::BuiltIn(Family::Inlining(_))) {
            finding = finding.turned();
        }
        Some(finding)
    }

    /// The calls that are inlined and the methods that they lead to. What the core view leaves out is not compared, so that a
    /// call in it shows nothing.
    fn called<'b>(
        &'b self,
        method: MethodId,
        calls: &Calls<'_>,
    ) -> (Vec<&'b CallSite>, Vec<(MethodId, &'b Body)>) {
        let sites: Vec<(MethodId, &CallSite)> = self
            .base
            .sites_of(method)
            .filter_map(|s| {
                let callee = self.inliner.callee(method, s)?;
                let site = &self.base.sites[s];
                (!site.aside && calls.callees.contains(&callee)).then_some((callee, site))
            })
            .collect();
        let callees = calls
            .callees
            .iter()
            .filter(|&c| sites.iter().any(|(callee, _)| callee == c))
            .filter_map(|&m| Some((m, self.bodies.get(m)?)))
            .collect();
        (sites.into_iter().map(|(_, site)| site).collect(), callees)
    }

    /// The first type whose rule applies, if it is asked for.
    fn kind(
        &self,
        kinds: &[(usize, Option<Difference>)],
        evidence: &Extraction<'_>,
    ) -> Option<usize> {
        let own_work = evidence.is_own_work();
        let &(kind, _) = kinds.iter().find(|(k, _)| match &self.types.all[*k].1 {
            Rule::BuiltIn(Family::Extraction(applies) | Family::Inlining(applies)) => {
                own_work && applies(evidence)
            }
            Rule::BuiltIn(Family::Passing(applies)) => {
                evidence.speaks_of_the_same() && applies(evidence)
            }
            Rule::BuiltIn(_) => false,
            Rule::Learned(learned) => own_work && learned.is_extraction_like(evidence),
        })?;
        let wanted = self.types.is_wanted(kind, &self.options.types);
        wanted.then_some(kind)
    }

    fn rewriting(
        &self,
        candidate: &Candidate,
        kinds: &[(usize, Option<Difference>)],
    ) -> Option<Finding> {
        let missed = self.bodies.get(candidate.query.method)?;
        let example = self.bodies.get(candidate.answer.method)?;
        let sides = [statements(&missed.block), statements(&example.block)];
        let unlike = align(&sides[0], &sides[1]);
        let vectors = [candidate.query, candidate.answer]
            .map(|s| View::Full.of(&self.inliner.base_vector(s.method)));
        for &(kind, ref difference) in kinds {
            let concrete = difference
                .as_ref()
                .is_none_or(|d| d.is_in(&vectors[0], &vectors[1]));
            if !concrete && self.options.similarity >= 1.0 {
                continue;
            }
            if !self.types.is_wanted(kind, &self.options.types) {
                continue;
            }
            let mut evidence = Rewriting {
                context: self.context,
                missed,
                example,
                alignment: &unlike,
                unlike: &unlike,
                sides: [&sides[0], &sides[1]],
                methods: [candidate.query.method, candidate.answer.method],
            };
            let enough = LEAST_SCORE.min(self.options.similarity);
            let (normal, applies) = match &self.types.all[kind].1 {
                Rule::BuiltIn(Family::Rewriting { normal, applies }) => (Some(normal), applies),
                Rule::BuiltIn(Family::Likeness { applies, .. }) => (None, applies),
                Rule::BuiltIn(_) => continue,
                Rule::Learned(learned) => {
                    if learned.is_rewriting_like(&evidence) {
                        return Some(finding(kind, candidate, &unlike, &sides));
                    }
                    continue;
                }
            };
            let lists = normal.map(|normal| {
                [missed, example].map(|b| statements(&normal(b.clone(), self.context).block))
            });
            let lists = lists.as_ref().unwrap_or(&sides);
            let alignment = align(&lists[0], &lists[1]);
            evidence.alignment = &alignment;
            if alignment.score() >= enough && applies(&evidence) {
                return Some(finding(kind, candidate, &alignment, lists));
            }
        }
        None
    }
}

fn finding(
    kind: usize,
    candidate: &Candidate,
    alignment: &Alignment,
    sides: &[Vec<Statement>; 2],
) -> Finding {
    Finding {
        kind,
        missed: candidate.query,
        example: candidate.answer,
        callees: Vec::new(),
        score: alignment.score(),
        evidence: alignment
            .pairs
            .iter()
            .map(|&(i, j)| Correspondence {
                missed: sides[0][i].place,
                example: sides[1][j].place,
            })
            .collect(),
        saved: Vec::new(),
        field: None,
        duplicate: None,
        copy: 0,
    }
}

/// One finding for each missed place and type: the nearest example. Nearest ones of different shapes say different things
/// about one place, so that nobody knows which to follow: then none stays (paper 2, concretization rule iv).
fn without_rivals(mut found: Vec<Finding>, base: &CodeBase, inliner: &Inliner<'_>) -> Vec<Finding> {
    let far = |f: &Finding| distance(base, f.missed.method, f.example.method);
    found.sort_by_key(|f| (f.missed, f.kind, far(f), f.example));
    let shape = Abstraction::none(View::Full).joining_calls();
    let mut kept: Vec<Finding> = Vec::new();
    for group in found.chunk_by(|a, b| a.missed == b.missed && a.kind == b.kind) {
        let shapes: Vec<_> = group
            .iter()
            .take_while(|f| far(f) == far(&group[0]))
            .map(|f| shape.apply(&inliner.base_vector(f.example.method)))
            .collect();
        if shapes.windows(2).all(|w| w[0] == w[1]) {
            kept.push(group[0].clone());
        }
    }
    // With this or that callee inlined, a missed place may be found twice.
    let what = |f: &Finding| (f.missed.method, f.kind, f.callees.clone());
    let mut seen = FxHashSet::default();
    kept.retain(|f| seen.insert(what(f)));
    kept
}
