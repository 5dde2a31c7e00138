//! Places where only a constant may stand: labels of `case` and values in annotations. And conditions of loops that are constant: what
//! follows such a loop is reached only because of that, or never (JLS 14.22).

use super::program::JavaProgram;
use reweave_java_names::{Decl, FieldId, Use};
use reweave_model::{Kind, Modifiers, NodeId, Role};
use reweave_preserve::Interval;

/// The first place that needs a field to be a constant, itself or as a part of other constants. A field that is none has no
/// such place.
pub fn needed_constant(program: &JavaProgram, field: FieldId) -> Option<Interval> {
    let mut open = vec![(0, Decl::Field(field))];
    let mut next = 0;
    while let Some(&(file, decl)) = open.get(next) {
        next += 1;
        let uses = match decl {
            Decl::Local(_) => program.uses_in(file, &[decl]),
            _ => program.uses(&[decl]),
        };
        for used in uses {
            match needed_at(program, &used) {
                Needs::Constant => return Some(program.interval(used.file, used.span)),
                Needs::ForConstant(decl) if !open.contains(&(used.file, decl)) => {
                    open.push((used.file, decl));
                }
                _ => {}
            }
        }
    }
    None
}

enum Needs {
    Nothing,
    Constant,
    /// Another constant is made of it.
    ForConstant(Decl),
}

fn needed_at(program: &JavaProgram, used: &Use) -> Needs {
    let model = program.model(used.file);
    let tree = &model.tree;
    let mut node = used.node;
    while let Some(parent) = tree.parent(node) {
        match tree.kind(parent) {
            Kind::Paren
            | Kind::Unary
            | Kind::Binary
            | Kind::Cast
            | Kind::Conditional
            | Kind::ArrayInit => {}
            // An element of an annotation: `name = value`.
            Kind::Assign if tree.role(node) == Role::Value => {}
            Kind::Case if tree.role(node) == Role::Label => return Needs::Constant,
            Kind::Annotation => return Needs::Constant,
            Kind::While | Kind::DoWhile | Kind::For if tree.role(node) == Role::Condition => {
                return if is_constant(program, used.file, node) {
                    Needs::Constant
                } else {
                    Needs::Nothing
                };
            }
            Kind::Callable if tree.role(node) == Role::Init => return Needs::Constant,
            Kind::Field | Kind::VarDecl if tree.role(node) == Role::Init => {
                return made_constant(program, used.file, parent);
            }
            _ => return Needs::Nothing,
        }
        node = parent;
    }
    Needs::Nothing
}

/// Whether an expression is made of constants only: literals and final fields with a value.
pub fn is_constant(program: &JavaProgram, file: u32, expression: NodeId) -> bool {
    let world = program.world();
    let tree = &program.model(file).tree;
    tree.descendants(expression).all(|n| match tree.kind(n) {
        Kind::Name | Kind::FieldAccess => match program.names.decl(file, n) {
            Decl::Field(f) => {
                let initial = world.field_node(f).map(|(number, node)| {
                    let tree = &program.model(number).tree;
                    tree.child_in(node, Role::Init).is_some()
                });
                world.field(f).modifiers.has(Modifiers::FINAL) && initial != Some(false)
            }
            Decl::Class(_) | Decl::Package(_) => true,
            _ => false,
        },
        Kind::Call | Kind::New | Kind::Assign | Kind::Update | Kind::Index => false,
        _ => true,
    })
}

/// Whether a variable with an initial value is a constant, should that be one.
fn made_constant(program: &JavaProgram, file: u32, node: NodeId) -> Needs {
    let model = program.model(file);
    let tree = &model.tree;
    if tree.kind(node) == Kind::VarDecl {
        let is_final = tree
            .parent(node)
            .is_some_and(|p| tree.node(p).flags & Modifiers::FINAL.0 != 0);
        return if is_final {
            Needs::ForConstant(Decl::Local(node))
        } else {
            Needs::Nothing
        };
    }
    let index = model.fields.iter().position(|f| f.node == node);
    let id = index.map(|i| {
        let field = reweave_model::FieldId(i as u32);
        program.world().field_of(file, field)
    });
    match id {
        Some(id) if program.world().field(id).modifiers.has(Modifiers::FINAL) => {
            Needs::ForConstant(Decl::Field(id))
        }
        _ => Needs::Nothing,
    }
}
