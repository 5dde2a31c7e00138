//! Introduce IMPLICIT NONE: declares every name that only its first letter typed, then forbids more of them.
//!
//! ```before
//! program p$0
//!   n = 2
//!   call show(n)
//! contains
//!   subroutine show(m)
//!     x = m / 2.0
//!     print *, x
//!   end subroutine show
//! end program p
//! ```
//! ```after
//! program p
//!   implicit none
//!   integer :: n
//!   n = 2
//!   call show(n)
//! contains
//!   subroutine show(m)
//!     implicit none
//!     integer :: m
//!     real :: x
//!     x = m / 2.0
//!     print *, x
//!   end subroutine show
//! end program p
//! ```
//!
//! It works on the program unit around the caret and all that it contains. Types are those that the IMPLICIT statements
//! in force give; these give way. Interface bodies have rules of their own and stay as they are.

use crate::Fortran;
use crate::ask::{Edits, indent_of, whole_lines};
use crate::unit_head::{head_place, own_statements};
use reweave_lang_fortran::ast::StmtKind;
use reweave_lang_fortran::table::{EntityId, EntityKind, Flags, ScopeId, StmtId, role};
use reweave_preserve::Interval;
use reweave_refactor::{BadInput, Refactoring, Run, Step, Stop};
use reweave_text::Span;

pub const REFACTORING: Refactoring<Fortran> = Refactoring {
    name: "introduce-implicit-none",
    file: include_str!("implicit_none.rs"),
    params: &[],
    perform,
};

fn perform(run: &mut Run<'_, Fortran>) -> Result<(), Stop> {
    let (file, offset) = run.caret()?;
    let program = run.program();
    let unit = program.unit_around(file, offset).ok_or_else(|| {
        BadInput::unclear("no program unit here; put the caret into one").at(file, Span::at(offset))
    })?;
    let mut edits = Edits::new();
    let mut any = false;
    for i in 0..program.scopes.len() {
        let scope = ScopeId(i as u32);
        let s = program.scope(scope);
        if s.kind.is_unit()
            && program.is_within(scope, unit)
            && !s.is_interface
            && s.implicit.none.is_none()
        {
            any = true;
            unit_edits(run, scope, &mut edits)?;
        }
    }
    if !any {
        return Err(BadInput::new("IMPLICIT NONE stands here already")
            .at(file, Span::at(offset))
            .into());
    }
    for at in passed_on(run, unit) {
        let message = "nothing but its implicit type says that this may be a function";
        run.refuse("type", message, &[at]);
    }
    let mut step = Step::new("introduce IMPLICIT NONE", "N>=<->@<=x T<=->x@ C D");
    edits.into_step(run, &mut step);
    run.step(&step)
}

/// Procedures without an interface that are only handed over or pointed to: what they are, their implicit type may say.
fn passed_on(run: &Run<'_, Fortran>, unit: ScopeId) -> Vec<Interval> {
    let program = run.program();
    let known = Flags::TYPED | Flags::FUNCTION | Flags::SUBROUTINE;
    let open = (0..program.entities.len() as u32)
        .map(EntityId)
        .filter(|&id| {
            let e = program.entity(id);
            e.kind == EntityKind::Procedure
                && e.flags.0 & known == 0
                && e.body.is_none()
                && e.interface.is_none()
                && program.is_within(e.scope, unit)
        });
    let handed = |id: EntityId| {
        let mut uses = program
            .occurrences_of(id)
            .filter(|o| o.role & role::DECLARE == 0);
        let first = uses.next()?;
        let called = first.role & role::CALL != 0 || uses.any(|o| o.role & role::CALL != 0);
        (!called).then(|| Interval::new(first.file, first.span))
    };
    open.filter_map(handed).collect()
}

/// The edits of one unit: IMPLICIT NONE in the place of other IMPLICITs or after the USEs, declarations after it.
fn unit_edits(run: &Run<'_, Fortran>, scope: ScopeId, edits: &mut Edits) -> Result<(), BadInput> {
    let program = run.program();
    let old: Vec<StmtId> = own_statements(run, scope, |kind| matches!(kind, StmtKind::Implicit(_)));
    let declarations: Vec<String> = undeclared(run, scope);
    if let Some((&first, others)) = old.split_first() {
        let placed = program.placed(first);
        let span = program.stmt(first).span;
        let indent = indent_of(run, placed.file, span.start);
        let mut text = "implicit none".to_owned();
        for declaration in &declarations {
            text.extend(["\n", &indent, declaration]);
        }
        edits.replace(placed.file, span, text);
        for &other in others {
            let placed = program.placed(other);
            edits.replace(
                placed.file,
                whole_lines(run.sources().text(placed.file), program.stmt(other).span),
                "",
            );
        }
        return Ok(());
    }
    let (file, at, indent) = head_place(run, scope)?;
    let mut text = format!("{indent}implicit none\n");
    for declaration in &declarations {
        text.extend([&indent, declaration, "\n"]);
    }
    edits.replace(file, Span::at(at), text);
    Ok(())
}

/// Declarations for the names of a scope that none has, in the order of the names.
fn undeclared(run: &Run<'_, Fortran>, scope: ScopeId) -> Vec<String> {
    let program = run.program();
    let mut all: Vec<(String, String)> = Vec::new();
    for i in 0..program.entities.len() {
        let id = EntityId(i as u32);
        let e = program.entity(id);
        let own = match e.kind {
            EntityKind::Variable => program.unit_scope(e.scope) == scope,
            // A function's own name is declared inside it; another's where it is used.
            EntityKind::Procedure => match e.body {
                Some(body) => body == scope && !program.scope(scope).is_interface,
                None => e.scope == scope,
            },
            _ => false,
        };
        if !own {
            continue;
        }
        if let Some(word) = program.implicit_word(run.sources(), run.names(), id) {
            all.push((
                run.names().text(e.name).to_owned(),
                word.trim_start_matches("implicit ").to_owned(),
            ));
        }
    }
    all.sort();
    all.dedup();
    all.into_iter()
        .map(|(name, ty)| format!("{ty} :: {name}"))
        .collect()
}
