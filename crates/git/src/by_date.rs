//! A history in the order of `git log --reverse`.

use crate::{History, Id, Local, Step};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

impl History {
    /// Oldest first by the committer's clock, as `git log --reverse` lists a history: a parent whose clock was wrong may come
    /// after its child.
    #[must_use]
    pub fn by_date(mut self, local: &Local) -> Self {
        let mut steps: HashMap<Id, Vec<Step>> = HashMap::new();
        for step in self.steps {
            steps.entry(step.commit).or_default().push(step);
        }
        let order = newest_first(&steps, local);
        let oldest_first = order.into_iter().rev();
        self.steps = oldest_first
            .flat_map(|id| steps.remove(&id).unwrap_or_default())
            .collect();
        self
    }
}

/// As Git walks: of the commits whose child was seen, the one with the latest date; of equal ones the one that was seen first.
fn newest_first(steps: &HashMap<Id, Vec<Step>>, local: &Local) -> Vec<Id> {
    let of = |id: &Id| {
        let facts = local.facts(*id).unwrap_or_default();
        (facts.committer.time.unwrap_or_default(), facts.parents)
    };
    let known: HashMap<Id, (i64, Vec<Id>)> = steps.keys().map(|id| (*id, of(id))).collect();
    let children: HashSet<&Id> = known.values().flat_map(|(_, parents)| parents).collect();
    let mut tips: Vec<Id> = (known.keys())
        .filter(|id| !children.contains(id))
        .copied()
        .collect();
    tips.sort();
    let mut seen: HashSet<Id> = tips.iter().copied().collect();
    let mut open = BinaryHeap::new();
    let mut number = 0_usize;
    let mut put = |open: &mut BinaryHeap<_>, id: Id| {
        open.push((known[&id].0, Reverse(number), id));
        number += 1;
    };
    for tip in tips {
        put(&mut open, tip);
    }
    let mut order = Vec::with_capacity(known.len());
    while let Some((_, _, id)) = open.pop() {
        order.push(id);
        for parent in &known[&id].1 {
            if known.contains_key(parent) && seen.insert(*parent) {
                put(&mut open, *parent);
            }
        }
    }
    order
}
