//! The semantic edges of a Java program.
//!
//! N goes from each name to the declaring name: of a creation, from its `new` to the constructor. O goes from a method to
//! each that it overrides. I goes from a class to a method that it inherits and that implements another's there.

use crate::query::program::JavaProgram;
use rayon::prelude::*;
use reweave_java_names::{Decl, Override, UseKind};
use reweave_preserve::{Edge, EdgeKind, Model, Node, Part};
use reweave_text::{FileId, Interner};
use std::sync::Arc;

/// First the names of each file in a part of its own, then in the same way what its classes override and inherit.
pub fn model(program: &JavaProgram, names: &Interner) -> Model {
    let all = vec![true; program.numbers().len()];
    made(program, names, &all, &[])
}

/// The same for a program that was made on top of `before`, which has the edges `earlier`: what does not concern the files that
/// changed is shared. `None` when it was made anew.
pub fn model_again(
    program: &JavaProgram,
    names: &Interner,
    before: &JavaProgram,
    earlier: &Model,
) -> Option<Model> {
    let again = program.names.concerned_again()?;
    let count = program.numbers().len();
    if earlier.parts().len() != 2 * count {
        return None;
    }
    // What is declared in a file that changed stands elsewhere in it.
    let has_changed = |file: FileId| match (program.number(file), before.number(file)) {
        (Some(now), Some(then)) => !program.shares_model(now, before, then),
        _ => true,
    };
    let changed: Vec<bool> = (program.numbers())
        .map(|n| has_changed(program.id(n)))
        .collect();
    let is_changed = |file: FileId| program.number(file).is_none_or(|n| changed[n as usize]);
    let concerned: Vec<bool> = (program.numbers().into_par_iter())
        .map(|n| {
            let at = n as usize;
            let parts = [&earlier.parts()[at], &earlier.parts()[count + at]];
            changed[at] || again.contains(&n) || parts.iter().any(|p| p.ends_in(is_changed))
        })
        .collect();
    Some(made(program, names, &concerned, earlier.parts()))
}

/// The parts of some files made, those of the others taken from an earlier model.
fn made(program: &JavaProgram, names: &Interner, wanted: &[bool], earlier: &[Arc<Part>]) -> Model {
    let count = wanted.len();
    let mut overriding: Vec<Vec<Edge>> = vec![Vec::new(); count];
    let world = program.world();
    for edge in program.overrides().all() {
        let within = world.class(edge.within).origin.file();
        let is_wanted = |&n: &u32| wanted[n as usize] && program.is_judged(program.id(n));
        if let Some(number) = within.filter(is_wanted) {
            overriding[number as usize].push(override_edge(program, names, edge));
        }
    }
    let part = |number: u32, edges: Vec<Edge>| {
        let file = Some(program.id(number));
        Arc::new(Part { file, edges })
    };
    let named = program.numbers().into_par_iter().map(|number| {
        if !wanted[number as usize] {
            Arc::clone(&earlier[number as usize])
        } else if program.is_judged(program.id(number)) {
            part(number, name_edges(program, names, number))
        } else {
            part(number, Vec::new())
        }
    });
    let mut parts: Vec<Arc<Part>> = named.collect();
    parts.extend(program.numbers().zip(overriding).map(|(number, edges)| {
        if wanted[number as usize] {
            part(number, edges)
        } else {
            Arc::clone(&earlier[count + number as usize])
        }
    }));
    Model::of_parts(parts)
}

/// Both start in the file of the class in which the one answers for the other.
fn override_edge(program: &JavaProgram, names: &Interner, edge: &Override) -> Edge {
    let node = |decl| node_of(program, names, 0, decl);
    let (by, of) = (Decl::Method(edge.by), Decl::Method(edge.of));
    if program.world().method(edge.by).owner == edge.within {
        Edge::new(node(by), EdgeKind::OVERRIDE, node(of))
    } else {
        let within = node(Decl::Class(edge.within));
        Edge::new(within, EdgeKind::INHERIT, node(by))
    }
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
