//! From which accesses one comes to which others, with none to the same place in between that hides them.

use crate::graph::{Graph, Place};
use reweave_model::NodeId;
use rustc_hash::{FxHashMap, FxHashSet};

/// A body in which more than this would have to be looked at is left out from there on.
const MOST_WORK: usize = 20_000_000;

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Dependence {
    /// A local variable is written, and the value may be read.
    Value,
    /// Two accesses of the heap whose order counts: one of them writes.
    Order,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Reached {
    pub from: NodeId,
    pub to: NodeId,
    pub what: Dependence,
}

#[derive(Clone, Copy, Default)]
struct Touch {
    reads: bool,
    writes: bool,
}

/// All dependences of a body, sorted. What may throw depends on effects as a reader of them: an exception shows which have happened.
pub fn reaching(graph: &Graph) -> Vec<Reached> {
    let mut locals: FxHashMap<Place, FxHashMap<u32, Touch>> = FxHashMap::default();
    let mut heap: FxHashMap<Place, FxHashMap<u32, Touch>> = FxHashMap::default();
    let mut anything: Vec<(u32, bool)> = Vec::new();
    let mut shown: FxHashMap<u32, Touch> = FxHashMap::default();
    for (at, point) in (0..).zip(&graph.points) {
        let mut acts = false;
        for access in point.accesses.iter() {
            if access.place == Place::Anything {
                anything.push((at, access.write));
                acts |= access.write;
                continue;
            }
            let all = if access.place.is_heap() {
                acts |= access.write;
                &mut heap
            } else {
                &mut locals
            };
            let touch = all.entry(access.place).or_default().entry(at).or_default();
            touch.reads |= !access.write;
            touch.writes |= access.write;
        }
        if acts || point.throws {
            let touch = shown.entry(at).or_default();
            touch.writes |= acts;
            touch.reads |= point.throws;
        }
    }
    for touches in heap.values_mut() {
        for &(at, write) in &anything {
            let touch = touches.entry(at).or_default();
            touch.reads = true;
            touch.writes |= write;
        }
    }
    let mut found: FxHashSet<Reached> = FxHashSet::default();
    let mut work = 0;
    for touches in locals.values() {
        follow(graph, touches, Dependence::Value, &mut work, &mut found);
    }
    for touches in heap.values().chain([&shown]) {
        follow(graph, touches, Dependence::Order, &mut work, &mut found);
    }
    let mut found: Vec<Reached> = found.into_iter().collect();
    found.sort_unstable();
    found
}

fn follow(
    graph: &Graph,
    touches: &FxHashMap<u32, Touch>,
    what: Dependence,
    work: &mut usize,
    found: &mut FxHashSet<Reached>,
) {
    let mut seen = vec![u32::MAX; graph.points.len()];
    for (&from, start) in touches {
        let after_read = start.reads && !start.writes;
        if after_read && what == Dependence::Value {
            continue;
        }
        let mut open: Vec<u32> = graph.point(from).next.clone();
        while let Some(at) = open.pop() {
            *work += 1;
            if *work > MOST_WORK {
                return;
            }
            if std::mem::replace(&mut seen[at as usize], from) == from {
                continue;
            }
            let touch = touches.get(&at).copied().unwrap_or_default();
            let counts = touch.writes || (touch.reads && start.writes);
            let counts = counts && (what == Dependence::Order || touch.reads);
            if counts {
                found.insert(Reached {
                    from: graph.point(from).node,
                    to: graph.point(at).node,
                    what,
                });
            }
            if !touch.writes {
                open.extend_from_slice(&graph.point(at).next);
            }
        }
    }
}
