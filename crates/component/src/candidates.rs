//! Pairs of similar entities through an index of shingles, so that not all pairs are compared (paper section 4.3).

use crate::entity::{EntityId, EntityKind};
use crate::session::Session;
use rustc_hash::FxHashMap;

/// A shingle that more entities share says little of any of them, and would make pairs out of everything.
const MOST_HOLDERS: usize = 40;

/// How many candidates an entity keeps: the best ones.
const MOST_CANDIDATES: usize = 12;

/// For the outdated entities of a kind, the new ones that are at least `threshold` alike, best first.
pub fn similar(session: &Session, kind: EntityKind, threshold: f64) -> Vec<(EntityId, EntityId)> {
    let mut index: FxHashMap<u64, Vec<EntityId>> = FxHashMap::default();
    for new in session.new.of_kind(kind).filter(|&e| session.is_new(e)) {
        let mut last = None;
        for &shingle in text(session, new, false) {
            if last.replace(shingle) != Some(shingle) {
                index.entry(shingle).or_default().push(new);
            }
        }
    }
    let mut pairs = Vec::new();
    for old in session
        .old
        .of_kind(kind)
        .filter(|&e| session.is_outdated(e))
    {
        let mut shared: FxHashMap<EntityId, u32> = FxHashMap::default();
        for shingle in text(session, old, true) {
            let holders = index.get(shingle).map_or(&[][..], Vec::as_slice);
            if holders.len() <= MOST_HOLDERS {
                for &new in holders {
                    *shared.entry(new).or_insert(0) += 1;
                }
            }
        }
        let mut found: Vec<(f64, EntityId)> = shared
            .into_keys()
            .filter_map(|new| Some((session.similarity(old, new)?, new)))
            .filter(|(s, _)| *s >= threshold)
            .collect();
        found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        pairs.extend(
            found
                .iter()
                .take(MOST_CANDIDATES)
                .map(|&(_, new)| (old, new)),
        );
    }
    pairs
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
