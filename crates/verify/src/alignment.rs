//! Where the tokens of the version before are in the version after: by file, and by pairs of declarations that a finding
//! tells of, so that moved and extracted code is followed. Names that findings changed count as the same.

use crate::tokens::Tokens;
use imara_diff::{Algorithm, Diff, InternedInput};
use reweave_change::{Finding, Place};
use reweave_text::Sources;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// Pairs of declarations that are kept.
const MOST_PAIRS: usize = 2000;

/// Tokens before, and where they went; the alignment itself is made when it is asked for.
pub struct Pair {
    pub before: Range<usize>,
    pub path: String,
    pub after: Range<usize>,
}

pub struct Alignments {
    before: FxHashMap<String, Tokens>,
    after: FxHashMap<String, Tokens>,
    /// By path before: the whole file first, then declarations.
    pairs: FxHashMap<String, Vec<Pair>>,
    /// Simple names that findings changed.
    renames: FxHashMap<String, String>,
}

impl Alignments {
    pub fn new(before: &Sources, after: &Sources, findings: &[Finding]) -> Self {
        let tokens = |all: &Sources| {
            let files = all.iter();
            files
                .map(|(_, f)| (f.path.to_string(), Tokens::new(&f.text)))
                .collect()
        };
        let mut out = Self {
            before: tokens(before),
            after: tokens(after),
            pairs: FxHashMap::default(),
            renames: renames(findings),
        };
        let firsts = findings.iter().map(|f| f.left.first().zip(f.right.first()));
        let places: Vec<(&Place, &Place)> = firsts.flatten().collect();
        let moved: FxHashMap<&str, &str> = (places.iter())
            .filter(|(l, r)| l.path != r.path)
            .map(|(l, r)| (l.path.as_str(), r.path.as_str()))
            .collect();
        for (_, file) in before.iter() {
            let path: &str = &file.path;
            let same = out.after.contains_key(path).then_some(path);
            if let Some(to) = same.or_else(|| moved.get(path).copied()) {
                out.add((path, None), (to, None));
            }
        }
        for (l, r) in places.into_iter().take(MOST_PAIRS) {
            let bytes = |p: &Place| Some((p.start.byte, p.end.byte));
            out.add((&l.path, bytes(l)), (&r.path, bytes(r)));
        }
        out
    }

    fn add(&mut self, old: (&str, Option<(u32, u32)>), new: (&str, Option<(u32, u32)>)) {
        let (Some(b), Some(a)) = (self.before.get(old.0), self.after.get(new.0)) else {
            return;
        };
        let range = |t: &Tokens, at: Option<(u32, u32)>| {
            at.map_or(0..t.len(), |(start, end)| t.within(start, end))
        };
        let pair = Pair {
            before: range(b, old.1),
            path: new.0.to_owned(),
            after: range(a, new.1),
        };
        self.pairs.entry(old.0.to_owned()).or_default().push(pair);
    }

    /// What a token before is called after.
    pub fn renamed<'t>(&'t self, token: &'t str) -> &'t str {
        self.renames.get(token).map_or(token, String::as_str)
    }

    pub fn of(&self, path: &str) -> &[Pair] {
        self.pairs.get(path).map_or(&[], Vec::as_slice)
    }

    pub fn all_before(&self) -> impl Iterator<Item = &Tokens> {
        self.before.values()
    }

    pub fn before(&self, path: &str) -> Option<&Tokens> {
        self.before.get(path)
    }

    pub fn after(&self, path: &str) -> Option<&Tokens> {
        self.after.get(path)
    }

    /// Which of the tokens `range` of an old text are where in a new one.
    pub fn align(
        &self,
        (old, range): (&Tokens, &Range<usize>),
        (new, to): (&Tokens, &Range<usize>),
    ) -> Vec<(usize, usize)> {
        let same = same(
            range.clone().map(|i| self.renamed(old.get(i))),
            to.clone().map(|i| new.get(i)),
        );
        let pairs = same.into_iter();
        pairs
            .map(|(i, j)| (range.start + i, to.start + j))
            .collect()
    }

    /// The tokens before that stand where a place after stands, or around it.
    pub fn back(&self, place: &Place) -> Option<(&str, Range<usize>)> {
        let after = self.after.get(&place.path)?;
        let at = after.within(place.start.byte, place.end.byte);
        let all = self.pairs.iter();
        let pairs = all.flat_map(|(path, pairs)| pairs.iter().map(move |p| (path, p)));
        let fits =
            |p: &Pair| p.path == place.path && p.after.start <= at.start && at.end <= p.after.end;
        let narrow = pairs.filter(|(_, p)| fits(p));
        let (path, pair) = narrow.min_by_key(|(path, p)| (p.after.len(), *path))?;
        let same = self.align((self.before(path)?, &pair.before), (after, &pair.after));
        let left = same.partition_point(|(_, a)| *a < at.start);
        let right = same.partition_point(|(_, a)| *a < at.end);
        let from = left
            .checked_sub(1)
            .map_or(pair.before.start, |i| same[i].0 + 1);
        let to = same.get(right).map_or(pair.before.end, |p| p.0);
        Some((path, from..to.max(from)))
    }
}

/// Where in the new text the tokens `at` of the old one are, or what stands instead of them.
pub fn region(same: &[(usize, usize)], at: &Range<usize>, all: &Range<usize>) -> Range<usize> {
    let left = same.partition_point(|(b, _)| *b < at.start);
    let right = same.partition_point(|(b, _)| *b < at.end);
    let from = left.checked_sub(1).map_or(all.start, |i| same[i].1 + 1);
    let to = same.get(right).map_or(all.end, |pair| pair.1);
    from..to.max(from)
}

/// The pairs of tokens that two sequences have in common.
fn same<'t>(
    old: impl Iterator<Item = &'t str>,
    new: impl Iterator<Item = &'t str>,
) -> Vec<(usize, usize)> {
    let mut input = InternedInput::default();
    input.update_before(old);
    input.update_after(new);
    let diff = Diff::compute(Algorithm::Histogram, &input);
    let kept = (0..input.before.len()).filter(|&i| !diff.is_removed(i as u32));
    let there = (0..input.after.len()).filter(|&j| !diff.is_added(j as u32));
    kept.zip(there).collect()
}

/// What lies between common tokens: those of the old text, those of the new one.
pub fn hunks(kept: &[(usize, usize)], ends: (usize, usize)) -> Vec<(Range<usize>, Range<usize>)> {
    let mut out = Vec::new();
    let (mut i, mut j) = (0, 0);
    for &(x, y) in kept.iter().chain([&ends]) {
        if i < x || j < y {
            out.push((i..x, j..y));
        }
        (i, j) = (x + 1, y + 1);
    }
    out
}

/// The simple names that findings changed; a name that became several is none.
fn renames(findings: &[Finding]) -> FxHashMap<String, String> {
    let mut out: FxHashMap<String, String> = FxHashMap::default();
    let mut several: Vec<String> = Vec::new();
    for f in findings.iter().filter(|f| f.kind.contains("Rename")) {
        let pair = f
            .left
            .first()
            .and_then(name)
            .zip(f.right.first().and_then(name));
        let Some((old, new)) = pair.filter(|(old, new)| old != new) else {
            continue;
        };
        let earlier = out.insert(old.to_owned(), new.to_owned());
        if earlier.is_some_and(|e| e != new) {
            several.push(old.to_owned());
        }
    }
    out.retain(|old, _| !several.contains(old));
    out
}

/// The simple name of a declaration, from its description: `public run(a int) : void`, `rate : int`, `p.A`.
pub fn name(place: &Place) -> Option<&str> {
    let code = place.code.as_deref()?;
    let head = code.split('(').next()?.split(" : ").next()?.trim_end();
    head.rsplit([' ', '.', '$'])
        .next()
        .filter(|n| !n.is_empty())
}
