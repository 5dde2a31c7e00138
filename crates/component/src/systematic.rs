//! What is done systematically: a word that many names exchanged for another, a type that many signatures did. What was done
//! often is evidence for one more.

use crate::entity::{Component, EntityId};
use crate::log::{Pair, Refactoring, signatures};
use crate::signature::TypeRef;
use crate::strategy::Kind;
use crate::words::substitution;
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// So many times are no accident.
const OFTEN: u32 = 3;

type TypeKey = (Option<EntityId>, Symbol, u8);

/// Counted over the log as it grows.
#[derive(Default)]
pub struct Systematic {
    words: FxHashMap<(String, String), u32>,
    /// In each class: what once was exchanged there is exchanged in what belongs together, as a getter and its setter do.
    in_class: FxHashMap<(EntityId, String, String), u32>,
    /// Whole names of methods: `clone` is `copy` in many classes.
    methods: FxHashMap<(Symbol, Symbol), u32>,
    types: FxHashMap<(TypeKey, TypeKey), u32>,
    /// Old names of methods that are called like their classes now.
    after_class: FxHashMap<Symbol, u32>,
}

impl Systematic {
    pub fn count(&mut self, pair: Pair, logged: &Refactoring) {
        let (old, new) = (
            pair.old.simple_name(logged.old),
            pair.new.simple_name(logged.new),
        );
        if logged.kind.relates()
            && old != new
            && let Some(words) = substitution(old, new)
        {
            if let Some(class) = pair.old.get(logged.old).parent {
                let key = (class, words.0.clone(), words.1.clone());
                *self.in_class.entry(key).or_default() += 1;
            }
            *self.words.entry(words).or_default() += 1;
        }
        if logged.kind == Kind::RenameMethod {
            let names = (pair.old.get(logged.old).name, pair.new.get(logged.new).name);
            *self.methods.entry(names).or_default() += 1;
            if is_after_class(pair.new, logged.new) {
                *self.after_class.entry(names.0).or_default() += 1;
            }
        }
        if logged.kind != Kind::ChangeSignature {
            return;
        }
        let (Some(a), Some(b)) = signatures(pair, logged.old, logged.new) else {
            return;
        };
        if a.params.len() != b.params.len() {
            return;
        }
        for (x, y) in a.params.iter().zip(&b.params) {
            let (x, y) = (key(x), key(y));
            *self.types.entry((x, y)).or_default() += 1;
        }
    }

    /// Whether the names of a pair differ as those of many others do.
    pub fn renamed(&self, old: &str, new: &str) -> bool {
        let words = substitution(old, new);
        words.is_some_and(|w| self.words.get(&w).is_some_and(|&n| n >= OFTEN))
    }

    /// Whether another member of the class exchanged the same words.
    pub fn renamed_beside(&self, class: EntityId, old: &str, new: &str) -> bool {
        substitution(old, new)
            .is_some_and(|(before, after)| self.in_class.contains_key(&(class, before, after)))
    }

    /// Whether methods of the one name have the other in many classes.
    pub fn named_alike(&self, old: Symbol, new: Symbol) -> bool {
        self.methods.get(&(old, new)).is_some_and(|&n| n >= OFTEN)
    }

    /// Whether methods of the old name are called like their classes now, as the new one is.
    pub fn named_after_class(&self, pair: Pair, old: EntityId, new: EntityId) -> bool {
        let times = self.after_class.get(&pair.old.get(old).name);
        times.is_some_and(|&n| n >= OFTEN) && is_after_class(pair.new, new)
    }

    /// Whether many signatures have the one type where they had the other.
    pub fn retyped(&self, old: &TypeRef, new: &TypeRef) -> bool {
        let times = self.types.get(&(key(old), key(new)));
        times.is_some_and(|&n| n >= OFTEN)
    }
}

/// `MapBackedSet.mapBackedSet`: a factory.
fn is_after_class(component: &Component, method: EntityId) -> bool {
    let class = component.get(method).parent;
    let class = class.map_or("", |c| component.simple_name(c));
    let name = component.simple_name(method);
    let mut letters = class.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    !class.is_empty() && name.chars().eq(first.chain(letters))
}

const fn key(ty: &TypeRef) -> TypeKey {
    (ty.class, ty.name, ty.dimensions)
}
