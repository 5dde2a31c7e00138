//! Names and texts as small numbers, shared by all threads that read one program.

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;
use std::sync::{Mutex, PoisonError};

/// An interned text. Equal texts of one [`Interner`] have equal symbols; their order says nothing, so results are
/// never sorted by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symbol(u32);

impl Symbol {
    /// The empty text, in every interner.
    pub const EMPTY: Self = Self(0);

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

const SHARDS: usize = 16;

/// Texts interned by any number of threads; reading one takes no lock.
///
/// ```
/// use reweave_text::Interner;
/// let names = Interner::new();
/// let a = names.intern("size");
/// assert_eq!(a, names.intern("size"));
/// assert_eq!(names.text(a), "size");
/// ```
pub struct Interner {
    texts: boxcar::Vec<Box<str>>,
    shards: [Mutex<HashTable<u32>>; SHARDS],
}

impl Interner {
    pub fn new() -> Self {
        let interner = Self {
            texts: boxcar::Vec::new(),
            shards: Default::default(),
        };
        interner.intern("");
        interner
    }

    pub fn intern(&self, text: &str) -> Symbol {
        let hash = FxBuildHasher.hash_one(text);
        let mut shard = self.shards[(hash >> 32) as usize % SHARDS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let found = shard.find(hash, |&i| &*self.texts[i as usize] == text);
        if let Some(&i) = found {
            return Symbol(i);
        }
        let i = self.texts.push(text.into()) as u32;
        shard.insert_unique(hash, i, |&i| {
            FxBuildHasher.hash_one(&*self.texts[i as usize])
        });
        Symbol(i)
    }

    /// The symbol of a text that was interned before.
    pub fn get(&self, text: &str) -> Option<Symbol> {
        let hash = FxBuildHasher.hash_one(text);
        let shard = self.shards[(hash >> 32) as usize % SHARDS]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        shard
            .find(hash, |&i| &*self.texts[i as usize] == text)
            .map(|&i| Symbol(i))
    }

    pub fn text(&self, symbol: Symbol) -> &str {
        &self.texts[symbol.index()]
    }

    pub fn len(&self) -> usize {
        self.texts.count()
    }

    pub fn is_empty(&self) -> bool {
        false
    }
}

impl Default for Interner {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_agree_on_symbols() {
        let names = Interner::new();
        let all: Vec<Vec<Symbol>> = std::thread::scope(|s| {
            let handles: Vec<_> = (0..4)
                .map(|_| s.spawn(|| (0..500).map(|i| names.intern(&format!("n{i}"))).collect()))
                .collect();
            handles
                .into_iter()
                .map(|h| h.join().expect("no panic inside"))
                .collect()
        });
        assert!(all.windows(2).all(|w| w[0] == w[1]));
        assert_eq!(names.len(), 501);
        assert_eq!(names.intern(""), Symbol::EMPTY);
        assert_eq!(names.get("n7"), Some(all[0][7]));
        assert_eq!(names.get("never"), None);
    }
}
