//! A history with each branch as far as it goes before the next one.

use crate::Id;
use crate::history::Graph;
use std::collections::HashMap;

/// Parents before children; a child comes right after the last of its parents where it may, so that neighbouring commits share
/// most of their files. Of several the one with the smallest id comes first.
pub fn along_branches(graph: &Graph) -> Vec<Id> {
    let mut children: HashMap<Id, Vec<Id>> = HashMap::new();
    let mut waiting_for: HashMap<Id, usize> = HashMap::new();
    // The last is taken first.
    let mut ready = Vec::new();
    for (&id, parents) in graph {
        let mut known = 0;
        for parent in parents.iter().flatten().filter(|p| graph.contains_key(*p)) {
            children.entry(*parent).or_default().push(id);
            known += 1;
        }
        waiting_for.insert(id, known);
        if known == 0 {
            ready.push(id);
        }
    }
    ready.sort_by(|a, b| b.cmp(a));
    let mut order = Vec::with_capacity(graph.len());
    while let Some(id) = ready.pop() {
        order.push(id);
        let mut free = children.remove(&id).unwrap_or_default();
        free.retain(|child| {
            let waiting = waiting_for
                .get_mut(child)
                .expect("every commit was counted");
            *waiting -= 1;
            *waiting == 0
        });
        free.sort_by(|a, b| b.cmp(a));
        ready.extend(free);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(n: u8) -> Id {
        Id::from([n; 20])
    }

    #[test]
    fn a_branch_is_followed_to_its_end() {
        // Two histories, each of which forks; the second is merged again.
        let parents: [(u8, &[u8]); 9] = [
            (1, &[]),
            (2, &[]),
            (4, &[2]),
            (5, &[1]),
            (6, &[1]),
            (7, &[4]),
            (8, &[5]),
            (9, &[4]),
            (3, &[7, 9]),
        ];
        let graph: Graph = (parents.iter())
            .map(|(n, of)| (id(*n), Ok(of.iter().map(|p| id(*p)).collect())))
            .collect();
        let order: Vec<u8> = along_branches(&graph)
            .iter()
            .map(|id| id.as_slice()[0])
            .collect();
        assert_eq!(order, [1, 5, 8, 6, 2, 4, 7, 9, 3]);
    }
}
