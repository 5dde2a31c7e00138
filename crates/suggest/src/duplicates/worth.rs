//! What a group of duplicates is worth: what would go, against what the change costs.

use super::duplicate::{Duplicate, Remedy};
use reweave_vectors::CodeBase;

/// In nodes of syntax: a call as a statement, an argument, a parameter with its type, the head of a new method and its braces.
const CALL: f64 = 1.0;
const ARGUMENT: f64 = 0.5;
const PARAMETER: f64 = 1.0;
const HEAD: f64 = 4.0;
/// Nobody reads more of a statement than this at once: long rows of operators are no more work than calls are.
const STATEMENT: f64 = 10.0;
/// Code for several types is shared only where they have a common supertype that will do, or by a type parameter.
const TYPES: f64 = 0.5;
/// What somebody has to decide or rewrite before the engine can go on.
pub(super) const BY_HAND: f64 = 0.5;

/// Nodes saved, weighed by how near the places are and how well the result would read.
pub fn worth(group: &Duplicate, base: &CodeBase) -> f64 {
    let copies = group.copies.len() as f64;
    let weight = (group.weight as f64).min(STATEMENT * group.statements as f64);
    let parameters = group.plan.parameters as f64;
    let call = CALL + ARGUMENT * parameters;
    let (head, calls) = match group.plan.remedy {
        Remedy::PullUp => (0.0, 0.0),
        Remedy::CallExisting => (0.0, copies * call),
        _ => (HEAD + PARAMETER * parameters, (copies + 1.0) * call),
    };
    let saved = weight * copies - head - calls;
    saved * nearness(group, base) * readability(group)
}

/// A method for places of one class is a smaller step than one that several classes must share.
fn nearness(group: &Duplicate, base: &CodeBase) -> f64 {
    let first = base.method(group.first.method);
    let far = group.copies.iter().map(|c| {
        let other = base.method(c.place.method);
        let scope = |file: u32| &base.files[file as usize];
        if other.owner == first.owner {
            1.0
        } else if base.types[other.owner as usize].file == base.types[first.owner as usize].file {
            0.9
        } else if scope(other.file).project != scope(first.file).project {
            0.3
        } else if scope(other.file).package == scope(first.file).package {
            0.8
        } else {
            0.6
        }
    });
    far.fold(1.0, f64::min)
}

/// Each difference between the places is a parameter or a change by hand.
fn readability(group: &Duplicate) -> f64 {
    let many = (group.plan.parameters as f64 - 3.0).max(0.0);
    let of_types = group.copies.iter().any(|c| !c.difference.types.is_empty());
    let by_hand = match (of_types, group.plan.obstacles.is_empty()) {
        (true, _) => TYPES,
        (false, false) => BY_HAND,
        (false, true) => 1.0,
    };
    by_hand / (1.0 + 0.2 * many)
}
