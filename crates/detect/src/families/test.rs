//! Tests of `JUnit`: what an annotation, a conditional or an assertion said is said by a call made for it.
//!
//! Parameterize Test
//!
//! ```before
//! class StackTest { @Test void pushes() { check(3); } }
//! ```
//! ```after
//! class StackTest { @ParameterizedTest @ValueSource(ints = 3) void pushes(int n) { check(n); } }
//! ```
//! ```finds
//! Add Parameter n : int in method package pushes(n int) : void from class StackTest
//! Remove Method Annotation @Test in method package pushes() : void from class StackTest
//! Add Method Annotation @ParameterizedTest in method package pushes(n int) : void from class StackTest
//! Add Method Annotation @ValueSource(ints = 3) in method package pushes(n int) : void from class StackTest
//! Parameterize Test package pushes() : void to package pushes(n int) : void in class StackTest
//! ```
//!
//! Assert Throws
//!
//! ```before
//! class StackTest { @Test(expected = Empty.class) void pops() { log(); stack.pop(3); } }
//! ```
//! ```after
//! class StackTest { @Test void pops() { log(); assertThrows(Empty.class, () -> stack.pop(3)); } }
//! ```
//! ```finds
//! Modify Method Annotation @Test(expected = Empty.class) to @Test in method package pops() : void from class StackTest
//! Assert Throws assertThrows(Empty.class,() -> stack.pop(3)) in method package pops() : void from class StackTest
//! ```
//!
//! Assert Timeout
//!
//! ```before
//! class StackTest { @Test(timeout = 10) void pops() { log(); stack.pop(3); } }
//! ```
//! ```after
//! class StackTest { @Test void pops() { log(); assertTimeout(ofMillis(10), () -> stack.pop(3)); } }
//! ```
//! ```finds
//! Modify Method Annotation @Test(timeout = 10) to @Test in method package pops() : void from class StackTest
//! Assert Timeout assertTimeout(ofMillis(10),() -> stack.pop(3)) in method package pops() : void from class StackTest
//! ```
//!
//! Replace Conditional With Assumption
//!
//! ```before
//! class StackTest { @Test void pops() { if (online()) { stack.pop(3); } } }
//! ```
//! ```after
//! class StackTest { @Test void pops() { assumeTrue(online()); stack.pop(3); } }
//! ```
//! ```finds
//! Replace Conditional With Assumption if(online()) to assumeTrue(online()) in method package pops() : void from class StackTest
//! ```
//!
//! Replace Assertion With Assumption
//!
//! ```before
//! class StackTest { @Test void pops() { assertTrue(online()); stack.pop(3); } }
//! ```
//! ```after
//! class StackTest { @Test void pops() { assumeTrue(online()); stack.pop(3); } }
//! ```
//! ```finds
//! Replace Assertion With Assumption assertTrue(online()) to assumeTrue(online()) in method package pops() : void from class StackTest
//! ```
//!
//! Replace Ignore With Assumption
//!
//! ```before
//! class StackTest { @Ignore @Test void pops() { stack.pop(3); } }
//! ```
//! ```after
//! class StackTest { @Test void pops() { assumeTrue(online()); stack.pop(3); } }
//! ```
//! ```finds
//! Remove Method Annotation @Ignore in method package pops() : void from class StackTest
//! Replace Ignore With Assumption @Ignore to assumeTrue(online()) in method package pops() : void from class StackTest
//! ```

use crate::Finding;
use crate::RefactoringType as T;
use crate::code::Roles;
use crate::condition::Conditions;
use crate::context::{Context, Origin};
use crate::describe;
use crate::diff::Diff;
use crate::emit::{finding, method_at};
use crate::family::Family;
use crate::view::{Method, View};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Interner;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("test.rs"),
    find: Some(|given, out| find(given.diff, given.contexts, out)),
};

const THROWS: &[&str] = &["assertThrows", "assertThrowsExactly", "assertThatThrownBy"];
const INSTANCE: &[&str] = &["isInstanceOf", "isExactlyInstanceOf"];
const TIMEOUT: &[&str] = &["assertTimeout", "assertTimeoutPreemptively"];
const IGNORED: &[&str] = &["Ignore", "Disabled"];

pub fn find(diff: &Diff<'_>, contexts: &[Context<'_, '_>], out: &mut Vec<Finding>) {
    for c in contexts.iter().filter(|c| c.origin == Origin::Pair) {
        out.extend(parameterized(diff, c));
        asserted(diff, c, out);
        assumed(diff, c, out);
    }
}

/// The annotation of a method that has one of these names.
fn annotation(view: &View<'_>, method: Method, names: &[&str]) -> Option<NodeId> {
    let tree = view.tree(method.file);
    let all = view.method(method).annotations.iter().copied();
    all.into_iter()
        .find(|&a| names.contains(&view.text(tree.sym(a))))
}

fn parameterized(diff: &Diff<'_>, c: &Context<'_, '_>) -> Option<Finding> {
    annotation(&diff.before, c.before, &["Test"])?;
    annotation(&diff.after, c.after, &["ParameterizedTest"])?;
    let rest = format!(
        "{} to {} in class {}",
        describe::method(&diff.before, c.before),
        describe::method(&diff.after, c.after),
        describe::class_of(&diff.after, c.after)
    );
    Some(finding(
        T::ParameterizeTest,
        &rest,
        vec![method_at(
            &diff.before,
            c.before,
            "original method declaration",
        )],
        vec![method_at(
            &diff.after,
            c.after,
            "parameterized test declaration",
        )],
    ))
}

/// The calls of a method that have one of these names, or start with the prefix.
fn calls(
    tree: &Tree,
    names: &Interner,
    method: NodeId,
    wanted: impl Fn(&str) -> bool,
) -> Vec<NodeId> {
    tree.descendants(method)
        .filter(|&n| tree.kind(n) == Kind::Call && wanted(names.text(tree.sym(n))))
        .collect()
}

/// Calls of the second version that the first has not.
fn new_calls(diff: &Diff<'_>, c: &Context<'_, '_>, wanted: impl Fn(&str) -> bool) -> Vec<NodeId> {
    let names = &diff.before.program.names;
    let old = calls(c.t1, names, diff.before.method(c.before).node, &wanted);
    let mut new = calls(c.t2, names, diff.after.method(c.after).node, &wanted);
    new.retain(|&n| old.iter().all(|&o| c.t1.hash(o) != c.t2.hash(n)));
    new
}

/// The value that the test annotation gives to `name`.
fn expected(diff: &Diff<'_>, c: &Context<'_, '_>, name: &str) -> Option<NodeId> {
    let test = annotation(&diff.before, c.before, &["Test"])?;
    c.t1.children_in(test, Role::Argument).find_map(|a| {
        let target = c.t1.child_in(a, Role::Target)?;
        let value = c.t1.child_in(a, Role::Value)?;
        (diff.before.text(c.t1.sym(target)) == name).then_some(value)
    })
}

fn asserted(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let roles = Roles {
        before: "original code",
        after: "assertion",
        method_after: "method declaration with introduced assertion",
    };
    for call in new_calls(diff, c, |n| THROWS.contains(&n)) {
        let Some(wanted) = thrown(diff, c, call) else {
            continue;
        };
        let said = expected(diff, c, "expected").filter(|&v| c.t1.hash(v) == c.t2.hash(wanted));
        let caught = said
            .or_else(|| caught(c, wanted))
            .or_else(|| asked_for(diff, c, wanted));
        if let Some(was) = caught {
            let text = c.text2(diff, call);
            // Of a lambda with a block the first line is told.
            let change = text.split_inclusive('{').next().unwrap_or(&text);
            out.push(c.finding(diff, T::AssertThrows, change, [&[was], &[call]], roles));
        }
    }
    for call in new_calls(diff, c, |n| TIMEOUT.contains(&n)) {
        if let Some(was) = expected(diff, c, "timeout") {
            let change = c.text2(diff, call);
            out.push(c.finding(diff, T::AssertTimeout, &change, [&[was], &[call]], roles));
        }
    }
}

/// The exception that an assertion waits for: its argument, or what is said of it further along the chain of calls.
fn thrown(diff: &Diff<'_>, c: &Context<'_, '_>, call: NodeId) -> Option<NodeId> {
    let own = c.t2.child_in(call, Role::Argument)?;
    if c.t2.kind(own) == Kind::ClassLiteral {
        return Some(own);
    }
    let mut chain =
        c.t2.ancestors(call)
            .take_while(|&n| c.t2.kind(n) == Kind::Call);
    let said = chain.find(|&n| INSTANCE.contains(&diff.after.text(c.t2.sym(n))))?;
    c.t2.child_in(said, Role::Argument)
}

/// A call of the first version that tells a rule to wait for the exception.
fn asked_for(diff: &Diff<'_>, c: &Context<'_, '_>, literal: NodeId) -> Option<NodeId> {
    let names = &diff.before.program.names;
    let asked = calls(c.t1, names, diff.before.method(c.before).node, |n| {
        n == "expect"
    });
    let waits = |&n: &NodeId| {
        let mut arguments = c.t1.children_in(n, Role::Argument);
        arguments.any(|a| c.t1.hash(a) == c.t2.hash(literal))
    };
    asked.into_iter().find(waits)
}

/// A catch clause of the first version for the type of that class literal.
fn caught(c: &Context<'_, '_>, literal: NodeId) -> Option<NodeId> {
    let name = c.t2.sym(c.t2.child_in(literal, Role::Type)?);
    let before = &c.body.before;
    let catches = before.ids().filter(|&i| before.stmt(i).kind == Kind::Catch);
    catches.map(|i| c.node1(i)).find(|&n| {
        let param = c.t1.child_in(n, Role::Param);
        let ty = param.and_then(|p| c.t1.child_in(p, Role::Type));
        ty.is_some_and(|t| c.t1.sym(t) == name)
    })
}

fn assumed(diff: &Diff<'_>, c: &Context<'_, '_>, out: &mut Vec<Finding>) {
    let names = &diff.before.program.names;
    let roles = Roles {
        before: "original code",
        after: "assumption",
        method_after: "method declaration with introduced assumption",
    };
    for call in new_calls(diff, c, |n| n.starts_with("assume")) {
        let Some(asked) = c.t2.children_in(call, Role::Argument).next() else {
            continue;
        };
        let text = c.text2(diff, call);
        let mut push = |kind, was: NodeId| {
            let change = format!("{} to {text}", c.text1(diff, was));
            out.push(c.finding(diff, kind, &change, [&[was], &[call]], roles));
        };
        let method = diff.before.method(c.before).node;
        let assertion = calls(c.t1, names, method, |n| n.starts_with("assert"))
            .into_iter()
            .find(|&a| {
                let mut arguments = c.t1.children_in(a, Role::Argument);
                arguments.any(|x| c.t1.hash(x) == c.t2.hash(asked))
            });
        let ignored = annotation(&diff.before, c.before, IGNORED)
            .filter(|_| annotation(&diff.after, c.after, IGNORED).is_none());
        if let Some(was) = assertion {
            push(T::ReplaceAssertionWithAssumption, was);
        } else if let Some(was) = conditional(names, c, asked) {
            push(T::ReplaceConditionalWithAssumption, was);
        } else if let Some(was) = ignored {
            push(T::ReplaceIgnoreWithAssumption, was);
        }
    }
}

/// A conditional of the first version that has no partner and asks the same, or the opposite.
fn conditional(names: &Interner, c: &Context<'_, '_>, asked: NodeId) -> Option<NodeId> {
    let (one, two) = (
        Conditions { tree: c.t1, names },
        Conditions { tree: c.t2, names },
    );
    let wanted = [two.meaning(asked, false), two.meaning(asked, true)];
    let before = &c.body.before;
    let ifs = before.ids().filter(|&i| {
        let partner = c.body.after_of(i);
        let still = partner.is_some_and(|t| c.body.after.stmt(t).kind == Kind::If);
        before.stmt(i).kind == Kind::If && !still
    });
    ifs.map(|i| c.node1(i)).find(|&n| {
        let condition = c.t1.child_in(n, Role::Condition);
        condition.is_some_and(|q| wanted.contains(&one.meaning(q, false)))
    })
}
