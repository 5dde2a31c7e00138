//! Duplicate code: the same statements in several places, perhaps with other names, in another order, with another loop, with
//! a temporary, a guard or a line of logging more.
//!
//! `normal_form` makes one of what Java says in several ways, `seeds` finds candidates by hashing, `regions` finds how
//! far the statements of two places correspond, `groups` joins places, and `remedy` says which refactoring would leave
//! one of them, by where they stand.

mod compare;
mod duplicate;
mod exact;
mod flow;
mod form;
mod groups;
mod normal_form;
mod regions;
mod remedy;
mod scopes;
mod seeds;
mod worth;

pub use duplicate::{Copy, Duplicate, Occurrence, Plan, Remedy};
pub use scopes::Scopes;

use crate::code::Body;
use crate::normal::Context;
use groups::{Pair, pair};
use normal_form::normal_form;
use rayon::prelude::*;
use reweave_model::{FileModel, Kind};
use reweave_text::Symbol;
use reweave_vectors::{CallGraph, CodeBase, MethodFlags, MethodId};
use rustc_hash::FxHashMap;
use seeds::{Runs, Seed, seeds};
use std::sync::Arc;

/// What duplicates are looked for in.
pub struct Sources<'a> {
    pub base: &'a CodeBase,
    pub graph: &'a CallGraph,
    /// The files by number.
    pub models: &'a [Arc<FileModel>],
    /// Files that nobody maintains by hand.
    pub generated: &'a [bool],
}

/// What was looked at and what became of it, by filter.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub methods: usize,
    pub generated: usize,
    pub candidates: usize,
    pub corresponding: usize,
    pub unconfirmed: usize,
    pub not_separable: usize,
    pub too_many_parameters: usize,
    pub groups: usize,
}

/// The bodies in normal form, by method.
pub(crate) type Forms = FxHashMap<MethodId, Body>;

/// All groups of duplicates, the most worthwhile first, and how they were found.
pub fn duplicates(sources: &Sources<'_>) -> (Vec<Duplicate>, Tally) {
    let base = sources.base;
    let context = Context {
        base,
        names: &base.names,
        graph: sources.graph,
        callers: Vec::new(),
    };
    let methods: Vec<MethodId> = base.method_ids().filter(|&m| is_read(sources, m)).collect();
    let mut tally = Tally {
        methods: methods.len(),
        generated: sources.generated.iter().filter(|g| **g).count(),
        ..Tally::default()
    };
    let scopes = Scopes::new(base, sources.graph, sources.models);
    let loggers = Loggers::new(base);
    let told = (&scopes, &loggers);
    let runs: Vec<Runs> = methods
        .par_iter()
        .map(|&m| {
            read(sources, &context, told, m)
                .map_or_else(Runs::default, |body| Runs::read(m, &body, &base.names))
        })
        .collect();
    let seeds = seeds(&runs);
    drop(runs);
    tally.candidates = seeds.len();
    let forms = forms(sources, &context, told, &seeds);
    let pairs = confirm(&seeds, &forms, told, &mut tally);
    let groups = groups::join(pairs, &forms, &scopes, sources, &mut tally);
    tally.groups = groups.len();
    (groups, tally)
}

fn is_read(sources: &Sources<'_>, method: MethodId) -> bool {
    let facts = sources.base.method(method);
    let generated = sources.generated.get(facts.file as usize);
    !facts.flags.has(MethodFlags::NO_BODY) && generated != Some(&true)
}

/// What tells which statements only tell.
type Told<'a> = (&'a Scopes<'a>, &'a Loggers<'a>);

fn read(
    sources: &Sources<'_>,
    context: &Context<'_>,
    (scopes, loggers): Told<'_>,
    method: MethodId,
) -> Option<Body> {
    let facts = sources.base.method(method);
    let model = &sources.models[facts.file as usize];
    let callables = &model.callables;
    let callable = callables.iter().find(|c| c.node == facts.node)?;
    let body = Body::read(facts.file, model, callable, &sources.base.names)?;
    let is_aside = |statement: &crate::Code| loggers.is_logging(scopes, method, statement);
    Some(normal_form(body, context, &is_aside))
}

fn forms(sources: &Sources<'_>, context: &Context<'_>, told: Told<'_>, seeds: &[Seed]) -> Forms {
    let mut wanted: Vec<MethodId> = seeds
        .iter()
        .flat_map(|s| s.spots.map(|spot| spot.method))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    wanted
        .par_iter()
        .filter_map(|&m| Some((m, read(sources, context, told, m)?)))
        .collect()
}

/// The pairs that correspond. Seeds of the same two blocks are one region, mostly, which is found once.
fn confirm(
    seeds: &[Seed],
    forms: &Forms,
    (scopes, loggers): Told<'_>,
    tally: &mut Tally,
) -> Vec<Pair> {
    let same_blocks = |a: &Seed, b: &Seed| {
        (0..2)
            .all(|i| a.spots[i].method == b.spots[i].method && a.spots[i].block == b.spots[i].block)
    };
    let mut sorted = seeds.to_vec();
    sorted.par_sort_unstable_by_key(|s| {
        let of = |i: usize| (s.spots[i].method, s.spots[i].block);
        (of(0), of(1), s.spots[0].from, s.spots[1].from)
    });
    let by_blocks: Vec<&[Seed]> = sorted.chunk_by(same_blocks).collect();
    let found: Vec<(Vec<Pair>, Tally)> = by_blocks
        .par_iter()
        .map(|seeds| {
            let mut tally = Tally::default();
            let mut pairs: Vec<Pair> = Vec::new();
            for seed in *seeds {
                if pairs.iter().any(|p| p.has(seed)) {
                    continue;
                }
                pairs.extend(pair(*seed, forms, scopes, loggers, &mut tally));
            }
            (pairs, tally)
        })
        .collect();
    let mut all = Vec::new();
    for (pairs, part) in found {
        all.extend(pairs);
        tally.corresponding += part.corresponding;
        tally.unconfirmed += part.unconfirmed;
        tally.not_separable += part.not_separable;
        tally.too_many_parameters += part.too_many_parameters;
    }
    all
}

/// Types whose objects write logs, by the simple names that the usual libraries give them.
const LOGGERS: &[&str] = &[
    "Logger",
    "Log",
    "FluentLogger",
    "XLogger",
    "LocLogger",
    "ESLogger",
];

/// How a call that only logs is known: by the declared type of what it is called on.
pub(crate) struct Loggers<'a> {
    base: &'a CodeBase,
    types: Vec<Symbol>,
}

impl<'a> Loggers<'a> {
    fn new(base: &'a CodeBase) -> Self {
        let types = LOGGERS.iter().filter_map(|n| base.names.get(n)).collect();
        Self { base, types }
    }

    /// `LOG.debug(…)` where the field is declared as a logger, `System.out.println(…)`, `e.printStackTrace()`.
    fn is_logging(&self, scopes: &Scopes<'_>, method: MethodId, statement: &crate::Code) -> bool {
        use crate::code::Word;
        use reweave_model::Role;
        if statement.kind != Kind::Call {
            return false;
        }
        let Some(on) = statement.kid(Role::Receiver) else {
            return false;
        };
        let text = |word: Word| match word {
            Word::Text(s) | Word::Free(s) => self.base.names.text(s),
            _ => "",
        };
        if let (Kind::Name, Word::Free(name)) = (on.kind, on.word) {
            let field = scopes.field(method, name);
            return field.is_some_and(|f| self.types.contains(&f.ty));
        }
        let standard = on.kind == Kind::FieldAccess
            && matches!(text(on.word), "out" | "err")
            && on.kids.first().is_some_and(|k| text(k.word) == "System");
        standard || text(statement.word) == "printStackTrace"
    }
}
