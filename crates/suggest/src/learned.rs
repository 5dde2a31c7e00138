//! Types that are learned from samples: what a before and an after do not share tells what to look for, and the kinds of the
//! statements that have no counterpart tell whether it was found.

use crate::Bodies;
use crate::align::{Alignment, LEAST_SCORE, Statement, align, statements};
use crate::calls::Calls;
use crate::code::Body;
use crate::extraction::Extraction;
use crate::inline::inline;
use crate::rewriting::Rewriting;
use crate::side::Side;
use reweave_model::{FileModel, Kind};
use reweave_text::Interner;
use reweave_vectors::{CallGraph, CodeBase, Inliner, InliningConfig, MethodId, Variant};
use std::sync::Arc;

/// Makes a model of source text: of a path that tells the language, and the text.
pub type Lower<'a> = dyn Fn(&str, &str, &Interner) -> FileModel + 'a;

/// Code before and after a refactoring, each a type with the method that matters first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    pub before: String,
    pub after: String,
}

/// What was learned from samples of one refactoring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Learned {
    pub samples: Vec<Sample>,
    changes: Vec<Change>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Change {
    /// The after calls what the before holds: the statements of what is called.
    Extraction(Vec<Kind>),
    /// The statements without a counterpart, before and after.
    Rewriting([Vec<Kind>; 2]),
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LearnError {
    #[error("there is no sample to learn from")]
    Nothing,
    #[error("sample {0}: no method with a body in the {1}")]
    NoMethod(usize, &'static str),
    #[error(
        "sample {0}: the first methods of before and after read the same; there is nothing to learn"
    )]
    NoChange(usize),
    #[error("sample {0}: before and after have no statement in common")]
    NothingCommon(usize),
    #[error("some samples call what others hold themselves, and some do not: these are two types")]
    Mixed,
}

impl Learned {
    pub fn from(samples: Vec<Sample>, lower: &Lower<'_>) -> Result<Self, LearnError> {
        let mut changes = Vec::new();
        for (i, sample) in samples.iter().enumerate() {
            changes.push(change(i + 1, sample, lower)?);
        }
        let learned = Self { samples, changes };
        let calls = |c: &Change| matches!(c, Change::Extraction(_));
        if learned.changes.is_empty() {
            Err(LearnError::Nothing)
        } else if learned
            .changes
            .windows(2)
            .all(|w| calls(&w[0]) == calls(&w[1]))
        {
            Ok(learned)
        } else {
            Err(LearnError::Mixed)
        }
    }

    pub fn is_extraction(&self) -> bool {
        matches!(self.changes.first(), Some(Change::Extraction(_)))
    }

    /// Whether what the example calls has the statements of a sample's.
    pub(crate) fn is_extraction_like(&self, e: &Extraction<'_>) -> bool {
        let called = kinds_of(e.callees.iter().map(|(_, body)| *body));
        self.changes
            .iter()
            .any(|c| matches!(c, Change::Extraction(kinds) if *kinds == called))
    }

    /// Whether the statements without a counterpart are those of a sample.
    pub(crate) fn is_rewriting_like(&self, e: &Rewriting<'_>) -> bool {
        let apart = apart(e.unlike, e.sides);
        let like = |c: &Change| matches!(c, Change::Rewriting(kinds) if *kinds == apart);
        e.agrees() && !e.unlike.pairs.is_empty() && self.changes.iter().any(like)
    }
}

fn change(number: usize, sample: &Sample, lower: &Lower<'_>) -> Result<Change, LearnError> {
    let names = Arc::new(Interner::new());
    let models = [&sample.before, &sample.after].map(|t| Arc::new(lower("Sample.java", t, &names)));
    let second = models[0].callables.len() as u32;
    let base = CodeBase::of_samples(&names, &models);
    let mut bodies = Bodies::default();
    for (file, model) in models.iter().enumerate() {
        let here = base
            .method_ids()
            .filter(|&m| base.method(m).file as usize == file);
        let here: Vec<MethodId> = here.collect();
        bodies.extend(Bodies::read(&base, file as u32, model, &here, &names));
    }
    let [before, after] = [MethodId(0), MethodId(second)];
    let first = bodies
        .get(before)
        .filter(|_| second > 0)
        .ok_or(LearnError::NoMethod(number, "before"))?;
    let last = bodies
        .get(after)
        .ok_or(LearnError::NoMethod(number, "after"))?;
    let graph = CallGraph::resolve(&base, &models);
    let inliner = Inliner::new(&base, &graph, InliningConfig::default());
    let side = Side {
        method: after,
        variant: Variant::All(1),
    };
    let calls = Calls::of(side, &base, &inliner, &bodies);
    let sides = [first, last].map(|b| statements(&b.block));
    if !calls.callees.is_empty() {
        let inlined = statements(&inline(last, &calls, 1).block);
        if align(&sides[0], &inlined).score() >= LEAST_SCORE {
            let called = calls.callees.iter().filter_map(|&c| bodies.get(c));
            return Ok(Change::Extraction(kinds_of(called)));
        }
    }
    let alignment = align(&sides[0], &sides[1]);
    let apart = apart(&alignment, [&sides[0], &sides[1]]);
    if apart.iter().all(Vec::is_empty) {
        return Err(LearnError::NoChange(number));
    }
    if alignment.pairs.is_empty() {
        return Err(LearnError::NothingCommon(number));
    }
    Ok(Change::Rewriting(apart))
}

fn kinds_of<'b>(bodies: impl Iterator<Item = &'b Body>) -> Vec<Kind> {
    bodies
        .flat_map(|b| statements(&b.block))
        .map(|s| s.kind)
        .collect()
}

fn apart(alignment: &Alignment, sides: [&[Statement]; 2]) -> [Vec<Kind>; 2] {
    [0, 1].map(|side| {
        let matched = |i: usize| {
            let mut pairs = alignment.pairs.iter().map(|p| [p.0, p.1][side]);
            pairs.any(|j| j == i)
        };
        let all = sides[side].iter().enumerate();
        all.filter(|(i, _)| !matched(*i))
            .map(|(_, s)| s.kind)
            .collect()
    })
}
