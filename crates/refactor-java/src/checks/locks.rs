//! What `synchronized` locks: a static method its class, which is another where the method goes to another class.

use crate::Java;
use crate::edits::transfer::Member;
use reweave_model::Modifiers;
use reweave_refactor::Run;

/// Refuses static methods that lock their class: in another one they would no longer wait for those that stay.
pub fn refuse_other_lock(run: &mut Run<'_, Java>, members: &[Member]) {
    let program = run.program();
    let locks = |m: &&Member| m.is_static() && m.modifiers.has(Modifiers::SYNCHRONIZED);
    let found = members.iter().filter(locks);
    let found = found.map(|m| program.token(m.number, m.node)).collect();
    let message = "it locks its class, and would lock another; lock an object by name first";
    run.refuse_each("lock", message, found);
}
