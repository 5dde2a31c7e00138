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

use crate::RefactoringType as T;
use crate::describe;
use crate::diff::{Diff, Transfer};
use crate::emit::{code_at, evidence, finding, method_at, same_code, statement_at};
use crate::family::Family;
use crate::report::Location;
use crate::transfer::Way;
use crate::view::{Method, View};
use crate::{Finding, Side};
use reweave_matching::{BodyMatch, Mapping};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("extraction.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    out.extend(diff.extracted.iter().map(|t| extracted(diff, t)));
    out.extend(diff.inlined.iter().map(|t| inlined(diff, t)));
}

/// The type and the wording of code that the pair gave to a method, or got from one.
pub fn words(
    diff: &Diff<'_>,
    pair: usize,
    method: Method,
    way: Way,
    other_class: bool,
) -> (T, String) {
    let pair = &diff.methods[pair];
    match way {
        Way::Extracted => {
            let from = if other_class {
                describe::class_of(&diff.before, pair.before)
            } else {
                describe::class_of(&diff.after, pair.after)
            };
            let mut rest = format!(
                "{} extracted from {} in class {from}",
                describe::method(&diff.after, method),
                describe::method(&diff.before, pair.before),
            );
            if !other_class {
                return (T::ExtractMethod, rest);
            }
            rest.push_str(" & moved to class ");
            rest.push_str(describe::class_of(&diff.after, method));
            (T::ExtractAndMoveMethod, rest)
        }
        Way::Inlined => {
            let name = describe::method(&diff.before, method);
            let target = describe::method(&diff.after, pair.after);
            let class = describe::class_of(&diff.after, pair.after);
            if !other_class {
                let rest = format!("{name} inlined to {target} in class {class}");
                return (T::InlineMethod, rest);
            }
            let from = describe::class_of(&diff.before, method);
            let rest =
                format!("{name} moved from class {from} to class {class} & inlined to {target}");
            (T::MoveAndInlineMethod, rest)
        }
    }
}

fn extracted(diff: &Diff<'_>, t: &Transfer<'_>) -> Finding {
    let pair = &diff.methods[t.pair];
    let (kind, rest) = words(diff, t.pair, t.method, Way::Extracted, t.other_class);
    let (left, right) = places(diff, t, Side::After, &EXTRACTED);
    let mut f = finding(kind, &rest, left, right);
    f.evidence = evidence(diff, pair.before.file, t.method.file, &t.body);
    f
}

fn inlined(diff: &Diff<'_>, t: &Transfer<'_>) -> Finding {
    let pair = &diff.methods[t.pair];
    let (kind, rest) = words(diff, t.pair, t.method, Way::Inlined, t.other_class);
    let (right, left) = places(diff, t, Side::Before, &INLINED);
    let mut f = finding(kind, &rest, left, right);
    f.evidence = evidence(diff, t.method.file, pair.after.file, &t.body);
    f
}

/// What the places are called.
struct Roles {
    /// The method on the side where the code is its own, and that code.
    whole: &'static str,
    own_code: &'static str,
    /// The called method, its code, the method that calls it, and the calls.
    called: &'static str,
    called_code: &'static str,
    calling: &'static str,
    call: &'static str,
}

const EXTRACTED: Roles = Roles {
    whole: "source method declaration before extraction",
    own_code: "extracted code from source method declaration",
    called: "extracted method declaration",
    called_code: "extracted code to extracted method declaration",
    calling: "source method declaration after extraction",
    call: "extracted method invocation",
};

const INLINED: Roles = Roles {
    whole: "target method declaration after inline",
    own_code: "inlined code in target method declaration",
    called: "inlined method declaration",
    called_code: "inlined code from inlined method declaration",
    calling: "target method declaration before inline",
    call: "inlined method invocation",
};

/// The places on the side where the code is the method's own, then those on `called`, the side of the called method.
fn places(
    diff: &Diff<'_>,
    t: &Transfer<'_>,
    called: Side,
    roles: &Roles,
) -> (Vec<Location>, Vec<Location>) {
    let pair = &diff.methods[t.pair];
    let before = (&diff.before, pair.before, Side::Before);
    let after = (&diff.after, pair.after, Side::After);
    let ((whole, own, own_side), (view, calling, side)) = match called {
        Side::After => (before, after),
        Side::Before => (after, before),
    };
    let mut one = vec![method_at(whole, own, roles.whole)];
    one.extend(code(whole, own.file, &t.body, own_side, roles.own_code));
    let mut other = vec![method_at(view, t.method, roles.called)];
    other.extend(code(view, t.method.file, &t.body, side, roles.called_code));
    other.push(method_at(view, calling, roles.calling));
    let calls = t.calls.iter();
    other.extend(calls.map(|&n| code_at(view, t.caller.file, n, roles.call)));
    (one, other)
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
