//! Which entities must keep one name, and every place where that name stands.

use crate::program::Program;
use crate::table::{EntityId, Occurrence};
use rustc_hash::{FxHashMap, FxHashSet};

impl Program {
    /// The entity, its other views, and all that must bear the same name: overriding bindings, the dummies of separate
    /// procedures and their interfaces, generics that extend one another.
    pub fn namesakes(&self, entity: EntityId) -> Vec<EntityId> {
        let mut next: FxHashMap<EntityId, Vec<EntityId>> = FxHashMap::default();
        let mut tie = |a: EntityId, b: EntityId| {
            next.entry(a).or_default().push(b);
            next.entry(b).or_default().push(a);
        };
        for (i, e) in self.entities.iter().enumerate() {
            if let Some(link) = e.link {
                tie(EntityId(i as u32), link);
            }
        }
        for &(a, b) in &self.groups {
            tie(a, b);
        }
        // An included file names one thing in each unit that includes it: its text can bear only one name.
        for pair in self.occurrences.windows(2) {
            let (a, b) = (&pair[0], &pair[1]);
            if (a.file, a.span) == (b.file, b.span) && a.stmt != b.stmt {
                tie(a.entity, b.entity);
            }
        }
        let mut seen = FxHashSet::default();
        let mut open = vec![entity];
        while let Some(e) = open.pop() {
            if seen.insert(e) {
                open.extend(next.get(&e).into_iter().flatten());
            }
        }
        let mut all: Vec<EntityId> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Every place where the name of an entity or one of its namesakes stands, in order.
    pub fn places(&self, entity: EntityId) -> Vec<Occurrence> {
        let mut all: Vec<Occurrence> = self
            .namesakes(entity)
            .into_iter()
            .flat_map(|e| self.occurrences_of(e))
            .copied()
            .collect();
        all.sort_by_key(|o| (o.file, o.span, o.entity));
        all.dedup_by_key(|o| (o.file, o.span));
        all
    }
}
