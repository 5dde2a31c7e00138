//! Edit distance over tokens, with names that resemble each other nearer than those that do not.

use reweave_model::{NodeId, Tree};
use reweave_text::{Interner, Symbol};
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// What a token costs that was added or removed; a changed one costs less the more it resembles the other.
pub const TOKEN: u32 = 100;
/// What any change of a token costs at least.
const CHANGED: u32 = 20;
/// Beyond this many tokens a side, the difference in length stands for the distance: no pass is quadratic in the
/// length of a statement without a bound.
const MOST_TOKENS: usize = 200;

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

    pub fn names(&self) -> &'n Interner {
        self.names
    }

    /// Between two lists of nodes, each read with all that lies below.
    pub fn nodes(&self, t1: &Tree, before: &[NodeId], t2: &Tree, after: &[NodeId]) -> u32 {
        self.tokens(&tokens(t1, before), &tokens(t2, after))
    }

    fn tokens(&self, a: &[(u8, Symbol)], b: &[(u8, Symbol)]) -> u32 {
        if a.len() > MOST_TOKENS || b.len() > MOST_TOKENS {
            return (a.len().abs_diff(b.len()).max(1) as u32) * TOKEN;
        }
        let mut row: Vec<u32> = (0..=b.len() as u32).map(|i| i * TOKEN).collect();
        for (i, x) in a.iter().enumerate() {
            let mut diagonal = row[0];
            row[0] = (i as u32 + 1) * TOKEN;
            for (j, y) in b.iter().enumerate() {
                let change = diagonal + self.token(*x, *y);
                diagonal = row[j + 1];
                row[j + 1] = change.min(row[j] + TOKEN).min(diagonal + TOKEN);
            }
        }
        row[b.len()]
    }

    fn token(&self, a: (u8, Symbol), b: (u8, Symbol)) -> u32 {
        if a == b {
            0
        } else if a.1.is_empty() || b.1.is_empty() {
            TOKEN
        } else {
            self.symbols(a.1, b.1).max(CHANGED)
        }
    }

    /// Between two names: 0 where they are equal, [`TOKEN`] where they have nothing in common.
    pub fn symbols(&self, a: Symbol, b: Symbol) -> u32 {
        if a == b {
            return 0;
        }
        if let Some(&known) = self.known.borrow().get(&(a, b)) {
            return known;
        }
        let cost = text_distance(self.names.text(a), self.names.text(b));
        self.known.borrow_mut().insert((a, b), cost);
        cost
    }
}

fn tokens(tree: &Tree, nodes: &[NodeId]) -> Vec<(u8, Symbol)> {
    let mut out = Vec::new();
    for &node in nodes {
        for id in tree.descendants(node).take(MOST_TOKENS + 1) {
            let n = tree.node(id);
            out.push((n.kind as u8, n.sym));
        }
    }
    out
}

/// The edit distance of two texts over the length of the longer, from [`CHANGED`] to [`TOKEN`]; 0 where they are equal.
fn text_distance(a: &str, b: &str) -> u32 {
    const LONGEST: usize = 100;
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let longest = a.len().max(b.len()) as u32;
    if a == b || longest == 0 {
        return 0;
    }
    if longest as usize > LONGEST {
        return TOKEN;
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
    CHANGED + row[b.len()] * (TOKEN - CHANGED) / longest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_resemble_each_other_are_nearer() {
        let names = Interner::new();
        let [a, b, c] = ["fileName", "filename", "xyz"].map(|t| names.intern(t));
        let distances = Distances::new(&names);
        assert_eq!(distances.symbols(a, a), 0);
        assert!(distances.symbols(a, b) < distances.symbols(a, c));
        assert!(distances.symbols(a, c) <= TOKEN);
    }
}
