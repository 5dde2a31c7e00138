//! The text of a condition's opposite.

use crate::query::program::JavaProgram;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Role};

/// `a != b` for `a == b`, `c` for `!c`, `!(…)` where nothing shorter means the same.
pub fn negated(program: &JavaProgram, number: u32, node: NodeId, text: &str) -> String {
    let tree = &program.model(number).tree;
    let world = program.world();
    let own = tree.span(node).text(text);
    let operator = world.text(tree.sym(node));
    let operands: Vec<NodeId> = tree.children_in(node, Role::Operand).collect();
    match (tree.kind(node), &operands[..]) {
        (Kind::Unary, [inner]) if operator == "!" => {
            let inner = crate::query::values::without_parentheses(tree, *inner);
            tree.span(inner).text(text).to_owned()
        }
        (Kind::Binary, [left, right]) => {
            let whole = |n: &NodeId| {
                let ty = program.names.ty(number, *n);
                matches!(ty, Ty::INT | Ty::LONG | Ty::CHAR | Ty::BYTE | Ty::SHORT)
            };
            // Of two numbers that are not whole, neither may be the smaller.
            let ordered = whole(left) && whole(right);
            let opposite = match operator {
                "==" => Some("!="),
                "!=" => Some("=="),
                "<" if ordered => Some(">="),
                ">=" if ordered => Some("<"),
                ">" if ordered => Some("<="),
                "<=" if ordered => Some(">"),
                _ => None,
            };
            match opposite {
                Some(opposite) => {
                    let of = |n: &NodeId| tree.span(*n).text(text);
                    format!("{} {opposite} {}", of(left), of(right))
                }
                None => format!("!({own})"),
            }
        }
        (Kind::Name | Kind::Call | Kind::FieldAccess | Kind::Index | Kind::Paren, _) => {
            format!("!{own}")
        }
        _ => format!("!({own})"),
    }
}
