//! What the calls of a side lead to.

use crate::bodies::Bodies;
use crate::code::Body;
use crate::inline::Callees;
use crate::side::Side;
use reweave_model::NodeId;
use reweave_vectors::{CodeBase, Inliner, MethodId};
use rustc_hash::FxHashMap;

/// The bodies behind the calls that a variant inlines.
pub(crate) struct Calls<'a> {
    by_place: FxHashMap<(u32, NodeId), &'a Body>,
    pub(crate) callees: Vec<MethodId>,
}

impl<'a> Calls<'a> {
    pub(crate) fn of(
        side: Side,
        base: &CodeBase,
        inliner: &Inliner<'_>,
        bodies: &'a Bodies,
    ) -> Self {
        let mut calls = Self {
            by_place: FxHashMap::default(),
            callees: inliner.inlined(side.method, side.variant),
        };
        let mut open = vec![side.method];
        for level in 0..side.variant.depth() {
            let mut next = Vec::new();
            for &method in &open {
                for site in base.sites_of(method) {
                    let Some(callee) = inliner.callee(method, site) else {
                        continue;
                    };
                    if level == 0 && !calls.callees.contains(&callee) {
                        continue;
                    }
                    if let Some(body) = bodies.get(callee) {
                        let place = (base.method(method).file, base.sites[site].node);
                        calls.by_place.insert(place, body);
                        next.push(callee);
                    }
                }
            }
            open = next;
        }
        calls
    }
}

impl Callees for Calls<'_> {
    fn callee(&self, file: u32, call: NodeId) -> Option<&Body> {
        self.by_place.get(&(file, call)).copied()
    }
}
