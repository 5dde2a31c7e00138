//! References `A.super::m`, which only the class itself may make (JLS 15.13).

use super::{Check, Going};
use crate::query::outer_objects::references_by_super;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "named-super",
        kind: "name",
        message: "`super` of a named class cannot be referred to from another class",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    if going.declared {
        return Vec::new();
    }
    references_by_super(going.run, going.member)
}
