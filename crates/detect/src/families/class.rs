//! Renamed and moved classes: a type that kept its members, but not its name or its package.
//!
//! Types are the same where their qualified names are; the others are paired by what their members have in common, by
//! the types that change with them, and by the outer type they went along with.
//!
//! Rename Class
//!
//! ```before
//! class Stack { int n; int size() { return n; } void clear() { n = 0; } }
//! ```
//! ```after
//! class Pile { int n; int size() { return n; } void clear() { n = 0; } }
//! ```
//! ```finds
//! Rename Class Stack renamed to Pile
//! ```
//!
//! Move Class
//!
//! ```before
//! package a; class Stack { int n; int size() { return n; } }
//! ```
//! ```after
//! package a.b; class Stack { int n; int size() { return n; } }
//! ```
//! ```finds
//! Move Class a.Stack moved to a.b.Stack
//! ```
//!
//! Move And Rename Class
//!
//! ```before
//! package a; class Stack { int n; int size() { return n; } }
//! ```
//! ```after
//! package a.b; class Pile { int n; int size() { return n; } }
//! ```
//! ```finds
//! Move And Rename Class a.Stack moved and renamed to a.b.Pile
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::describe;
use crate::diff::{Diff, TypePair};
use crate::emit::{finding, type_at};
use crate::family::Family;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("class.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    out.extend(
        diff.types
            .iter()
            .filter(|p| diff.merged.iter().all(|m| m.after != p.after))
            .filter_map(|&pair| renamed_or_moved(diff, pair)),
    );
    let local = diff.local_types.iter();
    out.extend(local.filter_map(|&pair| renamed(diff, pair)));
}

/// A type in a function is where that is: it can only be called otherwise. A scope is called like its function.
fn renamed(diff: &Diff<'_>, TypePair { before, after }: TypePair) -> Option<Finding> {
    let (b, a) = (diff.before.ty(before), diff.after.ty(after));
    let told = b.name != a.name && b.kind.is_named_class();
    told.then(|| {
        let words = (T::RenameClass, "renamed to", "renamed type declaration");
        told_of(diff, TypePair { before, after }, words)
    })
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
    let words = match (moved, renamed) {
        (false, false) => return None,
        (false, true) => (T::RenameClass, "renamed to", "renamed type declaration"),
        (true, false) => (T::MoveClass, "moved to", "moved type declaration"),
        (true, true) => (
            T::MoveAndRenameClass,
            "moved and renamed to",
            "moved and renamed type declaration",
        ),
    };
    Some(told_of(diff, TypePair { before, after }, words))
}

fn told_of(
    diff: &Diff<'_>,
    TypePair { before, after }: TypePair,
    (kind, words, role): (T, &str, &'static str),
) -> Finding {
    let rest = format!(
        "{} {words} {}",
        describe::class(&diff.before, before),
        describe::class(&diff.after, after)
    );
    finding(
        kind,
        &rest,
        vec![type_at(&diff.before, before, "original type declaration")],
        vec![type_at(&diff.after, after, role)],
    )
}
