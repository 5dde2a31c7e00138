//! Extracted and inlined methods: statements that left a method for a new one it calls, or came from one it called.
//!
//! The called method must hold statements that the method lost, with the arguments of the call in the place of its
//! parameters; nested calls to further new methods are followed.
//!
//! Extract Method
//!
//! ```before
//! class Report { void print(Out out) { out.open(); out.line("a"); out.line("b"); out.close(); } }
//! ```
//! ```after
//! class Report { void print(Out out) { out.open(); body(out); out.close(); }
//!   void body(Out out) { out.line("a"); out.line("b"); } }
//! ```
//! ```finds
//! Extract Method package body(out Out) : void extracted from package print(out Out) : void in class Report
//! ```
//!
//! Inline Method
//!
//! ```before
//! class Report { void print(Out out) { out.open(); body(out); out.close(); }
//!   void body(Out out) { out.line("a"); out.line("b"); } }
//! ```
//! ```after
//! class Report { void print(Out out) { out.open(); out.line("a"); out.line("b"); out.close(); } }
//! ```
//! ```finds
//! Inline Method package body(out Out) : void inlined to package print(out Out) : void in class Report
//! ```
//!
//! Extract And Move Method
//!
//! ```before
//! class Report { void print(Out out) { out.open(); out.line("a"); out.line("b"); out.close(); } }
//! class Lines { int n; }
//! ```
//! ```after
//! class Report { void print(Out out) { out.open(); Lines.body(out); out.close(); } }
//! class Lines { int n; static void body(Out out) { out.line("a"); out.line("b"); } }
//! ```
//! ```finds
//! Extract And Move Method package body(out Out) : void extracted from package print(out Out) : void in class Report & moved to class Lines
//! ```
//!
//! Move And Inline Method
//!
//! ```before
//! class Report { void print(Out out) { out.open(); Lines.body(out); out.close(); } }
//! class Lines { int n; static void body(Out out) { out.line("a"); out.line("b"); } }
//! ```
//! ```after
//! class Report { void print(Out out) { out.open(); out.line("a"); out.line("b"); out.close(); } }
//! class Lines { int n; }
//! ```
//! ```finds
//! Move And Inline Method package body(out Out) : void moved from class Lines to class Report & inlined to package print(out Out) : void
//! ```

use crate::describe;
use crate::diff::{Diff, Transfer};
use crate::emit::{code_at, evidence, finding, method_at, same_code, statement_at};
use crate::report::Location;
use crate::types::RefactoringType as T;
use crate::view::View;
use crate::{Finding, Side};
use reweave_matching::{BodyMatch, Mapping};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    out.extend(diff.extracted.iter().map(|t| extracted(diff, t)));
    out.extend(diff.inlined.iter().map(|t| inlined(diff, t)));
}

fn extracted(diff: &Diff<'_>, t: &Transfer<'_>) -> Finding {
    let pair = &diff.methods[t.pair];
    let mut rest = format!(
        "{} extracted from {} in class {}",
        describe::method(&diff.after, t.method),
        describe::method(&diff.before, pair.before),
        describe::class_of(
            if t.other_class {
                &diff.before
            } else {
                &diff.after
            },
            if t.other_class {
                pair.before
            } else {
                pair.after
            }
        )
    );
    let kind = if t.other_class {
        rest.push_str(" & moved to class ");
        rest.push_str(describe::class_of(&diff.after, t.method));
        T::ExtractAndMoveMethod
    } else {
        T::ExtractMethod
    };
    let mut left = vec![method_at(
        &diff.before,
        pair.before,
        "source method declaration before extraction",
    )];
    left.extend(code(
        &diff.before,
        pair.before.file,
        &t.body,
        Side::Before,
        "extracted code from source method declaration",
    ));
    let mut right = vec![method_at(
        &diff.after,
        t.method,
        "extracted method declaration",
    )];
    right.extend(code(
        &diff.after,
        t.method.file,
        &t.body,
        Side::After,
        "extracted code to extracted method declaration",
    ));
    right.push(method_at(
        &diff.after,
        pair.after,
        "source method declaration after extraction",
    ));
    right.extend(t.calls.iter().map(|&n| {
        code_at(
            &diff.after,
            pair.after.file,
            n,
            "extracted method invocation",
        )
    }));
    let mut f = finding(kind, &rest, left, right);
    f.evidence = evidence(diff, pair.before.file, t.method.file, &t.body);
    f
}

fn inlined(diff: &Diff<'_>, t: &Transfer<'_>) -> Finding {
    let pair = &diff.methods[t.pair];
    let (kind, rest) = if t.other_class {
        (
            T::MoveAndInlineMethod,
            format!(
                "{} moved from class {} to class {} & inlined to {}",
                describe::method(&diff.before, t.method),
                describe::class_of(&diff.before, t.method),
                describe::class_of(&diff.after, pair.after),
                describe::method(&diff.after, pair.after)
            ),
        )
    } else {
        (
            T::InlineMethod,
            format!(
                "{} inlined to {} in class {}",
                describe::method(&diff.before, t.method),
                describe::method(&diff.after, pair.after),
                describe::class_of(&diff.after, pair.after)
            ),
        )
    };
    let mut left = vec![method_at(
        &diff.before,
        t.method,
        "inlined method declaration",
    )];
    left.extend(code(
        &diff.before,
        t.method.file,
        &t.body,
        Side::Before,
        "inlined code from inlined method declaration",
    ));
    left.push(method_at(
        &diff.before,
        pair.before,
        "target method declaration before inline",
    ));
    left.extend(t.calls.iter().map(|&n| {
        code_at(
            &diff.before,
            pair.before.file,
            n,
            "inlined method invocation",
        )
    }));
    let mut right = vec![method_at(
        &diff.after,
        pair.after,
        "target method declaration after inline",
    )];
    right.extend(code(
        &diff.after,
        pair.after.file,
        &t.body,
        Side::After,
        "inlined code in target method declaration",
    ));
    let mut f = finding(kind, &rest, left, right);
    f.evidence = evidence(diff, t.method.file, pair.after.file, &t.body);
    f
}

/// One side of the code that went.
fn code(
    view: &View<'_>,
    file: u32,
    body: &BodyMatch<'_>,
    side: Side,
    role: &'static str,
) -> Vec<Location> {
    let one = |m: &Mapping| {
        let kinds = (
            body.before.stmt(m.before).kind,
            body.after.stmt(m.after).kind,
        );
        match side {
            Side::Before => statement_at(view, file, (&body.before, m.before), kinds.1, role),
            Side::After => statement_at(view, file, (&body.after, m.after), kinds.0, role),
        }
    };
    same_code(body).map(one).collect()
}
