//! Where statements stand in the body of a member.

use crate::query::program::JavaProgram;
use reweave_model::{Kind, Modifiers, NodeId, Tree};

/// Whether a statement is the last of the body that it stands in, so that nothing follows.
pub fn is_at_end(tree: &Tree, statement: NodeId, member: NodeId) -> bool {
    let mut below = statement;
    for around in tree.ancestors(statement) {
        match tree.kind(around) {
            Kind::Callable | Kind::Lambda | Kind::Initializer => return true,
            Kind::Block => {
                if tree.children(around).last() != Some(below) {
                    return false;
                }
            }
            Kind::If | Kind::Labeled => {}
            _ => return false,
        }
        if around == member {
            return true;
        }
        below = around;
    }
    false
}

/// Whether the code of a member runs without an object.
pub fn is_static(program: &JavaProgram, number: u32, member: NodeId) -> bool {
    let model = program.model(number);
    let tree = &model.tree;
    match tree.kind(member) {
        Kind::Callable => {
            let callable = model.callables.iter().find(|c| c.node == member);
            callable.is_some_and(|c| c.modifiers.has(Modifiers::STATIC))
        }
        Kind::Initializer => tree.node(member).flags & Modifiers::STATIC.0 != 0,
        Kind::EnumConstant => true,
        _ => {
            let field = (0..).zip(&model.fields).find(|(_, f)| f.node == member);
            field.is_some_and(|(index, _)| {
                let id = program
                    .world()
                    .field_of(number, reweave_model::FieldId(index));
                program.world().is_static_field(id)
            })
        }
    }
}
