//! All that a strategy may look at, and the questions that several of them ask.

use crate::entity::{Component, Entity, EntityId, EntityKind};
use crate::log::{Evidence, Log, Pair, signatures};
use crate::references::References;
use crate::shingles::{Shingles, similarity};
use crate::signature::TypeRef;
use crate::systematic::Systematic;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex};

pub struct Session<'a> {
    pub old: &'a Component<'a>,
    pub new: &'a Component<'a>,
    pub old_shingles: &'a Shingles,
    pub new_shingles: &'a Shingles,
    pub old_references: &'a References,
    pub new_references: &'a References,
    pub log: Log,
    pub systematic: Systematic,
    /// The threshold of σ, where it is not that of the text.
    pub references_threshold: Option<f64>,
    /// Pairs of similar entities that were looked for already, by kind and threshold.
    pub similar: Mutex<FxHashMap<(EntityKind, u64), Pairs>>,
}

/// Old entities with new ones.
pub type Pairs = Arc<[(EntityId, EntityId)]>;

/// A pair that a strategy would log.
#[derive(Clone, Debug)]
pub struct Proposal {
    pub old: EntityId,
    pub new: EntityId,
    pub evidence: Evidence,
    /// Orders proposals that exclude each other, and is what the log calls confidence.
    pub score: f64,
}

impl Proposal {
    pub fn new(
        old: EntityId,
        new: EntityId,
        similarity: Option<f64>,
        references: Option<f64>,
    ) -> Self {
        let text = similarity.unwrap_or(0.5);
        let score = f64::midpoint(text, references.unwrap_or(text * 0.9));
        Self {
            old,
            new,
            evidence: Evidence {
                similarity,
                references,
                notes: Vec::new(),
            },
            score,
        }
    }
}

/// The new entities of one kind that no old one is, by name.
pub struct Arrived(FxHashMap<Symbol, Vec<EntityId>>);

impl Arrived {
    pub fn of(session: &Session, kind: EntityKind) -> Self {
        let mut by_name: FxHashMap<Symbol, Vec<EntityId>> = FxHashMap::default();
        for new in session.new.of_kind(kind).filter(|&n| session.is_new(n)) {
            let name = session.new_entity(new).name;
            by_name.entry(name).or_default().push(new);
        }
        Self(by_name)
    }

    pub fn named(&self, name: Symbol) -> &[EntityId] {
        self.0.get(&name).map_or(&[], Vec::as_slice)
    }
}

/// Who refers, whatever the signature: ρ maps fully qualified names, and those have none.
type Caller = (Option<EntityId>, Symbol);

impl<'a> Session<'a> {
    pub fn pair(&self) -> Pair<'a> {
        Pair {
            old: self.old,
            new: self.new,
        }
    }

    pub fn old_entity(&self, id: EntityId) -> &'a Entity {
        self.old.get(id)
    }

    pub fn new_entity(&self, id: EntityId) -> &'a Entity {
        self.new.get(id)
    }

    pub fn rho(&self, old: EntityId) -> Option<EntityId> {
        self.log.rho(self.pair(), old, None)
    }

    /// Whether two types are the same with respect to the log, or the one stands for the other in many signatures.
    pub fn same_or_retyped(&self, old: &TypeRef, new: &TypeRef) -> bool {
        self.log.same_type(self.pair(), old, new) || self.systematic.retyped(old, new)
    }

    /// Whether the names of a pair differ by words that many other names exchanged.
    pub fn renamed_alike(&self, old: EntityId, new: EntityId) -> bool {
        let (before, after) = (self.old.simple_name(old), self.new.simple_name(new));
        self.systematic.renamed(before, after)
            || self.systematic.named_after_class(self.pair(), old, new)
    }

    /// T of the references beside T of the text.
    pub fn sigma_threshold(&self, threshold: f64) -> f64 {
        self.references_threshold.unwrap_or(threshold)
    }

    /// ρ of the entity that an old one stands in.
    pub fn parent_image(&self, old: EntityId) -> Option<EntityId> {
        self.rho(self.old_entity(old).parent?)
    }

    /// `new ∉ g1`: no old entity is it.
    pub fn is_new(&self, new: EntityId) -> bool {
        self.log.rho_inverse(self.pair(), new).is_none() && !self.stayed(new)
    }

    /// A member that a class had before it took in another one: ρ⁻¹ of such a class is the one it took in.
    fn stayed(&self, new: EntityId) -> bool {
        let entity = self.new_entity(new);
        let class = entity
            .parent
            .filter(|&c| self.log.logged_origin(c).is_some());
        let namesake = class.and_then(|c| {
            let around = self
                .log
                .rho_inverse(self.pair(), self.new_entity(c).parent?)?;
            let name = self.new_entity(c).name;
            self.old
                .named(Some(around), EntityKind::Class, name)
                .first()
        });
        let Some(&namesake) = namesake else {
            return false;
        };
        self.old
            .named(Some(namesake), entity.kind, entity.name)
            .iter()
            .any(|&old| {
                entity.kind != EntityKind::Method || self.log.same_parameters(self.pair(), old, new)
            })
    }

    /// An old entity that is gone, or that is kept but newly deprecated: open worlds keep what they replace.
    pub fn is_outdated(&self, old: EntityId) -> bool {
        match self.rho(old) {
            None => true,
            Some(new) => {
                self.log.logged(old).is_none()
                    && self.new_entity(new).deprecated
                    && !self.old_entity(old).deprecated
            }
        }
    }

    /// The similarity of two entities of one kind by their shingles: code against code, else documentation.
    pub fn similarity(&self, old: EntityId, new: EntityId) -> Option<f64> {
        let (i, j) = (old.index(), new.index());
        similarity(&self.old_shingles.code[i], &self.new_shingles.code[j])
            .or_else(|| self.doc_similarity(old, new))
    }

    pub fn doc_similarity(&self, old: EntityId, new: EntityId) -> Option<f64> {
        similarity(
            &self.old_shingles.doc[old.index()],
            &self.new_shingles.doc[new.index()],
        )
    }

    /// How much text the similarity of a pair rests on: the number of shingles of the smaller one.
    pub fn weight(&self, old: EntityId, new: EntityId) -> usize {
        let (a, b) = (
            &self.old_shingles.code[old.index()],
            &self.new_shingles.code[new.index()],
        );
        a.len().min(b.len())
    }

    /// σ: the mean of the directed similarities of the references to two entities (section 5.3), taking for granted that
    /// the one became the other. None where neither is referred to.
    pub fn sigma(&self, old: EntityId, new: EntityId) -> Option<f64> {
        let (overlap, [total_old, total_new]) = self.overlap(old, new);
        if total_old == 0 && total_new == 0 {
            return None;
        }
        let directed = |total: u32| f64::from(overlap) / f64::from(total.max(1));
        Some(f64::midpoint(directed(total_old), directed(total_new)))
    }

    /// δ, the directed similarity: the share of the references to the old entity that the new one has now.
    pub fn delta(&self, old: EntityId, new: EntityId) -> Option<f64> {
        let (overlap, [total, _]) = self.overlap(old, new);
        (total > 0).then(|| f64::from(overlap) / f64::from(total))
    }

    /// The references that both entities have from who corresponds, and all of each.
    fn overlap(&self, old: EntityId, new: EntityId) -> (u32, [u32; 2]) {
        let assumed = Some((old, new));
        let mut theirs: FxHashMap<Caller, u32> = FxHashMap::default();
        let mut total_new = 0;
        for &(from, times) in self.new_references.incoming(new) {
            *theirs.entry(self.new_caller(from)).or_insert(0) += times;
            total_new += times;
        }
        let mut ours: FxHashMap<Caller, u32> = FxHashMap::default();
        let mut total_old = 0;
        for &(from, times) in self.old_references.incoming(old) {
            total_old += times;
            if let Some(caller) = self.old_caller(from, assumed) {
                *ours.entry(caller).or_insert(0) += times;
            }
        }
        let overlap: u32 = ours
            .iter()
            .map(|(caller, &times)| times.min(theirs.get(caller).copied().unwrap_or(0)))
            .sum();
        (overlap, [total_old, total_new])
    }

    fn new_caller(&self, from: EntityId) -> Caller {
        let entity = self.new_entity(from);
        match entity.kind {
            EntityKind::Method | EntityKind::Field => (entity.parent, entity.name),
            EntityKind::Class | EntityKind::Package => (Some(from), Symbol::EMPTY),
        }
    }

    fn old_caller(&self, from: EntityId, assumed: Option<(EntityId, EntityId)>) -> Option<Caller> {
        let entity = self.old_entity(from);
        if matches!(entity.kind, EntityKind::Class | EntityKind::Package) {
            let image = self.log.rho(self.pair(), from, assumed)?;
            return Some((Some(image), Symbol::EMPTY));
        }
        let logged = assumed
            .filter(|(old, _)| *old == from)
            .map(|(_, new)| new)
            .or_else(|| self.log.logged(from));
        if let Some(image) = logged {
            return Some(self.new_caller(image));
        }
        let class = self.log.rho(self.pair(), entity.parent?, assumed)?;
        let name = if self.old.is_constructor(from) {
            self.new_entity(class).name
        } else {
            entity.name
        };
        Some((Some(class), name))
    }

    /// Shingles and σ against one threshold; the pair is proposed when both pass. Entities to which nothing
    /// refers have only their text, which then has to be closer.
    pub fn judge(&self, old: EntityId, new: EntityId, threshold: f64) -> Option<Proposal> {
        let similarity = self.similarity(old, new)?;
        if similarity < threshold {
            return None;
        }
        let references = self.sigma(old, new);
        let enough = match references {
            Some(sigma) => sigma >= self.sigma_threshold(threshold),
            None => similarity >= f64::midpoint(threshold, 1.0) || self.weight(old, new) == 0,
        };
        enough.then(|| Proposal::new(old, new, Some(similarity), references))
    }

    /// How alike two parameter lists are: the share of types that both have, in any order.
    pub fn parameter_similarity(&self, old: EntityId, new: EntityId) -> f64 {
        let (Some(a), Some(b)) = signatures(self.pair(), old, new) else {
            return 0.0;
        };
        let longest = a.params.len().max(b.params.len());
        if longest == 0 {
            return 1.0;
        }
        let mut left: Vec<_> = b.params.iter().collect();
        let mut common = 0;
        for p in &a.params {
            if let Some(at) = left.iter().position(|q| self.same_or_retyped(p, q)) {
                left.swap_remove(at);
                common += 1;
            }
        }
        f64::from(common) / longest as f64
    }
}
