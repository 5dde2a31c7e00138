//! Extracted and inlined variables: an expression that got a name, or a name that gave way to its expression.
//!
//! The value of the variable must be the expression that it stands for.
//!
//! Extract Variable
//!
//! ```before
//! class Stack { void push(Box b) { store(b.get("k"), 1); } }
//! ```
//! ```after
//! class Stack { void push(Box b) { String key = b.get("k"); store(key, 1); } }
//! ```
//! ```finds
//! Extract Variable key : String in method package push(b Box) : void from class Stack
//! ```
//!
//! Inline Variable
//!
//! ```before
//! class Stack { void push(Box b) { String key = b.get("k"); store(key, 1); } }
//! ```
//! ```after
//! class Stack { void push(Box b) { store(b.get("k"), 1); } }
//! ```
//! ```finds
//! Inline Variable key : String in method package push(b Box) : void from class Stack
//! ```

use crate::RefactoringType as T;
use crate::context::Context;
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, var_at};
use crate::family::Family;
use crate::score::Decision;
use crate::value_evidence::Values;
use crate::variables::Var;
use crate::{Finding, Side};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("variable_extract.rs"),
    find: None,
};

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renames: &[Vec<(Var, Var)>],
    out: &mut Vec<Finding>,
) {
    for (c, renamed) in contexts.iter().zip(renames) {
        for (kind, side) in [
            (T::ExtractVariable, Side::After),
            (T::InlineVariable, Side::Before),
        ] {
            let mut values = Values::new(diff, c, renamed, side);
            for v in values.candidates() {
                let Some((evidence, rule)) = values.evidence(v) else {
                    continue;
                };
                let make = || found(diff, c, kind, side, v);
                let verdict = diff
                    .judge
                    .decide(Decision::Value, evidence.values(), rule, || {
                        make().description
                    });
                if verdict.taken {
                    out.push(make());
                }
            }
        }
    }
}

fn found(diff: &Diff<'_>, c: &Context<'_, '_>, kind: T, side: Side, var: usize) -> Finding {
    let (view, method, v, role) = match side {
        Side::Before => (
            &diff.before,
            c.before,
            c.var1(var),
            "inlined variable declaration",
        ),
        Side::After => (
            &diff.after,
            c.after,
            c.var2(var),
            "extracted variable declaration",
        ),
    };
    let holder = view.callable_at(method.file, v.node).unwrap_or(method);
    let rest = format!("{} {}", v.text(view), describe::in_method(view, holder));
    let at = vec![var_at(view, v, role)];
    match side {
        Side::Before => finding(kind, &rest, at, Vec::new()),
        Side::After => finding(kind, &rest, Vec::new(), at),
    }
}
