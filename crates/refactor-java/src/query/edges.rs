//! The semantic edges of a Java program.
//!
//! N goes from each name to the declaring name: of a creation, from its `new` to the constructor. O goes from a method to
//! each that it overrides. I goes from a class to a method that it inherits and that implements another's there.

use crate::query::program::JavaProgram;
use rayon::prelude::*;
use reweave_java_names::{Decl, UseKind};
use reweave_preserve::{Edge, EdgeKind, Model, Node};
use reweave_text::Interner;

pub fn model(program: &JavaProgram, names: &Interner) -> Model {
    let by_file: Vec<Vec<Edge>> = program
        .numbers()
        .into_par_iter()
        .map(|number| name_edges(program, names, number))
        .collect();
    let mut model: Model = by_file.into_iter().flatten().collect();
    let world = program.world();
    let node = |decl| node_of(program, names, 0, decl);
    for edge in program.overrides().all() {
        let within = world.class(edge.within).origin.file();
        if within.is_none_or(|n| !program.is_judged(program.id(n))) {
            continue;
        }
        let (by, of) = (Decl::Method(edge.by), Decl::Method(edge.of));
        if world.method(edge.by).owner == edge.within {
            model.add(node(by), EdgeKind::OVERRIDE, node(of));
        } else {
            let within = node(Decl::Class(edge.within));
            model.add(within, EdgeKind::INHERIT, node(by));
        }
    }
    model
}

fn name_edges(program: &JavaProgram, names: &Interner, number: u32) -> Vec<Edge> {
    let mut edges = Vec::new();
    for used in program.names.uses_in(number) {
        if used.kind == UseKind::Call && used.span.is_empty() {
            continue;
        }
        let from = program.interval(number, used.span);
        let to = node_of(program, names, number, used.decl);
        edges.push(Edge::new(from, EdgeKind::NAME, to));
    }
    edges
}

/// What stands for a declaration: its name, the name of the class that implies it, or what the class path calls it.
pub fn node_of(program: &JavaProgram, names: &Interner, number: u32, decl: Decl) -> Node {
    if let Some(place) = program.place(number, decl) {
        return place.into();
    }
    let implied = program.implied_by(decl).map(Decl::Class);
    if let Some(place) = implied.and_then(|class| program.place(number, class)) {
        return place.into();
    }
    Node::Outside(names.intern(&program.names.key_of(decl)))
}
