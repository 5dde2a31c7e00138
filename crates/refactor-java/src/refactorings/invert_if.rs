//! Invert If: negates the condition of an `if` and exchanges its two branches.
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
//!         if (net != 0) {
//!             return net;
//!         } else {
//!             return 1;
//!         }
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     void price(int net) {
//!         $0if (net == 0) {
//!             System.out.println();
//!         }
//!     }
//! }
//! ```
//! ```refuses
//! no `else`
//! ```

use crate::Java;
use crate::edits::negation::negated;
use crate::query::selection::node_at;
use reweave_model::{Kind, NodeId, Role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "invert-if",
    file: include_str!("invert_if.rs"),
    params: &[],
    perform,
};

/// What depends on the condition depends on its other outcome; everything else stays.
const RULE: &str = "N O I C≠↔↺ D E X T≠→";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let (file, at) = run.caret()?;
    let program = run.program();
    let number = program
        .number(file)
        .ok_or_else(|| BadInput::new("this file was left out; name another"))?;
    let tree = &program.model(number).tree;
    let statement = node_at(tree, at, Kind::If).ok_or_else(|| {
        BadInput::unclear("no `if` stands here; put the caret on one").at(file, Span::at(at))
    })?;
    let part = |role| tree.child_in(statement, role);
    let (Some(condition), Some(then), Some(other)) =
        (part(Role::Condition), part(Role::Then), part(Role::Else))
    else {
        return Err(
            BadInput::new("this `if` has no `else` to exchange with; add one first")
                .at(file, tree.span(statement))
                .into(),
        );
    };
    let binds = tree
        .descendants(condition)
        .any(|n| tree.kind(n) == Kind::TypePattern);
    if binds {
        return Err(
            BadInput::new("the condition binds a variable that only its one outcome has")
                .at(file, tree.span(condition))
                .into(),
        );
    }
    let text = run.sources().text(file);
    let of = |n: NodeId| tree.span(n).text(text);
    let braced = |n: NodeId| {
        // An `else` would otherwise belong to an `if` at its end.
        match tree.kind(n) {
            Kind::Block | Kind::ExprStmt | Kind::Return | Kind::Throw => of(n).to_owned(),
            _ => format!("{{ {} }}", of(n)),
        }
    };
    let mut step = Step::new("negate the condition and exchange the branches", RULE);
    let inside = crate::query::values::without_parentheses(tree, condition);
    step.replace(
        Interval::new(file, tree.span(inside)),
        negated(program, number, inside, text),
    );
    step.replace(Interval::new(file, tree.span(then)), braced(other));
    step.replace(Interval::new(file, tree.span(other)), braced(then));
    run.step(&step)
}
