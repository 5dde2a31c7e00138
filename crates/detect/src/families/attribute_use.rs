//! Attributes known by their uses: a field that got an expression's place, or another field's.
//!
//! What stood in matched statements before stands for the attribute now.
//!
//! Extract Attribute
//!
//! ```before
//! class Stack { void push(Box b) { b.put("key-of-stack", 1); } }
//! ```
//! ```after
//! class Stack { static final String KEY = "key-of-stack"; void push(Box b) { b.put(KEY, 1); } }
//! ```
//! ```finds
//! Extract Attribute package KEY : String in class Stack
//! ```
//!
//! Move And Rename Attribute
//!
//! ```before
//! class Stack { private int limit; Log log; boolean full(int n) { int y = n * 2; return log.over(y, limit); } }
//! class Log { }
//! ```
//! ```after
//! class Stack { Log log; }
//! class Log { private int bound; boolean full(int n) { int y = n * 2; return log.over(y, bound); } }
//! ```
//! ```finds
//! Move Method package full(n int) : boolean from class Stack to package full(n int) : boolean from class Log
//! Move And Rename Attribute private limit : int renamed to private bound : int and moved from class Stack to class Log
//! ```
//!
//! Replace Attribute
//!
//! ```before
//! class Stack { private int limit; Log log; boolean full(int n) { int y = n * 2; return log.over(y, limit); } }
//! class Log { }
//! ```
//! ```after
//! class Stack { private int limit; Log log; }
//! class Log { private int bound; boolean full(int n) { int y = n * 2; return log.over(y, bound); } }
//! ```
//! ```finds
//! Move Method package full(n int) : boolean from class Stack to package full(n int) : boolean from class Log
//! Replace Attribute private limit : int from class Stack with private bound : int from class Log
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::context::{Context, Origin, Ref};
use crate::describe;
use crate::diff::{AttrPair, Diff};
use crate::emit::{attr_at, code_at, finding};
use crate::family::Family;
use crate::report::Location;
use crate::view::{Attr, Ty, View};
use reweave_matching::{Argumentization, Differ, Replacement};
use reweave_model::{Kind, NodeId, Role, Tree};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("attribute_use.rs"),
    find: None,
};

pub fn find(
    diff: &Diff<'_>,
    contexts: &[Context<'_, '_>],
    renamed: &[AttrPair],
    out: &mut Vec<Finding>,
) {
    let mut extracted = in_values(diff, renamed);
    let mut replaced: BTreeMap<(Attr, Attr), u32> = BTreeMap::new();
    let gone: FxHashSet<Attr> = renamed.iter().map(|p| p.before).collect();
    let came: FxHashSet<Attr> = renamed.iter().map(|p| p.after).collect();
    for c in contexts.iter().filter(|c| c.origin != Origin::Inlined) {
        let (from, to) = (diff.before.owner(c.before), diff.after.owner(c.after));
        for (m, _, a, b) in c.pairs() {
            let own = own_attr(&diff.after, to, c.t2, b);
            let Some(y) = own.or_else(|| attr_of_other(diff, c, b)) else {
                continue;
            };
            if !diff.added_attrs.contains(&y) || came.contains(&y) {
                continue;
            }
            if own.is_some() && says(diff, y, c.t1, a, names_attribute(diff, c, a)) {
                let old = (c.before.file, c.body.before.stmt(m.before).node);
                let new = (c.after.file, c.body.after.stmt(m.after).node);
                place(diff, &mut extracted, y, old, new);
            } else if let Some(x) =
                own_attr(&diff.before, from, c.t1, a).filter(|x| !gone.contains(x))
            {
                *replaced.entry((x, y)).or_default() += 1;
            }
        }
    }
    for (y, (left, uses)) in extracted {
        let class = diff.after.qualified(diff.after.attr_owner(y));
        let rest = format!("{} in class {class}", describe::attr(&diff.after, y));
        let mut right = vec![attr_at(&diff.after, y, "extracted attribute declaration")];
        right.extend(uses);
        out.push(finding(T::ExtractAttribute, &rest, left, right));
    }
    for &(x, y) in replaced.keys() {
        let rivals = replaced
            .keys()
            .filter(|(a, b)| (*a == x) != (*b == y))
            .count();
        if rivals == 0 && same_type(diff, x, y) {
            out.extend(moved_or_replaced(diff, x, y));
        }
    }
}

fn moved_or_replaced(diff: &Diff<'_>, x: Attr, y: Attr) -> Option<Finding> {
    let (from, to) = (diff.before.attr_owner(x), diff.after.attr_owner(y));
    let same_class = diff.after_of(from) == Some(to);
    let gone = diff.removed_attrs.contains(&x);
    let (old, new) = (
        describe::attr(&diff.before, x),
        describe::attr(&diff.after, y),
    );
    let (class1, class2) = (diff.before.qualified(from), diff.after.qualified(to));
    let (kind, rest) = if gone && !same_class {
        let rest =
            format!("{old} renamed to {new} and moved from class {class1} to class {class2}");
        (T::MoveAndRenameAttribute, rest)
    } else if !gone && !same_class {
        let rest = format!("{old} from class {class1} with {new} from class {class2}");
        (T::ReplaceAttribute, rest)
    } else {
        return None;
    };
    Some(finding(
        kind,
        &rest,
        vec![attr_at(&diff.before, x, "original attribute declaration")],
        vec![attr_at(&diff.after, y, "replaced attribute declaration")],
    ))
}

/// The attribute of `ty` that the name at `node` means, where no variable hides it.
fn own_attr(view: &View<'_>, ty: Ty, tree: &Tree, node: NodeId) -> Option<Attr> {
    let own = match tree.kind(node) {
        Kind::Name => true,
        Kind::FieldAccess => tree
            .child_in(node, Role::Receiver)
            .is_some_and(|r| tree.kind(r) == Kind::This),
        _ => false,
    };
    let name = tree.sym(node);
    view.attr_called(ty, name).filter(|_| own)
}

/// The attribute that is asked of another class, or of a variable or attribute of its type.
fn attr_of_other(diff: &Diff<'_>, c: &Context<'_, '_>, node: NodeId) -> Option<Attr> {
    let receiver = (c.t2.kind(node) == Kind::FieldAccess)
        .then(|| c.t2.child_in(node, Role::Receiver))
        .flatten()
        .filter(|&r| c.t2.kind(r) == Kind::Name)?;
    let view = &diff.after;
    let class = match c.ref2(receiver) {
        Some(Ref::Var(v)) => c.var2(v).ty.map(|t| c.t2.sym(t)),
        _ => view
            .attr_called(view.owner(c.after), c.t2.sym(receiver))
            .map_or(Some(c.t2.sym(receiver)), |a| {
                let ty = view.attr(a).ty;
                ty.map(|t| view.tree(a.file).sym(t))
            }),
    }?;
    let [only] = view.named(class) else {
        return None;
    };
    view.attr_called(*only, c.t2.sym(node))
}

/// Where the value of an extracted attribute stood, and where its name stands.
type Extracted = BTreeMap<Attr, (Vec<Location>, Vec<Location>)>;

fn place(
    diff: &Diff<'_>,
    extracted: &mut Extracted,
    y: Attr,
    (file1, old): (u32, NodeId),
    (file2, new): (u32, NodeId),
) {
    let (left, right) = extracted.entry(y).or_default();
    let role = "statement with the initializer of the extracted attribute";
    left.push(code_at(&diff.before, file1, old, role));
    let role = "statement with the name of the extracted attribute";
    right.push(code_at(&diff.after, file2, new, role));
}

/// What the initial values of attributes that stayed, or were renamed, tell of new ones.
fn in_values(diff: &Diff<'_>, renamed: &[AttrPair]) -> Extracted {
    let mut out = Extracted::new();
    let came: FxHashSet<Attr> = renamed.iter().map(|p| p.after).collect();
    for p in diff.attrs.iter().chain(renamed) {
        let (old, new) = (diff.before.attr(p.before), diff.after.attr(p.after));
        let (t1, t2) = (
            diff.before.tree(p.before.file),
            diff.after.tree(p.after.file),
        );
        let (Some(v), Some(w)) = (old.init, new.init) else {
            continue;
        };
        if t1.hash(v) == t2.hash(w) {
            continue;
        }
        let none = Argumentization::default();
        let mut differ = Differ::new(t1, t2, &none, &diff.renames);
        if !differ.expressions(v, w) {
            continue;
        }
        let replaced = differ.finish();
        for (a, b) in replaced.iter().filter_map(Replacement::pair) {
            let own = own_attr(&diff.after, diff.after.attr_owner(p.after), t2, b);
            let own = own.filter(|y| diff.added_attrs.contains(y) && !came.contains(y));
            if let Some(y) = own.filter(|&y| says(diff, y, t1, a, true)) {
                place(diff, &mut out, y, (p.before.file, v), (p.after.file, w));
            }
        }
    }
    out
}

/// Whether a name is one of an attribute that is there after as before.
fn names_attribute(diff: &Diff<'_>, c: &Context<'_, '_>, node: NodeId) -> bool {
    let attr = matches!(c.ref1(node), Some(Ref::Field(_)))
        .then(|| own_attr(&diff.before, diff.before.owner(c.before), c.t1, node))
        .flatten();
    attr.is_some_and(|x| !diff.removed_attrs.contains(&x))
}

/// Whether an expression is the value of the attribute. A variable's name says nothing, that of an attribute does.
fn says(diff: &Diff<'_>, y: Attr, t1: &Tree, expression: NodeId, attribute: bool) -> bool {
    let init = diff.after.attr(y).init;
    let weak = match t1.kind(expression) {
        Kind::Name => !attribute,
        kind => matches!(kind, Kind::Bool | Kind::Null),
    };
    !weak && init.is_some_and(|i| diff.after.tree(y.file).hash(i) == t1.hash(expression))
}

fn same_type(diff: &Diff<'_>, x: Attr, y: Attr) -> bool {
    let before = diff.before.attr(x).ty;
    let after = diff.after.attr(y).ty;
    let hash = |tree: &Tree, ty: Option<NodeId>| ty.map(|t| tree.hash(t));
    hash(diff.before.tree(x.file), before) == hash(diff.after.tree(y.file), after)
}
