//! If To Conditional: writes an `if` whose branches return, throw or assign one value each as one statement with a conditional
//! expression (`?:`).
//!
//! The `else` may be left out where the first branch returns and the statement behind returns, too.
//!
//! ```before
//! class Order {
//!     int price(int net) {
//!         $0if (net == 0) {
//!             return 1;
//!         } else {
//!             return net;
//!         }
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net) {
//!         return net == 0 ? 1 : net;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     Object price(int net) {
//!         $0if (net == 0) {
//!             return 1;
//!         }
//!         return 2.5;
//!     }
//! }
//! ```
//! ```refuses
//! convert both values to one type
//! ```

use crate::Java;
use crate::edits::branches::{Shape, Valued, converts, is_plain_target, valued, wanted};
use crate::edits::style::comments_in;
use crate::edits::texts::indent_at;
use crate::query::program::JavaProgram;
use crate::query::selection::{in_list, node_asked};
use crate::query::values::without_parentheses;
use reweave_java_names::Ty;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "if-to-conditional",
    file: include_str!("if_to_conditional.rs"),
    params: &[],
    perform,
};

/// The statements stand for themselves, what is in them only gets another order of words.
const RULE: &str = "N O I C≠↔↺ D≠↺ E≠↺ X T≠→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "`if`", |tree, n| tree.kind(n) == Kind::If)?;
    let program = run.program();
    let number = asked.number;
    let tree = &program.model(number).tree;
    let text = run.sources().text(asked.file);
    let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
    let condition = tree
        .child_in(asked.node, Role::Condition)
        .map(|c| without_parentheses(tree, c))
        .ok_or_else(|| bad("this `if` has no condition"))?;
    let (then, other, end) = branches(tree, asked.node).ok_or_else(|| {
        bad("the two branches must each be one statement that returns, throws or assigns one value to the same variable")
    })?;
    check(program, number, text, &[then, other]).map_err(bad)?;
    let whole = Span::new(tree.span(asked.node).start, end);
    let [c, a, b] = [condition, then.value, other.value].map(|n| tree.span(n));
    let indent = indent_at(text, whole.start);
    let gap = |from, to| comments_in(text, Span::new(from, to), indent);
    let head = match then.shape {
        Shape::Assigned { head, .. } => head.text(text).trim_end_matches('(').to_owned(),
        Shape::Leaves(word) => format!("{word} "),
        Shape::Declared { .. } => String::new(),
    };
    let wrap = |n: NodeId, least: bool| {
        let lower = match tree.kind(n) {
            Kind::Assign | Kind::Lambda => true,
            Kind::Conditional => least,
            _ => false,
        };
        if lower { ("(", ")") } else { ("", "") }
    };
    let (of_c, of_b) = (wrap(condition, true), wrap(other.value, false));
    let mut step = Step::new("write a conditional expression", RULE);
    step.affect(Interval::new(asked.file, whole));
    let mut replace = |from, to, with: String| {
        step.replace(Interval::new(asked.file, Span::new(from, to)), with);
    };
    let leading = gap(whole.start, c.start);
    replace(whole.start, c.start, format!("{leading}{head}{}", of_c.0));
    replace(
        c.end,
        a.start,
        format!("{} ? {}", of_c.1, gap(c.end, a.start)),
    );
    let between = gap(a.end, b.start);
    replace(a.end, b.start, format!(" : {between}{}", of_b.0));
    let trailing = gap(b.end, whole.end);
    let trailing = match trailing.trim_end() {
        "" => String::new(),
        some => format!(" {some}"),
    };
    replace(b.end, whole.end, format!("{};{trailing}", of_b.1));
    run.step(&step)
}

/// The two statements with the values, and where the last of them ends.
fn branches(tree: &Tree, node: NodeId) -> Option<(Valued, Valued, u32)> {
    let then = single(tree, tree.child_in(node, Role::Then)?)?;
    let (other, end) = match tree.child_in(node, Role::Else) {
        Some(other) => (single(tree, other)?, tree.span(node).end),
        None if matches!(then.shape, Shape::Leaves("return")) && in_list(tree, node) => {
            let parent = tree.parent(node)?;
            let next = tree
                .children(parent)
                .find(|&n| n > node && tree.span(n).start >= tree.span(node).end)?;
            let next = valued(tree, next)?;
            (next, tree.span(next.statement).end)
        }
        None => return None,
    };
    let is_same = match (then.shape, other.shape) {
        (Shape::Leaves(a), Shape::Leaves(b)) => a == b,
        (Shape::Assigned { .. }, Shape::Assigned { .. }) => true,
        _ => false,
    };
    is_same.then_some((then, other, end))
}

/// The statement of a branch, or the one in its block.
fn single(tree: &Tree, branch: NodeId) -> Option<Valued> {
    if tree.kind(branch) != Kind::Block {
        return valued(tree, branch);
    }
    let mut all = tree.children(branch);
    let (only, None) = (all.next()?, all.next()) else {
        return None;
    };
    valued(tree, only)
}

fn check(
    program: &JavaProgram,
    number: u32,
    text: &str,
    both: &[Valued; 2],
) -> Result<(), &'static str> {
    let tree = &program.model(number).tree;
    if let [
        Shape::Assigned { target, head },
        Shape::Assigned {
            target: second,
            head: other,
        },
    ] = both.map(|v| v.shape)
    {
        let is_same = tree.hash(target) == tree.hash(second)
            && program.names.decl(number, target) == program.names.decl(number, second)
            && head
                .text(text)
                .split_whitespace()
                .eq(other.text(text).split_whitespace());
        let plain = tree
            .parent(target)
            .is_some_and(|a| program.world().text(tree.sym(a)) == "=");
        if !is_same || !plain || !is_plain_target(program, number, target) {
            return Err(
                "the branches must assign to one variable with `=`, which is then evaluated before the condition",
            );
        }
    }
    let values = both.map(|v| v.value);
    if converts(program, number, values) {
        let world = program.world();
        let wanted = wanted(program, number, &both[0]);
        let types = values.map(|v| world.unboxed(program.names.ty(number, v)));
        let widest = types.into_iter().max().unwrap_or(Ty::UNKNOWN);
        let whole = |ty: Ty| matches!(ty, Ty::BYTE | Ty::SHORT | Ty::INT | Ty::LONG | Ty::CHAR);
        let is_kept = wanted.is_primitive()
            && (types[0] == types[1] || wanted == widest || types.iter().all(|&t| whole(t)));
        if !is_kept {
            return Err(
                "the operator would convert both values to one type, and each has its own here",
            );
        }
    }
    let types = values.map(|v| program.names.ty(number, v));
    if both[0].shape == Shape::Leaves("throw") && types[0] != types[1] {
        return Err("the exceptions are of different types, which the operator would join");
    }
    let is_void = |v: &NodeId| matches!(program.names.ty(number, *v), Ty::VOID | Ty::UNKNOWN);
    let is_typed = |v: &NodeId| !matches!(tree.kind(*v), Kind::Lambda | Kind::MethodRef);
    if values.iter().any(|v| is_void(v) && is_typed(v)) {
        return Err("the type of a value is not known");
    }
    if values.iter().any(|&v| tree.kind(v) == Kind::ArrayInit) {
        return Err("an array initializer stands here, which is not an expression");
    }
    Ok(())
}
