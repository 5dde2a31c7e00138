//! Candidates: pairs of statement runs that might be copies of each other.
//!
//! A run is the fewest statements of a block that are worth a look. Runs with equal shapes are found by one hash. Near copies
//! are found among the runs that share a rare word (a method called, a type created): there, p-stable hashing of the vectors
//! of node kinds and words brings close ones together.

use crate::code::{Body, Code, Word};
use rayon::prelude::*;
use reweave_model::{Kind, Role};
use reweave_text::Interner;
use reweave_vectors::{MethodId, exact};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A run of statements: the block of a method, by number in preorder, and the first statement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Spot {
    pub method: MethodId,
    pub block: u16,
    pub from: u16,
}

/// Two runs that might be copies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Seed {
    pub spots: [Spot; 2],
}

/// The runs of one method.
#[derive(Default)]
pub struct Runs {
    all: Vec<Run>,
    words: Vec<u32>,
}

struct Run {
    spot: Spot,
    shape: u64,
    /// Into the words.
    words: (u32, u32),
    pieces: [u32; TABLES],
}

/// Fewer nodes are never worth a method of their own.
pub const LEAST_WEIGHT: usize = 18;
/// A method that does the same as another goes as a whole, with its head.
pub const LEAST_WHOLE: usize = 12;
/// Blocks with more statements are tables in the disguise of code.
const MOST_STATEMENTS: usize = 400;
/// Hash tables, and random lines in each.
const TABLES: usize = 4;
const LINES: usize = 3;
/// In nodes: near copies of the least weight differ by some two nodes in each of two features.
const WIDTH: f32 = 7.0;
/// The rarest words of a run under which it is looked up.
const ANCHORS: usize = 3;
/// Runs under one key that are compared with one another; more of them are an idiom.
const MOST_ALIKE: usize = 24;
/// How many of those that follow one is compared with.
const NEIGHBOURS: usize = 6;
/// Near runs meet under so many keys at least, unless their word is this rare.
const LEAST_MEETINGS: u32 = 2;
const RARE: usize = 6;

impl Runs {
    pub fn read(method: MethodId, body: &Body, names: &Interner) -> Self {
        let mut runs = Self::default();
        let blocks = body.block.walk().filter(|c| c.kind == Kind::Block);
        for (number, block) in blocks.enumerate().take(usize::from(u16::MAX)) {
            runs.add_block(method, number as u16, block, names);
        }
        runs
    }

    fn add_block(&mut self, method: MethodId, number: u16, block: &Code, names: &Interner) {
        if block.kids.len() > MOST_STATEMENTS {
            return;
        }
        let statements: Vec<Read> = block.kids.iter().map(|s| Read::of(s, names)).collect();
        for from in 0..statements.len() {
            let mut weight = 0;
            let mut to = from;
            while to < statements.len() && weight < LEAST_WEIGHT {
                weight += statements[to].weight;
                to += 1;
            }
            let is_whole = number == 0 && from == 0 && to == statements.len();
            if weight < LEAST_WEIGHT && !(is_whole && weight >= LEAST_WHOLE) {
                break;
            }
            let run = &statements[from..to];
            let monotonous = run.len() > 2 && run.windows(2).all(|w| w[0].shape == w[1].shape);
            if !monotonous {
                let spot = Spot {
                    method,
                    block: number,
                    from: from as u16,
                };
                self.add(spot, run);
            }
        }
    }

    fn add(&mut self, spot: Spot, run: &[Read]) {
        let mut hasher = FxHasher::default();
        for statement in run {
            statement.shape.hash(&mut hasher);
        }
        let first = self.words.len() as u32;
        let mut words: Vec<u32> = run.iter().flat_map(|s| s.words.iter().copied()).collect();
        words.sort_unstable();
        words.dedup();
        self.words.extend(words);
        let mut vector: FxHashMap<u32, f32> = FxHashMap::default();
        for feature in run.iter().flat_map(|s| s.features.iter()) {
            *vector.entry(*feature).or_default() += 1.0;
        }
        let mut vector: Vec<(u32, f32)> = vector.into_iter().collect();
        vector.sort_unstable_by_key(|f| f.0);
        self.all.push(Run {
            spot,
            shape: hasher.finish(),
            words: (first, self.words.len() as u32),
            pieces: std::array::from_fn(|table| piece(table, &vector)),
        });
    }
}

/// Where a vector falls on the lines of a table.
fn piece(table: usize, vector: &[(u32, f32)]) -> u32 {
    let mut key = table as u32;
    for line in table * LINES..(table + 1) * LINES {
        let offset = unit(mix(line as u64)) * WIDTH;
        let dot: f32 = vector.iter().map(|&(f, n)| normal(f, line) * n).sum();
        #[expect(clippy::cast_possible_truncation, reason = "a piece of a line")]
        let at = ((dot + offset) / WIDTH).floor() as i32;
        key = key
            .rotate_left(7)
            .wrapping_mul(0x9e37_79b1)
            .wrapping_add(at.cast_unsigned());
    }
    key
}

/// The coordinate of a feature on a line: normally distributed, and the same in every run of the program.
fn normal(feature: u32, line: usize) -> f32 {
    let bits = mix(u64::from(feature) << 8 | line as u64);
    let parts = (0..4).map(|i| ((bits >> (i * 16)) & 0xffff) as f32 / 65536.0);
    // Four uniform parts: variance one third, so that the root of three makes it one.
    (parts.sum::<f32>() - 2.0) * 1.732
}

fn unit(bits: u64) -> f32 {
    (bits >> 40) as f32 / (1_u32 << 24) as f32
}

fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What hashing asks of a statement.
struct Read {
    weight: usize,
    /// Equal for statements that read the same but for names of variables, literals, and the order of operands.
    shape: u64,
    words: Vec<u32>,
    features: Vec<u32>,
}

impl Read {
    fn of(statement: &Code, names: &Interner) -> Self {
        let mut read = Self {
            weight: 0,
            shape: 0,
            words: Vec::new(),
            features: Vec::new(),
        };
        read.shape = read.node(statement, names);
        read
    }

    fn node(&mut self, code: &Code, names: &Interner) -> u64 {
        self.weight += 1;
        let mut own = FxHasher::default();
        let kind = if code.kind.is_literal() || code.kind == Kind::Name {
            Kind::Name
        } else {
            code.kind
        };
        kind.hash(&mut own);
        if let Word::Text(text) = code.word
            && says_what(code.kind)
        {
            let text = names.text(text);
            text.hash(&mut own);
            if !matches!(code.kind, Kind::Binary | Kind::Unary | Kind::Update) {
                let word = (code.kind, text);
                self.words.push(short(&word));
            }
        }
        self.features.push(own.finish() as u32);
        let mut kids: Vec<u64> = code.kids.iter().map(|k| self.node(k, names)).collect();
        if code.kind == Kind::Binary || code.kind == Kind::Block && kids.len() < 8 {
            kids.sort_unstable();
        }
        for (hash, kid) in kids.iter().zip(&code.kids) {
            if !matches!(kid.role, Role::Operand | Role::None) {
                kid.role.hash(&mut own);
            }
            hash.hash(&mut own);
        }
        own.finish()
    }
}

fn short(word: &impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    word.hash(&mut hasher);
    (hasher.finish() >> 32) as u32
}

/// Kinds whose word is what they do, not a name or value that a copy may change.
const fn says_what(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Call
            | Kind::FieldAccess
            | Kind::MethodRef
            | Kind::TypeName
            | Kind::Primitive
            | Kind::Binary
            | Kind::Unary
            | Kind::Update
            | Kind::Assign
    )
}

/// All pairs to compare, in order.
pub fn seeds(all: &[Runs]) -> Vec<Seed> {
    let mut count: FxHashMap<u32, u32> = FxHashMap::default();
    for runs in all {
        let mut words = runs.words.clone();
        words.sort_unstable();
        words.dedup();
        for word in words {
            *count.entry(word).or_default() += 1;
        }
    }
    let flat: Vec<(&Runs, &Run)> = (all.iter())
        .flat_map(|r| r.all.iter().map(move |run| (r, run)))
        .collect();
    let shapes: Vec<(u64, Spot)> = flat.iter().map(|(_, r)| (r.shape, r.spot)).collect();
    let mut pairs = alike(shapes);
    pairs.par_sort_unstable();
    pairs.dedup();
    let keyed: Vec<(u64, Spot)> = flat
        .par_iter()
        .flat_map_iter(|(runs, run)| near_keys(runs, run, &count))
        .collect();
    let mut near = alike(keyed);
    near.par_sort_unstable();
    pairs.extend(
        near.chunk_by(|a, b| a == b)
            .filter(|meetings| meetings.len() as u32 >= LEAST_MEETINGS)
            .map(|meetings| meetings[0]),
    );
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs
}

/// The keys under which near copies of a run are found.
fn near_keys(runs: &Runs, run: &Run, count: &FxHashMap<u32, u32>) -> Vec<(u64, Spot)> {
    let words = &runs.words[run.words.0 as usize..run.words.1 as usize];
    let mut rare: Vec<(u32, u32)> = words
        .iter()
        .map(|w| (count.get(w).copied().unwrap_or(0), *w))
        .filter(|&(n, _)| n > 1)
        .collect();
    rare.sort_unstable();
    rare.truncate(ANCHORS);
    let mut keys = Vec::with_capacity(rare.len() * (TABLES + 1));
    for (n, word) in rare {
        if n as usize <= RARE {
            let key = mix(u64::from(word));
            keys.push((key, run.spot));
            keys.push((key ^ 1, run.spot));
        }
        for piece in run.pieces {
            keys.push((mix(u64::from(word) << 32 | u64::from(piece)), run.spot));
        }
    }
    keys
}

/// The pairs of runs under equal keys.
fn alike(keyed: Vec<(u64, Spot)>) -> Vec<Seed> {
    let groups = exact(keyed);
    let pairs: Vec<Vec<Seed>> = groups.par_iter().map(|g| pairs_of(g)).collect();
    pairs.into_iter().flatten().collect()
}

fn pairs_of(group: &[Spot]) -> Vec<Seed> {
    let mut pairs = Vec::new();
    let group = &group[..group.len().min(MOST_ALIKE)];
    for (i, &a) in group.iter().enumerate() {
        for &b in group[i + 1..].iter().take(NEIGHBOURS) {
            let same_block = a.method == b.method && a.block == b.block;
            if !same_block || a.from != b.from {
                pairs.push(Seed { spots: [a, b] });
            }
        }
        // One that is compared with all of them makes one group of them.
        if i == 0 {
            let rest = group.iter().skip(1 + NEIGHBOURS);
            pairs.extend(rest.map(|&b| Seed { spots: [a, b] }));
        }
    }
    pairs
}
