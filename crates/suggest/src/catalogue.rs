//! The types that are looked for, their samples read into searches.

use crate::learned::{Learned, Lower};
use crate::types::{ALL, Family};
use reweave_text::{Interner, Symbol};
use reweave_vectors::{
    Abstraction, CallGraph, CodeBase, Difference, Inliner, InliningConfig, MethodId, View,
};
use std::sync::Arc;

/// Which vectors are asked about, and which answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asks {
    /// Of methods with callees inlined: methods as they stand (paper 3's split query, definition 3.1), and methods with other
    /// callees inlined, which divide the same work otherwise.
    OfInlined,
    /// Methods as they stand, of others whose vectors differ as a sample's do.
    BaseOfBase,
    /// Methods as they stand, of others with the same vectors.
    Alike,
}

/// One search: an abstraction, and the types that its answers may belong to.
pub struct Query {
    pub abstraction: Abstraction,
    pub asks: Asks,
    /// Calls of these names do not count: the samples have them on one side only.
    pub changed_calls: Vec<String>,
    /// Numbers in [`Types::all`], each with what its sample changes: concretization asks for it.
    pub types: Vec<(usize, Option<Difference>)>,
}

/// How a type of the catalogue is confirmed.
#[derive(Clone)]
pub enum Rule {
    BuiltIn(Family),
    Learned(Arc<Learned>),
}

/// All types, their samples read.
pub struct Types {
    pub all: Vec<(String, Rule)>,
    pub queries: Vec<Query>,
}

impl Types {
    /// Reads the samples of the built-in types.
    pub fn new(lower: &Lower<'_>) -> Self {
        let mut types = Self {
            all: Vec::new(),
            queries: vec![Query {
                abstraction: Abstraction::none(View::Core).joining_calls(),
                asks: Asks::OfInlined,
                changed_calls: Vec::new(),
                types: Vec::new(),
            }],
        };
        for kind in ALL {
            let number = types.all.len();
            let page = kind.page();
            match kind.family {
                Family::Extraction(_) | Family::Passing(_) | Family::Inlining(_) => {
                    types.queries[0].types.push((number, None));
                }
                Family::Rewriting { .. } | Family::Likeness { .. } => {
                    let samples = page.examples.iter();
                    let samples: Vec<(&str, &str)> = samples
                        .filter_map(|e| Some((e.block("before")?, e.block("after")?)))
                        .collect();
                    let asks = match kind.family {
                        Family::Likeness { .. } => Asks::Alike,
                        _ => Asks::BaseOfBase,
                    };
                    types.search_for(number, asks, &samples, lower);
                }
                Family::Duplicate(_) => {}
            }
            types.all.push((page.title, Rule::BuiltIn(kind.family)));
        }
        types
    }

    /// Adds a type that was learned from samples. It comes before the built-in ones.
    pub fn learn(&mut self, name: &str, learned: Learned, lower: &Lower<'_>) {
        let number = self.all.len();
        if learned.is_extraction() {
            self.queries[0].types.insert(0, (number, None));
        } else {
            let samples: Vec<(&str, &str)> = learned
                .samples
                .iter()
                .map(|s| (s.before.as_str(), s.after.as_str()))
                .collect();
            self.search_for(number, Asks::BaseOfBase, &samples, lower);
        }
        self.all
            .push((name.to_owned(), Rule::Learned(Arc::new(learned))));
    }

    /// All samples of a type are one search. What any of them changes is evened out; asked for is only what they all change
    /// and all have in common.
    fn search_for(
        &mut self,
        number: usize,
        asks: Asks,
        samples: &[(&str, &str)],
        lower: &Lower<'_>,
    ) {
        let mut abstractions = Vec::new();
        let mut differences = Vec::new();
        let mut changed_calls = Vec::new();
        for (before, after) in samples {
            let (difference, changed) = difference(before, after, lower);
            abstractions.push(Abstraction::of(View::Full, &difference));
            differences.push(difference);
            changed_calls.extend(changed);
        }
        changed_calls.sort_unstable();
        changed_calls.dedup();
        let abstraction = Abstraction::pooled(View::Full, &abstractions).joining_calls();
        // Samples that differ in nothing that is counted have a context, but no bearing on it.
        let difference = (asks != Asks::Alike).then(|| Difference::common(&differences));
        let same = self.queries.iter_mut().find(|q| {
            q.asks == asks && q.abstraction == abstraction && q.changed_calls == changed_calls
        });
        match same {
            Some(query) => query.types.push((number, difference)),
            None => self.queries.push(Query {
                abstraction,
                asks,
                changed_calls,
                types: vec![(number, difference)],
            }),
        }
    }

    /// The number of the type with this name.
    pub fn number(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|(n, _)| n == name)
    }

    /// Whether a type of this name was learned from samples.
    pub fn is_learned(&self, name: &str) -> bool {
        let learned = |(n, rule): &(String, Rule)| n == name && matches!(rule, Rule::Learned(_));
        self.all.iter().any(learned)
    }

    pub fn name(&self, kind: usize) -> &str {
        &self.all[kind].0
    }

    /// Whether the type is among those asked for, by its name; spaces, dashes and capitals do not matter.
    pub fn is_wanted(&self, kind: usize, wanted: &[String]) -> bool {
        wanted.is_empty() || wanted.iter().any(|w| plain(w) == plain(self.name(kind)))
    }

    /// The first of the names that no type has.
    pub fn unknown<'w>(&self, wanted: &'w [String]) -> Option<&'w String> {
        wanted
            .iter()
            .find(|w| !self.all.iter().any(|(name, _)| plain(name) == plain(w)))
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The difference of the first methods of two samples, and the names of the calls that only one of them has.
pub fn difference(before: &str, after: &str, lower: &Lower<'_>) -> (Difference, Vec<String>) {
    let names = Arc::new(Interner::new());
    let models = [before, after].map(|text| Arc::new(lower("Sample.java", text, &names)));
    let firsts = [0, models[0].callables.len() as u32].map(MethodId);
    let base = CodeBase::of_samples(&names, &models);
    if firsts[1].index() >= base.methods.len() {
        return (Difference::default(), Vec::new());
    }
    let graph = CallGraph::resolve(&base, &models);
    let inliner = Inliner::new(&base, &graph, InliningConfig::default());
    let [before, after] = firsts.map(|m| View::Full.of(&inliner.base_vector(m)));
    let [there, here] = firsts.map(|m| {
        let sites = base.sites_of(m).map(|s| base.sites[s].name);
        sites.collect::<Vec<_>>()
    });
    let one_sided = |a: &[Symbol], b: &[Symbol]| {
        let only = a.iter().filter(|n| !b.contains(n));
        only.map(|n| base.names.text(*n).to_owned())
            .collect::<Vec<String>>()
    };
    let mut changed = one_sided(&there, &here);
    changed.extend(one_sided(&here, &there));
    changed.sort_unstable();
    changed.dedup();
    (Difference::between(&before, &after), changed)
}
