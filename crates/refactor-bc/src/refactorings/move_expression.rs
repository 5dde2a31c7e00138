//! Move Expression: an expression goes from a statement into the assignment just before it, and the variable assigned
//! there takes its place.
//!
//! ```before
//! define area(r) {
//!   auto t
//!   t = 0
//!   return (3 * $0r ^ 2$0)
//! }
//! ```
//! ```after
//! define area(r) {
//!   auto t
//!   t = r ^ 2
//!   return (3 * t)
//! }
//! ```
//!
//! Contract: nothing else reads what the assignment gave, and giving it did nothing. The expression is evaluated exactly
//! once more early, so whatever the statement does before it must not touch what it reads; if the expression may fail, the
//! statement must not have done anything before; if it does something itself, nothing may come before it at all. Names and
//! values keep flowing into the two places taken together; the variable is new there: `N⊇→ C D⊇←`.
//!
//! ```before
//! t = 0
//! a[i++] = $0i * 2$0
//! ```
//! ```refuses
//! what `i * 2` reads is changed before it is evaluated
//! ```
//!
//! Where a condition of a loop is evaluated again and again, it stays:
//!
//! ```before
//! t = 0
//! while ($0i < 3$0) i = i + 1
//! ```
//! ```refuses
//! is evaluated again and again
//! ```

use crate::Bc;
use crate::code::{Code, EFFECT};
use reweave_lang_bc::{ExprId, ExprKind, Item, Role, Site, StmtKind};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop, quote};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "move-expression",
    file: include_str!("move_expression.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, range) = run.range()?;
    move_to_assignment(run, file, range)
}

pub fn move_to_assignment(run: &mut Run<'_, Bc>, file: FileId, range: Span) -> Result<(), Stop> {
    let code = Code::new(run, file);
    let site = code.expression(range)?;
    let assignment = assignment_before(&code, &site)?;
    let reasons = reasons(&code, &site, &assignment);
    let moved = code.value_text(site.expr);
    let name = assignment.target.text(code.text).to_owned();
    let from = code.at(code.ast.expr(site.expr).span);
    let to = code.at(assignment.value);
    for (kind, message, places) in reasons {
        run.refuse(kind, message, &places);
    }
    let mut step = Step::new(
        format!("move the expression into the assignment to {name}"),
        "N⊇→ C D⊇←",
    );
    step.replace(to, moved);
    step.replace(from, name);
    run.step(&step)
}

struct Assignment {
    target: Span,
    value: Span,
    expr: ExprId,
}

/// The assignment to a variable that runs right before the statement of a site.
fn assignment_before(code: &Code<'_>, site: &Site) -> Result<Assignment, BadInput> {
    let none = || {
        let span = code.ast.stmt(site.stmt).head;
        BadInput::new("no assignment to a variable stands before this statement")
            .at(code.file, span)
    };
    let around = code.ast.surroundings(site.stmt).ok_or_else(none)?;
    let before = if around.is_top() {
        let item = around.item.checked_sub(1).ok_or_else(none)?;
        match code.ast.items[item] {
            Item::Stmt(s, _) => s,
            Item::Function(_) => return Err(none()),
        }
    } else {
        let (list, at) = around.list.ok_or_else(none)?;
        list[at.checked_sub(1).ok_or_else(none)?]
    };
    let StmtKind::Expr(e) = code.ast.stmt(before).kind else {
        return Err(none());
    };
    match code.ast.expr(e).kind {
        ExprKind::Assign(None, _, target, value) => match code.ast.expr(target).kind {
            ExprKind::Variable(name) => Ok(Assignment {
                target: name.span,
                value: code.ast.expr(value).span,
                expr: value,
            }),
            _ => Err(none()),
        },
        _ => Err(none()),
    }
}

type Reason = (&'static str, String, Vec<Interval>);

/// What the edges cannot show.
fn reasons(code: &Code<'_>, site: &Site, assignment: &Assignment) -> Vec<Reason> {
    let at = code.at(code.ast.expr(site.expr).span);
    let shown = quote(at.span.text(code.text));
    let moved = code.effects(site.expr);
    let before = code.effects_before(site);
    let old = code.effects(assignment.expr);
    let mut list: Vec<Reason> = Vec::new();
    let mut add = |kind, message: String| list.push((kind, message, vec![at]));
    if !old.is_pure() || old.may_fail {
        let value = quote(assignment.value.text(code.text));
        add(
            EFFECT,
            format!(
                "evaluating {value} may do something or fail, and is left out for the expression"
            ),
        );
    }
    if site.role == Role::Repeated {
        add(EFFECT, format!("{shown} is evaluated again and again"));
    }
    let is_quiet = moved.is_pure() && !moved.may_fail;
    if site.is_conditional && !is_quiet {
        add(
            EFFECT,
            format!("{shown} is not always evaluated, and may do something or fail"),
        );
    }
    if before.defs.iter().any(|v| moved.uses.contains(v)) {
        add(
            "value",
            format!("what {shown} reads is changed before it is evaluated"),
        );
    }
    let nothing_before = before.is_pure() && !before.may_fail;
    let in_the_way = if moved.is_pure() {
        moved.may_fail && !nothing_before
    } else {
        !nothing_before || !before.uses.is_disjoint(&moved.defs)
    };
    if in_the_way {
        let message = format!("{shown} may do something or fail, and other code runs before it");
        add(EFFECT, message);
    }
    if splits_line(code, site, assignment) && !is_quiet {
        add(
            EFFECT,
            format!("{shown} may fail, which ends only its own input line"),
        );
    }
    let uses = code.readers(assignment.target);
    if !uses.is_empty() {
        let name = assignment.target.text(code.text);
        list.push(("value", format!("what is assigned to {name} is read"), uses));
    }
    list
}

/// Whether assignment and statement are two input lines of bc.
fn splits_line(code: &Code<'_>, site: &Site, assignment: &Assignment) -> bool {
    let line = |span: Span| {
        code.ast.items.iter().find_map(|item| match item {
            Item::Stmt(s, line) if code.ast.stmt(*s).span.contains(span) => Some(*line),
            _ => None,
        })
    };
    line(assignment.target) != line(code.ast.expr(site.expr).span)
}
