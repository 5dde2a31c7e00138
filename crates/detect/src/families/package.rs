//! Changed packages: what the moves of classes have in common.
//!
//! A package is reported when nothing of it is left among the files at hand; the files that the change did not touch are
//! not at hand. Types that went to the package above or below changed their place, not the package's name.
//!
//! Rename Package
//!
//! ```before
//! //- a/One.java
//! package app.old; class One { int a; int b; }
//! //- a/Two.java
//! package app.old; class Two { int c; int d; }
//! //- a/Three.java
//! package app.old; class Three { int e; int f; }
//! ```
//! ```after
//! //- b/One.java
//! package app.core; class One { int a; int b; }
//! //- b/Two.java
//! package app.core; class Two { int c; int d; }
//! //- b/Three.java
//! package app.core; class Three { int e; int f; }
//! ```
//! ```finds
//! Move Class app.old.One moved to app.core.One
//! Move Class app.old.Two moved to app.core.Two
//! Move Class app.old.Three moved to app.core.Three
//! Rename Package app.old to app.core
//! ```
//!
//! Move Package
//!
//! ```before
//! //- app/old/One.java
//! package app.old; class One { int a; int b; }
//! //- app/old/Two.java
//! package app.old; class Two { int c; int d; }
//! //- app/old/Three.java
//! package app.old; class Three { int e; int f; }
//! ```
//! ```after
//! //- base/core/One.java
//! package base.core; class One { int a; int b; }
//! //- base/core/Two.java
//! package base.core; class Two { int c; int d; }
//! //- base/core/Three.java
//! package base.core; class Three { int e; int f; }
//! ```
//! ```finds
//! Move Class app.old.One moved to base.core.One
//! Move Class app.old.Two moved to base.core.Two
//! Move Class app.old.Three moved to base.core.Three
//! Move Package app.old to base.core
//! ```
//!
//! Split Package
//!
//! ```before
//! //- app/old/One.java
//! package app.old; class One { int a; int b; }
//! //- app/old/Two.java
//! package app.old; class Two { int c; int d; }
//! //- app/old/Three.java
//! package app.old; class Three { int e; int f; }
//! //- app/old/Four.java
//! package app.old; class Four { int g; int h; }
//! //- app/old/Five.java
//! package app.old; class Five { int i; int j; }
//! //- app/old/Six.java
//! package app.old; class Six { int k; int l; }
//! ```
//! ```after
//! //- app/core/One.java
//! package app.core; class One { int a; int b; }
//! //- app/core/Two.java
//! package app.core; class Two { int c; int d; }
//! //- app/core/Three.java
//! package app.core; class Three { int e; int f; }
//! //- app/ui/Four.java
//! package app.ui; class Four { int g; int h; }
//! //- app/ui/Five.java
//! package app.ui; class Five { int i; int j; }
//! //- app/ui/Six.java
//! package app.ui; class Six { int k; int l; }
//! ```
//! ```finds
//! Move Class app.old.One moved to app.core.One
//! Move Class app.old.Two moved to app.core.Two
//! Move Class app.old.Three moved to app.core.Three
//! Move Class app.old.Four moved to app.ui.Four
//! Move Class app.old.Five moved to app.ui.Five
//! Move Class app.old.Six moved to app.ui.Six
//! Split Package app.old to [app.core, app.ui]
//! ```
//!
//! Merge Package
//!
//! ```before
//! //- app/core/One.java
//! package app.core; class One { int a; int b; }
//! //- app/core/Two.java
//! package app.core; class Two { int c; int d; }
//! //- app/core/Three.java
//! package app.core; class Three { int e; int f; }
//! //- app/ui/Four.java
//! package app.ui; class Four { int g; int h; }
//! //- app/ui/Five.java
//! package app.ui; class Five { int i; int j; }
//! //- app/ui/Six.java
//! package app.ui; class Six { int k; int l; }
//! ```
//! ```after
//! //- app/all/One.java
//! package app.all; class One { int a; int b; }
//! //- app/all/Two.java
//! package app.all; class Two { int c; int d; }
//! //- app/all/Three.java
//! package app.all; class Three { int e; int f; }
//! //- app/all/Four.java
//! package app.all; class Four { int g; int h; }
//! //- app/all/Five.java
//! package app.all; class Five { int i; int j; }
//! //- app/all/Six.java
//! package app.all; class Six { int k; int l; }
//! ```
//! ```finds
//! Move Class app.core.One moved to app.all.One
//! Move Class app.core.Two moved to app.all.Two
//! Move Class app.core.Three moved to app.all.Three
//! Move Class app.ui.Four moved to app.all.Four
//! Move Class app.ui.Five moved to app.all.Five
//! Move Class app.ui.Six moved to app.all.Six
//! Merge Package [app.core, app.ui] to app.all
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::diff::Diff;
use crate::emit::{finding, type_at};
use crate::family::Family;
use crate::view::Ty;
use std::collections::{BTreeMap, BTreeSet};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("package.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    let mut moves: BTreeMap<(String, String), Vec<(Ty, Ty)>> = BTreeMap::new();
    let remaining: BTreeSet<&str> = diff
        .after
        .program
        .files
        .iter()
        .map(|f| diff.after.text(f.package))
        .collect();
    for pair in &diff.types {
        let (from, to) = (
            diff.before.package(pair.before),
            diff.after.package(pair.after),
        );
        if from == to
            || diff.before.outer(pair.before).is_some()
            || diff.after.outer(pair.after).is_some()
        {
            continue;
        }
        let (from, to) = (diff.before.text(from), diff.after.text(to));
        let names = stem(from, to);
        if !remaining.contains(from) && !holds(&names.0, &names.1) && !holds(&names.1, &names.0) {
            moves
                .entry(names)
                .or_default()
                .push((pair.before, pair.after));
        }
    }
    for ((from, to), types) in &moves {
        let targets: Vec<&String> = moves
            .keys()
            .filter(|(f, _)| f == from)
            .map(|(_, t)| t)
            .collect();
        let sources: Vec<&String> = moves
            .keys()
            .filter(|(_, t)| t == to)
            .map(|(f, _)| f)
            .collect();
        let (kind, rest) = if targets.len() > 1 {
            (T::SplitPackage, format!("{from} to [{}]", join(&targets)))
        } else if sources.len() > 1 {
            (T::MergePackage, format!("[{}] to {to}", join(&sources)))
        } else if parent(from) == parent(to) {
            (T::RenamePackage, format!("{from} to {to}"))
        } else {
            (T::MovePackage, format!("{from} to {to}"))
        };
        let left = types
            .iter()
            .map(|&(b, _)| type_at(&diff.before, b, "original type declaration"));
        let right = types
            .iter()
            .map(|&(_, a)| type_at(&diff.after, a, "moved type declaration"));
        out.push(finding(kind, &rest, left.collect(), right.collect()));
    }
}

fn join(names: &[&String]) -> String {
    names
        .iter()
        .map(|s| s.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Whether the one package is the other's parent, or ends with its whole name: its types went a level up or down, and
/// that is no other name for it.
fn holds(package: &str, part: &str) -> bool {
    let beside = package
        .strip_prefix(part)
        .is_some_and(|rest| rest.starts_with('.'));
    beside
        || package
            .strip_suffix(part)
            .is_some_and(|rest| rest.ends_with('.'))
}

fn parent(package: &str) -> &str {
    package.rsplit_once('.').map_or("", |(p, _)| p)
}

/// Both names without the segments that they end with in common: `a.b.ui` to `a.c.ui` is `a.b` to `a.c`.
fn stem(from: &str, to: &str) -> (String, String) {
    let (mut f, mut t) = (from, to);
    while let (Some((f0, f1)), Some((t0, t1))) = (f.rsplit_once('.'), t.rsplit_once('.')) {
        if f1 != t1 {
            break;
        }
        (f, t) = (f0, t0);
    }
    (f.to_string(), t.to_string())
}
