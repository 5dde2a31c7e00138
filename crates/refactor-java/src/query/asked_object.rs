//! Whether an object can be `null` where it is asked: of an expression, and of a variable that every way through a body asks.

use crate::query::program::JavaProgram;
use reweave_java_flow::{Graph, Point, Summaries, graphs};
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
        // A static member asks no object, whatever stands before it (JLS 15.11.1, 15.12.4.1).
        let is_member = match (tree.kind(node), program.names.decl(number, node)) {
            (Kind::Call, Decl::Method(m)) => {
                !program.world().method(m).modifiers.has(Modifiers::STATIC)
            }
            (Kind::FieldAccess, Decl::Field(f)) => !program.world().is_static_field(f),
            _ => false,
        };
        is_member && receiver.is_some_and(|r| is_it(plain(tree, r)))
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
    let mut summaries = Summaries::new(&program.names, program.overrides(), &is_known);
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
