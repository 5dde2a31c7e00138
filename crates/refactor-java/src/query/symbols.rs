//! Java's declarations by their addresses: `org.a.B`, `org.a.B#field`, `org.a.B.run(int)`, and in bodies `org.a.B.run(int)/name`.

use super::at::{noun, parameter_types};
use super::program::JavaProgram;
use rayon::prelude::*;
use reweave_java_names::Decl;
use reweave_model::{CallableId, FieldId, Kind, NodeId, TypeId, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{Declared, count_on};
use rustc_hash::FxHashMap;

/// Types, fields, methods and constructors that have a name in the text.
pub fn declared(program: &JavaProgram) -> Vec<Declared> {
    let files = program.numbers().into_par_iter();
    let all = files.flat_map_iter(|number| {
        let names = in_file(program, number).into_iter();
        names.map(move |(at, kind, what)| Declared::new(address(program, number, what), kind, at))
    });
    all.collect()
}

/// The first ones of each kind.
pub fn examples(program: &JavaProgram, most: usize) -> Vec<Declared> {
    let mut met: FxHashMap<&str, usize> = FxHashMap::default();
    let mut all = Vec::new();
    for number in program.numbers() {
        for (at, kind, what) in in_file(program, number) {
            let count = met.entry(kind).or_default();
            *count += 1;
            if *count <= most {
                all.push(Declared::new(address(program, number, what), kind, at));
            }
        }
    }
    all
}

/// What has an address of its own.
#[derive(Clone, Copy)]
enum What {
    Type(TypeId),
    Field(FieldId),
    Callable(CallableId),
}

/// The names that a file declares, in order of place, each place once.
fn in_file(program: &JavaProgram, number: u32) -> Vec<(Interval, &'static str, What)> {
    let (model, world) = (program.model(number), program.world());
    let mut all = Vec::new();
    let mut add = |what: What, decl: Decl, node: NodeId| {
        let at = program.token(number, node);
        if !at.span.is_empty() {
            all.push((at, noun(program, decl), what));
        }
    };
    for ty in model.type_ids() {
        if model.ty(ty).kind != TypeKind::Anonymous {
            let class = Decl::Class(world.class_of(number, ty));
            add(What::Type(ty), class, model.ty(ty).node);
        }
    }
    for (id, field) in (0..).map(FieldId).zip(&model.fields) {
        let decl = Decl::Field(world.field_of(number, id));
        add(What::Field(id), decl, field.node);
    }
    for (id, callable) in (0..).map(CallableId).zip(&model.callables) {
        let decl = Decl::Method(world.method_of(number, id));
        add(What::Callable(id), decl, callable.node);
    }
    all.sort_by_key(|(at, ..)| *at);
    all.dedup_by_key(|(at, ..)| *at);
    all
}

fn address(program: &JavaProgram, number: u32, what: What) -> String {
    let (model, world) = (program.model(number), program.world());
    match what {
        What::Type(id) => world.text(model.ty(id).qualified).to_owned(),
        What::Field(id) => {
            let field = &model.fields[id.0 as usize];
            let owner = world.text(model.ty(field.owner).qualified);
            format!("{owner}#{}", world.text(field.name))
        }
        What::Callable(id) => callable_address(program, number, id),
    }
}

fn callable_address(program: &JavaProgram, number: u32, id: CallableId) -> String {
    let (model, world) = (program.model(number), program.world());
    let callable = &model.callables[id.0 as usize];
    let owner = world.text(model.ty(callable.owner).qualified);
    format!(
        "{owner}.{}({})",
        world.text(callable.name),
        parameter_types(program, number, callable).join(",")
    )
}

/// The parameters and variables of a method or constructor, by the place of its name.
pub fn locals(program: &JavaProgram, around: &Declared) -> Vec<Declared> {
    let Some(number) = program.number(around.at.file) else {
        return Vec::new();
    };
    let model = program.model(number);
    let is_meant = |node: NodeId| program.token(number, node) == around.at;
    let Some(callable) = model.callables.iter().find(|c| is_meant(c.node)) else {
        return Vec::new();
    };
    let names = model.tree.descendants(callable.node).filter(|&node| {
        matches!(
            model.tree.kind(node),
            Kind::Param | Kind::VarDecl | Kind::TypePattern
        )
    });
    let mut all: Vec<Declared> = names
        .map(|node| (node, program.token(number, node)))
        .filter(|(_, at)| !at.span.is_empty())
        .map(|(node, at): (NodeId, Interval)| {
            let kind = if model.tree.kind(node) == Kind::Param {
                "parameter"
            } else {
                "variable"
            };
            let name = program.world().text(model.tree.sym(node));
            Declared::new(format!("{}/{name}", around.address), kind, at)
        })
        .collect();
    all.sort_by_key(|d| d.at);
    count_on(&mut all);
    all
}
