//! Kinds of types: a class that became an interface, an enum or a record, and the other ways round.
//!
//! Change Type Declaration Kind
//!
//! ```before
//! class Stack { }
//! ```
//! ```after
//! interface Stack { }
//! ```
//! ```finds
//! Change Type Declaration Kind class to interface in type Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::diff::{Diff, TypePair};
use crate::emit::{finding, type_at};
use crate::family::Family;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("type_kind.rs"),
    find: Some(|given, out| find(given.diff, out)),
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    out.extend(diff.types.iter().filter_map(|&p| of_pair(diff, p)));
}

fn of_pair(diff: &Diff<'_>, TypePair { before, after }: TypePair) -> Option<Finding> {
    let (was, is) = (diff.before.ty(before), diff.after.ty(after));
    let (old, new) = (was.kind.word(), is.kind.word());
    // A part does not say what its type is.
    (old != new && !was.part && !is.part).then(|| {
        let rest = format!("{old} to {new} in type {}", diff.after.qualified(after));
        let role = "class declaration with changed type declaration kind";
        finding(
            T::ChangeTypeDeclarationKind,
            &rest,
            vec![type_at(&diff.before, before, "original class declaration")],
            vec![type_at(&diff.after, after, role)],
        )
    })
}
