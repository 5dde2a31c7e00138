//! Annotations: one that was added to a declaration, taken from it, or given other arguments.
//!
//! An annotation of the same name that reads otherwise was modified.
//!
//! Add Method Annotation
//!
//! ```before
//! class Stack { public String toString() { return "s"; } }
//! ```
//! ```after
//! class Stack { @Override public String toString() { return "s"; } }
//! ```
//! ```finds
//! Add Method Annotation @Override in method public toString() : String from class Stack
//! ```
//!
//! Remove Method Annotation
//!
//! ```before
//! class Stack { @Deprecated int size() { return 1; } }
//! ```
//! ```after
//! class Stack { int size() { return 1; } }
//! ```
//! ```finds
//! Remove Method Annotation @Deprecated in method package size() : int from class Stack
//! ```
//!
//! Modify Method Annotation
//!
//! ```before
//! class Stack { @Test void works() { } }
//! ```
//! ```after
//! class Stack { @Test(timeout = 10) void works() { } }
//! ```
//! ```finds
//! Modify Method Annotation @Test to @Test(timeout = 10) in method package works() : void from class Stack
//! ```
//!
//! Add Class Annotation
//!
//! ```before
//! class Stack { }
//! ```
//! ```after
//! @Entity class Stack { }
//! ```
//! ```finds
//! Add Class Annotation @Entity in class Stack
//! ```
//!
//! Remove Class Annotation
//!
//! ```before
//! @Entity class Stack { }
//! ```
//! ```after
//! class Stack { }
//! ```
//! ```finds
//! Remove Class Annotation @Entity in class Stack
//! ```
//!
//! Modify Class Annotation
//!
//! ```before
//! @Table("a") class Stack { }
//! ```
//! ```after
//! @Table("b") class Stack { }
//! ```
//! ```finds
//! Modify Class Annotation @Table("a") to @Table("b") in class Stack
//! ```
//!
//! Add Attribute Annotation
//!
//! ```before
//! class Stack { int n; }
//! ```
//! ```after
//! class Stack { @Id int n; }
//! ```
//! ```finds
//! Add Attribute Annotation @Id in attribute package n : int from class Stack
//! ```
//!
//! Remove Attribute Annotation
//!
//! ```before
//! class Stack { @Id int n; }
//! ```
//! ```after
//! class Stack { int n; }
//! ```
//! ```finds
//! Remove Attribute Annotation @Id in attribute package n : int from class Stack
//! ```
//!
//! Modify Attribute Annotation
//!
//! ```before
//! class Stack { @Column int n; }
//! ```
//! ```after
//! class Stack { @Column(name = "n") int n; }
//! ```
//! ```finds
//! Modify Attribute Annotation @Column to @Column(name = "n") in attribute package n : int from class Stack
//! ```
//!
//! Add Parameter Annotation
//!
//! ```before
//! class Stack { void push(Object o) { } }
//! ```
//! ```after
//! class Stack { void push(@NotNull Object o) { } }
//! ```
//! ```finds
//! Add Parameter Annotation @NotNull in parameter o : Object in method package push(o Object) : void from class Stack
//! ```
//!
//! Remove Parameter Annotation
//!
//! ```before
//! class Stack { void push(@NotNull Object o) { } }
//! ```
//! ```after
//! class Stack { void push(Object o) { } }
//! ```
//! ```finds
//! Remove Parameter Annotation @NotNull in parameter o : Object in method package push(o Object) : void from class Stack
//! ```
//!
//! Modify Parameter Annotation
//!
//! ```before
//! class Stack { void push(@Named Object o) { } }
//! ```
//! ```after
//! class Stack { void push(@Named("top") Object o) { } }
//! ```
//! ```finds
//! Modify Parameter Annotation @Named to @Named("top") in parameter o : Object in method package push(o Object) : void from class Stack
//! ```
//!
//! Add Variable Annotation
//!
//! ```before
//! class Stack { void push() { List l = next(); store(l); } }
//! ```
//! ```after
//! class Stack { void push() { @SuppressWarnings("x") List l = next(); store(l); } }
//! ```
//! ```finds
//! Add Variable Annotation @SuppressWarnings("x") in variable l : List in method package push() : void from class Stack
//! ```
//!
//! Remove Variable Annotation
//!
//! ```before
//! class Stack { void push() { @SuppressWarnings("x") List l = next(); store(l); } }
//! ```
//! ```after
//! class Stack { void push() { List l = next(); store(l); } }
//! ```
//! ```finds
//! Remove Variable Annotation @SuppressWarnings("x") in variable l : List in method package push() : void from class Stack
//! ```
//!
//! Modify Variable Annotation
//!
//! ```before
//! class Stack { void push() { @SuppressWarnings("x") List l = next(); store(l); } }
//! ```
//! ```after
//! class Stack { void push() { @SuppressWarnings("y") List l = next(); store(l); } }
//! ```
//! ```finds
//! Modify Variable Annotation @SuppressWarnings("x") to @SuppressWarnings("y") in variable l : List in method package push() : void from class Stack
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::declared::{Declarations, Declared, DeclaredPair, ORIGINAL, Words};
use crate::diff::Diff;
use crate::emit::finding;
use crate::families::move_annotation;
use crate::family::Family;
use crate::report::{ElementKind, Location};
use crate::view::View;
use reweave_model::{NodeId, code_text};

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("annotation.rs"),
    find: Some(|given, out| find(given.diff, given.declarations, out)),
};

/// An annotation of a declaration that was removed, added, or modified where there is one on both sides.
pub struct Change<'a> {
    pub pair: &'a DeclaredPair,
    pub old: Option<NodeId>,
    pub new: Option<NodeId>,
}

pub fn find(diff: &Diff<'_>, declarations: &Declarations, out: &mut Vec<Finding>) {
    let mut changes = Vec::new();
    for pair in &declarations.all {
        of_pair(diff, pair, &mut changes);
    }
    move_annotation::take(diff, &mut changes, out);
    out.extend(changes.iter().map(|c| changed(diff, c)));
}

fn of_pair<'a>(diff: &Diff<'_>, pair: &'a DeclaredPair, out: &mut Vec<Change<'a>>) {
    let (mut removed, mut added) = (
        pair.before.annotations(&diff.before),
        pair.after.annotations(&diff.after),
    );
    let (t1, t2) = (
        diff.before.tree(pair.before.file()),
        diff.after.tree(pair.after.file()),
    );
    take_pairs(&mut removed, &mut added, |x, y| t1.hash(x) == t2.hash(y));
    let modified = take_pairs(&mut removed, &mut added, |x, y| t1.sym(x) == t2.sym(y));
    let modified = modified.into_iter().map(|(x, y)| (Some(x), Some(y)));
    let removed = removed.into_iter().map(|x| (Some(x), None));
    let added = added.into_iter().map(|y| (None, Some(y)));
    let all = modified.chain(removed).chain(added);
    out.extend(all.map(|(old, new)| Change { pair, old, new }));
}

/// Takes from both lists what belongs together.
fn take_pairs(
    left: &mut Vec<NodeId>,
    right: &mut Vec<NodeId>,
    same: impl Fn(NodeId, NodeId) -> bool,
) -> Vec<(NodeId, NodeId)> {
    let mut out = Vec::new();
    left.retain(|&x| match right.iter().position(|&y| same(x, y)) {
        Some(at) => {
            out.push((x, right.remove(at)));
            false
        }
        None => true,
    });
    out
}

fn changed(diff: &Diff<'_>, change: &Change<'_>) -> Finding {
    let &Change { pair, old, new } = change;
    let old_text = old.map(|n| text(&diff.before, pair.before.file(), n));
    let new_text = new.map(|n| text(&diff.after, pair.after.file(), n));
    // What was removed is told of the declaration that had it.
    let place = match new {
        Some(_) => pair.after.place(&diff.after),
        None => pair.before.place(&diff.before),
    };
    let ([add, _, modify], [_, remove, _]) = (kinds(&pair.after), kinds(&pair.before));
    let (kind, words, change) = match (old_text, new_text) {
        (Some(x), Some(y)) => (modify, MODIFIED, format!("{x} to {y}")),
        (Some(x), None) => (remove, REMOVED, x),
        (None, y) => (add, ADDED, y.unwrap_or_default()),
    };
    let old_role = if new.is_some() {
        "original annotation"
    } else {
        "removed annotation"
    };
    let new_role = if old.is_some() {
        "modified annotation"
    } else {
        "added annotation"
    };
    let mut left = pair.before.at(&diff.before, ORIGINAL);
    let mut right = pair.after.at(&diff.after, words);
    let old = old.map(|n| annotation_at(&diff.before, pair.before.file(), n, old_role));
    let new = new.map(|n| annotation_at(&diff.after, pair.after.file(), n, new_role));
    left.splice(0..0, old);
    right.splice(0..0, new);
    finding(kind, &format!("{change} {place}"), left, right)
}

fn kinds(declared: &Declared) -> [T; 3] {
    match declared {
        Declared::Class(_) => [
            T::AddClassAnnotation,
            T::RemoveClassAnnotation,
            T::ModifyClassAnnotation,
        ],
        Declared::Method(_) => [
            T::AddMethodAnnotation,
            T::RemoveMethodAnnotation,
            T::ModifyMethodAnnotation,
        ],
        Declared::Attribute(_) => [
            T::AddAttributeAnnotation,
            T::RemoveAttributeAnnotation,
            T::ModifyAttributeAnnotation,
        ],
        Declared::Parameter(..) => [
            T::AddParameterAnnotation,
            T::RemoveParameterAnnotation,
            T::ModifyParameterAnnotation,
        ],
        Declared::Variable(..) => [
            T::AddVariableAnnotation,
            T::RemoveVariableAnnotation,
            T::ModifyVariableAnnotation,
        ],
    }
}

const ADDED: Words = Words {
    class: "class declaration with added annotation",
    method: "method declaration with added annotation",
    attribute: "attribute declaration with added annotation",
    variable: "variable declaration with added annotation",
    method_of_variable: "method declaration with added variable annotation",
};
const REMOVED: Words = Words {
    class: "class declaration with removed annotation",
    method: "method declaration with removed annotation",
    attribute: "attribute declaration with removed annotation",
    variable: "variable declaration with removed annotation",
    method_of_variable: "method declaration with removed variable annotation",
};
const MODIFIED: Words = Words {
    class: "class declaration with modified annotation",
    method: "method declaration with modified annotation",
    attribute: "attribute declaration with modified annotation",
    variable: "variable declaration with modified annotation",
    method_of_variable: "method declaration with modified variable annotation",
};

fn text(view: &View<'_>, file: u32, node: NodeId) -> String {
    code_text(view.tree(file), node, &view.program.names)
}

pub fn annotation_at(view: &View<'_>, file: u32, node: NodeId, role: &'static str) -> Location {
    Location {
        file,
        span: view.tree(file).span(node),
        element: ElementKind::Annotation,
        role,
        code: text(view, file, node),
    }
}
