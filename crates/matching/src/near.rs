//! Statements of one kind in the order of their body, of which the free ones nearest to a place are asked for: so that
//! thousands of like statements are compared with a few each.

use crate::body::StmtId;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// Lists by key; what is taken drops out when it is met.
pub(crate) struct NearBy<K> {
    lists: FxHashMap<K, List>,
}

impl<K: Hash + Eq> NearBy<K> {
    pub fn of(ids: impl IntoIterator<Item = (K, StmtId)>) -> Self {
        let mut lists: FxHashMap<K, Vec<StmtId>> = FxHashMap::default();
        for (key, id) in ids {
            lists.entry(key).or_default().push(id);
        }
        let lists = lists.into_iter().map(|(k, ids)| (k, List::of(ids)));
        Self {
            lists: lists.collect(),
        }
    }

    /// At most `most` free statements of the list on each side of `at`, the nearest first.
    pub fn around(&mut self, key: &K, at: StmtId, most: usize, taken: &[bool]) -> Vec<StmtId> {
        self.lists
            .get_mut(key)
            .map_or_else(Vec::new, |list| list.around(at, most, taken))
    }
}

struct List {
    ids: Vec<StmtId>,
    /// For each index, one not before it that may be free; one past the end where there is none.
    next: Vec<u32>,
    /// For each index plus one, one plus an index not behind it that may be free; 0 where there is none.
    previous: Vec<u32>,
}

impl List {
    fn of(ids: Vec<StmtId>) -> Self {
        let all: Vec<u32> = (0..=ids.len() as u32).collect();
        Self {
            ids,
            next: all.clone(),
            previous: all,
        }
    }

    fn around(&mut self, at: StmtId, most: usize, taken: &[bool]) -> Vec<StmtId> {
        let middle = self.ids.partition_point(|&j| j < at) as u32;
        let (mut ahead, mut behind) = (Vec::new(), Vec::new());
        let mut i = root(&mut self.next, middle);
        while ahead.len() < most && (i as usize) < self.ids.len() {
            let id = self.ids[i as usize];
            if taken[id as usize] {
                self.next[i as usize] = i + 1;
                i = root(&mut self.next, i);
            } else {
                ahead.push(id);
                i = root(&mut self.next, i + 1);
            }
        }
        let mut i = root(&mut self.previous, middle);
        while behind.len() < most && i > 0 {
            let id = self.ids[i as usize - 1];
            if taken[id as usize] {
                self.previous[i as usize] = i - 1;
                i = root(&mut self.previous, i);
            } else {
                behind.push(id);
                i = root(&mut self.previous, i - 1);
            }
        }
        let mut out = ahead;
        out.extend(behind);
        out.sort_by_key(|&j| (j.abs_diff(at), j));
        out
    }
}

/// The last of a chain of links, each link on the way made shorter.
fn root(links: &mut [u32], mut i: u32) -> u32 {
    while links[i as usize] != i {
        let further = links[links[i as usize] as usize];
        links[i as usize] = further;
        i = further;
    }
    i
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_that_are_free_come_first() {
        let mut near = NearBy::of([2, 4, 6, 8, 20].map(|i| ((), i)));
        let mut taken = vec![false; 21];
        taken[6] = true;
        assert_eq!(near.around(&(), 7, 1, &taken), [8, 4]);
        taken[8] = true;
        assert_eq!(near.around(&(), 7, 2, &taken), [4, 2, 20]);
        assert_eq!(near.around(&(), 0, 9, &taken), [2, 4, 20]);
        taken[2..=4].fill(true);
        assert_eq!(near.around(&(), 30, 9, &taken), [20]);
    }
}
