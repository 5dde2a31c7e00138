//! What was refactored between two releases of a component, after Dig, Comertoglu, Marinov and Johnson, "Automated
//! Detection of Refactorings in Evolving Components" (ECOOP 2006).
//!
//! [`Component::read`] makes entities of a release's sources; [`compare`] finds candidates by their shingles, judges them by the
//! references to them, and fills one shared log, strategy by strategy ([`STRATEGIES`]).

mod candidates;
mod delegates;
mod entity;
mod log;
mod references;
mod removed;
mod scope;
mod session;
mod shingles;
mod signature;
mod strategy;
mod systematic;
mod words;

pub use entity::{Component, Decl, Entity, EntityId, EntityKind, Sources};
pub use log::{Evidence, Log, Pair, Refactoring};
pub use references::References;
pub use shingles::{ShingleOptions, Shingles, similarity};
pub use signature::{Signature, TypeRef};
pub use strategy::{Kind, STRATEGIES, Strategy};
pub use words::{shared_words, substitution};

use rustc_hash::FxHashMap;
use session::Session;
use std::sync::Mutex;
use systematic::Systematic;

/// What a user may set.
#[derive(Clone, Debug, Default)]
pub struct Options {
    pub shingles: ShingleOptions,
    /// Thresholds that differ from the strategies' own.
    pub thresholds: FxHashMap<Kind, f64>,
    /// T of the references, where it is not that of the text.
    pub references: Option<f64>,
}

/// One release with what is derived from it.
pub struct Release<'a> {
    pub component: Component<'a>,
    pub shingles: Shingles,
    pub references: References,
}

impl<'a> Release<'a> {
    /// Reads the sources, on `threads` threads; 0 takes as many as there are processors.
    pub fn read(sources: Sources<'a>, options: &Options, threads: usize) -> Self {
        let component = Component::read(sources);
        let shingles = Shingles::of(&component, &options.shingles);
        let references = References::of(&component, threads);
        Self {
            component,
            shingles,
            references,
        }
    }
}

/// What was found.
pub struct Comparison {
    pub log: Log,
    /// API of the old release that is gone without a match.
    pub removed: Vec<EntityId>,
    /// How many elements of the API are new.
    pub added: usize,
}

/// The refactorings that lead from one release to the other.
pub fn compare(old: &Release, new: &Release, options: &Options) -> Comparison {
    let mut session = Session {
        old: &old.component,
        new: &new.component,
        old_shingles: &old.shingles,
        new_shingles: &new.shingles,
        old_references: &old.references,
        new_references: &new.references,
        log: Log::default(),
        systematic: Systematic::default(),
        references_threshold: options.references,
        similar: Mutex::default(),
    };
    for strategy in STRATEGIES {
        let threshold = options.thresholds.get(&strategy.kind).copied();
        strategy::run(
            strategy,
            threshold.unwrap_or(strategy.threshold),
            &mut session,
        );
    }
    let removed = removed::removed(&session);
    let api = session.new.ids().filter(|&n| session.new_entity(n).api);
    let added = api.filter(|&n| session.is_new(n)).count();
    Comparison {
        added,
        log: session.log,
        removed,
    }
}
