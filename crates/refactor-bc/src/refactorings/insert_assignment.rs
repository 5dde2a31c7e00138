//! Insert Assignment: an assignment that no one reads is put before a statement.
//!
//! ```before
//! define area(r) {
//!   auto t
//!   $0return (3 * r ^ 2)
//! }
//! ```
//! ```with
//! name=t
//! value=r
//! ```
//! ```after
//! define area(r) {
//!   auto t
//!   t = r
//!   return (3 * r ^ 2)
//! }
//! ```
//!
//! Contract: what is assigned reaches no use, no value that someone reads is lost, and evaluating the new value does
//! nothing and cannot fail. New names and values flow into the assignment, nothing flows out of it: `N⊇→ C⊇↺ D⊇←`, the
//! first token of the statement and the assignment taken together.
//!
//! A global that nobody reads once the function has ended will do:
//!
//! ```before
//! define area(r) {
//!   $0for (i = 0; i < 3; i++) r = r * 2
//!   return (r)
//! }
//! area(2)
//! ```
//! ```with
//! name=t
//! value=r
//! ```
//! ```after
//! define area(r) {
//!   t = r
//!   for (i = 0; i < 3; i++) r = r * 2
//!   return (r)
//! }
//! area(2)
//! ```
//!
//! ```before
//! x = 1
//! $0x + 1
//! ```
//! ```with
//! name=x
//! value=5
//! ```
//! ```refuses
//! the value set by `x` at main.bc:1:1 could no longer reach
//! what is assigned to x is read
//! ```

use crate::Bc;
use crate::code::{Code, EFFECT, checked_name};
use crate::refactorings::introduce_block::wrap;
use reweave_lang_bc::{ExprId, Keyword, Token, lex, parse};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Interner, Span};

pub const REFACTORING: Refactoring<Bc> = Refactoring {
    name: "insert-assignment",
    file: include_str!("insert_assignment.rs"),
    params: &[
        Param::required("name", "the variable that is assigned to"),
        Param::required("value", "the expression that is assigned"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Bc>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let name = checked_name(run.param("name")?)?;
    let value = checked_value(run.param("value")?)?;
    let (stmt, around) = Code::new(run, file).statement(offset)?;
    let start = Code::new(run, file).ast.stmt(stmt).span.start;
    let start = if around.list.is_none() {
        wrap(run, file, stmt)?;
        start + "{ ".len() as u32
    } else {
        start
    };
    insert(run, file, start, name, value)?;
    Ok(())
}

/// An expression that the user gave, on one line and whole.
fn checked_value(value: &str) -> Result<&str, BadInput> {
    let names = Interner::new();
    let ast = parse(&format!("({value})\n"), &names);
    let tokens = lex(value);
    let spans_lines = tokens
        .iter()
        .any(|t| matches!(t.token, Token::Newline | Token::Bad));
    if ast.errors.is_empty() && ast.items.len() == 1 && !spans_lines && !value.contains('#') {
        Ok(value)
    } else {
        Err(BadInput::unclear(format!(
            "{value} is not an expression of bc"
        )))
    }
}

/// Puts `name = value` before the statement that starts at an offset; gives the place of the new name.
pub fn insert(
    run: &mut Run<'_, Bc>,
    file: FileId,
    start: u32,
    name: &str,
    value: &str,
) -> Result<Interval, Stop> {
    let code = Code::new(run, file);
    let (stmt, around) = code.statement(start)?;
    let first = code.first_token(stmt);
    let separator = code.separator(start, around.is_top());
    let is_loose = is_loose(value);
    let value = if is_loose {
        format!("({value})")
    } else {
        value.to_owned()
    };
    let mut step = Step::new(format!("insert an assignment to {name}"), "N⊇→ C⊇↺ D⊇←");
    step.insert(file, start, format!("{name} = {value}{separator}"));
    step.affect(Interval::new(file, first));
    run.step(&step)?;
    let target = Interval::new(file, Span::new(start, start + name.len() as u32));
    let value_at = start + (name.len() + " = ".len()) as u32;
    judge(
        run,
        target,
        Span::new(value_at, value_at + value.len() as u32),
    );
    Ok(target)
}

/// What the edges cannot show: the value is harmless, and no one reads it.
fn judge(run: &mut Run<'_, Bc>, target: Interval, value: Span) {
    let code = Code::new(run, target.file);
    let effects = code
        .ast
        .expression_at(code.text, value)
        .map(|e: ExprId| code.effects(e));
    let is_harmless = effects.is_some_and(|e| e.is_pure() && !e.may_fail);
    let name = target.span.text(code.text).to_owned();
    let is_special = Keyword::of(&name).is_some();
    let uses = code.readers(target.span);
    if !is_harmless || is_special {
        let at = Interval::new(target.file, value);
        run.refuse(
            EFFECT,
            "evaluating the new value may do something or fail",
            &[at],
        );
    }
    if !uses.is_empty() {
        run.refuse(
            "value",
            format!("what is assigned to {name} is read"),
            &uses,
        );
    }
}

fn is_loose(value: &str) -> bool {
    let names = Interner::new();
    let ast = parse(&format!("{value}\n"), &names);
    let last = ast.exprs.len().checked_sub(1);
    last.is_some_and(|i| ast.is_loose(ExprId(i as u32)))
}
