//! Java's declarations by their addresses: `org.a.B`, `org.a.B#field`, `org.a.B.run(int)`, and in bodies `org.a.B.run(int)/name`.

use super::at::{noun, parameter_types};
use super::program::JavaProgram;
use reweave_java_names::Decl;
use reweave_model::{CallableId, FieldId, Kind, NodeId, TypeKind};
use reweave_preserve::Interval;
use reweave_refactor::{Declared, count_on};

/// Types, fields, methods and constructors that have a name in the text.
pub fn declared(program: &JavaProgram) -> Vec<Declared> {
    let mut all = Vec::new();
    for number in program.numbers() {
        let model = program.model(number);
        let mut add = |address: String, decl: Decl, node: NodeId| {
            let at = program.token(number, node);
            if !at.span.is_empty() {
                all.push(Declared::new(address, noun(program, decl), at));
            }
        };
        for ty in model.type_ids() {
            if model.ty(ty).kind != TypeKind::Anonymous {
                let class = program.world().class_of(number, ty);
                let name = program.world().text(model.ty(ty).qualified);
                add(name.to_owned(), Decl::Class(class), model.ty(ty).node);
            }
        }
        for (index, field) in (0..).zip(&model.fields) {
            let id = program.world().field_of(number, FieldId(index));
            let owner = program.world().text(model.ty(field.owner).qualified);
            let name = program.world().text(field.name);
            add(format!("{owner}#{name}"), Decl::Field(id), field.node);
        }
        for (index, callable) in (0..).zip(&model.callables) {
            let id = program.world().method_of(number, CallableId(index));
            let address = callable_address(program, number, CallableId(index));
            add(address, Decl::Method(id), callable.node);
        }
    }
    all.sort_by_key(|d| d.at);
    all.dedup_by_key(|d| d.at);
    all
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
