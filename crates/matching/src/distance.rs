//! Edit distance over tokens: a token that was added or removed costs its length, a changed one what must change in it.

use reweave_model::{NodeId, Tree};
use reweave_text::{Interner, Symbol};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// What a token costs that has no text of its own, such as the parentheses of a call.
const BARE: u32 = 2;
/// A long literal costs no more than this: its length says little.
const MOST_PER_TOKEN: u32 = 30;
/// Beyond this many tokens a side, the difference in length stands for the distance: no pass is quadratic in the
/// length of a statement without a bound.
const MOST_TOKENS: usize = 200;
/// Texts longer than this are compared by their length only.
const LONGEST: usize = 60;

type Token = (u8, Symbol);

/// Distances between tokens; those between names are kept.
pub struct Distances<'n> {
    names: &'n Interner,
    known: RefCell<FxHashMap<(Symbol, Symbol), u32>>,
}

impl<'n> Distances<'n> {
    pub fn new(names: &'n Interner) -> Self {
        Self {
            names,
            known: RefCell::default(),
        }
    }

    /// Between two lists of nodes, each read with all that lies below.
    pub fn nodes(&self, t1: &Tree, before: &[NodeId], t2: &Tree, after: &[NodeId]) -> u32 {
        self.tokens(&tokens(t1, before), &tokens(t2, after))
    }

    fn tokens(&self, a: &[Token], b: &[Token]) -> u32 {
        let length = |tokens: &[Token]| tokens.iter().map(|&t| self.cost(t)).sum::<u32>();
        if a.len() > MOST_TOKENS || b.len() > MOST_TOKENS {
            return length(a).abs_diff(length(b)).max(1);
        }
        let costs: Vec<u32> = b.iter().map(|&t| self.cost(t)).collect();
        let mut row: Vec<u32> = std::iter::once(0)
            .chain(costs.iter().scan(0, |sum, c| {
                *sum += c;
                Some(*sum)
            }))
            .collect();
        for &x in a {
            let cost = self.cost(x);
            let mut diagonal = row[0];
            row[0] += cost;
            for (j, &y) in b.iter().enumerate() {
                let change = diagonal + self.change(x, y);
                diagonal = row[j + 1];
                row[j + 1] = change.min(row[j] + costs[j]).min(diagonal + cost);
            }
        }
        row[b.len()]
    }

    fn cost(&self, (_, symbol): Token) -> u32 {
        if symbol.is_empty() {
            BARE
        } else {
            (self.names.text(symbol).len() as u32 + 1).min(MOST_PER_TOKEN)
        }
    }

    fn change(&self, a: Token, b: Token) -> u32 {
        if a == b {
            0
        } else if a.1.is_empty() || b.1.is_empty() {
            self.cost(a) + self.cost(b)
        } else {
            self.edits(a.1, b.1).max(1)
        }
    }

    /// How many letters must change to make one name the other.
    pub fn edits(&self, a: Symbol, b: Symbol) -> u32 {
        if a == b {
            return 0;
        }
        if let Some(&known) = self.known.borrow().get(&(a, b)) {
            return known;
        }
        let cost = text_distance(self.names.text(a), self.names.text(b)).min(MOST_PER_TOKEN);
        self.known.borrow_mut().insert((a, b), cost);
        cost
    }

    /// The share of letters that must change to make one name the other, in percent.
    pub fn percent(&self, a: Symbol, b: Symbol) -> u32 {
        let longest = self.names.text(a).len().max(self.names.text(b).len());
        self.edits(a, b) * 100 / (longest as u32).clamp(1, MOST_PER_TOKEN)
    }
}

fn tokens(tree: &Tree, nodes: &[NodeId]) -> Vec<Token> {
    let mut out = Vec::new();
    for &node in nodes {
        for id in tree.descendants(node).take(MOST_TOKENS + 1) {
            let n = tree.node(id);
            out.push((n.kind as u8, n.sym));
        }
    }
    out
}

fn text_distance(a: &str, b: &str) -> u32 {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > LONGEST || b.len() > LONGEST {
        return (a.len().abs_diff(b.len()) as u32).max(1);
    }
    let mut row: Vec<u32> = (0..=b.len() as u32).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i as u32 + 1;
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + u32::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_resemble_each_other_are_nearer() {
        let names = Interner::new();
        let [a, b, c] = ["fileName", "filename", "xyz"].map(|t| names.intern(t));
        let distances = Distances::new(&names);
        assert_eq!(distances.edits(a, a), 0);
        assert_eq!(distances.edits(a, b), 1);
        assert!(distances.percent(a, b) < distances.percent(a, c));
        assert!(distances.percent(a, c) <= 100);
    }
}
