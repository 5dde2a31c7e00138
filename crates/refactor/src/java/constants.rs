//! Places where only a constant may stand: labels of `case` and values in annotations.

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
