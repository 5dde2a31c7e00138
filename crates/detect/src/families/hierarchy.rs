//! Extracted types: a new type that took members of one that is still there.
//!
//! A new supertype wants a member that was pulled up to it or a method whose signature the class had before; a new class
//! beside it wants a member that moved there.
//!
//! Extract Superclass
//!
//! ```before
//! class Derived { int twice(int x) { int y = x * 2; return y; } int once; }
//! ```
//! ```after
//! class Base { int twice(int x) { int y = x * 2; return y; } }
//! class Derived extends Base { int once; }
//! ```
//! ```finds
//! Extract Superclass Base from classes [Derived]
//! Pull Up Method package twice(x int) : int from class Derived to package twice(x int) : int from class Base
//! ```
//!
//! Extract Interface
//!
//! ```before
//! class Stack { public int size() { return 1; } int n; }
//! ```
//! ```after
//! interface Sized { int size(); }
//! class Stack implements Sized { public int size() { return 1; } int n; }
//! ```
//! ```finds
//! Extract Interface Sized from classes [Stack]
//! ```
//!
//! Extract Subclass
//!
//! ```before
//! class Base { int a; int twice(int x) { int y = x * 2; return y; } void stay() { } }
//! ```
//! ```after
//! class Base { int a; void stay() { } }
//! class Derived extends Base { int twice(int x) { int y = x * 2; return y; } }
//! ```
//! ```finds
//! Extract Subclass Derived from class Base
//! Push Down Method package twice(x int) : int from class Base to package twice(x int) : int from class Derived
//! ```
//!
//! Extract Class
//!
//! ```before
//! class Person { String name; String street; int zip(int x) { int y = x * 2; return y; } void stay() { } }
//! ```
//! ```after
//! class Person { String name; Address address; void stay() { } }
//! class Address { String street; int zip(int x) { int y = x * 2; return y; } }
//! ```
//! ```finds
//! Extract Class Address from class Person
//! Move Method package zip(x int) : int from class Person to package zip(x int) : int from class Address
//! Move Attribute package street : String from class Person to package street : String from class Address
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::diff::Diff;
use crate::emit::{finding, type_at};
use crate::family::Family;
use crate::members::signature;
use crate::moves::Moved;
use crate::relation::Relation;
use crate::view::{Method, Ty, View};
use reweave_model::{NodeId, TypeKind};
use std::collections::BTreeMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("hierarchy.rs"),
    find: None,
};

pub fn find(diff: &Diff<'_>, moved: &Moved, out: &mut Vec<Finding>) {
    for &to in &diff.added_types {
        let mut from: BTreeMap<Ty, Relation> = BTreeMap::new();
        for &(index, relation) in &moved.methods {
            let pair = &diff.methods[index];
            if diff.after.owner(pair.after) == to {
                from.entry(diff.before.owner(pair.before))
                    .or_insert(relation);
            }
        }
        for &(pair, relation) in &moved.attrs {
            if diff.after.attr_owner(pair.after) == to {
                from.entry(diff.before.attr_owner(pair.before))
                    .or_insert(relation);
            }
        }
        if let Some(outer) = diff.after.outer(to).and_then(|o| diff.before_of(o))
            && declarations_moved(diff, outer, to)
        {
            from.entry(outer).or_insert(Relation::Aside);
        }
        extracted(diff, to, &from, out);
    }
}

/// Whether methods without a body left the one type for the other, under whatever names: the same annotations with
/// arguments, the same types.
fn declarations_moved(diff: &Diff<'_>, from: Ty, to: Ty) -> bool {
    let told = |view: &View<'_>, m: Method| {
        let decl = view.method(m);
        let tree = view.tree(m.file);
        let hash = |n: NodeId| tree.hash(n);
        let annotations: Vec<u64> = decl
            .annotations
            .iter()
            .filter(|&&a| tree.children(a).next().is_some())
            .map(|&a| hash(a))
            .collect();
        (decl.body.is_none() && !annotations.is_empty()).then(|| {
            let types = signature(view, m).1;
            (annotations, decl.return_type.map(hash), types)
        })
    };
    let gone: Vec<_> = diff
        .before
        .methods(from)
        .filter(|m| diff.removed_methods.contains(m))
        .filter_map(|m| told(&diff.before, m))
        .collect();
    let mut new = diff
        .after
        .methods(to)
        .filter(|m| diff.added_methods.contains(m));
    new.any(|m| told(&diff.after, m).is_some_and(|t| gone.contains(&t)))
}

fn extracted(diff: &Diff<'_>, to: Ty, from: &BTreeMap<Ty, Relation>, out: &mut Vec<Finding>) {
    let is_interface = diff.after.ty(to).kind == TypeKind::Interface;
    let mut sources: Vec<Ty> = from
        .iter()
        .filter(|&(&f, &r)| r == Relation::Up && diff.after_of(f).is_some())
        .map(|(&f, _)| f)
        .collect();
    sources.extend(implementers(diff, to));
    sources.sort_unstable();
    sources.dedup();
    if !sources.is_empty() {
        let kind = if is_interface {
            T::ExtractInterface
        } else {
            T::ExtractSuperclass
        };
        let names: Vec<&str> = sources.iter().map(|&f| diff.before.qualified(f)).collect();
        let rest = format!(
            "{} from classes [{}]",
            diff.after.qualified(to),
            names.join(", ")
        );
        let left = sources
            .iter()
            .map(|&f| type_at(&diff.before, f, "original sub-type declaration"))
            .collect();
        out.push(finding(
            kind,
            &rest,
            left,
            vec![type_at(&diff.after, to, "extracted super-type declaration")],
        ));
        return;
    }
    for (&f, &relation) in from {
        if diff.after_of(f).is_none() {
            continue;
        }
        let kind = match relation {
            Relation::Down => T::ExtractSubclass,
            _ => T::ExtractClass,
        };
        let rest = format!(
            "{} from class {}",
            diff.after.qualified(to),
            diff.before.qualified(f)
        );
        out.push(finding(
            kind,
            &rest,
            vec![type_at(&diff.before, f, "original type declaration")],
            vec![type_at(&diff.after, to, "extracted type declaration")],
        ));
    }
}

/// Matched classes that are now subtypes of the new type and had methods with its signatures already.
fn implementers(diff: &Diff<'_>, to: Ty) -> Vec<Ty> {
    let name = diff.after.ty(to).name;
    let wanted: Vec<_> = diff
        .after
        .methods(to)
        .filter(|&m| !diff.after.method(m).is_constructor())
        .map(|m| signature(&diff.after, m))
        .collect();
    diff.types
        .iter()
        .filter(|p| diff.after.supertypes(p.after).any(|s| s == name))
        .filter(|p| !diff.before.supertypes(p.before).any(|s| s == name))
        .filter(|p| {
            diff.before
                .methods(p.before)
                .any(|m| wanted.contains(&signature(&diff.before, m)))
        })
        .map(|p| p.before)
        .collect()
}
