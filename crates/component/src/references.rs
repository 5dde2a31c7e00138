//! The reference graph: who refers to whom, and how often (paper section 5.2). Plain data; a resolver fills it.

use crate::entity::EntityId;
use rustc_hash::FxHashMap;

/// Edges with their multiplicities, by target and by source, each list in ascending order of id.
#[derive(Clone, Debug, Default)]
pub struct References {
    incoming: Vec<Vec<(EntityId, u32)>>,
    outgoing: Vec<Vec<(EntityId, u32)>>,
}

impl References {
    /// The graph of `count` entities.
    pub fn new(count: usize, edges: &FxHashMap<(EntityId, EntityId), u32>) -> Self {
        let mut graph = Self {
            incoming: vec![Vec::new(); count],
            outgoing: vec![Vec::new(); count],
        };
        for (&(from, to), &times) in edges {
            graph.incoming[to.index()].push((from, times));
            graph.outgoing[from.index()].push((to, times));
        }
        for list in graph.incoming.iter_mut().chain(&mut graph.outgoing) {
            list.sort_unstable();
        }
        graph
    }

    /// Who refers to an entity.
    pub fn incoming(&self, to: EntityId) -> &[(EntityId, u32)] {
        &self.incoming[to.index()]
    }

    /// What an entity refers to.
    pub fn outgoing(&self, from: EntityId) -> &[(EntityId, u32)] {
        &self.outgoing[from.index()]
    }

    /// How often an entity is referred to.
    pub fn uses(&self, of: EntityId) -> u32 {
        self.incoming(of).iter().map(|(_, n)| n).sum()
    }
}
