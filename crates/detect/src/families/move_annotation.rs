//! Moved annotations: one that went from a class to its methods, or from methods to their class.
//!
//! Move Annotation
//!
//! ```before
//! class Stack { @Fast int size() { return 1; } @Fast int depth() { return 2; } }
//! ```
//! ```after
//! @Fast class Stack { int size() { return 1; } int depth() { return 2; } }
//! ```
//! ```finds
//! Move Annotation @Fast from package size() : int to Stack
//! Move Annotation @Fast from package depth() : int to Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::Declared;
use crate::describe;
use crate::diff::Diff;
use crate::emit::finding;
use crate::families::annotation::{Change, annotation_at};
use crate::family::Family;
use crate::view::View;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("move_annotation.rs"),
    find: None,
};

/// Takes out of the changes what is added in one place and removed in another.
pub fn take(diff: &Diff<'_>, changes: &mut Vec<Change<'_>>, out: &mut Vec<Finding>) {
    let mut moved = vec![false; changes.len()];
    let ends = |c: &Change<'_>| matches!(c.pair.after, Declared::Class(_) | Declared::Method(_));
    let place = |c: &Change<'_>, added: bool| {
        c.old.is_some() != added && c.new.is_some() == added && ends(c)
    };
    let removed: Vec<usize> = (0..changes.len())
        .filter(|&i| place(&changes[i], false))
        .collect();
    let added: Vec<usize> = (0..changes.len())
        .filter(|&i| place(&changes[i], true))
        .collect();
    for &i in &removed {
        for &j in &added {
            if let Some(f) = between(diff, &changes[i], &changes[j]) {
                (moved[i], moved[j]) = (true, true);
                out.push(f);
            }
        }
    }
    let mut at = 0;
    changes.retain(|_| {
        at += 1;
        !moved[at - 1]
    });
}

fn between(diff: &Diff<'_>, from: &Change<'_>, to: &Change<'_>) -> Option<Finding> {
    let together = match (&from.pair.after, &to.pair.after) {
        (Declared::Method(m), Declared::Class(t)) | (Declared::Class(t), Declared::Method(m)) => {
            diff.after.owner(*m) == *t
        }
        _ => false,
    };
    let (x, y) = (from.old.filter(|_| together)?, to.new?);
    let (file1, file2) = (from.pair.before.file(), to.pair.after.file());
    if diff.before.tree(file1).hash(x) != diff.after.tree(file2).hash(y) {
        return None;
    }
    let left = annotation_at(&diff.before, file1, x, "original annotation");
    let right = annotation_at(&diff.after, file2, y, "moved annotation");
    let rest = format!(
        "{} from {} to {}",
        right.code,
        element(&diff.before, &from.pair.before),
        element(&diff.after, &to.pair.after)
    );
    Some(finding(T::MoveAnnotation, &rest, vec![left], vec![right]))
}

fn element(view: &View<'_>, declared: &Declared) -> String {
    match declared {
        Declared::Method(m) => describe::method(view, *m),
        Declared::Class(t) => view.qualified(*t).to_string(),
        _ => String::new(),
    }
}
