//! Lambdas, method references and anonymous classes: names for parameters, and what a body may not name.

use crate::query::function_type::FunctionType;
use crate::query::program::JavaProgram;
use reweave_java_names::{Decl, MethodId, Ty};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::{Part, Symbol};
use rustc_hash::FxHashSet;

/// The class or member around a place, in which names of variables must differ.
fn member_around(tree: &Tree, node: NodeId) -> NodeId {
    let is_member = |n: &NodeId| {
        matches!(
            tree.kind(*n),
            Kind::Callable | Kind::Initializer | Kind::Field | Kind::EnumConstant
        )
    };
    tree.ancestors(node)
        .filter(is_member)
        .last()
        .unwrap_or(NodeId::ROOT)
}

/// The names of the variables that are declared or read around a place.
pub fn taken_names(program: &JavaProgram, number: u32, node: NodeId) -> FxHashSet<String> {
    let tree = &program.model(number).tree;
    let around = member_around(tree, node);
    let is_variable = |n: &NodeId| {
        matches!(
            tree.kind(*n),
            Kind::VarDecl | Kind::Param | Kind::TypePattern | Kind::Name
        )
    };
    let names = tree.descendants(around).filter(is_variable);
    names
        .map(|n| program.world().text(tree.sym(n)).to_owned())
        .collect()
}

/// A name that is not taken yet, and is now.
pub fn fresh(taken: &mut FxHashSet<String>, name: &str) -> String {
    let mut all = std::iter::once(name.to_owned()).chain((1..).map(|i| format!("{name}{i}")));
    let found = all.find(|n| !taken.contains(n)).unwrap_or_default();
    taken.insert(found.clone());
    found
}

/// Names for the parameters of a function: as its method declares them, where that is known, else by their types.
pub fn parameter_names(
    program: &JavaProgram,
    function: &FunctionType,
    taken: &mut FxHashSet<String>,
) -> Vec<String> {
    let declared = declared_names(program, function.method);
    let each = (0..).zip(&function.params);
    each.map(|(i, &ty)| match declared.get(i) {
        Some(name) => fresh(taken, name),
        None => fresh(taken, &name_of_type(program, ty)),
    })
    .collect()
}

fn declared_names(program: &JavaProgram, method: MethodId) -> Vec<String> {
    let Some((number, node)) = program.world().method_node(method) else {
        return Vec::new();
    };
    let tree = &program.model(number).tree;
    let params = tree.children_in(node, Role::Param);
    params
        .map(|p| program.world().text(tree.sym(p)).to_owned())
        .collect()
}

/// `order` for `LineOrder`, `i` for `int`.
pub fn name_of_type(program: &JavaProgram, ty: Ty) -> String {
    let world = program.world();
    if ty.is_primitive() {
        return match ty {
            Ty::BOOLEAN => "b",
            Ty::CHAR => "c",
            Ty::LONG => "l",
            Ty::FLOAT | Ty::DOUBLE => "d",
            _ => "i",
        }
        .to_owned();
    }
    let class = world
        .class_of_type(ty)
        .map(|c| world.text(world.class(c).name));
    let name = class.unwrap_or("value");
    let last = name
        .char_indices()
        .rev()
        .find(|(_, c)| c.is_uppercase())
        .map_or(0, |(at, _)| at);
    let word = name.part(last..).to_lowercase();
    let is_name = crate::query::words::is_identifier(&word) && word.len() > 1;
    if is_name { word } else { "value".to_owned() }
}

/// The variables of the code around that are in scope at a node, outside of `inside`.
pub fn in_scope(tree: &Tree, inside: NodeId) -> FxHashSet<Symbol> {
    let mut found = FxHashSet::default();
    let mut below = inside;
    for around in tree.ancestors(inside) {
        match tree.kind(around) {
            // A class is a scope of its own: what is declared outside may be declared again.
            Kind::Type | Kind::Unit => break,
            _ => {}
        }
        for child in tree.children(around).take_while(|&c| c < below) {
            let declares = match tree.kind(child) {
                Kind::Local => true,
                Kind::Param => {
                    found.insert(tree.sym(child));
                    false
                }
                // A pattern in a condition, and whatever binds names further down.
                _ => {
                    let bound = tree
                        .descendants(child)
                        .filter(|&n| tree.kind(n) == Kind::TypePattern);
                    found.extend(bound.map(|n| tree.sym(n)));
                    false
                }
            };
            if declares {
                let all = tree
                    .children(child)
                    .filter(|&c| tree.kind(c) == Kind::VarDecl);
                found.extend(all.map(|n| tree.sym(n)));
            }
        }
        if tree.kind(around) == Kind::VarDecl {
            found.insert(tree.sym(around));
        }
        below = around;
    }
    found
}

/// Whether a variable is known to hold an object: it is set once, to one that is made there.
pub fn holds_object(program: &JavaProgram, number: u32, name: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let world = program.world();
    let is_object = |file: u32, value: NodeId| {
        let tree = &program.model(file).tree;
        matches!(
            tree.kind(value),
            Kind::New
                | Kind::NewArray
                | Kind::Str
                | Kind::Lambda
                | Kind::MethodRef
                | Kind::ClassLiteral
                | Kind::ArrayInit
        )
    };
    match (tree.kind(name), program.names.decl(number, name)) {
        (Kind::This | Kind::Str | Kind::New | Kind::ClassLiteral, _) => true,
        (_, Decl::Local(local)) => {
            let value = tree.child_in(local, Role::Init);
            let is_fixed = !crate::query::values::is_reassigned(program, number, local);
            is_fixed && value.is_some_and(|v| is_object(number, v))
        }
        (_, Decl::Field(field)) => {
            let data = world.field(field);
            let is_final = data.modifiers.has(reweave_model::Modifiers::FINAL);
            let value = world.field_node(field).and_then(|(file, node)| {
                let value = program.model(file).tree.child_in(node, Role::Init)?;
                Some((file, value))
            });
            // `System.out`
            let of_library = !program.is_ours(Decl::Field(field));
            data.enum_constant
                || (is_final && (of_library || value.is_some_and(|(f, v)| is_object(f, v))))
        }
        _ => false,
    }
}
