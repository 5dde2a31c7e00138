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
use crate::declared::in_method;
use crate::diff::{Diff, MethodPair};
use crate::emit::{finding, method_at};
use crate::report::{ElementKind, Location};
use crate::types::RefactoringType as T;
use crate::view::{Method, View};
use reweave_model::{NodeId, type_text};

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
    if let ([x], [y]) = (&removed[..], &added[..]) {
        out.push(changed(diff, pair, *x, *y));
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

fn changed(diff: &Diff<'_>, pair: &MethodPair<'_>, x: NodeId, y: NodeId) -> Finding {
    let (b, a) = (pair.before, pair.after);
    let rest = format!(
        "{} to {} {}",
        text(&diff.before, b, x),
        text(&diff.after, a, y),
        in_method(&diff.after, a)
    );
    let role = "method declaration with changed thrown exception type";
    finding(
        T::ChangeThrownExceptionType,
        &rest,
        vec![
            type_ref_at(&diff.before, b, x, "original exception type"),
            method_at(&diff.before, b, "original method declaration"),
        ],
        vec![
            type_ref_at(&diff.after, a, y, "changed exception type"),
            method_at(&diff.after, a, role),
        ],
    )
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
