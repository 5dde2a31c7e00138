//! Consolidate Conditional: joins two `if`s that do the same, or one of which is all of the other, into one.
//!
//! The caret stands on the first. `if (a) { if (b) S }` becomes `if (a && b) S`; `if (a) S else if (b) S` and, where `S` leaves the
//! statements around, `if (a) S if (b) S` become `if (a || b) S`.
//!
//! ```before
//! class Order {
//!     int price(int net, int rate) {
//!         $0if (net == 0) {
//!             return 1;
//!         }
//!         if (rate == 0) {
//!             return 1;
//!         }
//!         return net * rate;
//!     }
//! }
//! ```
//! ```after
//! class Order {
//!     int price(int net, int rate) {
//!         if (net == 0 || rate == 0) {
//!             return 1;
//!         }
//!         return net * rate;
//!     }
//! }
//! ```
//!
//! ```before
//! class Order {
//!     void print(int net, int rate) {
//!         $0if (net == 0) {
//!             System.out.println();
//!         }
//!         if (rate == 0) {
//!             System.out.println();
//!         }
//!     }
//! }
//! ```
//! ```refuses
//! both could run
//! ```

use crate::Java;
use crate::edits::style::comments_in;
use crate::edits::texts::indent_at;
use crate::query::program::JavaProgram;
use crate::query::selection::{Asked, node_asked};
use crate::query::values::without_parentheses;
use crate::refactorings::anonymous_to_lambda::shift;
use reweave_java_names::Decl;
use reweave_model::{Kind, NodeId, Role, Tree};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::{Edit, Span};

pub const REFACTORING: Refactoring<Java> = Refactoring {
    name: "consolidate-conditional",
    file: include_str!("consolidate_conditional.rs"),
    params: &[],
    perform,
};

/// The statements stand for themselves; what is in them is evaluated in the same order, under the same conditions.
const RULE: &str = "N⊆→≠↺ O I C≠↔↺ D⊆↔≠↺ E⊆↔≠↺ X⊆→≠↺ T≠→↺";

fn perform(run: &mut Run<'_, Java>) -> Result<(), Stop> {
    let asked = node_asked(run, "`if`", |tree, n| tree.kind(n) == Kind::If)?;
    let program = run.program();
    let pair = Pair::of(program, asked)?;
    let tree = &program.model(asked.number).tree;
    let text = run.sources().text(asked.file);
    let [a, b] = pair.conditions.map(|c| tree.span(c));
    let whole = Span::new(tree.span(asked.node).start, tree.span(pair.last).end);
    let mut step = Step::new("join the conditions", RULE);
    step.affect(Interval::new(asked.file, whole));
    let mut edit = |e: Edit| step.edit(asked.file, e);
    let operator = pair.operator;
    let wraps = pair
        .conditions
        .map(|c| needs(program, asked.number, c, operator));
    let indent = indent_at(text, whole.start);
    let kept: Vec<String> = pair
        .gaps(tree, a, b)
        .iter()
        .map(|&g| comments_in(text, g, indent))
        .collect();
    if wraps[0] {
        edit(Edit::insert(a.start, "("));
    }
    let (close, open) = (
        if wraps[0] { ")" } else { "" },
        if wraps[1] { "(" } else { "" },
    );
    edit(Edit::replace(
        Span::new(a.end, b.start),
        format!("{close} {operator} {}{open}", kept.concat()),
    ));
    if wraps[1] {
        edit(Edit::insert(b.end, ")"));
    }
    if operator == "&&" {
        let inner = tree.span(pair.last_inner);
        let tail = comments_in(text, Span::new(inner.end, whole.end), indent);
        let tail = match tail.trim_end() {
            "" => String::new(),
            some => format!(" {some}"),
        };
        edit(Edit::replace(Span::new(inner.end, whole.end), tail));
        let then = Span::new(b.end, inner.end);
        for e in shift(text, then, indent_at(text, inner.start), indent) {
            edit(e);
        }
    }
    run.step(&step)
}

struct Pair {
    conditions: [NodeId; 2],
    operator: &'static str,
    /// The statement that the two end with.
    last: NodeId,
    /// Of nested ones the inner.
    last_inner: NodeId,
    /// The branch that goes.
    gone: Option<NodeId>,
}

impl Pair {
    fn of(program: &JavaProgram, asked: Asked) -> Result<Self, BadInput> {
        let tree = &program.model(asked.number).tree;
        let bad = |why: &str| BadInput::new(why).at(asked.file, tree.span(asked.node));
        let part = |n: NodeId, role| tree.child_in(n, role);
        let condition = |n: NodeId| part(n, Role::Condition).map(|c| without_parentheses(tree, c));
        let (Some(first), Some(then)) = (condition(asked.node), part(asked.node, Role::Then))
        else {
            return Err(bad("this `if` is not complete"));
        };
        let is_same = |a: NodeId, b: NodeId| same(program, asked.number, a, b);
        if let Some(other) = part(asked.node, Role::Else) {
            let (Some(second), Some(branch)) = (
                condition(other).filter(|_| tree.kind(other) == Kind::If),
                part(other, Role::Then),
            ) else {
                return Err(bad("the `else` is no `if`; only two `if`s can be joined"));
            };
            if !is_same(then, branch) {
                return Err(bad("the two branches do not do the same"));
            }
            return Ok(Self {
                conditions: [first, second],
                operator: "||",
                last: asked.node,
                last_inner: other,
                gone: Some(then),
            });
        }
        if let Some(inner) = only_if(tree, then)
            && part(inner, Role::Else).is_none()
            && let Some(second) = condition(inner)
        {
            return Ok(Self {
                conditions: [first, second],
                operator: "&&",
                last: asked.node,
                last_inner: inner,
                gone: None,
            });
        }
        let parent = tree.parent(asked.node);
        let next = parent.and_then(|p| tree.children(p).skip_while(|&n| n != asked.node).nth(1));
        let next = next.filter(|&n| tree.kind(n) == Kind::If && part(n, Role::Else).is_none());
        let (Some(next), Some(second), Some(branch)) = (
            next,
            next.and_then(condition),
            next.and_then(|n| part(n, Role::Then)),
        ) else {
            return Err(bad(
                "no other `if` follows, or is all that this one does, with which it could be joined",
            ));
        };
        if !is_same(then, branch) {
            return Err(bad("the two branches do not do the same"));
        }
        if !leaves(tree, then) {
            return Err(bad(
                "both could run: the branch does not end with `return`, `throw`, `break` or `continue`",
            ));
        }
        Ok(Self {
            conditions: [first, second],
            operator: "||",
            last: next,
            last_inner: next,
            gone: Some(then),
        })
    }

    /// What lies between the two conditions and is no code.
    fn gaps(&self, tree: &Tree, a: Span, b: Span) -> Vec<Span> {
        match self.gone {
            None => vec![Span::new(a.end, b.start)],
            Some(gone) => {
                let gone = tree.span(gone);
                vec![Span::new(a.end, gone.start), Span::new(gone.end, b.start)]
            }
        }
    }
}

/// The `if` that is all of a branch.
fn only_if(tree: &Tree, branch: NodeId) -> Option<NodeId> {
    if tree.kind(branch) == Kind::If {
        return Some(branch);
    }
    let mut all = tree.children(branch);
    let (only, None) = (all.next()?, all.next()) else {
        return None;
    };
    (tree.kind(branch) == Kind::Block && tree.kind(only) == Kind::If).then_some(only)
}

fn leaves(tree: &Tree, branch: NodeId) -> bool {
    let last = match tree.kind(branch) {
        Kind::Block => tree.children(branch).last(),
        _ => Some(branch),
    };
    last.is_some_and(|l| {
        matches!(
            tree.kind(l),
            Kind::Return | Kind::Throw | Kind::Break | Kind::Continue | Kind::Yield
        )
    })
}

/// Whether two pieces of code read the same and mean the same.
fn same(program: &JavaProgram, number: u32, a: NodeId, b: NodeId) -> bool {
    let tree = &program.model(number).tree;
    let both = tree.descendants(a).zip(tree.descendants(b));
    let mut both =
        both.map(|(x, y)| (program.names.decl(number, x), program.names.decl(number, y)));
    let is_own = |decl: Decl, of: NodeId| matches!(decl, Decl::Local(l) | Decl::Label(l) if tree.contains(of, l));
    let is_block = |n: NodeId| tree.kind(n) == Kind::Block;
    is_block(a) == is_block(b)
        && tree.hash(a) == tree.hash(b)
        && both.all(|(x, y)| x == y || (is_own(x, a) && is_own(y, b)))
}

/// Whether a condition needs parentheses beside an operator.
fn needs(program: &JavaProgram, number: u32, node: NodeId, operator: &str) -> bool {
    let tree = &program.model(number).tree;
    match tree.kind(node) {
        Kind::Assign | Kind::Conditional | Kind::Lambda | Kind::SwitchExpr => true,
        Kind::Binary => operator == "&&" && program.world().text(tree.sym(node)) == "||",
        _ => false,
    }
}
