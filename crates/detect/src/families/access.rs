//! Access modifiers: who may see a class, a method or an attribute.
//!
//! Change Method Access Modifier
//!
//! ```before
//! class Stack { private int one() { return 1; } }
//! ```
//! ```after
//! class Stack { public int one() { return 1; } }
//! ```
//! ```finds
//! Change Method Access Modifier private to public in method public one() : int from class Stack
//! ```
//!
//! Change Attribute Access Modifier
//!
//! ```before
//! class Stack { int n; }
//! ```
//! ```after
//! class Stack { private int n; }
//! ```
//! ```finds
//! Change Attribute Access Modifier package to private in attribute private n : int from class Stack
//! ```
//!
//! Change Class Access Modifier
//!
//! ```before
//! class Stack { }
//! ```
//! ```after
//! public class Stack { }
//! ```
//! ```finds
//! Change Class Access Modifier package to public in class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::{Declarations, Declared, DeclaredPair, ORIGINAL, Words};
use crate::diff::Diff;
use crate::emit::finding;
use crate::family::Family;
use crate::view::View;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("access.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    out.extend(declarations.all.iter().filter_map(|p| of_pair(diff, p)));
}

fn of_pair(diff: &Diff<'_>, pair: &DeclaredPair) -> Option<Finding> {
    let kind = match pair.after {
        Declared::Class(_) => T::ChangeClassAccessModifier,
        Declared::Method(_) => T::ChangeMethodAccessModifier,
        Declared::Attribute(_) => T::ChangeAttributeAccessModifier,
        Declared::Parameter(..) | Declared::Variable(..) => return None,
    };
    // A type inside an interface is public whether it says so or not: told is whether it does.
    let word = |declared: &Declared, view: &View<'_>| {
        let modifiers = declared.modifiers(view);
        let is = match declared {
            Declared::Class(_) => modifiers.written_visibility(),
            _ => modifiers.visibility(),
        };
        is.word()
    };
    let before = word(&pair.before, &diff.before);
    let after = word(&pair.after, &diff.after);
    if before == after {
        return None;
    }
    let place = pair.after.place(&diff.after);
    Some(finding(
        kind,
        &format!("{before} to {after} {place}"),
        pair.before.at(&diff.before, ORIGINAL),
        pair.after.at(&diff.after, CHANGED),
    ))
}

const CHANGED: Words = Words {
    class: "class declaration with changed access modifier",
    method: "method declaration with changed access modifier",
    attribute: "attribute declaration with changed access modifier",
    variable: "",
    method_of_variable: "",
};
