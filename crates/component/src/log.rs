//! The shared log of what was found, and the renaming function ρ that it defines (paper section 5.1).

use crate::entity::{Component, EntityId, EntityKind};
use crate::signature::{Signature, TypeRef};
use crate::strategy::Kind;
use reweave_text::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};

/// Why an entry stands in the log.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Of the shingles; none where an entity has no text to compare.
    pub similarity: Option<f64>,
    /// σ of the references; none where neither side is referred to.
    pub references: Option<f64>,
    /// What else spoke for it, for a person.
    pub notes: Vec<String>,
}

/// One refactoring: an entity of the old release became one of the new release.
#[derive(Clone, Debug)]
pub struct Refactoring {
    pub kind: Kind,
    pub old: EntityId,
    pub new: EntityId,
    pub evidence: Evidence,
    /// Between 0 and 1.
    pub confidence: f64,
}

/// The two releases.
#[derive(Clone, Copy)]
pub struct Pair<'a> {
    pub old: &'a Component<'a>,
    pub new: &'a Component<'a>,
}

/// What was found so far. Entries that say what became of an entity define ρ; the others only comment on it.
#[derive(Default)]
pub struct Log {
    pub entries: Vec<Refactoring>,
    known: FxHashSet<(Kind, EntityId, EntityId)>,
    image: FxHashMap<EntityId, EntityId>,
    origin: FxHashMap<EntityId, EntityId>,
}

impl Log {
    pub fn add(&mut self, refactoring: Refactoring) {
        if refactoring.kind.relates() {
            // What was pushed down to several classes is the first of them.
            self.image.entry(refactoring.old).or_insert(refactoring.new);
            self.origin.insert(refactoring.new, refactoring.old);
        }
        self.known
            .insert((refactoring.kind, refactoring.old, refactoring.new));
        self.entries.push(refactoring);
    }

    /// Whether neither entity has a place in ρ yet.
    pub fn is_free(&self, old: EntityId, new: EntityId) -> bool {
        !self.image.contains_key(&old) && !self.origin.contains_key(&new)
    }

    /// What the log itself says became of an entity.
    pub fn logged(&self, old: EntityId) -> Option<EntityId> {
        self.image.get(&old).copied()
    }

    pub fn logged_origin(&self, new: EntityId) -> Option<EntityId> {
        self.origin.get(&new).copied()
    }

    pub fn says(&self, kind: Kind, old: EntityId, new: EntityId) -> bool {
        self.known.contains(&(kind, old, new))
    }

    /// ρ for those who only have the two releases.
    pub fn image_of(&self, old: &Component, new: &Component, id: EntityId) -> Option<EntityId> {
        self.rho(Pair { old, new }, id, None)
    }

    /// ρ: the entity of the new release that an old one is, with respect to the log. `assumed` is taken for granted
    /// besides, so that an entity's references to itself count for it.
    pub fn rho(
        &self,
        pair: Pair,
        old: EntityId,
        assumed: Option<(EntityId, EntityId)>,
    ) -> Option<EntityId> {
        if let Some((from, to)) = assumed
            && from == old
        {
            return Some(to);
        }
        if let Some(&image) = self.image.get(&old) {
            return Some(image);
        }
        let entity = pair.old.get(old);
        let parent = match entity.parent {
            Some(parent) => Some(self.rho(pair, parent, assumed)?),
            None => None,
        };
        let name = match parent {
            // A constructor bears the name of its class.
            Some(class) if pair.old.is_constructor(old) => pair.new.get(class).name,
            _ => entity.name,
        };
        self.child(pair, old, parent, name)
    }

    fn child(
        &self,
        pair: Pair,
        old: EntityId,
        parent: Option<EntityId>,
        name: Symbol,
    ) -> Option<EntityId> {
        let entity = pair.old.get(old);
        pair.new
            .named(parent, entity.kind, name)
            .iter()
            .copied()
            .find(|&new| {
                entity.kind != EntityKind::Method
                    || (pair.old.is_constructor(old) == pair.new.is_constructor(new)
                        && self.same_parameters(pair, old, new))
            })
    }

    /// ρ⁻¹: the old entity that a new one was.
    pub fn rho_inverse(&self, pair: Pair, new: EntityId) -> Option<EntityId> {
        if let Some(&origin) = self.origin.get(&new) {
            return Some(origin);
        }
        let entity = pair.new.get(new);
        let parent = match entity.parent {
            Some(parent) => Some(self.rho_inverse(pair, parent)?),
            None => None,
        };
        let name = match parent {
            Some(class) if pair.new.is_constructor(new) => pair.old.get(class).name,
            _ => entity.name,
        };
        pair.old
            .named(parent, entity.kind, name)
            .iter()
            .copied()
            .find(|&old| {
                entity.kind != EntityKind::Method
                    || (pair.old.is_constructor(old) == pair.new.is_constructor(new)
                        && self.same_parameters(pair, old, new))
            })
    }

    pub fn same_parameters(&self, pair: Pair, old: EntityId, new: EntityId) -> bool {
        let (Some(a), Some(b)) = signatures(pair, old, new) else {
            return false;
        };
        a.params.len() == b.params.len()
            && a.params
                .iter()
                .zip(&b.params)
                .all(|(x, y)| self.same_type(pair, x, y))
    }

    /// Whether two erased types are the same with respect to the log.
    pub fn same_type(&self, pair: Pair, old: &TypeRef, new: &TypeRef) -> bool {
        if old.dimensions != new.dimensions {
            return false;
        }
        match (old.class, new.class) {
            (Some(a), Some(b)) => self.rho(pair, a, None) == Some(b),
            (None, None) => old.name == new.name,
            _ => false,
        }
    }
}

pub fn signatures(
    pair: Pair<'_>,
    old: EntityId,
    new: EntityId,
) -> (Option<&Signature>, Option<&Signature>) {
    (
        pair.old.get(old).signature.as_deref(),
        pair.new.get(new).signature.as_deref(),
    )
}
