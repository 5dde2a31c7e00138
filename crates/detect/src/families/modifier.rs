//! Modifiers: `final`, `static`, `abstract` and the like, added to a declaration or taken from it.
//!
//! Add Method Modifier
//!
//! ```before
//! class Stack { int one() { return 1; } }
//! ```
//! ```after
//! class Stack { static int one() { return 1; } }
//! ```
//! ```finds
//! Add Method Modifier static in method package one() : int from class Stack
//! ```
//!
//! Remove Method Modifier
//!
//! ```before
//! class Stack { synchronized int one() { return 1; } }
//! ```
//! ```after
//! class Stack { int one() { return 1; } }
//! ```
//! ```finds
//! Remove Method Modifier synchronized in method package one() : int from class Stack
//! ```
//!
//! Add Attribute Modifier
//!
//! ```before
//! class Stack { int n = 1; }
//! ```
//! ```after
//! class Stack { final int n = 1; }
//! ```
//! ```finds
//! Add Attribute Modifier final in attribute package n : int from class Stack
//! ```
//!
//! Remove Attribute Modifier
//!
//! ```before
//! class Stack { volatile int n; }
//! ```
//! ```after
//! class Stack { int n; }
//! ```
//! ```finds
//! Remove Attribute Modifier volatile in attribute package n : int from class Stack
//! ```
//!
//! Add Class Modifier
//!
//! ```before
//! class Stack { class Node { } }
//! ```
//! ```after
//! class Stack { static class Node { } }
//! ```
//! ```finds
//! Add Class Modifier static in class Stack.Node
//! ```
//!
//! Remove Class Modifier
//!
//! ```before
//! final class Stack { }
//! ```
//! ```after
//! class Stack { }
//! ```
//! ```finds
//! Remove Class Modifier final in class Stack
//! ```
//!
//! Add Parameter Modifier
//!
//! ```before
//! class Stack { void push(int x) { store(x); } }
//! ```
//! ```after
//! class Stack { void push(final int x) { store(x); } }
//! ```
//! ```finds
//! Add Parameter Modifier final in parameter x : int in method package push(x int) : void from class Stack
//! ```
//!
//! Remove Parameter Modifier
//!
//! ```before
//! class Stack { void push(final int x) { store(x); } }
//! ```
//! ```after
//! class Stack { void push(int x) { store(x); } }
//! ```
//! ```finds
//! Remove Parameter Modifier final in parameter x : int in method package push(x int) : void from class Stack
//! ```
//!
//! Add Variable Modifier
//!
//! ```before
//! class Stack { void push() { int x = next(); store(x); } }
//! ```
//! ```after
//! class Stack { void push() { final int x = next(); store(x); } }
//! ```
//! ```finds
//! Add Variable Modifier final in variable x : int in method package push() : void from class Stack
//! ```
//!
//! Remove Variable Modifier
//!
//! ```before
//! class Stack { void push() { final int x = next(); store(x); } }
//! ```
//! ```after
//! class Stack { void push() { int x = next(); store(x); } }
//! ```
//! ```finds
//! Remove Variable Modifier final in variable x : int in method package push() : void from class Stack
//! ```
//!
//! Who may see a declaration is a matter of its own: see the access modifiers.

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::{Declarations, Declared, DeclaredPair, ORIGINAL, Words};
use crate::diff::Diff;
use crate::emit::finding;
use crate::family::Family;
use reweave_model::Modifiers;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("modifier.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

/// Who may see a declaration is told by the access modifiers; `default` only says that an interface's method has a body.
const OTHERS: Modifiers = Modifiers::PUBLIC
    .with(Modifiers::PROTECTED)
    .with(Modifiers::PRIVATE)
    .with(Modifiers::INTERNAL)
    .with(Modifiers::OVERRIDE)
    .with(Modifiers::DEFAULT);

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    for pair in &declarations.all {
        let before = pair.before.modifiers(&diff.before).without(OTHERS);
        let after = pair.after.modifiers(&diff.after).without(OTHERS);
        for word in after.without(before).words() {
            out.push(changed(diff, pair, word, true));
        }
        for word in before.without(after).words() {
            out.push(changed(diff, pair, word, false));
        }
    }
}

fn changed(diff: &Diff<'_>, pair: &DeclaredPair, word: &str, added: bool) -> Finding {
    // What was removed is told of the declaration that had it.
    let ([add, _], [_, remove]) = (kinds(&pair.after), kinds(&pair.before));
    let (kind, words, place) = if added {
        (add, ADDED, pair.after.place(&diff.after))
    } else {
        (remove, REMOVED, pair.before.place(&diff.before))
    };
    finding(
        kind,
        &format!("{word} {place}"),
        pair.before.at(&diff.before, ORIGINAL),
        pair.after.at(&diff.after, words),
    )
}

fn kinds(declared: &Declared) -> [T; 2] {
    match declared {
        Declared::Class(_) => [T::AddClassModifier, T::RemoveClassModifier],
        Declared::Method(_) => [T::AddMethodModifier, T::RemoveMethodModifier],
        Declared::Attribute(_) => [T::AddAttributeModifier, T::RemoveAttributeModifier],
        Declared::Parameter(..) => [T::AddParameterModifier, T::RemoveParameterModifier],
        Declared::Variable(..) => [T::AddVariableModifier, T::RemoveVariableModifier],
    }
}

const ADDED: Words = Words {
    class: "class declaration with added modifier",
    method: "method declaration with added modifier",
    attribute: "attribute declaration with added modifier",
    variable: "variable declaration with added modifier",
    method_of_variable: "method declaration with added variable modifier",
};
const REMOVED: Words = Words {
    class: "class declaration with removed modifier",
    method: "method declaration with removed modifier",
    attribute: "attribute declaration with removed modifier",
    variable: "variable declaration with removed modifier",
    method_of_variable: "method declaration with removed variable modifier",
};
