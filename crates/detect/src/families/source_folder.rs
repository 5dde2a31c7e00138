//! Moved source folders: types that kept their names and packages, and lie in another folder of the project.
//!
//! Move Source Folder
//!
//! ```before
//! //- core/src/a/Stack.java
//! package a; class Stack { int n; int size() { return n; } }
//! ```
//! ```after
//! //- base/src/a/Stack.java
//! package a; class Stack { int n; int size() { return n; } }
//! ```
//! ```finds
//! Move Source Folder core to base
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::diff::Diff;
use crate::emit::{finding, type_at};
use crate::family::Family;
use crate::view::{Ty, View};
use std::collections::BTreeMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("source_folder.rs"),
    find: Some(|given, out| find(given.diff, out)),
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    let mut moves: BTreeMap<(&str, &str), Vec<(Ty, Ty)>> = BTreeMap::new();
    for p in &diff.types {
        let same = diff.before.ty(p.before).qualified == diff.after.ty(p.after).qualified;
        if !same || diff.before.outer(p.before).is_some() {
            continue;
        }
        let (Some(from), Some(to)) = (folder(&diff.before, p.before), folder(&diff.after, p.after))
        else {
            continue;
        };
        let (from, to) = stem(from, to);
        if from != to && !from.is_empty() && !to.is_empty() {
            moves
                .entry((from, to))
                .or_default()
                .push((p.before, p.after));
        }
    }
    for ((from, to), types) in moves {
        let left = types
            .iter()
            .map(|&(b, _)| type_at(&diff.before, b, "original type declaration"));
        let right = types
            .iter()
            .map(|&(_, a)| type_at(&diff.after, a, "moved type declaration"));
        let rest = format!("{from} to {to}");
        out.push(finding(
            T::MoveSourceFolder,
            &rest,
            left.collect(),
            right.collect(),
        ));
    }
}

/// The path of a type's file without its package and its name.
fn folder<'p>(view: &View<'p>, ty: Ty) -> Option<&'p str> {
    let path = &*view.file(ty.file).path;
    let mut dir = path.rsplit_once('/')?.0;
    let package = view.text(view.package(ty));
    for segment in package.rsplit('.').filter(|s| !s.is_empty()) {
        dir = dir.strip_suffix(segment)?.trim_end_matches('/');
    }
    Some(dir)
}

/// Both folders without the segments that they end with in common.
fn stem<'a>(from: &'a str, to: &'a str) -> (&'a str, &'a str) {
    let (mut f, mut t) = (from, to);
    while let (Some((f0, f1)), Some((t0, t1))) = (f.rsplit_once('/'), t.rsplit_once('/')) {
        if f1 != t1 {
            break;
        }
        (f, t) = (f0, t0);
    }
    (f, t)
}
