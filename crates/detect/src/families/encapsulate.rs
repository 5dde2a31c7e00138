//! Encapsulated attributes: a field that got a getter or a setter, and is seen by no more than before.
//!
//! Encapsulate Attribute
//!
//! ```before
//! class Stack { public int n; }
//! ```
//! ```after
//! class Stack { private int n; public int getN() { return n; } }
//! ```
//! ```finds
//! Change Attribute Access Modifier public to private in attribute private n : int from class Stack
//! Encapsulate Attribute private n : int from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::Declarations;
use crate::describe;
use crate::diff::{AttrPair, Diff};
use crate::emit::{attr_at, finding, method_at};
use crate::family::Family;
use crate::view::{Attr, Method, Ty, View};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Symbol;
use rustc_hash::FxHashMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("encapsulate.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    let stayed = |p: &&AttrPair| {
        let (from, to) = (
            diff.before.attr_owner(p.before),
            diff.after.attr_owner(p.after),
        );
        diff.after_of(from) == Some(to)
    };
    let mut added: Added = Added::default();
    // What a supertype asks for is there for its callers, not to hide the attribute.
    for &m in diff
        .added_methods
        .iter()
        .filter(|&&m| !diff.after.overrides(m))
    {
        let owner = diff.after.owner(m);
        if let Some(name) = named(&diff.after, m) {
            added.entry((owner, name)).or_default().push(m);
        }
    }
    let attrs = declarations.attrs.iter().filter(stayed);
    out.extend(attrs.filter_map(|&p| of_pair(diff, p, &added)));
}

/// New methods by their type and the attribute that they may return or set.
type Added = FxHashMap<(Ty, Symbol), Vec<Method>>;

/// The name that the only statement of a method returns or sets.
fn named(view: &View<'_>, method: Method) -> Option<Symbol> {
    let tree = view.tree(method.file);
    let first = tree.children(view.method(method).body?).next()?;
    let value = tree.child_in(first, Role::Value)?;
    let target = tree.child_in(value, Role::Target).unwrap_or(value);
    Some(tree.sym(target))
}

fn of_pair(diff: &Diff<'_>, p: AttrPair, added: &Added) -> Option<Finding> {
    let open = |view: &View<'_>, a| view.attr(a).modifiers.visibility();
    let (old, new) = (open(&diff.before, p.before), open(&diff.after, p.after));
    // Where the name says who may see an attribute, one that was hidden all the time is not hidden now.
    let by_name = diff.after.tree(p.after.file).dialect().facts.names_hide;
    let closed = if by_name { old > new } else { old >= new };
    let key = (
        diff.after.attr_owner(p.after),
        diff.after.attr(p.after).name,
    );
    let added: Vec<(Method, bool)> = added
        .get(&key)
        .into_iter()
        .flatten()
        .filter(|_| closed)
        .filter_map(|&m| accessor(&diff.after, m, p.after).map(|getter| (m, getter)))
        .collect();
    if added.is_empty() {
        return None;
    }
    let rest = format!(
        "{} from class {}",
        describe::attr(&diff.after, p.after),
        diff.after.qualified(diff.after.attr_owner(p.after))
    );
    let role = "encapsulated attribute declaration";
    let mut right = vec![attr_at(&diff.after, p.after, role)];
    for (m, getter) in added {
        let role = if getter {
            "added getter method"
        } else {
            "added setter method"
        };
        right.push(method_at(&diff.after, m, role));
    }
    let left = attr_at(&diff.before, p.before, "original attribute declaration");
    Some(finding(T::EncapsulateAttribute, &rest, vec![left], right))
}

/// Whether a method returns the attribute (true) or only sets it from its parameter (false).
fn accessor(view: &View<'_>, method: Method, attr: Attr) -> Option<bool> {
    let decl = view.method(method);
    if decl.is_constructor() {
        return None;
    }
    let tree = view.tree(method.file);
    let name = view.attr(attr).name;
    let mut statements = tree.children(decl.body?);
    let first = statements.next()?;
    let value = tree.child_in(first, Role::Value)?;
    let means = |n: NodeId| is_attribute(tree, n) && tree.sym(n) == name;
    match tree.kind(first) {
        Kind::Return if decl.params.is_empty() && statements.next().is_none() => {
            means(value).then_some(true)
        }
        Kind::ExprStmt if tree.kind(value) == Kind::Assign && statements.next().is_none() => {
            let [param] = &decl.params[..] else {
                return None;
            };
            let given = tree.child_in(value, Role::Value)?;
            let named = view
                .text(decl.name)
                .starts_with(tree.dialect().facts.setter);
            let sets = named && tree.kind(given) == Kind::Name && tree.sym(given) == param.name;
            (sets && means(tree.child_in(value, Role::Target)?)).then_some(false)
        }
        _ => None,
    }
}

fn is_attribute(tree: &Tree, node: NodeId) -> bool {
    match tree.kind(node) {
        Kind::Name => true,
        Kind::FieldAccess => tree
            .child_in(node, Role::Receiver)
            .is_some_and(|r| tree.kind(r) == Kind::This),
        _ => false,
    }
}
