//! Declarations by their addresses: what programs and people call them from outside.

use reweave_preserve::Interval;

/// A declaration and its address. The address of what is declared in a body is that of the body's owner, `/` and the name;
/// where a body declares a name several times, the later ones count on: `run(int)/i`, `run(int)/i~2`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Declared {
    pub address: String,
    /// What it is, in the language's own word.
    pub kind: &'static str,
    /// Its name where it is declared.
    pub at: Interval,
}

impl Declared {
    pub fn new(address: impl Into<String>, kind: &'static str, at: Interval) -> Self {
        Self {
            address: address.into(),
            kind,
            at,
        }
    }
}

/// Tells declarations of one body apart that have one name. They come in order of place.
pub fn count_on(all: &mut [Declared]) {
    let mut seen: rustc_hash::FxHashMap<String, usize> = rustc_hash::FxHashMap::default();
    for declared in all {
        let count = seen.entry(declared.address.clone()).or_default();
        *count += 1;
        if *count > 1 {
            declared.address = format!("{}~{count}", declared.address);
        }
    }
}
