//! Members that are asked of raw types: of what a generic class declares, these show the erasure alone (JLS 4.8).

use super::{Check, Going};
use crate::checks::raw_uses::{erased_in, overrides_erased};
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "raw-type",
        kind: "type",
        message: "this would ask a raw type for it, which hides the arguments of its types",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    let program = going.run.program();
    if going.declared || going.stays {
        let all = going.to.iter();
        return all
            .filter_map(|&to| overrides_erased(program, going.member, to))
            .collect();
    }
    erased_in(program, going.member, going.to)
}
