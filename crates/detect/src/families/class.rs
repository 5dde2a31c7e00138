//! Rename Class, Move Class, Move And Rename Class.

use crate::Finding;
use crate::diff::{Diff, TypePair};
use crate::emit::{finding, type_at};
use crate::types::RefactoringType as T;

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    out.extend(
        diff.types
            .iter()
            .filter_map(|&pair| renamed_or_moved(diff, pair)),
    );
}

fn renamed_or_moved(diff: &Diff<'_>, TypePair { before, after }: TypePair) -> Option<Finding> {
    let (b, a) = (diff.before.ty(before), diff.after.ty(after));
    let renamed = b.name != a.name;
    let moved = match (diff.before.outer(before), diff.after.outer(after)) {
        (None, None) => diff.before.package(before) != diff.after.package(after),
        // A member type that went along with its outer type did not move itself; one that was renamed on the way did both.
        (Some(x), Some(y)) if diff.after_of(x) == Some(y) => {
            renamed && diff.before.package(before) != diff.after.package(after)
        }
        _ => true,
    };
    let (kind, words) = match (moved, renamed) {
        (false, false) => return None,
        (false, true) => (T::RenameClass, "renamed to"),
        (true, false) => (T::MoveClass, "moved to"),
        (true, true) => (T::MoveAndRenameClass, "moved and renamed to"),
    };
    let rest = format!(
        "{} {words} {}",
        diff.before.qualified(before),
        diff.after.qualified(after)
    );
    let role = match kind {
        T::RenameClass => "renamed type declaration",
        T::MoveClass => "moved type declaration",
        _ => "moved and renamed type declaration",
    };
    Some(finding(
        kind,
        &rest,
        vec![type_at(&diff.before, before, "original type declaration")],
        vec![type_at(&diff.after, after, role)],
    ))
}
