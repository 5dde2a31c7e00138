//! Types that are written nowhere and that `this` decides: in another class it has another type (JLS 18).

use super::{Check, Going};
use crate::checks::signature_types::inferred_from_this;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "inferred-this",
        kind: "type",
        message: "a type is inferred from `this`, which would be another",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    if going.declared {
        return Vec::new();
    }
    inferred_from_this(going.run.program(), going.member)
}
