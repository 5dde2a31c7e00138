//! Thrown exceptions: the types in the `throws` clause of a method.
//!
//! Where one type went and one came, it was changed.
//!
//! Add Thrown Exception Type
//!
//! ```before
//! class Stack { void push() { store(); } }
//! ```
//! ```after
//! class Stack { void push() throws IOException { store(); } }
//! ```
//! ```finds
//! Add Thrown Exception Type IOException in method package push() : void from class Stack
//! ```
//!
//! Remove Thrown Exception Type
//!
//! ```before
//! class Stack { void push() throws IOException { store(); } }
//! ```
//! ```after
//! class Stack { void push() { store(); } }
//! ```
//! ```finds
//! Remove Thrown Exception Type IOException in method package push() : void from class Stack
//! ```
//!
//! Change Thrown Exception Type
//!
//! ```before
//! class Stack { void push() throws Exception { store(); } }
//! ```
//! ```after
//! class Stack { void push() throws IOException { store(); } }
//! ```
//! ```finds
//! Change Thrown Exception Type Exception to IOException in method package push() : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::in_method;
use crate::diff::{Diff, MethodPair};
use crate::emit::{finding, method_at};
use crate::family::Family;
use crate::report::{ElementKind, Location};
use crate::view::{Method, View};
use reweave_model::{NodeId, type_text};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("thrown.rs"),
    find: Some(|given, out| find(given.diff, out)),
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    for pair in &diff.methods {
        of_pair(diff, pair, out);
    }
}

fn of_pair(diff: &Diff<'_>, pair: &MethodPair<'_>, out: &mut Vec<Finding>) {
    let (b, a) = (pair.before, pair.after);
    let mut removed = diff.before.method(b).throws.clone();
    let mut added = diff.after.method(a).throws.clone();
    let (t1, t2) = (diff.before.tree(b.file), diff.after.tree(a.file));
    removed.retain(
        |&x| match added.iter().position(|&y| t1.hash(x) == t2.hash(y)) {
            Some(at) => {
                added.remove(at);
                false
            }
            None => true,
        },
    );
    // One for one, several for one or one for several; beyond that nothing says which became which.
    if removed.len().min(added.len()) == 1 {
        out.push(changed(diff, pair, &removed, &added));
        return;
    }
    for x in removed {
        let text = text(&diff.before, b, x);
        out.push(finding(
            T::RemoveThrownExceptionType,
            &format!("{text} {}", in_method(&diff.before, b)),
            vec![
                type_ref_at(&diff.before, b, x, "removed thrown exception type"),
                method_at(&diff.before, b, "original method declaration"),
            ],
            vec![method_at(
                &diff.after,
                a,
                "method declaration with removed thrown exception type",
            )],
        ));
    }
    for y in added {
        let text = text(&diff.after, a, y);
        let role = "method declaration with added thrown exception type";
        out.push(finding(
            T::AddThrownExceptionType,
            &format!("{text} {}", in_method(&diff.after, a)),
            vec![method_at(&diff.before, b, "original method declaration")],
            vec![
                type_ref_at(&diff.after, a, y, "added thrown exception type"),
                method_at(&diff.after, a, role),
            ],
        ));
    }
}

fn changed(diff: &Diff<'_>, pair: &MethodPair<'_>, old: &[NodeId], new: &[NodeId]) -> Finding {
    let (b, a) = (pair.before, pair.after);
    let list = |view: &View<'_>, method: Method, types: &[NodeId]| {
        let texts: Vec<String> = types.iter().map(|&t| text(view, method, t)).collect();
        match &*texts {
            [one] => one.clone(),
            many => format!("[{}]", many.join(", ")),
        }
    };
    let at = |view: &View<'_>, method: Method, types: &[NodeId], role| -> Vec<Location> {
        let places = types.iter().map(|&t| type_ref_at(view, method, t, role));
        places.collect()
    };
    let rest = format!(
        "{} to {} {}",
        list(&diff.before, b, old),
        list(&diff.after, a, new),
        in_method(&diff.after, a)
    );
    let mut left = at(&diff.before, b, old, "original exception type");
    left.push(method_at(&diff.before, b, "original method declaration"));
    let mut right = at(&diff.after, a, new, "changed exception type");
    let role = "method declaration with changed thrown exception type";
    right.push(method_at(&diff.after, a, role));
    finding(T::ChangeThrownExceptionType, &rest, left, right)
}

/// Without the package, where it is written.
fn text(view: &View<'_>, method: Method, ty: NodeId) -> String {
    let written = type_text(view.tree(method.file), ty, &view.program.names);
    let package = |s: &&str| s.starts_with(char::is_lowercase);
    let names: Vec<&str> = written.split('.').skip_while(package).collect();
    names.join(".")
}

fn type_ref_at(view: &View<'_>, method: Method, ty: NodeId, role: &'static str) -> Location {
    Location {
        file: method.file,
        span: view.tree(method.file).span(ty),
        element: ElementKind::TypeReference,
        role,
        code: text(view, method, ty),
    }
}
