//! Inlined attributes: a field that gave way to its value where it was used.
//!
//! Inline Attribute
//!
//! ```before
//! class Stack { static final String KEY = "key-of-stack"; void push(Box b) { b.put(KEY, 1); } }
//! ```
//! ```after
//! class Stack { void push(Box b) { b.put("key-of-stack", 1); } }
//! ```
//! ```finds
//! Inline Attribute package KEY : String in class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Ref};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{attr_at, finding};
use crate::family::Family;
use crate::view::Attr;
use reweave_model::Kind;
use std::collections::BTreeSet;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("attribute_inline.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    let mut inlined: BTreeSet<Attr> = BTreeSet::new();
    for c in contexts {
        let owner = diff.before.owner(c.before);
        for (_, _, a, b) in c.pairs() {
            if !matches!(c.ref1(a), Some(Ref::Field(_))) {
                continue;
            }
            let name = c.t1.sym(a);
            let attr = diff
                .before
                .attr_called(owner, name)
                .filter(|x| diff.removed_attrs.contains(x));
            let weak = matches!(c.t2.kind(b), Kind::Name | Kind::Bool | Kind::Null);
            inlined.extend(attr.filter(|&x| {
                let value = diff.before.attr(x).init;
                !weak && value.is_some_and(|i| c.t1.hash(i) == c.t2.hash(b))
            }));
        }
    }
    for x in inlined {
        let owner = diff.before.attr_owner(x);
        let class = match diff.after_of(owner) {
            Some(now) => diff.after.qualified(now),
            None => diff.before.qualified(owner),
        };
        let rest = format!("{} in class {class}", describe::attr(&diff.before, x));
        let left = vec![attr_at(&diff.before, x, "inlined attribute declaration")];
        out.push(finding(T::InlineAttribute, &rest, left, Vec::new()));
    }
}
