//! Change Signature: adds, removes or reorders the arguments of a procedure, in its header, its interfaces and every
//! call.
//!
//! ```before
//! program p
//!   implicit none
//!   call show(1, b=2)
//! contains
//!   subroutine show$0(a, b)
//!     integer, intent(in) :: a, b
//!     print *, a, b
//!   end subroutine show
//! end program p
//! ```
//! ```with
//! order=2,1
//! ```
//! ```after
//! program p
//!   implicit none
//!   call show(b=2, a=1)
//! contains
//!   subroutine show(b, a)
//!     integer, intent(in) :: a, b
//!     print *, a, b
//!   end subroutine show
//! end program p
//! ```
//! ```before
//! program p
//!   implicit none
//!   call show(1)
//! contains
//!   subroutine show$0(a)
//!     integer, intent(in) :: a
//!     print *, a
//!   end subroutine show
//! end program p
//! ```
//! ```with
//! add=integer, intent(in) :: b
//! at=2
//! value=0
//! ```
//! ```after
//! program p
//!   implicit none
//!   call show(1, 0)
//! contains
//!   subroutine show(a, b)
//!     integer, intent(in) :: b
//!     integer, intent(in) :: a
//!     print *, a
//!   end subroutine show
//! end program p
//! ```
//!
//! One of `order`, `add` and `remove` says what to do; positions count from 1. An argument that is removed must be read
//! nowhere, and no call may lose a function that it called for it. A procedure that is passed on as a value, bound to a
//! type or part of a generic has a signature that others rely on: it is refused.

use crate::Fortran;
use crate::arguments::{Calls, Slot, actual_list, header_list};
use crate::ask::{Edits, new_line, own_name};
use crate::new_argument::{NewArgument, parse_new};
use crate::unit_head::declaration_head;
use reweave_lang_fortran::ast::{Ident, StmtKind};
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Param, Refactoring, Run, Step, Stop};
use reweave_text::{FileId, Span};

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "change-signature",
    file: include_str!("signature.rs"),
    params: &[
        Param::list(
            "order",
            "the arguments' old positions in their new order: 2,1",
        ),
        Param::optional(
            "add",
            "a declaration of one new argument: integer, intent(in) :: n",
        ),
        Param::number(
            "at",
            "the position of the new argument; the last when left out",
        ),
        Param::optional("value", "what calls pass for the new argument"),
        Param::number("remove", "the position of an argument to remove"),
    ],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let procedure = target(run, file, offset)?;
    own_name(run, procedure)?;
    let calls = Calls::of(run, procedure)?;
    for (message, at) in &calls.obstacles {
        run.refuse("signature", message.clone(), &[*at]);
    }
    let count = run.program().entity(procedure).dummies.len();
    let (slots, new, rule) = change(run, count)?;
    if let Some(new) = &new {
        new.check(run, procedure, &calls)?;
    }
    let removed = (0..count).find(|i| !slots.iter().any(|s| matches!(s, Slot::Old(o) if o == i)));
    let mut edits = Edits::new();
    for &header in &calls.headers {
        let (at, text) = header_list(run, header, &slots, new.as_ref().map(|n| n.name.as_str()))?;
        edits.replace(at.file, at.span, text);
        if let Some(new) = &new {
            let scope = *run
                .program()
                .opened
                .get(&header)
                .ok_or_else(|| BadInput::new("this procedure has no body"))?;
            let (file, at, indent) = declaration_head(run, scope)?;
            let line = new_line(run, file, &format!("{indent}{}", new.declaration));
            edits.replace(file, Span::at(at), line);
        }
        if let Some(removed) = removed {
            for at in dummy_declarations(run, header, removed)? {
                edits.replace(at.file, at.span, "");
            }
        }
    }
    for call in &calls.all {
        if let (Some(removed), true) = (removed, true)
            && let Some(at) = call.side_effect(run, removed)
        {
            run.refuse(
                "value",
                "a function that is called for the removed argument would no longer be",
                &[at],
            );
        }
        let (at, text) = actual_list(run, call, &slots, new.as_ref())?;
        edits.replace(at.file, at.span, text);
    }
    let mut step = Step::new("change the signature", rule);
    edits.into_step(run, &mut step);
    run.step(&step)
}

/// The new order of the arguments, the new one, and the rule to hold to.
fn change(
    run: &Run<'_, Fortran>,
    count: usize,
) -> Result<(Vec<Slot>, Option<NewArgument>, &'static str), BadInput> {
    let given = [
        run.optional("order"),
        run.optional("add"),
        run.optional("remove"),
    ];
    match given {
        [Some(order), None, None] => Ok((permutation(order, count)?, None, "N>=@ T C D")),
        [None, Some(add), None] => {
            let at = match run.optional("at") {
                None => count + 1,
                Some(text) => text
                    .trim()
                    .parse::<usize>()
                    .ok()
                    .filter(|p| (1..=count + 1).contains(p))
                    .ok_or_else(|| {
                        BadInput::unclear(format!("`{text}` is no position: 1 to {}", count + 1))
                    })?,
            };
            let mut slots: Vec<Slot> = (0..count).map(Slot::Old).collect();
            slots.insert(at - 1, Slot::New);
            let new = parse_new(run, add, run.optional("value"))?;
            Ok((slots, Some(new), "N>=->@ T>=->@ C D>=<->@"))
        }
        [None, None, Some(remove)] => {
            let position = remove
                .trim()
                .parse::<usize>()
                .ok()
                .filter(|p| (1..=count).contains(p))
                .ok_or_else(|| {
                    BadInput::unclear(format!("`{remove}` is no position: 1 to {count}"))
                })?;
            let slots = (0..count)
                .filter(|i| i + 1 != position)
                .map(Slot::Old)
                .collect();
            Ok((slots, None, "N<=->@ T<=->@ C D<=<->@"))
        }
        _ => Err(BadInput::unclear("say one of order=…, add=… and remove=…")),
    }
}

fn permutation(order: &str, count: usize) -> Result<Vec<Slot>, BadInput> {
    let wrong = || {
        BadInput::unclear(format!(
            "`{order}` is no order of {count} arguments: give every position from 1 once"
        ))
    };
    let mut seen = vec![false; count];
    let mut slots = Vec::new();
    for part in order.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let position: usize = part.parse().map_err(|_| wrong())?;
        if !(1..=count).contains(&position) || std::mem::replace(&mut seen[position - 1], true) {
            return Err(wrong());
        }
        slots.push(Slot::Old(position - 1));
    }
    if slots.len() != count {
        return Err(wrong());
    }
    Ok(slots)
}

/// The procedure under the caret, or whose header is there.
fn target(run: &Run<'_, Fortran>, file: FileId, offset: u32) -> Result<EntityId, BadInput> {
    let program = run.program();
    let found = program
        .at(file, offset)
        .first()
        .map(|o| o.entity)
        .filter(|&e| program.entity(e).kind == EntityKind::Procedure);
    let found = found
        .or_else(|| program.header_at(file, offset))
        .ok_or_else(|| {
            BadInput::unclear("there is no procedure here; put the caret on its name")
                .at(file, Span::at(offset))
        })?;
    // The definition knows the arguments.
    let leader = program.leader(found);
    let with_body = [leader, found]
        .into_iter()
        .find(|&e| program.entity(e).body.is_some());
    let procedure = with_body.ok_or_else(|| {
        BadInput::new("the procedure is not among the files").at(file, Span::at(offset))
    })?;
    if program
        .entity(procedure)
        .flags
        .has(Flags::STATEMENT_FUNCTION)
    {
        return Err(BadInput::new("this is a statement function").at(file, Span::at(offset)));
    }
    Ok(procedure)
}

/// The declarations of the argument that goes.
fn dummy_declarations(
    run: &Run<'_, Fortran>,
    header: reweave_lang_fortran::table::StmtId,
    position: usize,
) -> Result<Vec<Interval>, BadInput> {
    let program = run.program();
    let StmtKind::Procedure(h) = &program.stmt(header).kind else {
        return Ok(Vec::new());
    };
    let Some(Some(Ident { name, span })) = h.args.get(position).copied() else {
        return Ok(Vec::new());
    };
    let scope = program.opened.get(&header).copied();
    let dummy = scope.and_then(|s| program.scope(s).names.get(&name).copied());
    let mut spans = Vec::new();
    for o in dummy.into_iter().flat_map(|d| program.occurrences_of(d)) {
        if o.span != span
            && o.role & role::KEYWORD == 0
            && let crate::lists::Removal::Declaration(at) = crate::lists::remove_name(run, o)?
        {
            spans.push(at);
        }
    }
    Ok(spans)
}
