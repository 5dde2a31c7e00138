//! Where an expression needs parentheses to stand in the place of another (JLS 15).

use crate::query::program::JavaProgram;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Role};

const PRIMARY: u8 = 16;
const UNARY: u8 = 14;

fn of_operator(operator: &str) -> u8 {
    match operator {
        "*" | "/" | "%" => 12,
        "+" | "-" => 11,
        "<<" | ">>" | ">>>" => 10,
        "<" | ">" | "<=" | ">=" => 9,
        "==" | "!=" => 8,
        "&" => 7,
        "^" => 6,
        "|" => 5,
        "&&" => 4,
        "||" => 3,
        _ => 1,
    }
}

/// How closely an expression holds together.
fn precedence(program: &JavaProgram, number: u32, node: NodeId) -> u8 {
    let tree = &program.model(number).tree;
    match tree.kind(node) {
        Kind::Binary => of_operator(program.world().text(tree.sym(node))),
        Kind::InstanceOf => 9,
        Kind::Conditional => 2,
        Kind::Assign | Kind::Lambda | Kind::SwitchExpr => 1,
        Kind::Unary | Kind::Cast | Kind::Update => UNARY,
        // A dimension could follow.
        Kind::NewArray => PRIMARY - 1,
        _ => PRIMARY,
    }
}

/// How closely whatever stands in the place of a node must hold together.
fn demanded(program: &JavaProgram, number: u32, place: NodeId) -> u8 {
    let tree = &program.model(number).tree;
    let Some(parent) = tree.parent(place) else {
        return 0;
    };
    match (tree.kind(parent), tree.role(place)) {
        (_, Role::Receiver) => PRIMARY,
        (Kind::Binary, _) => {
            let own = of_operator(program.world().text(tree.sym(parent)));
            let is_first = tree.children_in(parent, Role::Operand).next() == Some(place);
            own + u8::from(!is_first)
        }
        (Kind::InstanceOf, _) => 10,
        (Kind::Unary | Kind::Update | Kind::Cast, _) => UNARY,
        (Kind::Conditional, Role::Condition) => 3,
        (Kind::Conditional, Role::Else) => 2,
        _ => 0,
    }
}

/// Whether an expression needs parentheses in the place of a node.
pub fn needs_parentheses(
    program: &JavaProgram,
    number: u32,
    value: (u32, NodeId),
    place: NodeId,
) -> bool {
    let own = precedence(program, value.0, value.1);
    if own >= demanded(program, number, place) {
        return false;
    }
    !is_associative(program, number, value, place)
}

/// The same for a cast in front of an expression.
pub fn cast_needs_parentheses(program: &JavaProgram, number: u32, place: NodeId) -> bool {
    demanded(program, number, place) > UNARY
}

/// The operand of a cast.
pub fn operand_needs_parentheses(program: &JavaProgram, number: u32, value: NodeId) -> bool {
    let kind = program.model(number).tree.kind(value);
    precedence(program, number, value) < UNARY && kind != Kind::Lambda
}

/// `a + (b + c)` is `a + b + c` where the operator does not mind.
fn is_associative(program: &JavaProgram, number: u32, value: (u32, NodeId), place: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let of_value = &program.model(value.0).tree;
    let Some(parent) = tree.parent(place).filter(|&p| tree.kind(p) == Kind::Binary) else {
        return false;
    };
    let operator = program.world().text(tree.sym(parent));
    let is_same = of_value.kind(value.1) == Kind::Binary
        && program.world().text(of_value.sym(value.1)) == operator;
    let types = [
        program.names.ty(number, parent),
        program.names.ty(value.0, value.1),
    ];
    is_same
        && match operator {
            "&&" | "||" => true,
            "&" | "|" | "^" | "+" | "*" => {
                types[0] == types[1] && matches!(types[0], Ty::INT | Ty::LONG | Ty::BOOLEAN)
            }
            _ => false,
        }
}
