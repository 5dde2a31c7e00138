//! Def-use chains: which write of a variable may reach which read, by reaching definitions over the flow graph.

use crate::entity::{EntityId, Place};
use crate::events::{Event, events};
use crate::flow::{ENTRY, Flow, flow};
use crate::grammar::Kind;
use crate::program::Program;
use reweave_syntax::NodeId;
use reweave_text::FileId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// From a definition to a use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Chain {
    pub variable: EntityId,
    pub from: Place,
    pub to: Place,
}

/// Bodies with more points than this get no chains.
const MAX_POINTS: usize = 4000;

type Reaching = FxHashMap<EntityId, BTreeSet<Place>>;

/// The chains of one body. `None` where its flow cannot be followed.
pub fn chains(program: &Program, file: FileId, node: NodeId) -> Option<Vec<Chain>> {
    let graph = flow(program, file, node);
    if graph.unknown || graph.points.len() > MAX_POINTS {
        return None;
    }
    let source = program.file(file);
    let own: Vec<Vec<Event>> = graph
        .points
        .iter()
        .enumerate()
        .map(|(i, p)| {
            if i == ENTRY {
                let params = source.child(node, Kind::FormalParameters);
                params.map_or_else(Vec::new, |p| events(program, file, p))
            } else if i == crate::flow::EXIT {
                Vec::new()
            } else {
                events(program, file, p.part)
            }
        })
        .collect();
    let states = solve(&graph, &own);
    let mut out = BTreeSet::new();
    for (i, list) in own.iter().enumerate() {
        let mut state = states[i].clone();
        for event in list {
            if event.reads {
                for &from in state.get(&event.variable).into_iter().flatten() {
                    out.insert(Chain {
                        variable: event.variable,
                        from,
                        to: event.place,
                    });
                }
            }
            transfer(&mut state, event);
        }
    }
    Some(out.into_iter().collect())
}

fn transfer(state: &mut Reaching, event: &Event) {
    if event.writes {
        let set = state.entry(event.variable).or_default();
        if !event.partly {
            set.clear();
        }
        set.insert(event.place);
    }
}

/// What reaches the start of each point.
fn solve(graph: &Flow, own: &[Vec<Event>]) -> Vec<Reaching> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); graph.points.len()];
    for &(from, to) in &graph.edges {
        next[from].push(to);
    }
    let mut states: Vec<Reaching> = vec![Reaching::default(); graph.points.len()];
    let mut open: BTreeSet<usize> = (0..graph.points.len()).collect();
    while let Some(at) = open.pop_first() {
        let mut state = states[at].clone();
        for event in &own[at] {
            transfer(&mut state, event);
        }
        for &to in &next[at] {
            let mut grown = false;
            for (variable, places) in &state {
                let set = states[to].entry(*variable).or_default();
                for &place in places {
                    grown |= set.insert(place);
                }
            }
            if grown {
                open.insert(to);
            }
        }
    }
    states
}

/// Which variables surely have a value before and after each point of a body.
pub struct Assigned {
    pub flow: Flow,
    pub before: Vec<BTreeSet<EntityId>>,
    pub after: Vec<BTreeSet<EntityId>>,
}

/// `None` where the flow cannot be followed.
pub fn assigned(program: &Program, file: FileId, node: NodeId) -> Option<Assigned> {
    let graph = flow(program, file, node);
    if graph.unknown || graph.points.len() > MAX_POINTS {
        return None;
    }
    let source = program.file(file);
    let count = graph.points.len();
    let gives = |i: usize| -> Vec<EntityId> {
        let part = match i {
            ENTRY => match source.child(node, Kind::FormalParameters) {
                Some(params) => params,
                None => return Vec::new(),
            },
            crate::flow::EXIT => return Vec::new(),
            _ => graph.points[i].part,
        };
        let writes = events(program, file, part).into_iter();
        writes
            .filter(|e| e.writes && !e.partly)
            .map(|e| e.variable)
            .collect()
    };
    let own: Vec<Vec<EntityId>> = (0..count).map(gives).collect();
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); count];
    for &(a, b) in &graph.edges {
        from[b].push(a);
    }
    // Unreached points know everything until something reaches them.
    let mut after: Vec<Option<BTreeSet<EntityId>>> = vec![None; count];
    let mut before: Vec<BTreeSet<EntityId>> = vec![BTreeSet::new(); count];
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..count {
            let mut known: Option<BTreeSet<EntityId>> = (i == ENTRY).then(BTreeSet::new);
            for state in from[i].iter().filter_map(|&p| after[p].as_ref()) {
                known = Some(match known {
                    None => state.clone(),
                    Some(k) => k.intersection(state).copied().collect(),
                });
            }
            let Some(known) = known else {
                continue;
            };
            before[i].clone_from(&known);
            let mut out = known;
            out.extend(&own[i]);
            if after[i].as_ref() != Some(&out) {
                after[i] = Some(out);
                changed = true;
            }
        }
    }
    Some(Assigned {
        flow: graph,
        before,
        after: after.into_iter().map(Option::unwrap_or_default).collect(),
    })
}
