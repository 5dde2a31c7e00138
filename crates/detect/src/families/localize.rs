//! Localised parameters: a method declares itself what it got as a parameter.
//!
//! Localize Parameter
//!
//! ```before
//! class Stack { void push(int x) { store(x); log(x); } }
//! ```
//! ```after
//! class Stack { void push() { int x = next(); store(x); log(x); } }
//! ```
//! ```finds
//! Remove Parameter x : int in method package push(x int) : void from class Stack
//! Localize Parameter x : int to x : int in method package push() : void from class Stack
//! ```
//!
//! A parameter whose place a variable of another name took is found with the renamed variables.

use crate::Finding;
use crate::context::{Context, Origin};
use crate::diff::Diff;
use crate::families::parameter::changed;
use crate::families::variable;
use crate::types::RefactoringType as T;
use crate::variables::VarKind;

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts.iter().filter(|c| c.origin == Origin::Pair) {
        for x in c
            .vars_before
            .all
            .iter()
            .filter(|v| v.kind == VarKind::Param)
        {
            let mut now = c.vars_after.all.iter().filter(|v| v.name == x.name);
            let Some(y) = now.next().filter(|y| y.kind == VarKind::Local) else {
                continue;
            };
            if now.all(|v| v.kind == VarKind::Local) {
                let role = "renamed variable declaration";
                let method = variable::holder(diff, c, y);
                out.push(changed(diff, T::LocalizeParameter, method, x, y, role));
            }
        }
    }
}
