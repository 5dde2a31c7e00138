//! Which enclosing instance code asks: the same words may mean another one in another class (JLS 8.8.7.1, 15.9.2).

use super::{Check, Going};
use crate::query::outer_objects::asked_around;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "enclosing-instance",
        kind: "name",
        message: "the enclosing instance of this could be another one in the other class",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    if going.declared {
        return Vec::new();
    }
    let program = going.run.program();
    let all = going.to.iter();
    all.flat_map(|&to| asked_around(program, going.member, going.from, to))
        .collect()
}
