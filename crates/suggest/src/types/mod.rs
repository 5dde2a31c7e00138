//! The types of refactorings that are suggested: one file each, one line in [`ALL`].
//!
//! A type is its manual page, with a missed place and an example as a sample, and its rule. The samples of the
//! [`Family::Rewriting`] types also say what the type changes: their vectors' difference is the abstraction with which
//! it is searched.

mod assignment_to_initialization;
mod consolidate_conditional;
mod consolidate_duplicate;
mod decompose_conditional;
mod encapsulate_collection;
mod encapsulate_downcast;
mod explaining_variable;
mod extract_method;
mod extract_service_method;
mod guard_clauses;
mod hide_delegate;
mod inline_temp;
mod magic_number_constant;
mod magic_number_query;
mod parameter_object;
mod parameter_with_method;
mod query_method;
mod replace_duplicated;
mod reverse_conditional;
mod self_encapsulate_field;
mod split_temp;
mod whole_object;

use crate::code::Body;
use crate::confirm::{Extraction, Rewriting};
use crate::normal::Context;
use reweave_manual::Page;
use reweave_model::FileModel;
use reweave_text::Interner;
use reweave_vectors::{
    Abstraction, CallGraph, CodeBase, Difference, FileFacts, Inliner, InliningConfig, ProjectId,
    View,
};
use std::sync::Arc;

/// All types. Of the extractions the first whose rule applies gives its name, so the most telling come first.
pub const ALL: &[RefactoringType] = &[
    parameter_object::TYPE,
    whole_object::TYPE,
    parameter_with_method::TYPE,
    self_encapsulate_field::TYPE,
    magic_number_query::TYPE,
    encapsulate_collection::TYPE,
    encapsulate_downcast::TYPE,
    decompose_conditional::TYPE,
    hide_delegate::TYPE,
    query_method::TYPE,
    extract_service_method::TYPE,
    replace_duplicated::TYPE,
    extract_method::TYPE,
    inline_temp::TYPE,
    explaining_variable::TYPE,
    split_temp::TYPE,
    magic_number_constant::TYPE,
    reverse_conditional::TYPE,
    assignment_to_initialization::TYPE,
    consolidate_conditional::TYPE,
    consolidate_duplicate::TYPE,
    guard_clauses::TYPE,
];

/// Which vectors are asked about, and which answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Asks {
    /// Split query (paper 3, definition 3.1): methods as they stand, of methods with callees inlined.
    BaseOfInlined,
    BaseOfBase,
}

/// How a type is found and confirmed.
#[derive(Clone, Copy)]
pub enum Family {
    /// The example calls what the missed place holds itself. Which of these types it is, the first rule that applies says.
    Extraction(fn(&Extraction<'_>) -> bool),
    /// Both sides read the same in a normal form, which carries the refactoring out; the rule tells on which side it is
    /// missed.
    Rewriting {
        normal: fn(Body, &Context<'_>) -> Body,
        applies: fn(&Rewriting<'_>) -> bool,
    },
}

pub struct RefactoringType {
    /// The file of the type; its head is the manual page.
    pub source: &'static str,
    pub family: Family,
}

impl RefactoringType {
    pub fn page(&self) -> Page {
        Page::parse(self.source)
    }
}

/// One search: an abstraction, and the types that its answers may belong to.
pub struct Query {
    pub abstraction: Abstraction,
    pub asks: Asks,
    /// Numbers in [`Types::all`], each with what its sample changes: concretization asks for it.
    pub types: Vec<(usize, Option<Difference>)>,
}

/// All types, their samples read.
pub struct Types {
    pub all: Vec<(String, Family)>,
    pub queries: Vec<Query>,
}

impl Types {
    /// Reads the samples of the built-in types with `lower`, which makes a model of source text.
    pub fn new(lower: &dyn Fn(&str, &str, &Interner) -> FileModel) -> Self {
        let mut all = Vec::new();
        let mut queries = vec![Query {
            abstraction: Abstraction::none(View::Core).joining_calls(),
            asks: Asks::BaseOfInlined,
            types: Vec::new(),
        }];
        for (number, kind) in ALL.iter().enumerate() {
            let page = kind.page();
            match kind.family {
                Family::Extraction(_) => queries[0].types.push((number, None)),
                Family::Rewriting { .. } => {
                    for (abstraction, difference) in searches(&page, lower) {
                        add_query(&mut queries, abstraction, difference, number);
                    }
                }
            }
            all.push((page.title, kind.family));
        }
        Self { all, queries }
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

/// The searches that the samples of a type call for. Samples with one abstraction are one search, and ask only for what they
/// all change and all have in common.
fn searches(
    page: &Page,
    lower: &dyn Fn(&str, &str, &Interner) -> FileModel,
) -> Vec<(Abstraction, Difference)> {
    let mut searches: Vec<(Abstraction, Difference)> = Vec::new();
    for example in &page.examples {
        if let (Some(before), Some(after)) = (example.block("before"), example.block("after")) {
            let new = difference(before, after, lower);
            let abstraction = Abstraction::of(View::Full, &new).joining_calls();
            match searches.iter_mut().find(|(a, _)| *a == abstraction) {
                Some((_, known)) => *known = Difference::common(&[known.clone(), new]),
                None => searches.push((abstraction, new)),
            }
        }
    }
    searches
}

fn add_query(
    queries: &mut Vec<Query>,
    abstraction: Abstraction,
    difference: Difference,
    number: usize,
) {
    let same = queries
        .iter_mut()
        .find(|q| q.asks == Asks::BaseOfBase && q.abstraction == abstraction);
    match same {
        Some(query) => query.types.push((number, Some(difference))),
        None => queries.push(Query {
            abstraction,
            asks: Asks::BaseOfBase,
            types: vec![(number, Some(difference))],
        }),
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// The difference of the first methods of two samples.
pub fn difference(
    before: &str,
    after: &str,
    lower: &dyn Fn(&str, &str, &Interner) -> FileModel,
) -> Difference {
    let names = Arc::new(Interner::new());
    let facts = [before, after].map(|text| {
        let model = lower("Sample.java", text, &names);
        (ProjectId(0), FileFacts::read(&model, &names, &[]))
    });
    let firsts = [0, facts[0].1.methods.len() as u32];
    let base = CodeBase::join(names, facts);
    if firsts[1] as usize >= base.methods.len() {
        return Difference::default();
    }
    let graph = CallGraph::by_names(&base);
    let inliner = Inliner::new(&base, &graph, InliningConfig::default());
    let [before, after] =
        firsts.map(|m| View::Full.of(&inliner.base_vector(reweave_vectors::MethodId(m))));
    Difference::between(&before, &after)
}
