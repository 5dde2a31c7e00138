//! Pairs of similar entities through an index of shingles, so that not all pairs are compared (paper section 4.3).

use crate::entity::{EntityId, EntityKind};
use crate::session::Session;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use std::sync::{Arc, PoisonError};

/// A shingle that more entities share says little of any of them, and would make pairs out of everything.
const MOST_HOLDERS: usize = 40;

/// How many candidates an entity keeps: the best ones.
const MOST_CANDIDATES: usize = 12;

/// For the outdated entities of a kind, the new ones that are at least `threshold` alike, best first. They are looked for
/// once: what a strategy logs later only takes pairs away.
pub fn similar(session: &Session, kind: EntityKind, threshold: f64) -> Vec<(EntityId, EntityId)> {
    let mut known = session
        .similar
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let pairs = known
        .entry((kind, threshold.to_bits()))
        .or_insert_with(|| find(session, kind, threshold).into());
    let pairs = Arc::clone(pairs);
    drop(known);
    let left = |&(old, new): &(EntityId, EntityId)| session.is_outdated(old) && session.is_new(new);
    pairs.iter().copied().filter(left).collect()
}

fn find(session: &Session, kind: EntityKind, threshold: f64) -> Vec<(EntityId, EntityId)> {
    let new: Vec<EntityId> = session.new.of_kind(kind).collect();
    let new: Vec<EntityId> = new.into_par_iter().filter(|&e| session.is_new(e)).collect();
    let mut index: FxHashMap<u64, Vec<EntityId>> = FxHashMap::default();
    for new in new {
        let mut last = None;
        for &shingle in text(session, new, false) {
            if last.replace(shingle) != Some(shingle) {
                index.entry(shingle).or_default().push(new);
            }
        }
    }
    let old: Vec<EntityId> = session.old.of_kind(kind).collect();
    old.into_par_iter()
        .filter(|&e| session.is_outdated(e))
        .flat_map_iter(|old| alike(session, &index, old, threshold))
        .collect()
}

/// The best of the new entities that share a shingle with an old one.
fn alike(
    session: &Session,
    index: &FxHashMap<u64, Vec<EntityId>>,
    old: EntityId,
    threshold: f64,
) -> impl Iterator<Item = (EntityId, EntityId)> {
    let mut shared: FxHashMap<EntityId, usize> = FxHashMap::default();
    let mut skipped = 0;
    let ours = text(session, old, true);
    for shingle in ours {
        let holders = index.get(shingle).map_or(&[][..], Vec::as_slice);
        if holders.len() <= MOST_HOLDERS {
            for &new in holders {
                *shared.entry(new).or_insert(0) += 1;
            }
        } else {
            skipped += 1;
        }
    }
    // No pair has more in common than was counted here, so that most need not be compared shingle by shingle.
    let at_most = |new: EntityId, counted: usize| {
        let (a, b) = (ours.len(), text(session, new, false).len());
        let common = (counted + skipped).min(a).min(b) as f64;
        f64::midpoint(common / a as f64, common / b as f64)
    };
    let mut found: Vec<(f64, EntityId)> = shared
        .into_iter()
        .filter(|&(new, counted)| at_most(new, counted) >= threshold)
        .filter_map(|(new, _)| Some((session.similarity(old, new)?, new)))
        .filter(|(s, _)| *s >= threshold)
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(MOST_CANDIDATES);
    found.into_iter().map(move |(_, new)| (old, new))
}

fn text<'s>(session: &'s Session, id: EntityId, old: bool) -> &'s [u64] {
    let shingles = if old {
        session.old_shingles
    } else {
        session.new_shingles
    };
    let code = &shingles.code[id.index()];
    if code.is_empty() {
        &shingles.doc[id.index()]
    } else {
        code
    }
}

/// Pairs of outdated and new members of one kind inside classes that correspond, where both are few: names that
/// changed inside a class are found even when their code is as common as a getter's.
pub fn within_classes(session: &Session, kind: EntityKind) -> Vec<(EntityId, EntityId)> {
    let mut pairs = Vec::new();
    for class in session.old.of_kind(EntityKind::Class) {
        let Some(image) = session.rho(class) else {
            continue;
        };
        let new: Vec<EntityId> = session
            .new
            .children_of_kind(image, kind)
            .filter(|&e| session.is_new(e))
            .collect();
        if new.is_empty() {
            continue;
        }
        let old: Vec<EntityId> = session
            .old
            .children_of_kind(class, kind)
            .filter(|&e| session.is_outdated(e))
            .collect();
        if old.len() * new.len() <= MOST_PAIRS_IN_CLASS {
            pairs.extend(old.iter().flat_map(|&o| new.iter().map(move |&n| (o, n))));
        }
    }
    pairs
}

/// A class in which more pairs remain was rewritten; the index still finds what is alike in it.
const MOST_PAIRS_IN_CLASS: usize = 4096;
