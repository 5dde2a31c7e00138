//! What a refactoring may not change and no edge shows: one question each.
//!
//! A [`Check`] of members that go to other classes is one file with one constant `CHECK`; a refactoring lists those it makes in its
//! `CHECKS`, which are run by [`refuse_all`] and shown by `reweave explain`. The other files have questions of another shape: they note
//! something before a step and look again after it.

pub(crate) mod argument_order;
pub(crate) mod before_body;
pub(crate) mod conditionals;
pub(crate) mod dispatch;
pub(crate) mod enclosing_instance;
pub(crate) mod expected;
pub(crate) mod first_use;
pub(crate) mod given_arguments;
pub(crate) mod incomplete;
pub(crate) mod inferred_this;
pub(crate) mod inferred_type_parameter;
pub(crate) mod initial_order;
pub(crate) mod initial_values;
pub(crate) mod initialization;
pub(crate) mod looked_for;
pub(crate) mod module_packages;
pub(crate) mod moved_types;
pub(crate) mod named_super;
pub(crate) mod plain_accessors;
pub(crate) mod raw_type;
pub(crate) mod raw_uses;
pub(crate) mod reached;
pub(crate) mod reentered;
pub(crate) mod reflection;
pub(crate) mod signature_answers;
pub(crate) mod signature_calls;
pub(crate) mod signature_types;
pub(crate) mod signature_values;
pub(crate) mod super_call;
pub(crate) mod synchronized_class;
pub(crate) mod unresolved;
mod value_places;

use crate::Java;
use crate::edits::transfer::Member;
use reweave_java_names::ClassId;
use reweave_preserve::Interval;
use reweave_refactor::{Refusal, Run};

/// A member on its way from one class to others.
pub struct Going<'r, 's> {
    pub run: &'r Run<'s, Java>,
    pub member: &'r Member,
    pub from: ClassId,
    pub to: &'r [ClassId],
    /// Only a declaration goes; the code stays.
    pub declared: bool,
    /// The class keeps its own, too.
    pub stays: bool,
}

/// What makes a member stay: where in it, or in who uses it, something would change.
pub struct Check {
    pub rule: Refusal,
    pub find: fn(&Going<'_, '_>) -> Vec<Interval>,
}

/// Makes the checks for each of the members, with whether only its declaration goes; `stays`: the class keeps its own, too.
pub fn refuse_all(
    run: &mut Run<'_, Java>,
    checks: &[Check],
    (from, to): (ClassId, &[ClassId]),
    members: &[(Member, bool)],
    stays: bool,
) {
    for check in checks {
        let found: Vec<Interval> = members
            .iter()
            .flat_map(|(member, declared)| {
                (check.find)(&Going {
                    run,
                    member,
                    from,
                    to,
                    declared: *declared,
                    stays,
                })
            })
            .collect();
        run.refuse_each(check.rule.kind, check.rule.message, found);
    }
}
