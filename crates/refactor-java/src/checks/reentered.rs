//! A field that stands for a local variable keeps a value only until the method sets it for another call: where a call between may run the
//! method again, what is read behind it is another value.

use crate::Java;
use reweave_java_flow::{Access, Dependence, Graph, Place, graphs, reaching};
use reweave_model::{Kind, NodeId, Role};
use reweave_refactor::Run;
use reweave_text::FileId;

/// Refuses where a call comes to a read of the new field with a value of its own.
pub fn refuse_reentered(run: &mut Run<'_, Java>, file: FileId, name: &str) {
    let program = run.program();
    let world = program.world();
    let Some(number) = program.number(file) else {
        return;
    };
    let model = program.model(number);
    let tree = &model.tree;
    let fields = (0..)
        .zip(&model.fields)
        .filter(|(_, f)| world.text(f.name) == name);
    let fields = fields.map(|(i, _)| world.field_of(number, reweave_model::FieldId(i)));
    let fields: Vec<_> = fields.collect();
    let is_known = |n: u32| program.is_judged(program.id(n));
    let bodies = graphs(&program.names, number, &mut program.summaries(&is_known));
    let mut found: Vec<NodeId> = Vec::new();
    for graph in &bodies.graphs {
        for &field in &fields {
            let alone = only(graph, Place::Field(field));
            let by_call = reaching(&alone).into_iter().filter(|r| {
                let is_call = matches!(
                    tree.kind(r.from),
                    Kind::Call | Kind::New | Kind::ConstructorCall | Kind::TypeName
                );
                let is_set = tree.role(r.to) == Role::Target
                    && tree
                        .parent(r.to)
                        .is_some_and(|p| world.text(tree.sym(p)) == "=");
                let is_read = matches!(tree.kind(r.to), Kind::Name | Kind::FieldAccess) && !is_set;
                r.what == Dependence::Order && is_call && is_read
            });
            found.extend(by_call.map(|r| r.from));
        }
    }
    found.sort_unstable();
    found.dedup();
    let places = found
        .iter()
        .map(|&n| program.token(number, n))
        .collect::<Vec<_>>();
    let message = "this may set the field again before its value is read";
    run.refuse_each("value", message, places);
}

/// A body with its accesses of one place.
fn only(graph: &Graph, place: Place) -> Graph {
    let mut graph = graph.clone();
    for point in &mut graph.points {
        point.throws = false;
        let own = |a: &&Access| a.place == place || (a.place == Place::Anything && a.write);
        point.accesses = point.accesses.iter().filter(own).copied().collect();
    }
    graph
}
