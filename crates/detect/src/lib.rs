//! Which refactorings lie between two versions of a program.
//!
//! [`detect`] takes two [`Program`]s that share one interner, as the files that a commit removed, changed or added,
//! and gives a [`Report`]: findings in a fixed order, each with its places on both sides and its evidence.

mod beyond;
mod calls;
mod class_likeness;
mod class_match;
mod code;
mod condition;
mod context;
mod declared;
mod describe;
mod diff;
mod emit;
mod families;
mod hierarchy;
mod inner;
pub mod manual;
mod members;
mod moves;
mod overload;
mod placed;
mod places;
mod purity;
mod relation;
mod report;
mod returned;
mod signature_change;
mod source;
mod transfer;
mod transfer_evidence;
mod types;
mod variables;
mod view;

pub use report::{
    ElementKind, Evidence, Finding, LeftOver, Location, Replaced, Report, Side, Status,
};
pub use reweave_matching::Budget;
pub use source::{FileSource, NoFiles};
pub use types::RefactoringType;

use reweave_model::Program;
use transfer::Way;

/// Everything between `before` and `after`, until the budget is over.
pub fn detect(before: &Program, after: &Program, budget: &Budget<'_>) -> Report {
    detect_with(before, after, &NoFiles, budget)
}

/// Like [`detect`], where files that the change did not touch can be read.
pub fn detect_with(
    before: &Program,
    after: &Program,
    untouched: &dyn FileSource,
    budget: &Budget<'_>,
) -> Report {
    let mut diff = diff::Diff::new(before, after, untouched, budget);
    let moved = pair_elements(&mut diff);
    let (mut findings, left_over) = findings(&diff, &moved);
    findings.sort_by(|a, b| (a.kind, &a.description).cmp(&(b.kind, &b.description)));
    findings.dedup_by(|a, b| a.kind == b.kind && a.description == b.description);
    Report {
        findings,
        left_over,
        status: if budget.look() {
            Status::Timeout
        } else {
            Status::Complete
        },
    }
}

/// The order of the paper's rule table: what does not move code, what moves it inside a class, what moves it between
/// classes, what moves it to new ones.
fn pair_elements(diff: &mut diff::Diff<'_>) -> moves::Moved {
    class_match::match_types(diff);
    members::match_members(diff);
    inner::match_inner(diff);
    transfer::find(diff, 0, Way::Extracted, false);
    transfer::find(diff, 0, Way::Inlined, false);
    let in_place = diff.methods.len();
    let moved = moves::find(diff);
    transfer::find(diff, in_place, Way::Extracted, false);
    transfer::find(diff, in_place, Way::Inlined, false);
    transfer::find(diff, 0, Way::Extracted, true);
    transfer::find(diff, 0, Way::Inlined, true);
    moved
}

fn findings(diff: &diff::Diff<'_>, moved: &moves::Moved) -> (Vec<Finding>, Vec<LeftOver>) {
    let contexts = context::contexts(diff);
    let renamed_attrs = families::attribute::renamed(diff, &contexts);
    let renames: Vec<_> = contexts
        .iter()
        .map(|c| families::variable::renamed(diff, c, &renamed_attrs))
        .collect();
    let mut out = Vec::new();
    families::class::find(diff, &mut out);
    families::package::find(diff, &mut out);
    families::hierarchy::find(diff, moved, &mut out);
    families::method::find(diff, moved, &mut out);
    families::extraction::find(diff, &mut out);
    families::attribute::find(diff, &renamed_attrs, moved, &mut out);
    families::attribute_use::find(diff, &contexts, &renamed_attrs, &mut out);
    families::parameter::find(diff, &contexts, &renames, &mut out);
    families::merge_split::find(diff, &contexts, &mut out);
    families::variable::find(diff, &contexts, &renames, &mut out);
    families::variable_extract::find(diff, &contexts, &renames, &mut out);
    beyond::find(diff, &contexts, &renames, &renamed_attrs, moved, &mut out);
    places::complete(diff, &contexts, moved, &mut out);
    let left_over = purity::judge(diff, &contexts, &mut out);
    (out, left_over)
}
