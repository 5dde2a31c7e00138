//! The semantic edges of bc programs: names (N), control flow (C) and def-use (D).
//!
//! A function is its name, a parameter or auto variable its name in the declaration, a statement its first token, the exit
//! of a function its closing brace. Global variables have no declaration: they are outside the text, one for each program.

use crate::ast::Function;
use crate::escape::Exposed;
use crate::flow::{Graph, Reader};
use crate::program::{FunctionId, Group, Program, Var};
use crate::reaching::{Flow, Source, flows};
use crate::scope::{Binding, Scopes, Sort};
use reweave_preserve::{EdgeKind, Model, Node};
use reweave_text::{FileId, Interner, Sources, Symbol};

/// The functions that `bc -l` defines; their cosine may call the sine, and the sine the arctangent.
pub const LIBRARY: [&str; 6] = ["s", "c", "a", "l", "e", "j"];

/// The edges of all programs.
pub fn model(program: &Program, sources: &Sources, names: &Interner) -> Model {
    let mut model = Model::new();
    for group in &program.groups {
        let reader = Reader {
            program,
            group,
            sources,
            names,
        };
        name_edges(&reader, &mut model);
        let exposed = Exposed::new(&reader);
        for id in 0..group.functions.len() {
            procedure_edges(&reader, Some(id), &exposed, &mut model);
        }
        procedure_edges(&reader, None, &exposed, &mut model);
    }
    model
}

/// The node of a global variable of a program, as messages show it.
pub fn global_node(group: &Group, names: &Interner, var: Var) -> Node {
    let brackets = if var.is_array { "[]" } else { "" };
    let name = names.text(var.symbol);
    outside(names, group, &format!("global {name}{brackets}"))
}

fn unknown_function(group: &Group, names: &Interner, symbol: Symbol) -> Node {
    let name = names.text(symbol);
    outside(names, group, &format!("undefined function {name}"))
}

fn outside(names: &Interner, group: &Group, what: &str) -> Node {
    Node::Outside(names.intern(&format!("{what} of {}", group.label)))
}

fn local_node(program: &Program, group: &Group, id: FunctionId, number: usize) -> Node {
    let (file, _) = group.functions[id];
    let decl = program.function(group, id).decls().nth(number);
    Node::text(file, decl.expect("bindings count declarations").name.span)
}

fn name_edges(reader: &Reader<'_>, model: &mut Model) {
    let Reader {
        program,
        group,
        names,
        ..
    } = *reader;
    let scopes = Scopes::new(program, group);
    for o in scopes.occurrences.iter().filter(|o| !o.is_declaration) {
        let from = Node::text(o.file, o.span);
        match o.sort {
            Sort::Variable(var) => {
                for binding in scopes.bindings(program, group, var, o.within) {
                    let to = match binding {
                        Binding::Local(id, number) => local_node(program, group, id, number),
                        Binding::Global => global_node(group, names, var),
                    };
                    model.add(from, EdgeKind::NAME, to);
                }
            }
            Sort::Function(symbol) => {
                let meant: Vec<FunctionId> = match o.within {
                    Some(_) => group.definitions(symbol).to_vec(),
                    None => group
                        .definition_before(program, symbol, o.file, o.span.start)
                        .into_iter()
                        .collect(),
                };
                for &id in &meant {
                    model.add(from, EdgeKind::NAME, function_node(program, group, id));
                }
                if meant.is_empty() {
                    model.add(from, EdgeKind::NAME, unknown_function(group, names, symbol));
                    if names.text(symbol) == "c" {
                        library_cosine(reader, model);
                    }
                }
            }
        }
    }
}

/// The library's cosine means whatever is called `s` by then.
fn library_cosine(reader: &Reader<'_>, model: &mut Model) {
    let Reader {
        program,
        group,
        names,
        ..
    } = *reader;
    let sine = names.intern("s");
    let cosine = unknown_function(group, names, names.intern("c"));
    for &id in group.definitions(sine) {
        model.add(cosine, EdgeKind::NAME, function_node(program, group, id));
    }
}

fn function_node(program: &Program, group: &Group, id: FunctionId) -> Node {
    let (file, _) = group.functions[id];
    Node::text(file, program.function(group, id).name.span)
}

fn procedure_edges(
    reader: &Reader<'_>,
    id: Option<FunctionId>,
    exposed: &Exposed,
    model: &mut Model,
) {
    let Reader {
        program,
        group,
        names,
        ..
    } = *reader;
    let graph = match id {
        Some(id) => reader.function_graph(id),
        None => reader.main_graph(),
    };
    let (start, end) = (
        outside(names, group, "the start"),
        outside(names, group, "the end"),
    );
    let node = |p: usize| match graph.points[p].at {
        Some((file, span)) => Node::text(file, span),
        None if p == Graph::ENTRY => start,
        None => end,
    };
    for (p, point) in graph.points.iter().enumerate() {
        for &next in &point.next {
            model.add(node(p), EdgeKind::CONTROL, node(next));
        }
    }
    let procedure = Procedure {
        program,
        group,
        names,
        exposed,
        function: id.map(|id| (id, group.functions[id].0, program.function(group, id))),
    };
    for flow in flows(&graph) {
        if let Some((from, to)) = procedure.ends(&flow) {
            model.add(from, EdgeKind::DEF_USE, to);
        }
    }
}

struct Procedure<'a> {
    program: &'a Program,
    group: &'a Group,
    names: &'a Interner,
    exposed: &'a Exposed,
    function: Option<(FunctionId, FileId, &'a Function)>,
}

impl Procedure<'_> {
    fn ends(&self, flow: &Flow) -> Option<(Node, Node)> {
        let own = self.function.and_then(|(id, _, f)| {
            let number = f.decls().position(|d| Var::of(d) == flow.var)?;
            Some(local_node(self.program, self.group, id, number))
        });
        let by_reference = self.function.is_some_and(|(_, _, f)| {
            let mut references = f.params.iter().filter(|p| p.is_reference);
            references.any(|p| Var::of(p) == flow.var)
        });
        let from = match (flow.from, self.function) {
            (Source::At(file, span), _) => Node::text(file, span),
            (Source::Entry, None) => global_node(self.group, self.names, flow.var),
            (Source::Entry, Some((_, file, f))) => own.unwrap_or(Node::text(file, f.name.span)),
        };
        let to = match (flow.to, self.function) {
            (Some((file, span)), _) => Node::text(file, span),
            // Nothing is left to see what a program leaves behind; a function's own variables go with it.
            (None, None) => return None,
            (None, Some(_)) if own.is_some() && !by_reference => return None,
            (None, Some(_)) if !self.exposed.contains(flow.var) => return None,
            (None, Some((_, file, f))) => Node::text(file, f.close),
        };
        Some((from, to))
    }
}
