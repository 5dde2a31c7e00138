//! What a statement does with one of two values: the shapes in which a conditional expression and an `if` say the same.

use crate::query::function_type::function_type;
use crate::query::program::JavaProgram;
use crate::query::values::without_parentheses;
use reweave_java_names::{Decl, Ty};
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_text::Span;

/// What becomes of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// `return`, `throw` or `yield`.
    Leaves(&'static str),
    /// It is assigned: the target, and what of the statement comes before the value.
    Assigned { target: NodeId, head: Span },
    /// A variable is declared with it.
    Declared { variable: NodeId },
}

/// A statement and the value in it, without parentheses around.
#[derive(Clone, Copy, Debug)]
pub struct Valued {
    pub statement: NodeId,
    pub value: NodeId,
    pub shape: Shape,
}

/// What a statement does with its value; none where it has none, or more.
pub fn valued(tree: &Tree, statement: NodeId) -> Option<Valued> {
    let word = match tree.kind(statement) {
        Kind::Return => Some("return"),
        Kind::Throw => Some("throw"),
        Kind::Yield => Some("yield"),
        _ => None,
    };
    let (shape, value) = match (word, tree.kind(statement)) {
        (Some(word), _) => (
            Shape::Leaves(word),
            tree.child_in(statement, Role::Value)
                .or_else(|| tree.children(statement).next())?,
        ),
        (_, Kind::ExprStmt) => {
            let assign = tree.child_in(statement, Role::Value)?;
            if tree.kind(assign) != Kind::Assign {
                return None;
            }
            let value = tree.child_in(assign, Role::Value)?;
            let target = tree.child_in(assign, Role::Target)?;
            let head = Span::new(tree.span(statement).start, tree.span(value).start);
            (Shape::Assigned { target, head }, value)
        }
        (_, Kind::Local) => {
            let mut variables = tree
                .children(statement)
                .filter(|&c| tree.kind(c) == Kind::VarDecl);
            let (variable, None) = (variables.next()?, variables.next()) else {
                return None;
            };
            let value = tree.child_in(variable, Role::Init)?;
            (Shape::Declared { variable }, value)
        }
        _ => return None,
    };
    Some(Valued {
        statement,
        value: without_parentheses(tree, value),
        shape,
    })
}

/// The type that the value of a statement is converted to; not known for what a lambda of an open type returns.
pub fn wanted(program: &JavaProgram, number: u32, valued: &Valued) -> Ty {
    let model = program.model(number);
    let tree = &model.tree;
    match valued.shape {
        Shape::Assigned { target, .. } => program.names.ty(number, target),
        Shape::Declared { variable } => program.names.ty(number, variable),
        Shape::Leaves("return") => {
            let body = tree
                .ancestors(valued.statement)
                .find(|&a| matches!(tree.kind(a), Kind::Callable | Kind::Lambda));
            match body {
                Some(lambda) if tree.kind(lambda) == Kind::Lambda => {
                    let ty = program.names.ty(number, lambda);
                    function_type(program, ty).map_or(Ty::UNKNOWN, |f| f.ret)
                }
                Some(callable) => {
                    let index = model.callables.iter().position(|c| c.node == callable);
                    let id = index.map(|i| reweave_model::CallableId(i as u32));
                    let world = program.world();
                    let given = id.and_then(|id| world.signature(world.method_of(number, id)).ret);
                    given.unwrap_or(Ty::UNKNOWN)
                }
                None => Ty::UNKNOWN,
            }
        }
        Shape::Leaves(_) => Ty::UNKNOWN,
    }
}

/// Whether the conditional operator gives its operands a type of its own (JLS 15.25), to which each is converted before anything
/// else: numbers and truth values that are not all of one type.
pub fn converts(program: &JavaProgram, number: u32, operands: [NodeId; 2]) -> bool {
    let world = program.world();
    let types = operands.map(|o| program.names.ty(number, o));
    let plain = types.map(|t| world.unboxed(t));
    let is_number = plain.iter().all(|t| t.is_numeric());
    types[0] != types[1] && (is_number || plain == [Ty::BOOLEAN; 2])
}

/// Whether an assignment target is the same, and evaluated to the same effect, before and after what decides.
pub fn is_plain_target(program: &JavaProgram, number: u32, target: NodeId) -> bool {
    let tree = &program.model(number).tree;
    match tree.kind(target) {
        Kind::Name => true,
        Kind::FieldAccess => tree.child_in(target, Role::Receiver).is_some_and(|r| {
            tree.kind(r) == Kind::This || matches!(program.names.decl(number, r), Decl::Class(_))
        }),
        _ => false,
    }
}
