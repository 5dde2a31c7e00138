//! Moved code: statements that went from one method to another that does not stand for it by a call.
//!
//! Move Code
//!
//! ```before
//! class Stack { void open() { log(1); } void push(Box b) { counter.reset(this, 3); lock.take(b, 2); store(b); } }
//! ```
//! ```after
//! class Stack { void open() { log(1); counter.reset(this, 3); lock.take(b, 2); } void push(Box b) { store(b); } }
//! ```
//! ```finds
//! Move Code from package push(b Box) : void to package open() : void in class Stack
//! ```
//!
//! Extract Fixture
//!
//! ```before
//! class StackTest { @Test void pushes() { Stack s = new Stack(limit, 3); s.push(1); check(s); } }
//! ```
//! ```after
//! class StackTest { Stack s; @Before void setUp() { s = new Stack(limit, 3); } @Test void pushes() { s.push(1); check(s); } }
//! ```
//! ```finds
//! Extract Fixture package setUp() : void extracted from package pushes() : void in class StackTest
//! Replace Variable With Attribute s : Stack to s : Stack in method package pushes() : void from class StackTest
//! ```
//!
//! A method that is called where the code stood was extracted. One statement alone tells of a move only where it went to
//! what runs before or after each test: elsewhere the like is written anew too often.

use crate::Finding;
use crate::RefactoringType as T;
use crate::describe;
use crate::diff::Diff;
use crate::emit::{code_at, finding, method_at};
use crate::family::Family;
use crate::transfer_evidence::is_telling;
use crate::view::{Method, View};
use reweave_matching::{Body, StmtId, abstracted};
use reweave_model::{Kind, NodeId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Its line in the list of families.
pub const FAMILY: Family = Family {
    page: include_str!("move_code.rs"),
    find: Some(|given, out| find(given.diff, out)),
};

/// Annotations and names of the methods that run before or after each test.
const FIXTURES: &[&str] = &[
    "Before",
    "After",
    "BeforeClass",
    "AfterClass",
    "BeforeEach",
    "AfterEach",
    "BeforeAll",
    "AfterAll",
];
const FIXTURE_NAMES: &[&str] = &["setUp", "tearDown"];

/// A statement in more places than this tells nothing of where it came from.
const MOST_PLACES: usize = 4;

type Place = (Method, NodeId);

pub fn find(diff: &Diff<'_>, out: &mut Vec<Finding>) {
    let (gone, came) = (left_before(diff), left_after(diff));
    let mut moves: BTreeMap<(Method, Method), Vec<(NodeId, NodeId)>> = BTreeMap::new();
    for (hash, sources) in &gone {
        let targets = came.get(hash).map_or(&[][..], |t| &t[..]);
        if sources.len() > MOST_PLACES || targets.len() != 1 {
            continue;
        }
        for &(from, x) in sources {
            for &(to, y) in targets {
                moves.entry((from, to)).or_default().push((x, y));
            }
        }
    }
    for ((from, to), mut pairs) in moves {
        pairs.sort_unstable();
        out.extend(moved(diff, from, to, &pairs));
    }
}

/// The telling statements that no step could match, by what they say.
fn left_before(diff: &Diff<'_>) -> FxHashMap<u64, Vec<Place>> {
    let mut taken: FxHashSet<(Method, NodeId)> = FxHashSet::default();
    for t in &diff.extracted {
        let from = diff.methods[t.pair].before;
        let nodes = t
            .body
            .mappings
            .iter()
            .map(|m| t.body.before.stmt(m.before).node);
        taken.extend(nodes.map(|n| (from, n)));
    }
    let mut out: FxHashMap<u64, Vec<Place>> = FxHashMap::default();
    for p in diff.methods.iter().filter(|p| !p.identical) {
        for &id in &p.body.left_before {
            let node = p.body.before.stmt(id).node;
            if !taken.contains(&(p.before, node)) {
                add(&mut out, &p.body.before, id, p.before);
            }
        }
    }
    out
}

fn left_after(diff: &Diff<'_>) -> FxHashMap<u64, Vec<Place>> {
    let inlined: FxHashSet<Method> = diff
        .inlined
        .iter()
        .map(|t| diff.methods[t.pair].after)
        .collect();
    let extracted: FxHashSet<Method> = diff.extracted.iter().map(|t| t.method).collect();
    let mut out: FxHashMap<u64, Vec<Place>> = FxHashMap::default();
    for p in diff.methods.iter().filter(|p| !p.identical) {
        if !inlined.contains(&p.after) {
            for &id in &p.body.left_after {
                add(&mut out, &p.body.after, id, p.after);
            }
        }
    }
    for &m in diff.added_methods.iter().filter(|m| !extracted.contains(m)) {
        if is_fixture(&diff.after, m) {
            let body = diff.body_after(m);
            for id in body.ids() {
                add(&mut out, &body, id, m);
            }
        }
    }
    out
}

fn add(out: &mut FxHashMap<u64, Vec<Place>>, body: &Body<'_>, id: StmtId, method: Method) {
    let stmt = body.stmt(id);
    let Some(said) = abstracted(body.tree, stmt.node).filter(|_| is_telling(body, id)) else {
        return;
    };
    // What is said counts, not whether its value is declared, assigned or returned.
    if !stmt.composite && body.tree.kind(said.expression) != Kind::Name {
        let hash = body.tree.hash(said.expression);
        out.entry(hash).or_default().push((method, stmt.node));
    }
}

fn is_fixture(view: &View<'_>, method: Method) -> bool {
    let decl = view.method(method);
    let tree = view.tree(method.file);
    FIXTURE_NAMES.contains(&view.text(decl.name))
        || decl
            .annotations
            .iter()
            .any(|&a| FIXTURES.contains(&view.text(tree.sym(a))))
}

fn moved(diff: &Diff<'_>, from: Method, to: Method, pairs: &[(NodeId, NodeId)]) -> Option<Finding> {
    let (owner1, owner2) = (diff.before.owner(from), diff.after.owner(to));
    let same_class = diff.after_of(owner1) == Some(owner2);
    let same_method = diff
        .methods
        .iter()
        .any(|p| p.before == from && p.after == to);
    if same_method {
        return None;
    }
    let (source, target) = (
        describe::method(&diff.before, from),
        describe::method(&diff.after, to),
    );
    let class = diff.after.qualified(owner2);
    let (kind, rest) = if diff.added_methods.contains(&to) {
        if !same_class {
            return None;
        }
        let rest = format!("{target} extracted from {source} in class {class}");
        (T::ExtractFixture, rest)
    } else if same_class && (pairs.len() > 1 || is_fixture(&diff.after, to)) {
        (
            T::MoveCode,
            format!("from {source} to {target} in class {class}"),
        )
    } else {
        return None;
    };
    let mut left = vec![method_at(&diff.before, from, "source method declaration")];
    let mut right = vec![method_at(&diff.after, to, "target method declaration")];
    for &(x, y) in pairs {
        let old = "moved code from source method declaration";
        let new = "moved code to target method declaration";
        left.push(code_at(&diff.before, from.file, x, old));
        right.push(code_at(&diff.after, to.file, y, new));
    }
    Some(finding(kind, &rest, left, right))
}
