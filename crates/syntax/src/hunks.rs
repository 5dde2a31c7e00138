//! Where two texts differ, by lines: good enough to tell a parser what to read again, and linear.

use rustc_hash::FxHashMap;
use std::ops::Range;

/// Lines that differ: those of `before` stand where those of `after` stand now. Lines are numbered from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hunk {
    pub before: Range<usize>,
    pub after: Range<usize>,
}

/// A hunk in bytes.
pub(crate) struct ByteEdit {
    pub before: Range<usize>,
    pub after: Range<usize>,
}

/// The lines of a text with their ends.
pub(crate) fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// The hunks in order. Lines that stand once on both sides hold the two together, as in patience diff; between two of
/// them everything that does not match from either end is one hunk.
pub(crate) fn hunks(before: &[&str], after: &[&str]) -> Vec<Hunk> {
    let mut out = Vec::new();
    let mut from = (0, 0);
    for (a, b) in anchors(before, after) {
        if a >= from.0 && b >= from.1 {
            from = between(before, after, from, (a, b), &mut out);
        }
    }
    between(before, after, from, (before.len(), after.len()), &mut out);
    out
}

/// Adds what differs up to `to` and gives where the equal lines behind it end.
fn between(
    before: &[&str],
    after: &[&str],
    mut from: (usize, usize),
    to: (usize, usize),
    out: &mut Vec<Hunk>,
) -> (usize, usize) {
    while from.0 < to.0 && from.1 < to.1 && before[from.0] == after[from.1] {
        from = (from.0 + 1, from.1 + 1);
    }
    let mut end = to;
    while end.0 > from.0 && end.1 > from.1 && before[end.0 - 1] == after[end.1 - 1] {
        end = (end.0 - 1, end.1 - 1);
    }
    if from != end {
        out.push(Hunk {
            before: from.0..end.0,
            after: from.1..end.1,
        });
    }
    to
}

/// Pairs of lines that stand once on each side, the longest run of them that keeps the order on both.
fn anchors(before: &[&str], after: &[&str]) -> Vec<(usize, usize)> {
    struct Seen {
        before: usize,
        times_before: u32,
        after: usize,
        times_after: u32,
    }
    let mut seen: FxHashMap<&str, Seen> = FxHashMap::default();
    for (i, line) in before.iter().enumerate() {
        let entry = seen.entry(line).or_insert(Seen {
            before: i,
            times_before: 0,
            after: 0,
            times_after: 0,
        });
        entry.times_before += 1;
    }
    for (i, line) in after.iter().enumerate() {
        if let Some(entry) = seen.get_mut(line) {
            entry.after = i;
            entry.times_after += 1;
        }
    }
    let mut pairs: Vec<(usize, usize)> = seen
        .into_values()
        .filter(|s| s.times_before == 1 && s.times_after == 1)
        .map(|s| (s.before, s.after))
        .collect();
    pairs.sort_unstable();
    longest_increasing(&pairs)
}

/// By the second of each pair.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length the pair that ends such a run lowest, and for each pair the one before it in its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (i, pair) in pairs.iter().enumerate() {
        let at = ends.partition_point(|&e| pairs[e].1 < pair.1);
        previous.push(at.checked_sub(1).map(|p| ends[p]));
        if at == ends.len() {
            ends.push(i);
        } else {
            ends[at] = i;
        }
    }
    let mut run: Vec<_> = std::iter::successors(ends.last().copied(), |&i| previous[i])
        .map(|i| pairs[i])
        .collect();
    run.reverse();
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(before: &str, after: &str) -> Vec<(Range<usize>, Range<usize>)> {
        let (before, after) = (lines(before), lines(after));
        let found = hunks(&before, &after);
        found.into_iter().map(|h| (h.before, h.after)).collect()
    }

    #[test]
    fn what_differs_lies_between_lines_that_stand_once() {
        assert_eq!(of("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(
            of("a\nb\nc\nd\n", "a\nx\nc\ny\nd\n"),
            [(1..2, 1..2), (3..3, 3..4)]
        );
        assert_eq!(of("", "a\n"), [(0..0, 0..1)]);
        assert_eq!(of("}\n}\na", "}\na"), [(1..2, 1..1)]);
    }

    #[test]
    fn hunks_rebuild_the_after_side() {
        let before = "m1\n}\nm2\n}\nx\nm3\n}\nend";
        let after = "m3\n}\nm1\n}\nnew\nm2\n}\nend";
        let (a, b) = (lines(before), lines(after));
        let (mut built, mut at) = (Vec::<&str>::new(), 0);
        for h in hunks(&a, &b) {
            built.extend(&a[at..h.before.start]);
            built.extend(&b[h.after.clone()]);
            at = h.before.end;
        }
        built.extend(&a[at..]);
        assert_eq!(built.concat(), after);
    }
}
