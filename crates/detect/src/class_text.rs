//! How much of the text of two types is the same, whatever their members are called: the share of words in common.

use crate::view::{Ty, View};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The words of the types that were asked for, counted once.
#[derive(Default)]
pub struct Texts {
    known: [RefCell<FxHashMap<Ty, Rc<Words>>>; 2],
}

/// How often each word stands in a type.
struct Words {
    counts: FxHashMap<u64, u32>,
    total: u32,
}

/// Types of fewer words are the same by chance.
const LEAST_WORDS: u32 = 20;

impl Texts {
    /// The share of words that both types have, in percent; 0 where one has too few to tell.
    pub fn percent(&self, before: (&View<'_>, Ty), after: (&View<'_>, Ty)) -> u32 {
        let (a, b) = (self.words(0, before), self.words(1, after));
        if a.total.min(b.total) < LEAST_WORDS {
            return 0;
        }
        let (few, many) = if a.counts.len() < b.counts.len() {
            (&a, &b)
        } else {
            (&b, &a)
        };
        let common: u32 = few
            .counts
            .iter()
            .map(|(word, n)| many.counts.get(word).map_or(0, |k| *n.min(k)))
            .sum();
        200 * common / (a.total + b.total)
    }

    /// Whether both types say the same but for their own names, and something.
    pub fn are_same(&self, before: (&View<'_>, Ty), after: (&View<'_>, Ty)) -> bool {
        let (a, b) = (self.words(0, before), self.words(1, after));
        a.total > 1 && a.counts == b.counts
    }

    fn words(&self, side: usize, (view, ty): (&View<'_>, Ty)) -> Rc<Words> {
        if let Some(known) = self.known[side].borrow().get(&ty) {
            return known.clone();
        }
        let words = Rc::new(Words::of(view, ty));
        self.known[side].borrow_mut().insert(ty, words.clone());
        words
    }
}

impl Words {
    /// The type's own name is one word whatever it is: it may have changed.
    fn of(view: &View<'_>, ty: Ty) -> Self {
        let own = view.ty(ty).name;
        let mut counts: FxHashMap<u64, u32> = FxHashMap::default();
        let mut total = 0;
        for node in view.nodes(ty) {
            if node.sym.is_empty() {
                continue;
            }
            let mut hasher = FxHasher::default();
            (node.kind, (node.sym != own).then_some(node.sym)).hash(&mut hasher);
            *counts.entry(hasher.finish()).or_default() += 1;
            total += 1;
        }
        Self { counts, total }
    }
}
