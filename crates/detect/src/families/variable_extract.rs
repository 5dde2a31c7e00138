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

use crate::Finding;
use crate::context::{Context, Ref};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, var_at};
use crate::types::RefactoringType as T;
use crate::variables::{Var, VarKind};
use reweave_model::{Kind, NodeId, Tree};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts {
        let mut extracted: Vec<usize> = Vec::new();
        let mut inlined: Vec<usize> = Vec::new();
        for (_, _, a, b) in c.pairs() {
            if let Some(Ref::Var(y)) = c.ref2(b) {
                let v = c.var2(y);
                if is_new(v.kind, c.lived_before(v))
                    && says(c.t2, v, c.t1, a)
                    && !extracted.contains(&y)
                {
                    extracted.push(y);
                }
            }
            if let Some(Ref::Var(x)) = c.ref1(a) {
                let v = c.var1(x);
                if is_new(v.kind, c.lives_on(v)) && says(c.t1, v, c.t2, b) && !inlined.contains(&x)
                {
                    inlined.push(x);
                }
            }
        }
        for y in extracted {
            let v = c.var2(y);
            let method = diff
                .after
                .callable_at(c.after.file, v.node)
                .unwrap_or(c.after);
            let rest = format!(
                "{} in method {} from class {}",
                v.text(&diff.after),
                describe::method(&diff.after, method),
                describe::class_of(&diff.after, method)
            );
            out.push(finding(
                T::ExtractVariable,
                &rest,
                Vec::new(),
                vec![var_at(&diff.after, v, "extracted variable declaration")],
            ));
        }
        for x in inlined {
            let v = c.var1(x);
            let method = diff
                .before
                .callable_at(c.before.file, v.node)
                .unwrap_or(c.before);
            let rest = format!(
                "{} in method {} from class {}",
                v.text(&diff.before),
                describe::method(&diff.before, method),
                describe::class_of(&diff.before, method)
            );
            out.push(finding(
                T::InlineVariable,
                &rest,
                vec![var_at(&diff.before, v, "inlined variable declaration")],
                Vec::new(),
            ));
        }
    }
}

fn is_new(kind: VarKind, on_other_side: bool) -> bool {
    kind == VarKind::Local && !on_other_side
}

/// Whether the variable's initialiser is the expression that it stands for.
fn says(tree: &Tree, var: &Var, other: &Tree, expression: NodeId) -> bool {
    var.init.is_some_and(|init| {
        let mut init = init;
        while matches!(tree.kind(init), Kind::Paren | Kind::Cast)
            && tree.hash(init) != other.hash(expression)
        {
            match tree.children_in(init, reweave_model::Role::Operand).next() {
                Some(inner) => init = inner,
                None => break,
            }
        }
        tree.hash(init) == other.hash(expression)
    })
}
