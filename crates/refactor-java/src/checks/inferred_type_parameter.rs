//! Types that are written nowhere, where a superclass has a type parameter for what the class gives a type (JLS 18).

use super::{Check, Going};
use crate::checks::signature_types::inferred_from_above;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "inferred-type-parameter",
        kind: "type",
        message: "a type is inferred from this, whose type would be a type parameter",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    if going.declared {
        return Vec::new();
    }
    let all = going
        .to
        .iter()
        .flat_map(|&to| inferred_from_above(going.run.program(), going.member, going.from, to));
    all.collect()
}
