//! What a program offers to code outside the files that were read: its declarations by name. What a refactoring took away, added
//! or changed of them is told by comparing the program before with the program after, whatever the refactoring.

use crate::language::Language;
use crate::session::State;
use reweave_preserve::Interval;
use reweave_text::Part as _;
use rustc_hash::{FxHashMap, FxHashSet};

/// A declaration that has a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// As code that uses it writes it.
    pub name: String,
    /// The full name of what it is declared in: a type, a module, a package. Empty where there is none.
    pub owner: String,
    /// All else that its users depend on: what it is, its types, its access.
    pub shape: String,
    pub is_type: bool,
    /// Whether code outside its file can name it.
    pub is_open: bool,
    /// Other names by which it is used from outside the language: `total` for `getTotal()`.
    pub aliases: Vec<String>,
    /// Names in other languages that can mean nothing else: `sum_` for the external procedure `sum` of Fortran.
    pub symbols: Vec<String>,
    pub ignores_case: bool,
    /// Where it has its name.
    pub at: Interval,
}

impl Offer {
    /// What is declared under a name, open to all.
    pub fn new(name: impl Into<String>, owner: impl Into<String>, at: Interval) -> Self {
        Self {
            name: name.into(),
            owner: owner.into(),
            shape: String::new(),
            is_type: false,
            is_open: true,
            aliases: Vec::new(),
            symbols: Vec::new(),
            ignores_case: false,
            at,
        }
    }

    /// The full name, with what languages put between its parts.
    pub fn full(&self, separator: &str) -> String {
        if self.owner.is_empty() {
            self.name.clone()
        } else {
            format!("{}{separator}{}", self.owner, self.name)
        }
    }
}

/// What became of the offers of a program.
#[derive(Clone, Default, Debug)]
pub struct Offers {
    /// Of the program before: renamed, gone, moved, or of another shape now.
    pub lost: Vec<Offer>,
    /// Of the program after: not there before like this.
    pub gained: Vec<Offer>,
}

impl Offers {
    pub fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.gained.is_empty()
    }

    /// Only files that differ are looked at: what is declared in the others is the same.
    pub(crate) fn compare<L: Language>(first: &State<L>, last: &State<L>) -> Self {
        let changed = last.sources.changed_since(&first.sources);
        if changed.is_empty() {
            return Self::default();
        }
        let of = |state: &State<L>| {
            let files: Vec<_> = changed
                .iter()
                .copied()
                .filter(|&f| state.sources.get(f).is_some())
                .collect();
            L::offers(&state.program, &state.sources, &files)
        };
        Self::differing(&of(first), &of(last), L::SEPARATOR)
    }

    /// Types first: what is declared in a type that has another name now, or names it, did not change by that alone.
    fn differing(before: &[Offer], after: &[Offer], separator: &'static str) -> Self {
        let raw = |o: &Offer| (o.owner.clone(), o.name.clone(), o.shape.clone());
        let (lost, gained) = unmatched(before, after, |o| o.is_type.then(|| raw(o)));
        let names = [(&lost, before), (&gained, after)];
        let full: FxHashSet<String> = names
            .iter()
            .flat_map(|(which, all)| which.iter().map(|&i| all[i].full(separator)))
            .collect();
        let simple: FxHashSet<&str> = names
            .iter()
            .flat_map(|(which, all)| which.iter().map(|&i| &*all[i].name))
            .collect();
        let key = |o: &Offer| {
            let owner = without_types(&o.owner, &full, separator);
            let shape = without_words(&o.shape, &simple);
            (owner, o.name.clone(), shape)
        };
        let (lost, gained) = unmatched(before, after, |o| Some(key(o)));
        Self {
            lost: lost.into_iter().map(|i| before[i].clone()).collect(),
            gained: gained.into_iter().map(|i| after[i].clone()).collect(),
        }
    }
}

/// The indices of what has no counterpart on the other side; equal keys are counted.
fn unmatched<K: std::hash::Hash + Eq>(
    before: &[Offer],
    after: &[Offer],
    key: impl Fn(&Offer) -> Option<K>,
) -> (Vec<usize>, Vec<usize>) {
    let mut open: FxHashMap<K, Vec<usize>> = FxHashMap::default();
    for (i, offer) in after.iter().enumerate().rev() {
        if let Some(key) = key(offer) {
            open.entry(key).or_default().push(i);
        }
    }
    let mut lost = Vec::new();
    for (i, offer) in before.iter().enumerate() {
        let Some(key) = key(offer) else { continue };
        if open.get_mut(&key).and_then(Vec::pop).is_none() {
            lost.push(i);
        }
    }
    let mut gained: Vec<usize> = open.into_values().flatten().collect();
    gained.sort_unstable();
    (lost, gained)
}

/// A full name in which the outermost type of some stands for itself whatever it is called.
fn without_types(owner: &str, types: &FxHashSet<String>, separator: &str) -> String {
    let ends = owner.match_indices(separator).map(|(at, _)| at);
    for end in ends.chain([owner.len()]) {
        if types.contains(owner.part(..end)) {
            return format!("*{}", owner.part(end..));
        }
    }
    owner.to_owned()
}

/// A text in which some words are left open.
fn without_words(text: &str, words: &FxHashSet<&str>) -> String {
    let mut out = String::with_capacity(text.len());
    for part in text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$')) {
        let word = part.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        if words.contains(word) {
            out.push('*');
            out.push_str(part.strip_prefix(word).unwrap_or_default());
        } else {
            out.push_str(part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use reweave_text::{FileId, Span};

    fn offer(owner: &str, name: &str, shape: &str, is_type: bool) -> Offer {
        let at = Interval::new(FileId(0), Span::new(0, 0));
        Offer {
            shape: shape.to_owned(),
            is_type,
            ..Offer::new(name, owner, at)
        }
    }

    fn names(offers: &[Offer]) -> Vec<String> {
        offers.iter().map(|o| o.full(".")).collect()
    }

    #[test]
    fn members_of_a_renamed_type_are_the_same() {
        let before = vec![
            offer("a", "Tax", "class", true),
            offer("a.Tax", "Rate", "class", true),
            offer("a.Tax", "of", "(Tax)", false),
            offer("a.Tax.Rate", "value", "()", false),
            offer("a.Cart", "tax", "Tax", false),
        ];
        let after = vec![
            offer("b", "Levy", "class", true),
            offer("b.Levy", "Rate", "class", true),
            offer("b.Levy", "of", "(Levy)", false),
            offer("b.Levy.Rate", "value", "()", false),
            offer("a.Cart", "tax", "Levy", false),
        ];
        let offers = Offers::differing(&before, &after, ".");
        assert_eq!(names(&offers.lost), ["a.Tax"]);
        assert_eq!(names(&offers.gained), ["b.Levy"]);
    }

    #[test]
    fn another_shape_is_another_offer() {
        let before = vec![
            offer("A", "m", "(int)", false),
            offer("A", "n", "()", false),
        ];
        let after = vec![
            offer("A", "m", "(long)", false),
            offer("A", "n", "()", false),
        ];
        let offers = Offers::differing(&before, &after, ".");
        assert_eq!(names(&offers.lost), ["A.m"]);
        assert_eq!(names(&offers.gained), ["A.m"]);
    }
}
