//! Which conditions decide whether a point is reached (Ferrante, Ottenstein and Warren: control dependence, by postdominators).

use crate::graph::Graph;
use reweave_model::NodeId;

/// A condition, which of its ways is taken, and what is then reached. None as the condition stands for the whole body.
pub type Dependent = (Option<(NodeId, usize)>, NodeId);

/// The conditions on which what can be noticed depends directly, in order.
pub fn control(graph: &Graph) -> Vec<Dependent> {
    let dominators = postdominators(graph);
    let mut found = Vec::new();
    let mut has_condition = vec![false; graph.points.len()];
    for (fork, point) in graph.points.iter().enumerate() {
        // A way to what handles exceptions decides nothing.
        if point.next.len() < 2 || point.throws {
            continue;
        }
        let end = dominators[fork];
        for (way, &first) in point.next.iter().enumerate() {
            let mut at = first;
            let mut steps = 0;
            while Some(at) != end && steps <= graph.points.len() {
                steps += 1;
                has_condition[at as usize] = true;
                let reached = graph.point(at);
                if reached.is_observable() {
                    found.push((Some((point.node, way)), reached.node));
                }
                match dominators[at as usize] {
                    Some(next) if next != at => at = next,
                    _ => break,
                }
            }
        }
    }
    for (point, has_condition) in graph.points.iter().zip(has_condition) {
        if !has_condition && point.is_observable() {
            found.push((None, point.node));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The immediate postdominator of each point (Cooper, Harvey and Kennedy).
fn postdominators(graph: &Graph) -> Vec<Option<u32>> {
    let before = graph.before();
    let order = postorder(&before);
    let mut rank = vec![usize::MAX; graph.points.len()];
    for (at, &point) in order.iter().enumerate() {
        rank[point as usize] = at;
    }
    let mut found: Vec<Option<u32>> = vec![None; graph.points.len()];
    found[Graph::END as usize] = Some(Graph::END);
    let mut changed = true;
    while changed {
        changed = false;
        for &point in order.iter().rev() {
            if point == Graph::END {
                continue;
            }
            let known = graph.point(point).next.iter().copied();
            let mut known = known.filter(|&n| found[n as usize].is_some());
            let Some(first) = known.next() else { continue };
            let new = known.fold(first, |a, b| common(&found, &rank, a, b));
            if found[point as usize] != Some(new) {
                found[point as usize] = Some(new);
                changed = true;
            }
        }
    }
    found
}

fn common(found: &[Option<u32>], rank: &[usize], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        let (low, other) = if rank[a as usize] < rank[b as usize] {
            (&mut a, b)
        } else {
            (&mut b, a)
        };
        match found[*low as usize] {
            Some(next) if next != *low => *low = next,
            _ => return other,
        }
    }
    a
}

/// Backwards from the end.
fn postorder(before: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; before.len()];
    let mut order = Vec::new();
    let mut open = vec![(Graph::END, 0)];
    seen[Graph::END as usize] = true;
    while let Some((at, next)) = open.pop() {
        match before[at as usize].get(next) {
            Some(&to) => {
                open.push((at, next + 1));
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push((to, 0));
                }
            }
            None => order.push(at),
        }
    }
    order
}
