//! Whether an object can be `null` where it is asked: of an expression, and of a variable that every way through a body asks.

use crate::query::program::JavaProgram;
use crate::query::values::is_reassigned;
use reweave_java_flow::{Graph, Point, graphs};
use reweave_java_names::{Decl, UseKind};
use reweave_model::{Kind, Modifiers, NodeId, Role};

/// Whether an expression is certainly an object: this one, a new one, a literal, or a variable that only gets such.
pub fn is_object(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let tree = &program.model(number).tree;
    match tree.kind(node) {
        Kind::This
        | Kind::Super
        | Kind::New
        | Kind::NewArray
        | Kind::Str
        | Kind::ClassLiteral
        | Kind::Lambda
        | Kind::MethodRef => true,
        Kind::Paren => {
            let inner = tree.child_in(node, Role::Operand);
            inner.is_some_and(|n| is_object(program, number, n))
        }
        Kind::Name | Kind::FieldAccess => is_object_variable(program, number, node),
        _ => false,
    }
}

fn is_object_variable(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let world = program.world();
    match program.names.decl(number, node) {
        Decl::Local(local) => {
            let tree = &program.model(number).tree;
            let init = tree.child_in(local, Role::Init);
            let uses = program.uses_in(number, &[Decl::Local(local)]);
            let is_set = uses.iter().any(|u| u.kind == UseKind::Write);
            !is_set && init.is_some_and(|i| tree.kind(i) == Kind::New || tree.kind(i) == Kind::This)
        }
        Decl::Field(field) => {
            let data = world.field(field);
            let found = world.field_node(field);
            let made = found.is_some_and(|(file, node)| {
                let tree = &program.model(file).tree;
                let init = tree.child_in(node, Role::Init);
                init.is_some_and(|i| tree.kind(i) == Kind::New)
            });
            data.enum_constant || (data.modifiers.has(Modifiers::FINAL) && made)
        }
        _ => false,
    }
}

/// Whether an expression is certainly an object where it stands: one wherever it stands, or a variable that keeps its value and that a
/// condition has compared with `null`, or that was asked on every way to there.
pub fn is_known_object(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let node = plain(tree, node);
    let local = match program.names.decl(number, node) {
        Decl::Local(local) if tree.kind(node) == Kind::Name => local,
        _ => return is_object(program, number, node),
    };
    is_object(program, number, node)
        || (!is_reassigned(program, number, local)
            && (is_compared(program, (number, node), local)
                || is_asked_before(program, (number, node), local)))
}

/// Whether code is reached only where a condition found that a variable is not `null`.
fn is_compared(program: &JavaProgram, (number, node): (u32, NodeId), local: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let mut below = node;
    for at in tree.ancestors(node) {
        let condition = match (tree.kind(at), tree.role(below)) {
            (Kind::If | Kind::Conditional, Role::Then) | (Kind::While, Role::Body) => {
                tree.child_in(at, Role::Condition).map(|c| (c, true))
            }
            (Kind::If | Kind::Conditional, Role::Else) => {
                tree.child_in(at, Role::Condition).map(|c| (c, false))
            }
            (Kind::Binary, _) => {
                let first = tree.child_in(at, Role::Operand).filter(|&o| o != below);
                let operator = program.world().text(tree.sym(at));
                let holds = matches!(operator, "&&" | "||").then_some(operator == "&&");
                first.zip(holds)
            }
            (Kind::Callable | Kind::Type, _) => return false,
            _ => None,
        };
        if condition.is_some_and(|(c, holds)| tells_object(program, (number, c), local, holds)) {
            return true;
        }
        below = at;
    }
    false
}

/// Whether a variable is not `null` where a condition holds, or where it does not.
fn tells_object(
    program: &JavaProgram,
    (number, condition): (u32, NodeId),
    local: NodeId,
    holds: bool,
) -> bool {
    let tree = &program.model(number).tree;
    let condition = plain(tree, condition);
    let mut parts = tree.children_in(condition, Role::Operand);
    match (program.world().text(tree.sym(condition)), holds) {
        _ if tree.kind(condition) != Kind::Binary => false,
        ("&&", true) | ("||", false) => {
            parts.any(|p| tells_object(program, (number, p), local, holds))
        }
        ("!=", true) | ("==", false) => {
            let parts: Vec<NodeId> = parts.map(|p| plain(tree, p)).collect();
            parts.iter().any(|&p| tree.kind(p) == Kind::Null)
                && parts
                    .iter()
                    .any(|&p| program.names.decl(number, p) == Decl::Local(local))
        }
        _ => false,
    }
}

/// Whether every way to a place asks a variable.
fn is_asked_before(program: &JavaProgram, (number, node): (u32, NodeId), local: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let is_body = |&a: &NodeId| {
        matches!(
            tree.kind(a),
            Kind::Callable | Kind::Initializer | Kind::Field | Kind::Lambda
        )
    };
    let Some(root) = tree.ancestors(node).find(is_body) else {
        return false;
    };
    let is_known = |_| true;
    let mut summaries = program.summaries(&is_known);
    let bodies = graphs(&program.names, number, &mut summaries);
    let graph = bodies.graphs.iter().find(|g| g.root == root);
    let asks = |n: NodeId| {
        let receiver = tree.child_in(n, Role::Receiver).map(|r| plain(tree, r));
        receiver.is_some_and(|r| program.names.decl(number, r) == Decl::Local(local))
            && asks_object(program, number, n)
    };
    !bodies.cut.contains(&root) && graph.is_some_and(|g| passes(g, node, asks))
}

/// Whether every way to a node passes one that asks, and goes on from there.
fn passes(graph: &Graph, to: NodeId, asks: impl Fn(NodeId) -> bool) -> bool {
    let mut seen = vec![false; graph.points.len()];
    let mut open = vec![Graph::START];
    while let Some(at) = open.pop() {
        let point = graph.point(at);
        if point.node == to {
            return false;
        }
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        if asks(point.node) {
            open.extend(point.handler);
        } else {
            open.extend(&point.next);
        }
    }
    true
}

/// Whether a node asks an object for a member: a static member asks none, whatever stands before it (JLS 15.11.1, 15.12.4.1).
fn asks_object(program: &JavaProgram, number: u32, node: NodeId) -> bool {
    let kind = program.model(number).tree.kind(node);
    match (kind, program.names.decl(number, node)) {
        (Kind::Call, Decl::Method(m)) => {
            !program.world().method(m).modifiers.has(Modifiers::STATIC)
        }
        (Kind::FieldAccess, Decl::Field(f)) => !program.world().is_static_field(f),
        _ => false,
    }
}

/// Whether every way through a body asks the object that `is_it` tells of before anything of it can be noticed, so that it fails where
/// there is none as the call would.
pub fn always_asked(
    program: &JavaProgram,
    number: u32,
    root: NodeId,
    is_it: impl Fn(NodeId) -> bool,
) -> bool {
    let tree = &program.model(number).tree;
    every_way(program, number, root, |node| {
        let receiver = tree.child_in(node, Role::Receiver);
        asks_object(program, number, node) && receiver.is_some_and(|r| is_it(plain(tree, r)))
    })
}

/// Whether every way through a body passes a point that asks before anything of it can be noticed.
pub fn every_way(
    program: &JavaProgram,
    number: u32,
    root: NodeId,
    asks: impl Fn(NodeId) -> bool,
) -> bool {
    let is_known = |_| true;
    let mut summaries = program.summaries(&is_known);
    let bodies = graphs(&program.names, number, &mut summaries);
    let graph = bodies.graphs.iter().find(|g| g.root == root);
    let is_whole = !bodies.cut.contains(&root);
    let tree = &program.model(number).tree;
    // Reading a field fails where there is no object, as asking would, and shows in no other way.
    let shows = |point: &Point| {
        let reads = tree.kind(point.node) == Kind::FieldAccess
            && !point.accesses.iter().any(|a| a.write && a.place.is_heap());
        point.is_observable() && !reads
    };
    is_whole && graph.is_some_and(|g| asks_first(g, asks, shows))
}

fn plain(tree: &reweave_model::Tree, mut node: NodeId) -> NodeId {
    while tree.kind(node) == Kind::Paren
        && let Some(inner) = tree.child_in(node, Role::Operand)
    {
        node = inner;
    }
    node
}

/// Whether nothing that is evaluated before a point that asks shows, and no way ends without one.
fn asks_first(
    graph: &Graph,
    asks: impl Fn(NodeId) -> bool,
    shows: impl Fn(&Point) -> bool,
) -> bool {
    let mut seen = vec![false; graph.points.len()];
    let mut open = vec![Graph::START];
    while let Some(at) = open.pop() {
        if at == Graph::END {
            return false;
        }
        if std::mem::replace(&mut seen[at as usize], true) {
            continue;
        }
        let point = graph.point(at);
        if asks(point.node) {
            continue;
        }
        if shows(point) {
            return false;
        }
        open.extend(&point.next);
    }
    true
}
