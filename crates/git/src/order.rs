//! The orders that the commits of a history may come in.

use crate::branches::along_branches;
use crate::history::Graph;
use crate::{Facts, Id, Local};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

/// In which order the commits of a history come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Order {
    /// Parents before children, ties by id.
    #[default]
    Ids,
    /// Parents before children, each branch as far as it goes before the next one: the same wherever the clocks were, and
    /// neighbours share most files.
    Branches,
    /// As `git rev-list --reverse`: by the committer's clock, so that a parent whose clock was wrong may come after its child.
    OldestFirst,
    /// As `git rev-list`.
    NewestFirst,
    /// As `git rev-list --reverse --date-order`: oldest first, but parents before children.
    DateOrder,
    /// As `git rev-list --reverse --author-date-order`.
    AuthorDateOrder,
    /// As `git rev-list --reverse --topo-order`: parents before children, branches that were merged one after the other.
    TopoOrder,
}

impl Order {
    /// The commits of `graph`, to which `tips` lead.
    pub(crate) fn of(self, local: &Local, tips: &[Id], graph: &Graph) -> Vec<Id> {
        let committed = |id: &Id| facts(local, id).committer.time.unwrap_or_default();
        let authored = |id: &Id| facts(local, id).author.time.unwrap_or_default();
        let newest = match self {
            Self::Ids => return oldest_first(graph),
            Self::Branches => return along_branches(graph),
            Self::OldestFirst | Self::NewestFirst => newest_first(tips, graph, &committed),
            Self::DateOrder => {
                children_first(tips, graph, Open::Dates(BinaryHeap::new(), &committed))
            }
            Self::AuthorDateOrder => {
                children_first(tips, graph, Open::Dates(BinaryHeap::new(), &authored))
            }
            Self::TopoOrder => {
                // Git sorts where it starts from by time, whatever the order; the first is taken first.
                let mut tips = tips.to_vec();
                tips.sort_by_cached_key(|id| Reverse(committed(id)));
                tips.reverse();
                children_first(&tips, graph, Open::Stack(Vec::new()))
            }
        };
        if self == Self::NewestFirst {
            newest
        } else {
            newest.into_iter().rev().collect()
        }
    }
}

fn facts(local: &Local, id: &Id) -> Facts {
    local.facts(*id).unwrap_or_default()
}

fn known<'g>(graph: &'g Graph, id: &Id) -> impl Iterator<Item = &'g Id> {
    let parents = graph.get(id).into_iter().flatten().flatten();
    parents.filter(|parent| graph.contains_key(*parent))
}

/// Commits that may come next.
enum Open<'t> {
    /// The newest first; of equally old ones the one that was put first.
    Dates(
        BinaryHeap<(i64, Reverse<usize>, Id)>,
        &'t dyn Fn(&Id) -> i64,
    ),
    /// The last one first.
    Stack(Vec<Id>),
}

impl Open<'_> {
    fn put(&mut self, number: &mut usize, id: Id) {
        *number += 1;
        match self {
            Self::Dates(heap, time) => heap.push((time(&id), Reverse(*number), id)),
            Self::Stack(stack) => stack.push(id),
        }
    }

    fn take(&mut self) -> Option<Id> {
        match self {
            Self::Dates(heap, _) => Some(heap.pop()?.2),
            Self::Stack(stack) => stack.pop(),
        }
    }
}

/// As Git walks: of the commits a child of which was seen, the one with the latest date.
fn newest_first(tips: &[Id], graph: &Graph, time: &dyn Fn(&Id) -> i64) -> Vec<Id> {
    let (mut open, mut number) = (Open::Dates(BinaryHeap::new(), time), 0);
    let mut seen = HashSet::new();
    for tip in tips.iter().filter(|tip| graph.contains_key(*tip)) {
        if seen.insert(*tip) {
            open.put(&mut number, *tip);
        }
    }
    let mut order = Vec::with_capacity(graph.len());
    while let Some(id) = open.take() {
        order.push(id);
        for parent in known(graph, &id) {
            if seen.insert(*parent) {
                open.put(&mut number, *parent);
            }
        }
    }
    order
}

/// A commit comes when all its children have come.
fn children_first(tips: &[Id], graph: &Graph, mut open: Open<'_>) -> Vec<Id> {
    let mut waiting_for: HashMap<Id, usize> = HashMap::new();
    for id in graph.keys() {
        for parent in known(graph, id) {
            *waiting_for.entry(*parent).or_default() += 1;
        }
    }
    let (mut number, mut put) = (0, HashSet::new());
    for tip in tips.iter().filter(|tip| graph.contains_key(*tip)) {
        if !waiting_for.contains_key(tip) && put.insert(*tip) {
            open.put(&mut number, *tip);
        }
    }
    let mut order = Vec::with_capacity(graph.len());
    while let Some(id) = open.take() {
        order.push(id);
        for parent in known(graph, &id) {
            let waiting = waiting_for.entry(*parent).or_default();
            *waiting = waiting.saturating_sub(1);
            if *waiting == 0 {
                open.put(&mut number, *parent);
            }
        }
    }
    order
}

/// Topological order, ties by id.
fn oldest_first(graph: &Graph) -> Vec<Id> {
    let mut children: HashMap<Id, Vec<Id>> = HashMap::new();
    let mut waiting_for: HashMap<Id, usize> = HashMap::new();
    let mut ready = BinaryHeap::new();
    for &id in graph.keys() {
        let mut count = 0;
        for parent in known(graph, &id) {
            children.entry(*parent).or_default().push(id);
            count += 1;
        }
        waiting_for.insert(id, count);
        if count == 0 {
            ready.push(Reverse(id));
        }
    }
    let mut order = Vec::with_capacity(graph.len());
    while let Some(Reverse(id)) = ready.pop() {
        order.push(id);
        for child in children.remove(&id).into_iter().flatten() {
            let waiting = waiting_for
                .get_mut(&child)
                .expect("every commit was counted");
            *waiting -= 1;
            if *waiting == 0 {
                ready.push(Reverse(child));
            }
        }
    }
    order
}
