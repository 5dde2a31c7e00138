//! Which of two methods with equal vectors says something of the other: the filters of paper 3.

use crate::side::Side;
use reweave_model::Kind;
use reweave_vectors::{Abstraction, Dense, Feature, Inliner, MethodId, Variant, View};
use rustc_hash::{FxHashMap, FxHasher};
use std::cell::RefCell;
use std::hash::{Hash, Hasher};

/// The vectors of the methods of one group as numbers, equal where the vectors are; each is made once.
pub(crate) struct Shapes<'s> {
    inliner: &'s Inliner<'s>,
    abstraction: &'s Abstraction,
    seen: RefCell<FxHashMap<MethodId, u64>>,
    wholes: RefCell<FxHashMap<MethodId, u64>>,
}

impl<'s> Shapes<'s> {
    pub(crate) fn new(inliner: &'s Inliner<'s>, abstraction: &'s Abstraction) -> Self {
        Self {
            inliner,
            abstraction,
            seen: RefCell::default(),
            wholes: RefCell::default(),
        }
    }

    /// Of the vector as the search sees it.
    fn shape(&self, method: MethodId) -> u64 {
        let mut known = self.seen.borrow_mut();
        *known.entry(method).or_insert_with(|| {
            let vector = self.inliner.base_vector(method);
            number(&self.abstraction.apply(&vector))
        })
    }

    /// Of the whole vector.
    pub(crate) fn whole(&self, method: MethodId) -> u64 {
        let mut known = self.wholes.borrow_mut();
        *known
            .entry(method)
            .or_insert_with(|| number(&self.inliner.base_vector(method)))
    }

    /// Filters Equal and Simple of paper 3.
    pub(crate) fn is_missed_extraction(&self, query: Side, answer: Side) -> bool {
        if query.method == answer.method {
            return false;
        }
        let asked = self.shape(query.method);
        asked != self.shape(answer.method)
            && self.shows_work_of_callees(query.method, asked, answer)
    }

    /// Whether two methods with callees inlined call others for the same work: each has as its own what the other calls.
    pub(crate) fn is_divided_otherwise(&self, query: Side, answer: Side) -> bool {
        let [here, there] = [query, answer].map(|s| self.inliner.inlined(s.method, s.variant));
        if query.method == answer.method
            || here.contains(&answer.method)
            || here.iter().any(|c| there.contains(c))
        {
            return false;
        }
        let asked = self.shape(query.method);
        // The callees too are code that asks and answers: what they are alike in needs no way around.
        let alike = |c: &MethodId| there.iter().any(|t| self.shape(*t) == self.shape(*c));
        asked != self.shape(answer.method)
            && !here.iter().any(alike)
            && self.shows_work_of_callees(query.method, asked, answer)
    }

    /// Filter Simple: the answer does more than to call, and its callees are not what is asked about.
    fn shows_work_of_callees(&self, query: MethodId, asked: u64, answer: Side) -> bool {
        match answer.variant {
            Variant::Each(callee, _) => callee != query && self.adds_to(answer, callee),
            // Around a callee that does it all, the others are only the way there.
            Variant::All(_) => self
                .inliner
                .callees(answer.method)
                .iter()
                .all(|&c| c != query && self.shape(c) != asked),
            Variant::Base => true,
        }
    }

    /// Whether a method does more than to call the callee: something that the core view counts, the handling of exceptions, or
    /// making the object on which it calls, to which it has moved its work.
    fn adds_to(&self, caller: Side, callee: MethodId) -> bool {
        let own = View::Full.of(&self.inliner.base_vector(caller.method));
        if [Kind::New, Kind::Catch]
            .iter()
            .any(|&k| own.get(Feature::kind(k)) > 0)
        {
            return true;
        }
        let work = View::Core.of(&self.inliner.base_vector(callee));
        let inlined = self.inliner.vector(caller.method, caller.variant);
        inlined.is_some_and(|all| View::Core.of(&all).size() > work.size())
    }
}

fn number(vector: &Dense) -> u64 {
    let mut hasher = FxHasher::default();
    vector.hash(&mut hasher);
    hasher.finish()
}
