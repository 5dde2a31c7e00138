//! What `synchronized` locks: a static method its class, which is another where the method goes to another class (JLS 8.4.3.6).

use super::{Check, Going};
use reweave_model::Modifiers;
use reweave_preserve::Interval;
use reweave_refactor::Refusal;

pub const CHECK: Check = Check {
    rule: Refusal {
        name: "synchronized-class",
        kind: "lock",
        message: "it locks its class, and would lock another; lock an object by name first",
    },
    find,
};

fn find(going: &Going<'_, '_>) -> Vec<Interval> {
    let member = going.member;
    let locks = member.is_static() && member.modifiers.has(Modifiers::SYNCHRONIZED);
    let at = going.run.program().token(member.number, member.node);
    Vec::from_iter((locks && !going.stays).then_some(at))
}
