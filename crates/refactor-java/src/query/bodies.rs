//! Where statements stand in the body of a member.

use crate::query::program::JavaProgram;
use reweave_model::{Kind, Modifiers, NodeId, Role, Tree};

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

/// Whether a `continue` goes where control comes behind a statement anyway: to the next round of the loop, of which the statement is the end.
pub fn ends_round(tree: &Tree, statement: NodeId, jump: NodeId) -> bool {
    let is_loop = |n: NodeId| {
        matches!(
            tree.kind(n),
            Kind::While | Kind::DoWhile | Kind::For | Kind::ForEach
        )
    };
    let label = tree.sym(jump);
    let mut below = statement;
    for around in tree.ancestors(statement) {
        match tree.kind(around) {
            Kind::Block if tree.children(around).last() == Some(below) => {}
            Kind::If => {}
            _ if is_loop(around) && tree.role(below) == Role::Body => {
                let parent = tree.parent(around);
                let labels = parent.filter(|&p| tree.kind(p) == Kind::Labeled);
                let is_named = labels.is_some_and(|l| tree.sym(l) == label);
                let is_plain = label == reweave_text::Symbol::EMPTY;
                return tree.kind(jump) == Kind::Continue && (is_plain || is_named);
            }
            _ => return false,
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
