//! Renamed and moved methods: a method that kept its statements, but not its name, its types or its class.
//!
//! Not a rename when another method of the class calls both: then the old one lives on and the new one was extracted.
//!
//! Rename Method
//!
//! ```before
//! class Stack { int n; int size() { return n + 1; } boolean empty() { return size() == 0; } }
//! ```
//! ```after
//! class Stack { int n; int depth() { return n + 1; } boolean empty() { return depth() == 0; } }
//! ```
//! ```finds
//! Rename Method package size() : int renamed to package depth() : int in class Stack
//! ```
//!
//! Change Return Type
//!
//! ```before
//! class Stack { int n; int size() { return n; } }
//! ```
//! ```after
//! class Stack { int n; long size() { return n; } }
//! ```
//! ```finds
//! Change Return Type int to long in method package size() : long from class Stack
//! ```
//!
//! Move Method
//!
//! ```before
//! class Stack { Log log; void push(int x) { log.info("push"); int y = x * 2; log.info(y); } }
//! class Log { void info(Object o) { } }
//! ```
//! ```after
//! class Stack { Log log; }
//! class Log { void push(int x) { log.info("push"); int y = x * 2; log.info(y); } void info(Object o) { } }
//! ```
//! ```finds
//! Move Method package push(x int) : void from class Stack to package push(x int) : void from class Log
//! ```
//!
//! Pull Up Method
//!
//! ```before
//! class Base { int a; }
//! class Derived extends Base { int twice(int x) { int y = x * 2; return y; } }
//! ```
//! ```after
//! class Base { int a; int twice(int x) { int y = x * 2; return y; } }
//! class Derived extends Base { }
//! ```
//! ```finds
//! Pull Up Method package twice(x int) : int from class Derived to package twice(x int) : int from class Base
//! ```
//!
//! Push Down Method
//!
//! ```before
//! class Base { int a; int twice(int x) { int y = x * 2; return y; } }
//! class Derived extends Base { }
//! ```
//! ```after
//! class Base { int a; }
//! class Derived extends Base { int twice(int x) { int y = x * 2; return y; } }
//! ```
//! ```finds
//! Push Down Method package twice(x int) : int from class Base to package twice(x int) : int from class Derived
//! ```
//!
//! Move And Rename Method
//!
//! ```before
//! class Stack { Log log; void push(int x) { log.info("push"); int y = x * 2; log.info(y); } }
//! class Log { void info(Object o) { } }
//! ```
//! ```after
//! class Stack { Log log; }
//! class Log { void record(int x) { log.info("push"); int y = x * 2; log.info(y); } void info(Object o) { } }
//! ```
//! ```finds
//! Move And Rename Method package push(x int) : void from class Stack to package record(x int) : void from class Log
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::describe;
use crate::diff::{Diff, How, MethodPair};
use crate::emit::{code_at, evidence, finding, method_at};
use crate::family::Family;
use crate::moves::Moved;
use crate::relation::Relation;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("method.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, moved: &Moved, out: &mut Vec<Finding>) {
    for pair in &diff.methods {
        if pair.how != How::Moved {
            out.extend(renamed(diff, pair));
        }
        out.extend(return_type(diff, pair));
    }
    for &(index, relation) in &moved.methods {
        out.push(moved_method(diff, &diff.methods[index], relation));
    }
}

fn renamed(diff: &Diff<'_>, pair: &MethodPair<'_>) -> Option<Finding> {
    let b = diff.before.method(pair.before);
    let same = describe::same_name((&diff.before, pair.before), (&diff.after, pair.after));
    if same || b.is_constructor() || b.is_accessor() {
        return None;
    }
    let rest = format!(
        "{} renamed to {} in class {}",
        describe::method(&diff.before, pair.before),
        describe::method(&diff.after, pair.after),
        describe::class_of(&diff.after, pair.after)
    );
    let mut f = finding(
        T::RenameMethod,
        &rest,
        vec![method_at(
            &diff.before,
            pair.before,
            "original method declaration",
        )],
        vec![method_at(
            &diff.after,
            pair.after,
            "renamed method declaration",
        )],
    );
    f.evidence = evidence(diff, pair.before.file, pair.after.file, &pair.body);
    Some(f)
}

fn return_type(diff: &Diff<'_>, pair: &MethodPair<'_>) -> Option<Finding> {
    let (before, after) =
        describe::results((&diff.before, pair.before), (&diff.after, pair.after))?;
    if before == after {
        return None;
    }
    let rest = format!(
        "{before} to {after} {}",
        describe::in_method(&diff.after, pair.after)
    );
    let (b, a) = (
        diff.before.method(pair.before),
        diff.after.method(pair.after),
    );
    let left = b
        .return_type
        .map(|n| code_at(&diff.before, pair.before.file, n, "original return type"));
    let right = a
        .return_type
        .map(|n| code_at(&diff.after, pair.after.file, n, "changed return type"));
    Some(finding(
        T::ChangeReturnType,
        &rest,
        left.into_iter()
            .chain([method_at(
                &diff.before,
                pair.before,
                "original method declaration",
            )])
            .collect(),
        right
            .into_iter()
            .chain([method_at(
                &diff.after,
                pair.after,
                "method declaration with changed return type",
            )])
            .collect(),
    ))
}

fn moved_method(diff: &Diff<'_>, pair: &MethodPair<'_>, relation: Relation) -> Finding {
    let same = describe::same_name((&diff.before, pair.before), (&diff.after, pair.after));
    let (kind, role) = match relation {
        Relation::Up => (T::PullUpMethod, "pulled up method declaration"),
        Relation::Down => (T::PushDownMethod, "pushed down method declaration"),
        _ if same => (T::MoveMethod, "moved method declaration"),
        _ => (
            T::MoveAndRenameMethod,
            "moved and renamed method declaration",
        ),
    };
    let rest = format!(
        "{} from class {} to {} from class {}",
        describe::method(&diff.before, pair.before),
        describe::class_of(&diff.before, pair.before),
        describe::method(&diff.after, pair.after),
        describe::class_of(&diff.after, pair.after)
    );
    let mut f = finding(
        kind,
        &rest,
        vec![method_at(
            &diff.before,
            pair.before,
            "original method declaration",
        )],
        vec![method_at(&diff.after, pair.after, role)],
    );
    f.evidence = evidence(diff, pair.before.file, pair.after.file, &pair.body);
    f
}
