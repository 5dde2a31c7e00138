//! The statements of two blocks that correspond: in a row from a seed on, some in another order, some on one side only.

use crate::code::{Code, Word};
use reweave_model::{Kind, Role};

/// Statements of two blocks that correspond.
#[derive(Clone, Debug, Default)]
pub struct Region {
    /// The numbers of the statements, in the order of the first side.
    pub pairs: Vec<(usize, usize)>,
    /// Statements inside the region that the other side has not.
    pub extra: [Vec<usize>; 2],
}

impl Region {
    /// The first and the last statement of a side.
    pub fn range(&self, side: usize) -> (usize, usize) {
        let of = self.pairs.iter().map(|p| if side == 0 { p.0 } else { p.1 });
        let (mut from, mut to) = (usize::MAX, 0);
        for at in of {
            from = from.min(at);
            to = to.max(at);
        }
        (from, to)
    }

    pub fn is_in_order(&self) -> bool {
        self.pairs.windows(2).all(|w| w[0].1 < w[1].1)
    }
}

/// How far from where it should be the counterpart of a statement is looked for.
const REACH: usize = 3;

/// What is on one side only and may be: it asks or tells, and the rest goes on as without it.
pub trait Aside {
    fn is_aside(&self, side: usize, statement: &Code) -> bool;
}

/// What two sides have in common, as it grows by pairs of statements.
pub trait Growing<'a> {
    /// A state to go back to.
    type Mark: Copy;

    fn mark(&self) -> Self::Mark;

    fn back_to(&mut self, mark: Self::Mark);

    /// Whether a statement is the same on both sides; if not, nothing is remembered of it.
    fn add(&mut self, a: &'a Code, b: &'a Code) -> bool;

    /// Remembers statements of loops and branches that only one side has.
    fn add_extra(&mut self, count: u32);
}

struct Walk<'w, 'a, C> {
    common: &'w mut C,
    sides: [&'a [Code]; 2],
    used: [Vec<bool>; 2],
    pairs: Vec<(usize, usize)>,
}

/// The largest region around a pair of statements that correspond.
pub fn around<'a>(
    common: &mut impl Growing<'a>,
    sides: [&'a [Code]; 2],
    seed: (usize, usize),
    aside: &dyn Aside,
) -> Region {
    let mut walk = Walk {
        common,
        used: [vec![false; sides[0].len()], vec![false; sides[1].len()]],
        sides,
        pairs: Vec::new(),
    };
    walk.forward(seed, aside);
    if !walk.pairs.is_empty() {
        walk.backward(seed, aside);
    }
    let pairs = walk.pairs;
    let mut region = Region {
        pairs,
        extra: [Vec::new(), Vec::new()],
    };
    region.pairs.sort_unstable();
    trim(&mut region, sides);
    region
}

/// Whether all statements of two blocks correspond; statements may stand in another order where that is the same.
pub fn whole<'a>(common: &mut impl Growing<'a>, a: &'a [Code], b: &'a [Code]) -> bool {
    let mark = common.mark();
    let mut walk = Walk {
        common,
        used: [vec![false; a.len()], vec![false; b.len()]],
        sides: [a, b],
        pairs: Vec::new(),
    };
    walk.forward((0, 0), &InBlocks);
    let mut pairs = std::mem::take(&mut walk.pairs);
    pairs.sort_unstable();
    let left = |side: usize, all: &[Code]| {
        let used = &walk.used[side];
        let mut rest = all.iter().zip(used).filter(|(_, u)| !**u);
        rest.all(|(s, _)| InBlocks.is_aside(side, s))
    };
    let found = !pairs.is_empty() && left(0, a) && left(1, b) && reorders_freely(&pairs, [a, b]);
    if found {
        common.add_extra((a.len() + b.len() - 2 * pairs.len()) as u32);
    } else {
        common.back_to(mark);
    }
    found
}

/// Inside of loops and branches only what leaves nothing behind is let pass.
struct InBlocks;

impl Aside for InBlocks {
    fn is_aside(&self, _: usize, statement: &Code) -> bool {
        is_guard(statement)
    }
}

/// `if (c) return;` and the like, an assertion.
pub fn is_guard(statement: &Code) -> bool {
    if statement.kind == Kind::Assert {
        return true;
    }
    let leaves = |block: &Code| {
        matches!(&block.kids[..], [only] if matches!(
            only.kind,
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue
        ))
    };
    statement.kind == Kind::If
        && statement.kid(Role::Else).is_none()
        && statement.kid(Role::Then).is_some_and(leaves)
        && statement
            .kid(Role::Condition)
            .is_some_and(|c| c.size() <= LARGEST_GUARD)
}

/// A longer condition is work of its own.
const LARGEST_GUARD: usize = 8;

impl<'a, C: Growing<'a>> Walk<'_, 'a, C> {
    fn forward(&mut self, seed: (usize, usize), aside: &dyn Aside) {
        let (mut i, mut j) = seed;
        while i < self.sides[0].len() && j < self.sides[1].len() {
            if self.used[1][j] {
                j += 1;
            } else if self.used[0][i] {
                i += 1;
            } else if self.pair(i, j) {
                i += 1;
                j += 1;
            } else if let Some(next) = self.further(i, j) {
                self.pair(next.0, next.1);
                if next.0 == i {
                    i += 1;
                } else {
                    j += 1;
                }
            } else if aside.is_aside(1, &self.sides[1][j]) {
                j += 1;
            } else if aside.is_aside(0, &self.sides[0][i]) {
                i += 1;
            } else {
                break;
            }
        }
    }

    fn backward(&mut self, seed: (usize, usize), aside: &dyn Aside) {
        let (mut i, mut j) = seed;
        while i > 0 && j > 0 {
            let (p, q) = (i - 1, j - 1);
            if self.pair(p, q) {
                i = p;
                j = q;
            } else if q > 0 && aside.is_aside(1, &self.sides[1][q]) && self.is_pair(p, q - 1) {
                j = q;
            } else if p > 0 && aside.is_aside(0, &self.sides[0][p]) && self.is_pair(p - 1, q) {
                i = p;
            } else if p > 0 && q > 0 && self.is_pair(p, q - 1) && self.is_pair(p - 1, q) {
                self.pair(p, q - 1);
                self.pair(p - 1, q);
                i = p - 1;
                j = q - 1;
            } else {
                break;
            }
        }
    }

    fn pair(&mut self, i: usize, j: usize) -> bool {
        let (a, b): (&[Code], &[Code]) = (self.sides[0], self.sides[1]);
        let same = quick(&a[i], &b[j]) && self.common.add(&self.sides[0][i], &self.sides[1][j]);
        if same {
            self.used[0][i] = true;
            self.used[1][j] = true;
            self.pairs.push((i, j));
        }
        same
    }

    fn is_pair(&mut self, i: usize, j: usize) -> bool {
        let mark = self.common.mark();
        let free = !self.used[0][i] && !self.used[1][j];
        let same = free && self.common.add(&self.sides[0][i], &self.sides[1][j]);
        self.common.back_to(mark);
        same
    }

    /// The nearest statement further on that corresponds to one of the two.
    fn further(&mut self, i: usize, j: usize) -> Option<(usize, usize)> {
        for step in 1..=REACH {
            let (p, q) = (i + step, j + step);
            if q < self.sides[1].len() && self.is_pair(i, q) {
                return Some((i, q));
            }
            if p < self.sides[0].len() && self.is_pair(p, j) {
                return Some((p, j));
            }
        }
        None
    }
}

/// Statements of different kinds never correspond.
fn quick(a: &Code, b: &Code) -> bool {
    a.kind == b.kind
}

/// Cuts a region back to where everything in it corresponds or may be missing, and order does not matter where it differs.
fn trim(region: &mut Region, sides: [&[Code]; 2]) {
    while !region.pairs.is_empty() && !reorders_freely(&region.pairs, sides) {
        region.pairs.pop();
    }
    for side in 0..2 {
        let (from, to) = region.range(side);
        if from == usize::MAX {
            return;
        }
        let has = |at: &usize| {
            let mut pairs = region.pairs.iter();
            pairs.any(|p| *at == if side == 0 { p.0 } else { p.1 })
        };
        region.extra[side] = (from..=to).filter(|at| !has(at)).collect();
    }
}

/// Whether statements that stand in another order than their counterparts do not depend on those that they pass.
fn reorders_freely(pairs: &[(usize, usize)], sides: [&[Code]; 2]) -> bool {
    for (n, &(i, j)) in pairs.iter().enumerate() {
        for &(p, q) in &pairs[n + 1..] {
            if q < j && !is_independent(&sides[0][i], &sides[0][p]) {
                return false;
            }
        }
    }
    true
}

/// Whether two statements may change places: neither writes what the other names, not both have effects beyond that, and
/// neither leaves.
fn is_independent(a: &Code, b: &Code) -> bool {
    let leaves = |c: &Code| {
        c.walk().any(|n| {
            matches!(
                n.kind,
                Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield
            )
        })
    };
    let calls = |c: &Code| {
        c.walk()
            .any(|n| matches!(n.kind, Kind::Call | Kind::ConstructorCall))
    };
    if leaves(a) || leaves(b) {
        return false;
    }
    let both_call = calls(a) && calls(b);
    let apart = |x: &Code, y: &Code| {
        let written = written(x);
        !y.walk().any(|n| written.contains(&n.word))
    };
    // Calls on different variables are taken to be of different objects.
    apart(a, b) && apart(b, a) && (!both_call || no_common_variable(a, b))
}

fn no_common_variable(a: &Code, b: &Code) -> bool {
    let named = |w: &Word| matches!(w, Word::Variable(_) | Word::Free(_));
    let all: Vec<Word> = a.walk().map(|c| c.word).filter(named).collect();
    !b.walk().any(|c| named(&c.word) && all.contains(&c.word))
}

fn written(code: &Code) -> Vec<Word> {
    let mut all = Vec::new();
    for node in code.walk() {
        match node.kind {
            Kind::VarDecl => all.push(node.word),
            Kind::Assign => all.extend(node.kid(Role::Target).and_then(base_name)),
            Kind::Update => all.extend(node.kids.first().and_then(base_name)),
            _ => {}
        }
    }
    all
}

/// The variable at the root of `x`, `x.f` and `x[i]`.
fn base_name(code: &Code) -> Option<Word> {
    match code.kind {
        Kind::Name => Some(code.word),
        Kind::FieldAccess | Kind::Index => code.kids.first().and_then(base_name),
        _ => None,
    }
}
